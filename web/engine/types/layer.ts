/**
 * Layers: several heads, normalisation, feed-forward, blocks and stacks of them. Letters: H heads, G key-value heads,
 * D model width, K = D / H width of a head, F inner width. Weights are stored (in, out): y = x W + b.
 *
 * A refusal names the place as it is written here: `wq`, `attention.heads`, `encoder.layers[2].norm1.weight`.
 */
import type { AttentionTrace, BlockedLike, Causal, EmptyRow } from './attention.ts';
import type { Matrix, MatrixLike, Shape, VectorLike } from './matrix.ts';
import type { Rotary } from './position.ts';

/** Who may read whom, the same for every head. */
export interface MultiheadOptions {
  /** When it is left out: `top-left` where a decoder reads itself, else `false`. */
  readonly causal?: Causal | undefined;
  /** (N, M); joined with the causal mask. */
  readonly blocked?: BlockedLike | undefined;
  /** `nan` when it is left out. */
  readonly emptyRow?: EmptyRow | undefined;
  /** Turns queries and keys of each head before they are compared; refused with a memory (`rotary-cross`). */
  readonly rotary?: Rotary | undefined;
}

export interface MultiheadWeights {
  /** H, at least 1; divides D (`heads-below-one`, `heads-divide`). */
  readonly heads: number;
  /** G, at least 1; divides H (`kv-heads-divide`). H when it is left out: neighbours share, AABB. */
  readonly kvHeads?: number | undefined;
  /** (D, D) */
  readonly wq: MatrixLike;
  /** (D, G K) */
  readonly wk: MatrixLike;
  /** (D, G K) */
  readonly wv: MatrixLike;
  /** (D, D) */
  readonly wo: MatrixLike;
  /** D. A bias that is left out adds nothing. */
  readonly bq?: VectorLike | undefined;
  /** G K */
  readonly bk?: VectorLike | undefined;
  /** G K */
  readonly bv?: VectorLike | undefined;
  /** D */
  readonly bo?: VectorLike | undefined;
}

export interface MultiheadInputs extends MultiheadWeights, MultiheadOptions {
  /** (N, D): the rows that ask. */
  readonly x: MatrixLike;
  /** (M, D): the rows that are read, for cross-attention; x itself when it is left out. */
  readonly memory?: MatrixLike | undefined;
}

/** One head: what it read, and all that `attention` gives of it. */
export interface HeadTrace extends AttentionTrace {
  /** The key-value head that it reads, from 0. */
  readonly kvHead: number;
  /** (N, K), turned if rotary. */
  readonly q: Matrix;
  /** (M, K), turned if rotary. */
  readonly k: Matrix;
  /** (M, K) */
  readonly v: Matrix;
}

export interface MultiheadTrace {
  /** (N, D) */
  readonly q: Matrix;
  /** (M, G K) */
  readonly k: Matrix;
  /** (M, G K) */
  readonly v: Matrix;
  /** H */
  readonly heads: readonly HeadTrace[];
  /** (N, D): the outputs of the heads side by side, before `wo`. */
  readonly concatenated: Matrix;
  /** (N, D) */
  readonly output: Matrix;
  /** H of (N, M): the weights of each head. */
  readonly weights: readonly Matrix[];
  /** (N, M): the mean of the heads' weights, which is lossy: a map that no head has. */
  readonly meanWeights: Matrix;
  readonly shapes: {
    readonly q: Shape;
    readonly k: Shape;
    readonly v: Shape;
    /** Of each head. */
    readonly weights: Shape;
    readonly concatenated: Shape;
    readonly output: Shape;
  };
}

/** Keys and values of the rows so far, for `decode`. Plain data: keep it, copy it, go back to it. */
export interface Cache {
  /** (T, G K), turned if rotary. */
  readonly k: Matrix;
  /** (T, G K) */
  readonly v: Matrix;
  /** Position of the first row that is kept, from 0. */
  readonly offset: number;
  /** Position of the next row, offset + T: rows coded by sinusoids must be coded at it. */
  readonly nextPosition: number;
}

export interface DecodeInputs extends MultiheadWeights {
  /** (N, D): the rows that follow those in the cache. */
  readonly x: MatrixLike;
  /** Of the step before; nothing at the start. The same weights and rotary belong to every step. */
  readonly cache?: Pick<Cache, 'k' | 'v' | 'offset'> | undefined;
  /** Turns the rows at their own positions; its `offset` is not looked at. */
  readonly rotary?: Rotary | undefined;
}

/** The heads read T + N keys; `cache` is for the next step. */
export interface DecodeTrace extends MultiheadTrace {
  readonly cache: Cache;
}

