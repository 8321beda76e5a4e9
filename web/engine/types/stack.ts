/** Blocks on top of each other, and the three families that differ in who may read whom. */
import type {
  BlockTrace,
  BlockWeights,
  DecoderTrace,
  DecoderWeights,
  MultiheadOptions,
  NormTrace,
  NormWeights,
} from './layer.ts';
import type { Matrix, MatrixLike } from './matrix.ts';

/** `encoder-only`: every row reads every row; `decoder-only`: itself and earlier rows; `encoder-decoder`: see below. */
export type Family = 'encoder-only' | 'decoder-only' | 'encoder-decoder';

/** From the bottom; with no layer the rows pass as they are. */
export interface StackWeights {
  readonly layers: readonly BlockWeights[];
  /** After the last layer, as pre-norm stacks have it. */
  readonly finalNorm?: NormWeights | undefined;
}

/** The options go to every layer. */
export interface StackInputs extends StackWeights, MultiheadOptions {
  /** Sets `causal` where it is left out. */
  readonly family: 'encoder-only' | 'decoder-only';
  /** (N, D) */
  readonly x: MatrixLike;
}

export interface StackTrace {
  readonly layers: readonly BlockTrace[];
  readonly finalNorm: NormTrace | undefined;
  /** (N, D) */
  readonly output: Matrix;
}

export interface EncoderDecoderInputs {
  /** (S, D) */
  readonly source: MatrixLike;
  /** (T, D) */
  readonly target: MatrixLike;
  /** Its options are for its self-attention: everything reads everything, unless they say otherwise. */
  readonly encoder: StackWeights & MultiheadOptions;
  /** Its options are for its self-attention, causal (`top-left`) unless another is given. */
  readonly decoder: MultiheadOptions & {
    readonly layers: readonly DecoderWeights[];
    readonly finalNorm?: NormWeights | undefined;
    /** Who may read what of the encoded source: everything, when it is left out. */
    readonly memoryOptions?: MultiheadOptions | undefined;
  };
}

export interface EncoderDecoderTrace {
  /** Its output (S, D) is the memory that every layer of the decoder reads. */
  readonly encoder: StackTrace;
  /** Its output (T, D) is the result. */
  readonly decoder: {
    readonly layers: readonly DecoderTrace[];
    readonly finalNorm: NormTrace | undefined;
    readonly output: Matrix;
  };
}
