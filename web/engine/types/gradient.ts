/** Derivatives: how a small change would move the result. */
import type { AttentionInputs } from './attention.ts';
import type { Matrix, MatrixLike, VectorLike } from './matrix.ts';

export interface SoftmaxGradient {
  /** (M, M): d weight_i / d score_j = weight_i ([i = j] - weight_j). */
  readonly jacobian: Matrix;
  /** Its largest magnitude, at most 1/4: near 0, learning stops. */
  readonly largestSlope: number;
}

export interface AttentionGradientInputs extends AttentionInputs {
  /** (N, V): how L moves with each number of the output (`upstream-shape`). */
  readonly upstream: MatrixLike;
}

/** How L moves with each number of the matrix of that name; exactly 0 in `scaled` and `raw` where blocked. */
export interface AttentionGradient {
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  readonly raw: Matrix;
  readonly scaled: Matrix;
  readonly masked: Matrix;
  readonly weights: Matrix;
}

export interface Gradient {
  /** Of softmax at a row of M weights that sum to 1 (`too-large` beyond M = 2048). */
  softmax(inputs: { readonly weights: VectorLike }): SoftmaxGradient;
  /** The backward pass of one head. */
  attention(inputs: AttentionGradientInputs): AttentionGradient;
}
