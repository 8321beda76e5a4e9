/// <reference types="@webgpu/types" />
/**
 * Attention on the GPU of this device, and in WebAssembly wherever that cannot be: the same result, with a notice that
 * says why (failure.ts has them). Long work goes to the device in pieces, so that the page and the system stay usable,
 * there is progress to tell, and a cancel is heard.
 */
import { LessonError } from '../engine/error.ts';
import type { Flash, FlashInputs, RunOptions } from '../engine/flash-browser.ts';
import { type Problem, problemOf } from '../engine/flash-problem.ts';
import { type Part, workOf } from '../engine/flash-split.ts';
import { type AdapterAbout, type Device, openDevice } from './device.ts';
import { failureOf, GpuFailure, type GpuNotice } from './failure.ts';
import { gpuMemory, MOST_HEADS, Passes, Programs, requireLimits, watched } from './passes.ts';
import { emptyRows, mayCompute } from './range.ts';

export type { AdapterAbout } from './device.ts';
export type { GpuNotice } from './failure.ts';

export interface GpuOptions extends Pick<RunOptions, 'signal' | 'onProgress' | 'atLeast'> {
  /** Rounds queries, keys and values to float16: ignored where the device has none, and by the naive kernel. */
  readonly half?: boolean | undefined;
}

export interface GpuRun {
  readonly output: Float32Array;
  readonly by: 'gpu' | 'wasm';
  readonly half: boolean;
  /** Of the commands alone, without copies. */
  readonly milliseconds: number;
  /** Bytes of the buffers, or of the memories of WebAssembly. */
  readonly memory: number;
  readonly notice?: GpuNotice | undefined;
  /** What the browser said with the notice. */
  readonly detail?: string | undefined;
}

/** Multiply-adds of the first piece; the next ones are as large as lets the device answer within this time. */
const FIRST_PIECE = 2 ** 24;
const PIECE_MS = 50;
const LEAST_ROWS = 16;
const MOST_TIMES = 4096;

interface Opened {
  readonly device: Device;
  readonly programs: Programs;
}

export class Gpu {
  #opened: Promise<Opened> | undefined;
  /** One run after the other: the device's complaints are told apart by their order. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly flash: Flash) {}

  /** The adapter, or why there is none. */
  async about(): Promise<AdapterAbout | GpuFailure> {
    try {
      return (await this.#open()).device.about;
    } catch (reason) {
      return failureOf('gpu-refused', reason);
    }
  }

  /** Bytes that the device would hold. Throws what the core refuses. */
  memory(inputs: Parameters<Flash['memory']>[0]): number {
    this.flash.memory(inputs);
    const { heads = 1, n, m = n, d, kernel = 'tiled' } = inputs;
    return gpuMemory({ heads, queries: n, keys: m, width: d, kernel });
  }

  /** Rejects with what `flash` refuses, and with `cancelled`. */
  async run(inputs: FlashInputs, options: GpuOptions = {}): Promise<GpuRun> {
    this.flash.check(inputs);
    const run = this.#last.then(() => this.#attempt(inputs, options));
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #attempt(inputs: FlashInputs, options: GpuOptions): Promise<GpuRun> {
    const problem = problemOf(inputs, this.flash.usualScale);
    try {
      return await this.#onDevice(problem, options);
    } catch (reason) {
      if (!(reason instanceof GpuFailure)) throw reason;
      const { signal, onProgress, atLeast } = options;
      const run = await this.flash.run(inputs, { workers: 1, signal, onProgress, atLeast });
      const { output, milliseconds, memory } = run;
      const { notice, detail } = reason;
      return { output, by: 'wasm', half: false, milliseconds, memory, notice, detail };
    }
  }

  #open(): Promise<Opened> {
    this.#opened ??= openDevice().then(
      (device) => ({ device, programs: new Programs(device) }),
      (reason) => {
        this.#opened = undefined; // another time there may be one
        throw reason;
      },
    );
    return this.#opened;
  }

  async #onDevice(problem: Problem, options: GpuOptions): Promise<GpuRun> {
    if ((await this.#opened)?.device.isLost()) this.#opened = undefined;
    const opened = await this.#open();
    const { device, about, lost } = opened.device;
    const half = !!options.half && about.half && problem.kernel === 'tiled';
    if (!mayCompute(problem, half)) throw new GpuFailure('gpu-not-finite');
    requireLimits(device, problem);
    // A lost device settles some promises and leaves others open.
    const alive = <T>(work: Promise<T>): Promise<T> => Promise.race([work, lost]);
    let passes: Passes | undefined;
    try {
      const pipelines = await alive(opened.programs.get(problem, half));
      const made = await alive(
        watched(device, () => {
          passes = new Passes(device, pipelines, problem);
          return passes;
        }),
      );
      const milliseconds = await compute(problem, options, (part, times) =>
        alive(watched(device, () => made.compute(part, times))),
      );
      const output = await alive(made.output());
      for (const row of emptyRows(problem)) {
        const { queries, width, heads } = problem;
        for (let head = 0; head < heads; head++)
          output.fill(
            Number.NaN,
            (head * queries + row) * width,
            (head * queries + row + 1) * width,
          );
      }
      return { output, by: 'gpu', half, milliseconds, memory: gpuMemory(problem) };
    } catch (reason) {
      if (reason instanceof LessonError) throw reason;
      throw failureOf(opened.device.isLost() ? 'gpu-lost' : 'gpu-invalid', reason);
    } finally {
      passes?.close();
    }
  }
}

