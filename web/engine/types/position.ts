/** Where a row stands. Positions count from 0 and stay below 2^30. */
import type { Matrix, MatrixLike } from './matrix.ts';

interface Angles {
  /** Of the powers that divide the positions; finite and above 0 (`base-out-of-range`). 10000 when it is left out. */
  readonly base?: number | undefined;
  /** Position of the first row (`negative-offset`, `too-large`). 0 when it is left out. */
  readonly offset?: number | undefined;
}

/** `interleaved`: pair t stands at columns 2t and 2t + 1; `half-split`: at t and t + D/2. */
export interface Rotary extends Angles {
  /** `interleaved` when it is left out. */
  readonly layout?: 'interleaved' | 'half-split' | undefined;
}

export interface SinusoidInputs extends Angles {
  /** Rows, at least 0. */
  readonly n: number;
  /** Width, even and at least 2 (`odd-width`, `width-zero`). */
  readonly d: number;
  /** `interleaved`: sine and cosine side by side, when it is left out; `concatenated`: all sines, then all cosines. */
  readonly layout?: 'interleaved' | 'concatenated' | undefined;
}

export interface RopeInputs extends Rotary {
  /** (N, D), D even: one head. */
  readonly x: MatrixLike;
}

export interface PositionTrace {
  /** (N, D/2), in radians: position / base^(2t/D) */
  readonly angles: Matrix;
  /** (N, D) */
  readonly output: Matrix;
}

export interface SimilarityInputs {
  /** (N, D) */
  readonly codes: MatrixLike;
  /** Rows from which offsets are counted (`position-outside`). */
  readonly starts: readonly number[];
  /** How many offsets, from 0. */
  readonly offsets: number;
}

export interface AlibiInputs {
  /** H, at least 1. */
  readonly heads: number;
  /** From 0 to H - 1 (`head-outside`). */
  readonly head: number;
  /** Rows and columns. */
  readonly n: number;
}
