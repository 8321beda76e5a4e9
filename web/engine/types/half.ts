/** The two 16-bit formats of machine learning: what a number becomes when it is stored in one. */
import type { Matrix } from './matrix.ts';

export type HalfFormat = 'float16' | 'bfloat16';

export interface Halves {
  /** Each number rounded to the nearest of the format, a tie to even; what is too large becomes infinite. */
  readonly rounded: Matrix;
  /** The bit pattern of each, 0 to 65535. */
  readonly bits: Matrix;
}