/** All parts, one after the other: gives the milliseconds that the device took, of one computation. */
async function compute(
  problem: Problem,
  { signal, onProgress, atLeast = 0 }: GpuOptions,
  run: (part: Part, times: number) => Promise<void>,
): Promise<number> {
  const all = workOf(problem);
  let [piece, done, spent, count] = [FIRST_PIECE, 0, 0, 0];
  let last: Part | undefined;
  const timed = async (part: Part, times: number) => {
    if (signal?.aborted)
      throw new LessonError(
        'cancelled',
        'The run was cancelled before it was done: its signal was aborted.',
      );
    const start = performance.now();
    await run(part, times);
    return performance.now() - start;
  };
  for (const part of piecesOf(problem, () => piece)) {
    const took = await timed(part, 1);
    spent += took;
    count++;
    last = part;
    // At most twice as large, so that one quick answer does not bring a piece of seconds.
    piece *= Math.min(2, Math.max(0.5, PIECE_MS / Math.max(took, 0.1)));
    done += workOf(problem, part);
    onProgress?.(Math.min(1, done / all));
  }
  // What is done in one piece is quicker than a message: it is repeated on the device.
  if (count !== 1 || !last) return spent;
  let times = 1;
  while (spent < atLeast && times < MOST_TIMES) {
    times = Math.min(MOST_TIMES, times * Math.max(2, Math.ceil(atLeast / Math.max(spent, 0.1))));
    spent = await timed(last, times);
  }
  return spent / times;
}

/** Whole heads, several at once, or rows of one, of about as many multiply-adds as `size` then says. */
function* piecesOf(problem: Problem, size: () => number): Generator<Part> {
  const { heads, queries } = problem;
  const perHead = workOf({ ...problem, heads: 1 });
  for (let firstHead = 0; firstHead < heads; ) {
    const whole = Math.min(MOST_HEADS, heads - firstHead, Math.floor(size() / perHead));
    if (whole > 0) {
      yield { firstHead, lastHead: firstHead + whole, first: 0, last: queries };
      firstHead += whole;
      continue;
    }
    for (let first = 0; first < queries; ) {
      const rows = Math.max(LEAST_ROWS, Math.ceil((queries * size()) / perHead));
      const last = Math.min(queries, first + rows);
      yield { firstHead, lastHead: firstHead + 1, first, last };
      first = last;
    }
    firstHead++;
  }
}
