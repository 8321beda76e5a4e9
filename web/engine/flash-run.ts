/** Runs a problem in workers where that is worth it, and on this thread where there are none. */
import { LessonError } from './error.ts';
import type { FlashBuffers } from './flash-buffers.ts';
import { FlashInstance } from './flash-instance.ts';
import { jobOf } from './flash-job.ts';
import type { Job } from './flash-messages.ts';
import { type FlashPool, WorkerFailed } from './flash-pool.ts';
import type { Problem } from './flash-problem.ts';
import { keysOf, type Part, split, workOf } from './flash-split.ts';
import type { FlashNotice, FlashRun, Floats, RunOptions } from './types/flash.ts';

/**
 * Multiply-adds below which a run stays on this thread, and of which each worker gets at least one share: those of one
 * head of 512 queries and keys of width 64, some milliseconds. A message to a worker and back takes up to one.
 */
export const SMALL = 2 ** 25;
const MOST_WORKERS = 8;

function cancelled(): LessonError {
  return new LessonError(
    'cancelled',
    'The run was cancelled before it was done: its signal was aborted.',
  );
}

/** The part as a job of its own, with copies of what it reads: keys that no row of it reads are left out. */
function jobOfPart(problem: Problem, part: Part, buffers: FlashBuffers, atLeast: number): Job {
  const { queries, keys: all, width, reach, padding } = problem;
  const [heads, rows] = [part.lastHead - part.firstHead, part.last - part.first];
  const keys = heads === 1 ? Math.max(1, keysOf(problem, part.last - 1)) : all;
  const copy = (numbers: Floats, start: number, ofHead: number) =>
    buffers.copy(numbers, start * width, heads * ofHead * width);
  const q = copy(problem.q, part.firstHead * queries + part.first, rows);
  const k = copy(problem.k, part.firstHead * all, keys);
  const v = copy(problem.v, part.firstHead * all, keys);
  return {
    problem: {
      ...problem,
      ...{ heads, queries: rows, keys, reach: reach + part.first },
      ...{ q, k, v },
      padding: padding?.slice(0, keys),
    },
    atLeast,
    buffers: [q, k, v, buffers.take(q.length)],
  };
}

export class FlashRunner {
  /** Of this thread's slices, beside which other calls may come. */
  #own: FlashInstance | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly pool: FlashPool | undefined,
  ) {}

  /**
   * Rejects with what the core refuses, with `too-large`, or with a `LessonError`:
   *   cancelled  the signal was aborted before the run was done
   */
  async run(problem: Problem, options: RunOptions): Promise<FlashRun> {
    const {
      signal,
      workers = Math.min(globalThis.navigator?.hardwareConcurrency ?? 1, MOST_WORKERS),
    } = options;
    if (signal?.aborted) throw cancelled();
    // One that was asked for is a worker even for little: whoever measures wants the page free.
    const worth = Math.max(
      options.workers === undefined ? 0 : 1,
      Math.floor(workOf(problem) / SMALL),
    );
    const count = Math.min(Math.floor(workers), worth);
    if (!(count >= 1)) return this.#here(problem, options);
    if (!this.pool) return this.#here(problem, options, 'workers-missing');
    try {
      return await this.#there(problem, this.pool, split(problem, count), options);
    } catch (reason) {
      if (!(reason instanceof WorkerFailed)) throw reason;
      return this.#here(problem, options, 'workers-failed');
    }
  }

  async #there(
    problem: Problem,
    pool: FlashPool,
    shares: readonly (readonly Part[])[],
    { signal, onProgress, atLeast = 0 }: RunOptions,
  ): Promise<FlashRun> {
    // One that fails stops the others.
    const stop = new AbortController();
    const abort = () => stop.abort(cancelled());
    signal?.addEventListener('abort', abort);
    const all = workOf(problem);
    const done = shares.map((parts) => parts.map(() => 0));
    const output = new Float32Array(problem.heads * problem.queries * problem.width);
    const progress = (share: number, part: number, of: number) => {
      const mine = done[share] as number[];
      mine[part] = of * workOf(problem, shares[share]?.[part]);
      onProgress?.(Math.min(1, done.flat().reduce((sum, one) => sum + one, 0) / all));
    };
    try {
      const runs = await Promise.all(
        shares.map(async (parts, share) => {
          const jobs = parts.map((part) => jobOfPart(problem, part, pool.buffers, atLeast));
          const got = await pool.run(jobs, stop.signal, (part, of) => progress(share, part, of));
          got.forEach(({ output: rows }, i) => {
            const { firstHead, first } = parts[i] as Part;
            output.set(rows, (firstHead * problem.queries + first) * problem.width);
          });
          return got;
        }),
      );
      pool.buffers.keep(runs.flat().flatMap(({ buffers }) => buffers));
      return {
        output,
        workers: shares.length,
        milliseconds: Math.max(
          ...runs.map((share) => share.reduce((sum, one) => sum + one.milliseconds, 0)),
        ),
        memory: runs.reduce(
          (sum, share) => sum + Math.max(...share.map(({ memory }) => memory)),
          0,
        ),
      };
    } catch (reason) {
      stop.abort(reason);
      throw reason;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** On this thread, one run after the other: they share an instance. */
  #here(problem: Problem, options: RunOptions, notice?: FlashNotice): Promise<FlashRun> {
    const run = this.#last.then(() => this.#slices(problem, options, notice));
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #slices(
    problem: Problem,
    { signal, onProgress, atLeast }: RunOptions,
    notice?: FlashNotice,
  ): Promise<FlashRun> {
    if (signal?.aborted) throw cancelled();
    this.#own ??= new FlashInstance(this.module);
    const job = jobOf(this.#own, problem, atLeast);
    for (let step = job.next(); ; step = job.next()) {
      if (step.done) return { ...step.value, workers: 0, ...(notice && { notice }) };
      onProgress?.(step.value);
      // The page draws, and hears of a cancel.
      if (step.value < 1) await new Promise((resume) => setTimeout(resume));
      if (signal?.aborted) throw cancelled();
    }
  }
}
