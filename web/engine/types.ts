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
import type { Blind } from './types/blind.ts';
import type { Cost } from './types/cost.ts';
import type { Exercises } from './types/exercise.ts';
import type { Gradient } from './types/gradient.ts';
import type { HalfFormat, Halves, Precision, StoredTrace } from './types/half.ts';
import type { LabInputs, LabTrace } from './types/lab.ts';
import type {
  BlockInputs,
  BlockTrace,
  DecodeInputs,
  DecoderInputs,
  DecoderTrace,
  DecodeTrace,
  FeedForwardInputs,
  FeedForwardTrace,
  MultiheadInputs,
  MultiheadTrace,
  NormInputs,
  NormTrace,
} from './types/layer.ts';
import type { Matrix, MatrixLike, Where } from './types/matrix.ts';
import type { Invariants, Mistakes } from './types/mistakes.ts';
import type {
  AlibiInputs,
  PositionTrace,
  RopeInputs,
  SimilarityInputs,
  SinusoidInputs,
} from './types/position.ts';
import type { Puzzles } from './types/puzzle.ts';
import type { NumpyRandom, Seed, TorchRandom } from './types/random.ts';
import type { Reviews } from './types/review.ts';
import type {
  EncoderDecoderInputs,
  EncoderDecoderTrace,
  Family,
  StackInputs,
  StackTrace,
} from './types/stack.ts';

export type * from './types/attention.ts';
export type * from './types/blind.ts';
export type * from './types/cost.ts';
export type * from './types/exercise.ts';
export type * from './types/gradient.ts';
export type * from './types/half.ts';
export type * from './types/lab.ts';
export type * from './types/layer.ts';
export type * from './types/matrix.ts';
export type * from './types/mistakes.ts';
export type * from './types/position.ts';
export type * from './types/puzzle.ts';
export type * from './types/random.ts';
export type * from './types/review.ts';
export type * from './types/stack.ts';

/** Every call is synchronous and throws a `LessonError` for what it refuses: nothing is half-done, and the engine goes on. */
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
  /** Several heads over the same rows; with `memory`, cross-attention. */
  multihead(inputs: MultiheadInputs): MultiheadTrace;
  /** The next rows of a text whose earlier keys and values are in a cache: causal by the bottom right. */
  decode(inputs: DecodeInputs): DecodeTrace;
  layerNorm(inputs: NormInputs): NormTrace;
  feedForward(inputs: FeedForwardInputs): FeedForwardTrace;
  /** Self-attention and feed-forward, each with its residual connection and its norm. */
  block(inputs: BlockInputs): BlockTrace;
  /** Self-attention, cross-attention to a memory, and feed-forward. */
  decoderBlock(inputs: DecoderInputs): DecoderTrace;
  /** Blocks on top of each other. */
  stack(inputs: StackInputs): StackTrace;
  encoderDecoder(inputs: EncoderDecoderInputs): EncoderDecoderTrace;
  /** (S + T, S + T) of 0 and 1, for S source tokens before T target tokens: 1 where the row may not read the column. */
  mayNotRead(inputs: {
    readonly family: Family;
    readonly source: number;
    readonly target: number;
  }): Matrix;
  /** Fixed codes of positions, (n, d). */
  sinusoid(inputs: SinusoidInputs): PositionTrace;
  /** Rows turned by their positions, (N, D). */
  rope(inputs: RopeInputs): PositionTrace;
  /** (starts, offsets): cosine similarity of row s with row s + o, from -1 to 1; NaN for a row of zeros. */
  similarityByOffset(inputs: SimilarityInputs): Matrix;
  /** H slopes, between 0 and 1. */
  alibiSlopes(inputs: { readonly heads: number }): Float64Array;
  /** (n, n): what ALiBi adds to the scaled scores of one head; -Infinity for later keys. */
  alibiBias(inputs: AlibiInputs): Matrix;
  readonly mistakes: Mistakes;
  readonly invariants: Invariants;
  readonly blind: Blind;
  readonly cost: Cost;
  readonly exercise: Exercises;
  readonly gradient: Gradient;
  readonly review: Reviews;
  readonly puzzle: Puzzles;
  /** A block of heads on random tokens and what the lesson's lab does with it. */
  lab(inputs?: LabInputs): LabTrace;
  float16(values: MatrixLike): Halves;
  bfloat16(values: MatrixLike): Halves;
  /** Steps of the format between two numbers rounded to it, 0 to 65,280; nothing when one is NaN. */
  unitsBetween(inputs: {
    readonly a: number;
    readonly b: number;
    readonly format: HalfFormat;
  }): number | undefined;
  /** Attention with its inputs and each result rounded to a format; units are NaN where one of two numbers is. */
  attentionIn(precision: Precision, inputs: AttentionInputs): StoredTrace;
  numpyRandom(seed: Seed): NumpyRandom;
  torchRandom(seed: Seed): TorchRandom;
  /** A number as people type it: "0.5", "1/3", "sqrt(2)/2". Throws `LessonError` with the place given. */
  parseNumber(text: string, where?: Where): number;
  /** The cells of a pasted block, as text. Throws `LessonError`. */
  parseBlock(text: string): string[][];
}

/** What the small core has: enough for one head. */
export type AttentionEngine = Pick<
  Engine,
  'attention' | 'project' | 'explain' | 'batchShapes' | 'parseNumber' | 'parseBlock'
>;
