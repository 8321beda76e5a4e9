/**
 * What the engine takes and gives. Letters: N queries, M keys, D model width, K key width (d_k), V value width (d_v).
 * All numbers are IEEE 754 binary64.
 */
import type {
  AttentionInputs,
  AttentionTrace,
  BatchShapes,
  ExplainInputs,
  Explanation,
  ProjectInputs,
  Projections,
} from './types/attention.ts';
import type { Where } from './types/matrix.ts';

export type * from './types/attention.ts';
export type * from './types/matrix.ts';

export interface Engine {
  /** Scaled dot-product attention of one head with every intermediate. Synchronous. Throws `LessonError`. */
  attention(inputs: AttentionInputs): AttentionTrace;
  /** q = x wq, k = x wk, v = x wv. Throws `LessonError`. */
  project(inputs: ProjectInputs): Projections;
  /** The arithmetic of one number of the trace. Throws `LessonError`. */
  explain(inputs: ExplainInputs): Explanation;
  /** Shapes through attention for a batch: q (B, N, K), k (B, M, K), v (B, M, V). Throws `LessonError`. */
  batchShapes(shapes: {
    readonly q: readonly number[];
    readonly k: readonly number[];
    readonly v: readonly number[];
  }): BatchShapes;
  /** A number as people type it: "0.5", "1/3", "sqrt(2)/2". Throws `LessonError` with the place given. */
  parseNumber(text: string, where?: Where): number;
  /** The cells of a pasted block, as text. Throws `LessonError`. */
  parseBlock(text: string): string[][];
}
