/** One attention head. */
import type { Matrix, MatrixLike, Shape } from './matrix.ts';

/** Yes and no for each (query, key): `true` (or 1) means "may NOT read". */
export type BlockedLike = Matrix | readonly (readonly boolean[])[];

/** `top-left`: query i reads keys 0..i. `bottom-right`: the last query reads every key. They agree when N = M. */
export type Causal = false | 'top-left' | 'bottom-right';

/** What a query gives that may read no key: NaN, as the plain formula has it (0/0), or zeros. */
export type EmptyRow = 'nan' | 'zero';

export interface AttentionInputs {
  /** (N, K) */
  readonly q: MatrixLike;
  /** (M, K) */
  readonly k: MatrixLike;
  /** (M, V) */
  readonly v: MatrixLike;
  /** Factor on the raw scores; 1 / sqrt(K) when it is left out. Finite. */
  readonly scale?: number | undefined;
  /** `false` when it is left out. */
  readonly causal?: Causal | undefined;
  /** (N, M); joined with the causal mask. */
  readonly blocked?: BlockedLike | undefined;
  /** `nan` when it is left out. */
  readonly emptyRow?: EmptyRow | undefined;
}

/** Why a row of the output is not finite; see `core/attention.hpp`. */
export type Cause = 'empty-row' | 'query' | 'key' | 'value' | 'score-overflow' | 'value-overflow';

export interface NonFinite {
  readonly outputRow: number;
  readonly cause: Cause;
  /** The first offending cell in the matrix that `cause` names; -1 for `empty-row`. */
  readonly row: number;
  readonly col: number;
}

/** Every intermediate of one head, from one call. Nothing in it is shared with the core: keep it as long as you like. */
export interface AttentionTrace {
  /** The factor that was used. */
  readonly scale: number;
  /** (N, M) of 0 and 1: the causal mask and `blocked`, joined. */
  readonly blocked: Matrix;
  /** (N, M) = q k^T */
  readonly raw: Matrix;
  /** (N, M) = raw * scale */
  readonly scaled: Matrix;
  /** (N, M) = scaled, or -Infinity where blocked */
  readonly masked: Matrix;
  /** (N, M) = softmax of each row of `masked` */
  readonly weights: Matrix;
  /** (N, V) = weights v */
  readonly output: Matrix;
  /** N: 1 within rounding, NaN, or 0 for a row under the zero policy */
  readonly rowSums: Float64Array;
  /** M: anything from 0 to N */
  readonly columnSums: Float64Array;
  /** N: effective keys, 2^(entropy in bits), from 1 to M */
  readonly spread: Float64Array;
  /** (N, M) of 0 and 1: the keys that share the row's largest weight */
  readonly strongest: Matrix;
  /** Queries that may read no key. */
  readonly emptyRows: readonly number[];
  /** One entry for each output row that is not finite. */
  readonly nonFinite: readonly NonFinite[];
  readonly shapes: {
    readonly q: Shape;
    readonly k: Shape;
    readonly v: Shape;
    readonly scores: Shape;
    readonly weights: Shape;
    readonly output: Shape;
  };
}

export interface ProjectInputs {
  /** (N, D) */
  readonly x: MatrixLike;
  /** (D, K) */
  readonly wq: MatrixLike;
  /** (D, K) */
  readonly wk: MatrixLike;
  /** (D, V) */
  readonly wv: MatrixLike;
}

export interface Projections {
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
}

/** A number that can be opened. */
export type Explainable = 'raw' | 'scaled' | 'masked' | 'weight' | 'output' | 'rowSum' | 'spread';

/** The matrix that a cell belongs to: an input, or a field of the trace. */
export type CellMatrix =
  | 'q'
  | 'k'
  | 'v'
  | 'raw'
  | 'scaled'
  | 'masked'
  | 'weights'
  | 'output'
  | 'rowSums'
  | 'spread';

export interface CellRef {
  readonly matrix: CellMatrix;
  readonly row: number;
  readonly col: number;
}

/** One term; what `a`, `b` and `value` are depends on what is explained, see `core/explain.hpp`. */
export interface Term {
  readonly a: number;
  readonly b: number;
  readonly value: number;
  readonly sources: readonly CellRef[];
}

export interface ExplainInputs extends AttentionInputs {
  readonly what: Explainable;
  readonly row: number;
  /** 0 for `rowSum` and `spread`. */
  readonly col: number;
}

export interface Explanation {
  readonly what: Explainable;
  readonly cell: CellRef;
  readonly terms: readonly Term[];
  /** `weight`: the largest masked score of the row; otherwise 0. */
  readonly max: number;
  /** Of the terms; `weight`: of the exponentials; `spread`: the entropy in bits. */
  readonly sum: number;
  /** The number in the trace, to the last bit. */
  readonly result: number;
  /** Every cell that the number was made from, each once. */
  readonly sources: readonly CellRef[];
}

export interface BatchShapes {
  readonly scores: readonly number[];
  readonly weights: readonly number[];
  readonly output: readonly number[];
}
