/**
 * What attention costs. Every count is exact and therefore a `bigint`; shares, MiB and MB are numbers, rounded once.
 *
 * A size is a whole number from 1 to 2^24 (tokens and keys from 0 where this says so, bytes per element to 16). Refused:
 * `size-not-whole`, `negative-size`, `size-zero`, `size-too-large`.
 */

export interface ScoreSizes {
  /** 1 when it is left out. */
  readonly batch?: number | undefined;
  /** 1 when it is left out. */
  readonly heads?: number | undefined;
  /** Queries, from 0. */
  readonly n: number;
  /** Keys, from 0; as many as queries when it is left out. */
  readonly m?: number | undefined;
  /** 2 when it is left out. */
  readonly elementBytes?: number | undefined;
}

export interface Bytes {
  readonly bytes: bigint;
  /** bytes / 2^20 */
  readonly mib: number;
  /** bytes / 10^6 */
  readonly mb: number;
}

export interface ScoreCost extends Bytes {
  /** batch * heads * n * m: a mask changes nothing. */
  readonly entries: bigint;
}

export interface LayerSizes {
  /** Tokens, from 1. */
  readonly n: number;
  /** D */
  readonly dModel: number;
}

/** Multiply-adds of one forward pass, batch 1. */
export interface LayerCost {
  /** 4 n D^2 */
  readonly projections: bigint;
  /** 8 n D^2 */
  readonly feedForward: bigint;
  /** 2 n^2 D: the part that grows with n^2. */
  readonly scoresAndMix: bigint;
  readonly total: bigint;
  /** scoresAndMix / total, between 0 and 1. */
  readonly share: number;
  /** The n at which the share is 1/2: 6 D. */
  readonly crossover: bigint;
}

export interface ParameterSizes {
  /** D */
  readonly dModel: number;
  /** 1 when it is left out; divides D (`heads-divide`). */
  readonly heads?: number | undefined;
  /** As many as heads when it is left out; divides them (`kv-heads-divide`). */
  readonly kvHeads?: number | undefined;
}

/** Weights of one layer, without biases and normalisation. */
export interface ParameterCost {
  readonly wq: bigint;
  readonly wk: bigint;
  readonly wv: bigint;
  readonly wo: bigint;
  /** The sum of these. */
  readonly attention: bigint;
  readonly feedForward: bigint;
  readonly total: bigint;
}

export interface CacheSizes {
  /** 1 when it is left out. */
  readonly layers?: number | undefined;
  /** 1 when it is left out. */
  readonly kvHeads?: number | undefined;
  readonly headWidth: number;
  /** Tokens, from 0. */
  readonly n: number;
  /** 2 when it is left out. */
  readonly elementBytes?: number | undefined;
}

/** Steps, one after the other, until what stands in the first token has reached the last: the longest way in one layer. */
export interface PathCost {
  /** n - 1 */
  readonly recurrent: bigint;
  /** 1; 0 where the first token is the last. */
  readonly selfAttention: bigint;
}

export interface Cost {
  /** The scores of one layer, (batch, heads, n, m), as the naive form stores them. */
  scoreBytes(sizes: ScoreSizes): ScoreCost;
  layer(sizes: LayerSizes): LayerCost;
  parameters(sizes: ParameterSizes): ParameterCost;
  /** Keys and values of one sequence: 2 * layers * kvHeads * headWidth * n * elementBytes. */
  cache(sizes: CacheSizes): Bytes;
  /** The number of tokens at which scores and mix are half of a layer's multiply-adds. */
  crossover(sizes: Pick<LayerSizes, 'dModel'>): bigint;
  /** Tokens, from 1. */
  paths(sizes: Pick<LayerSizes, 'n'>): PathCost;
}
