/** Random numbers that the learner's notebook prints too, number for number. */
import type { Matrix } from './matrix.ts';

/**
 * A whole number as a number up to 2^53 - 1, as a bigint, or in digits. NumPy's seeds go from 0 to 2^64 - 1, PyTorch's
 * from -2^63 to 2^64 - 1. Refused: `seed-not-whole`, `seed-range`, and `seed-inexact` for numbers beyond 2^53 - 1.
 */
export type Seed = number | bigint | string;

/** Sizes of the axes, row by row. At most 2^22 numbers a call (`negative-size`, `too-large`). */
export type Size = number | readonly number[];

/** One number without a size, an array for one axis, a `Matrix` for two; for more, an array row by row. */
export interface Draw {
  (size?: undefined): number;
  (size: number): Float64Array;
  (size: readonly [rows: number, cols: number]): Matrix;
  (size: readonly number[]): Float64Array | Matrix;
}

/** As for `Draw`, but never a `Matrix`. */
export interface DrawWords {
  (size?: undefined): bigint;
  (size: Size): BigUint64Array;
}

/** As for `Draw`. loc is 0 and scale 1 when they are left out; `scale-negative` is refused. */
export interface DrawNormal {
  (loc?: number, scale?: number, size?: undefined): number;
  (loc: number | undefined, scale: number | undefined, size: number): Float64Array;
  (
    loc: number | undefined,
    scale: number | undefined,
    size: readonly [rows: number, cols: number],
  ): Matrix;
  (
    loc: number | undefined,
    scale: number | undefined,
    size: readonly number[],
  ): Float64Array | Matrix;
}

/**
 * low <= x < high; low 0 is not assumed. With numbers for both bounds the draws are numbers, as for `Draw`; when one is
 * a bigint, bigints. Refused: `range-empty`, `bound-not-whole`, `bound-range` (from -2^63 to 2^63 - 1), `bound-inexact`
 * (a number beyond 2^53 - 1).
 */
export interface DrawIntegers {
  (low: number, high: number, size?: undefined): number;
  (low: number, high: number, size: number): Float64Array;
  (low: number, high: number, size: readonly [rows: number, cols: number]): Matrix;
  (low: number, high: number, size: readonly number[]): Float64Array | Matrix;
  (low: number | bigint, high: number | bigint, size?: undefined): bigint;
  (low: number | bigint, high: number | bigint, size: Size): BigInt64Array;
}

/** `np.random.default_rng(seed)`: PCG64. A refused draw takes nothing out of the stream. */
export interface NumpyRandom {
  /** `bit_generator.random_raw`: words of 64 bits. */
  readonly raw: DrawWords;
  /** In [0, 1). */
  readonly random: Draw;
  readonly normal: DrawNormal;
  /** 0 to n - 1 in random order. */
  permutation(n: number): number[];
  readonly integers: DrawIntegers;
  /** A second generator at this point of the stream. */
  copy(): NumpyRandom;
}

/** `torch.manual_seed(seed)` on the CPU: float32 numbers. */
export interface TorchRandom {
  /** In [0, 1), PyTorch's numbers exactly. */
  readonly rand: Draw;
  /** Standard normal, PyTorch's within 2e-6. */
  readonly randn: Draw;
  /** 0 to n - 1 in random order, PyTorch's exactly. */
  randperm(n: number): number[];
  /** A second generator at this point of the stream. */
  copy(): TorchRandom;
}