export interface NormWeights {
  /** D; ones when it is left out. */
  readonly weight?: VectorLike | undefined;
  /** D; zeros when it is left out. */
  readonly bias?: VectorLike | undefined;
  /** Added to the variance; finite and at least 0 (`eps-not-finite`, `eps-negative`). 1e-5 when it is left out. */
  readonly eps?: number | undefined;
}

export interface NormInputs extends NormWeights {
  /** (N, D) */
  readonly x: MatrixLike;
}

/** Over the features of each row. */
export interface RowStatistics {
  /** N */
  readonly mean: Float64Array;
  /** N, divided by D, not D - 1; at least 0. */
  readonly variance: Float64Array;
  /** N, the root of the variance. */
  readonly deviation: Float64Array;
}

/** The statistics are those of x. */
export interface NormTrace extends RowStatistics {
  /** (N, D) = (x - mean) / sqrt(variance + eps) */
  readonly normalised: Matrix;
  /** (N, D) = normalised * weight + bias */
  readonly output: Matrix;
}

/** `gelu` is x Phi(x), `gelu-tanh` its approximation within 5e-4; `none` bends nothing. */
export type Activation = 'relu' | 'gelu' | 'gelu-tanh' | 'none';

export interface FeedForwardWeights {
  /** (D, F) */
  readonly w1: MatrixLike;
  /** F */
  readonly b1?: VectorLike | undefined;
  /** (F, D) */
  readonly w2: MatrixLike;
  /** D */
  readonly b2?: VectorLike | undefined;
}

export interface FeedForwardInputs extends FeedForwardWeights {
  /** (N, D) */
  readonly x: MatrixLike;
  /** `relu` when it is left out. */
  readonly activation?: Activation | undefined;
}

export interface FeedForwardTrace {
  /** (N, F) = x w1 + b1 */
  readonly preActivation: Matrix;
  /** (N, F) */
  readonly activation: Matrix;
  /** (N, D) = activation w2 + b2 */
  readonly output: Matrix;
}

export interface LayerKind {
  /** `post`: norm(x + sublayer(x)), as in 2017; `pre`: x + sublayer(norm(x)). `post` when it is left out. */
  readonly order?: 'pre' | 'post' | undefined;
  /** Of the feed-forward; `relu` when it is left out. */
  readonly activation?: Activation | undefined;
}

export interface BlockWeights extends LayerKind {
  readonly attention: MultiheadWeights;
  readonly feedForward: FeedForwardWeights;
  /** Of the attention; without weight and bias when it is left out. */
  readonly norm1?: NormWeights | undefined;
  /** Of the feed-forward. */
  readonly norm2?: NormWeights | undefined;
}

export interface BlockInputs extends BlockWeights, MultiheadOptions {
  /** (N, D) */
  readonly x: MatrixLike;
}

/** The rows after one step; the statistics are those of `rows`. */
export interface BlockStage extends RowStatistics {
  /** `input`, `norm1`, `attention`, `residual1`, ... in the order in which they are computed. */
  readonly name: string;
  /** (N, D) */
  readonly rows: Matrix;
}

export interface BlockTrace {
  readonly norm1: NormTrace;
  readonly attention: MultiheadTrace;
  readonly norm2: NormTrace;
  readonly feedForward: FeedForwardTrace;
  /** The last is the output. */
  readonly stages: readonly BlockStage[];
  /** (N, D) */
  readonly output: Matrix;
}

export interface DecoderWeights extends LayerKind {
  readonly self: MultiheadWeights;
  readonly cross: MultiheadWeights;
  readonly feedForward: FeedForwardWeights;
  /** Of `self`. */
  readonly norm1?: NormWeights | undefined;
  /** Of `cross`. */
  readonly norm2?: NormWeights | undefined;
  /** Of the feed-forward. */
  readonly norm3?: NormWeights | undefined;
}

/** The options go to `self`, which is causal (`top-left`) unless another is given. */
export interface DecoderInputs extends DecoderWeights, MultiheadOptions {
  /** (N, D) */
  readonly x: MatrixLike;
  /** (M, D), read as it is. */
  readonly memory: MatrixLike;
  /** Who may read what of the memory: everything, when it is left out. */
  readonly memoryOptions?: MultiheadOptions | undefined;
}

export interface DecoderTrace {
  readonly norm1: NormTrace;
  readonly self: MultiheadTrace;
  readonly norm2: NormTrace;
  readonly cross: MultiheadTrace;
  readonly norm3: NormTrace;
  readonly feedForward: FeedForwardTrace;
  readonly stages: readonly BlockStage[];
  /** (N, D) */
  readonly output: Matrix;
}
