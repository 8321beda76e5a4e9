/** The two 16-bit formats of machine learning: what a number becomes when it is stored in one. */
import type { Matrix } from './matrix.ts';

export type Precision = 'float64' | 'float32' | 'bfloat16' | 'float16';

/** Attention whose results are stored in a format, and the units in its last place from what float64 gives. */
export interface StoredTrace {
  /** (N, M) */
  readonly raw: Matrix;
  readonly rawUnits: Matrix;
  readonly scaled: Matrix;
  readonly scaledUnits: Matrix;
  readonly weights: Matrix;
  readonly weightsUnits: Matrix;
  /** (N, V) */
  readonly output: Matrix;
  readonly outputUnits: Matrix;
  /** N: of the stored weights. */
  readonly rowSums: Float64Array;
}

export type HalfFormat = 'float16' | 'bfloat16';

export interface Halves {
  /** Each number rounded to the nearest of the format, a tie to even; what is too large becomes infinite. */
  readonly rounded: Matrix;
  /** The bit pattern of each, 0 to 65535. */
  readonly bits: Matrix;
}
