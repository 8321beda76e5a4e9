/**
 * The module of the float32 kernels (wasm/kernels.cpp): lays out its memory, which grows when it must and is used again,
 * and calls it. A worker needs this file and the module, nothing else.
 */
import { LessonError } from './error.ts';
import type { Problem, Sizes } from './flash-problem.ts';
import type { Part } from './flash-split.ts';
import type { FlashMemory, Floats } from './types/flash.ts';

interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize?(): void;
  heap(): number;
  check(...sizes: readonly number[]): number;
  code(): number;
  name(): number;
  expected(): number;
  value(): number;
  usual_scale(width: number): number;
  set_tensors(q: number, k: number, v: number, output: number, padding: number): void;
  set_shape(...shape: readonly number[]): void;
  set_part(firstHead: number, lastHead: number, first: number, last: number): void;
  tiled_workspace(): number;
  naive_workspace(): number;
  tiled(workspace: number): void;
  naive(workspace: number): void;
}

const PAGE = 65_536;
const MOST = 32_768 * PAGE;
const FLOAT = 4;
const aligned = (bytes: number) => Math.ceil(bytes / 16) * 16;

/** The core's names of sizes, as a caller has them. */
const NAMES: Readonly<Record<string, string>> = {
  queries: 'n',
  keys: 'm',
  width: 'd',
  'length of q': 'q',
  'length of k': 'k',
  'length of v': 'v',
  'length of padding': 'padding',
};

interface Layout {
  readonly q: number;
  readonly k: number;
  readonly v: number;
  readonly output: number;
  readonly padding: number;
  readonly workspace: number;
  readonly end: number;
}

export class FlashInstance {
  readonly #core: Exports;
  #floats = new Float32Array(0);
  #at: Layout = { q: 0, k: 0, v: 0, output: 0, padding: 0, workspace: 0, end: 0 };
  #problem: Problem | undefined;

  constructor(module: WebAssembly.Module) {
    this.#core = new WebAssembly.Instance(module).exports as unknown as Exports;
    this.#core._initialize?.();
  }

  /** Bytes of the memory now. */
  get bytes(): number {
    return this.#core.memory.buffer.byteLength;
  }

  /** Of the scores, where no scale is asked for. */
  usualScale(width: number): number {
    return this.#core.usual_scale(width);
  }

  /** Throws what the core refuses. */
  check(problem: Problem): void {
    const { heads, queries, keys, width, q, k, v, padding, scale } = problem;
    const sizes = [heads, queries, keys, width, q.length, k.length, v.length];
    this.#accept(...sizes, padding?.length ?? 0, scale);
  }

  /** What a problem of this shape takes. Throws what the core refuses. */
  memory(sizes: Sizes): FlashMemory {
    const { heads, queries, keys, width } = sizes;
    const [ofQueries, ofKeys] = [heads * queries * width, heads * keys * width];
    this.#accept(heads, queries, keys, width, ofQueries, ofKeys, ofKeys, 0, 1);
    return {
      inputs: (ofQueries + 2 * ofKeys) * FLOAT,
      output: ofQueries * FLOAT,
      kept: this.#kept(sizes),
      total: this.#layout(sizes).end,
    };
  }

  /**
   * Takes a problem in. Throws what the core refuses, or a `LessonError`:
   *   too-large  the memory cannot grow to what the kernel needs, inputs and output included
   */
  begin(problem: Problem): void {
    this.check(problem);
    const at = this.#layout(problem, problem.padding !== undefined);
    this.#grow(at.end);
    const put = (place: number, numbers: Floats) => this.#floats.set(numbers, place / FLOAT);
    put(at.q, problem.q);
    put(at.k, problem.k);
    put(at.v, problem.v);
    const { padding } = problem;
    if (padding) new Uint8Array(this.#core.memory.buffer, at.padding, padding.length).set(padding);
    this.#at = at;
    this.#problem = problem;
  }

  /** Computes a part of what was taken in. */
  compute(part: Part): void {
    const { workspace, ...at } = this.#at;
    const problem = this.#problem;
    if (!problem) return;
    const core = this.#core;
    // Set anew each time: `memory` sets a shape too.
    const { heads, queries, keys, width, scale, reach } = problem;
    core.set_shape(heads, queries, keys, width, scale, reach);
    core.set_tensors(at.q, at.k, at.v, at.output, problem.padding?.length ? at.padding : 0);
    core.set_part(part.firstHead, part.lastHead, part.first, part.last);
    core[problem.kernel](workspace);
  }

  /** The output, as a copy that stays: over `into`, of the same length, where it is given. */
  output(into?: Float32Array): Float32Array {
    const { heads, queries, width } = this.#problem as Problem;
    const start = this.#at.output / FLOAT;
    const output = this.#floats.subarray(start, start + heads * queries * width);
    into?.set(output);
    return into ?? output.slice();
  }

  #accept(...sizes: number[]): void {
    const core = this.#core;
    if (core.check(...sizes) === 0) return;
    const name = this.#text(core.name());
    throw new LessonError(
      this.#text(core.code()),
      `${name} is ${core.value()}: ${this.#text(core.expected())} was expected.`,
      { name: NAMES[name] ?? name, row: -1, col: -1 },
    );
  }

  #text(address: number): string {
    const bytes = new Uint8Array(this.#core.memory.buffer, address);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  #kept({ kernel, heads, queries, keys, width }: Sizes): number {
    const core = this.#core;
    core.set_shape(heads, queries, keys, width, 1, keys);
    core.set_part(0, heads, 0, queries);
    return FLOAT * (kernel === 'tiled' ? core.tiled_workspace() : core.naive_workspace());
  }

  #layout(sizes: Sizes, padded = false): Layout {
    const { heads, queries, keys, width } = sizes;
    let next = this.#core.heap();
    const take = (bytes: number) => {
      const here = next;
      next += aligned(bytes);
      return here;
    };
    const [ofQueries, ofKeys] = [heads * queries * width * FLOAT, heads * keys * width * FLOAT];
    const q = take(ofQueries);
    const k = take(ofKeys);
    const v = take(ofKeys);
    const output = take(ofQueries);
    const padding = take(padded ? keys : 0);
    const workspace = take(this.#kept(sizes));
    return { q, k, v, output, padding, workspace, end: next };
  }

  #grow(end: number): void {
    const { memory } = this.#core;
    const missing = Math.ceil((end - memory.buffer.byteLength) / PAGE);
    if (missing > 0) {
      try {
        if (end > MOST) throw new RangeError();
        memory.grow(missing);
      } catch {
        throw new LessonError(
          'too-large',
          `The kernel would need a memory of ${end} bytes: at most ${MOST} can be given, and this device gave less or has no more. Take fewer rows, fewer heads or the tiled kernel.`,
          { name: 'n', row: -1, col: -1 },
        );
      }
    }
    if (this.#floats.buffer !== memory.buffer) this.#floats = new Float32Array(memory.buffer);
  }
}
