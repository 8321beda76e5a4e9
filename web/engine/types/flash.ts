/**
 * Float32 attention for speed: softmax(q k^T scale + mask) v, head by head, without its intermediates. Letters: H heads,
 * N queries, M keys, K width of a head.
 */
import type { Causal } from './attention.ts';

/** `tiled` never stores the (N, M) scores; `naive` stores those of one head at a time, as the formula reads. */
export type FlashKernel = 'tiled' | 'naive';

/** Numbers in a row. A `Float32Array` is copied as it is; others are rounded to float32. */
export type Floats = ArrayLike<number>;

export interface FlashSizes {
  /** 1 when it is left out. */
  readonly heads?: number | undefined;
  /** N, queries of each head. */
  readonly n: number;
  /** M, keys of each head; N when it is left out. */
  readonly m?: number | undefined;
  /** K, 1 to 256. */
  readonly d: number;
  /** `tiled` when it is left out. */
  readonly kernel?: FlashKernel | undefined;
}

/** NaN or an infinity in a key or a value does not reach a query that may not read it; in `attention` a value's does. */
export interface FlashInputs extends FlashSizes {
  /** (H, N, K), row-major. */
  readonly q: Floats;
  /** (H, M, K) */
  readonly k: Floats;
  /** (H, M, K) */
  readonly v: Floats;
  /** `false` when it is left out. */
  readonly causal?: Causal | undefined;
  /** Factor on the raw scores; 1 / sqrt(K) when it is left out. A finite float32. */
  readonly scale?: number | undefined;
  /** (M): 1 or `true` for a key that no query may read. */
  readonly padding?: ArrayLike<number | boolean> | undefined;
}

/** Bytes, as the module lays them out. */
export interface FlashMemory {
  /** Of q, k and v together. */
  readonly inputs: number;
  readonly output: number;
  /** What the kernel keeps beside them while it runs. */
  readonly kept: number;
  /** These and what the module itself holds. */
  readonly total: number;
}

/** Why a run was not as it was asked for; its result is the same. */
export type FlashNotice =
  /** There are no workers here: it ran on this thread, in slices. */
  | 'workers-missing'
  /** A worker could not be started or broke: it ran on this thread, in slices. */
  | 'workers-failed';

export interface RunOptions {
  /** At most so many workers; as many as the machine has processors, at most 8, when it is left out. 0: this thread. */
  readonly workers?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** From 0 to 1, never falling. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Each part is computed again and again for so many milliseconds, and the mean is given. For measuring. */
  readonly atLeast?: number | undefined;
}

export interface FlashRun {
  /** (H, N, K) */
  readonly output: Float32Array;
  /** How many workers computed; 0: this thread. */
  readonly workers: number;
  /** What the kernel took, without copies and messages; of several workers the slowest. */
  readonly milliseconds: number;
  /** Bytes of the memories of WebAssembly that were used, each as large as it has ever been. */
  readonly memory: number;
  readonly notice?: FlashNotice | undefined;
}

export interface Flash {
  /** Computes on this thread, and returns when it is done: for less than a tenth of a second's work. */
  (inputs: FlashInputs): Float32Array;
  /** Throws what a call would refuse, and computes nothing. */
  check(inputs: FlashInputs): void;
  /** Bytes that a kernel keeps beside inputs and output, for one head of n queries and n keys of width d. */
  kept(n: number, d: number, kernel?: FlashKernel): number;
  /** All bytes that a call will need. */
  memory(sizes: FlashSizes): FlashMemory;
  /** 1 / sqrt(d), in float32: the scale of the scores where none is asked for. */
  usualScale(d: number): number;
  /** Computes elsewhere, as far as workers are there and the work is worth it. */
  run(inputs: FlashInputs, options?: RunOptions): Promise<FlashRun>;
  /** With or without fused multiply-add. */
  readonly variant: 'simd' | 'relaxed-simd';
  /** Ends the workers; a later `run` starts others. */
  close(): void;
}
