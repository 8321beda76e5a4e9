/** The lab: a block of heads on random tokens, drawn as NumPy draws them, step by step. */
import type { Causal } from './attention.ts';
import type { MultiheadTrace, NormTrace, RowStatistics } from './layer.ts';
import type { Matrix } from './matrix.ts';
import type { Seed } from './random.ts';

/** Each is an exercise to change. Letters: N tokens, D = dModel, H heads, K = D / H. */
export interface LabInputs {
  /** Of `np.random.default_rng`. 39 when it is left out. */
  readonly seed?: Seed | undefined;
  /** N, at least 1 (`size-zero`, `too-large`). 6 when it is left out. */
  readonly n?: number | undefined;
  /** D, divides by the heads (`heads-divide`), even with positions (`odd-width`). 8 when it is left out. */
  readonly dModel?: number | undefined;
  /** H, at least 1 (`heads-below-one`). 2 when it is left out. */
  readonly heads?: number | undefined;
  /** The mask of the causal steps; `false`: it was forgotten. `top-left` when it is left out. */
  readonly causal?: Causal | undefined;
  /** `false`: left out of every step. */
  readonly residual?: boolean | undefined;
  /** Of every score; 1/sqrt(K) when it is left out (`scale-not-finite`). */
  readonly scale?: number | undefined;
  /** Added in the steps with positions; `false`: left out of them. `concatenated` when it is left out. */
  readonly positions?: false | 'interleaved' | 'concatenated' | undefined;
  /** Over which softmax runs; `queries` is a mistake. `keys` when it is left out. */
  readonly axis?: 'keys' | 'queries' | undefined;
}

/** The weights as `multihead` takes them: the heads side by side. */
export interface LabDraws {
  readonly heads: number;
  /** (D, D): columns h K to h K + K are NumPy's (D, K) of head h. */
  readonly wq: Matrix;
  readonly wk: Matrix;
  readonly wv: Matrix;
  /** (D, D) */
  readonly wo: Matrix;
  /** (N, D) */
  readonly x: Matrix;
  /** N: row i of the permuted tokens is row permutation[i] of x. */
  readonly permutation: readonly number[];
}

export interface LabBlock {
  /** (N, D) */
  readonly input: Matrix;
  readonly attention: MultiheadTrace;
  /** (N, D): input + attention.output, or that alone without the residual. */
  readonly sum: Matrix;
  /** Of `sum`, whose statistics it has. */
  readonly norm: NormTrace;
  /** (N, D) */
  readonly output: Matrix;
  /** Of `output`. */
  readonly rows: RowStatistics;
}

/** `largest`: the largest difference, or mean, that the check looked at; `holds` compares it with 1e-9. */
export interface LabCheck {
  readonly holds: boolean;
  readonly largest: number;
}

export interface LabChecks {
  /** Of the output. */
  readonly rowMeansZero: LabCheck;
  /** Permuted tokens give the permuted output. */
  readonly permutesWithoutPositions: LabCheck;
  /** They do so with positions added, which they should not. */
  readonly permutesWithPositions: LabCheck;
  /** The last token changed: earlier outputs stay under the mask. */
  readonly causalKeepsEarlier: LabCheck;
  /** And do not without it. */
  readonly unmaskedChangesEarlier: LabCheck;
}

/** Dot products of 2,000 random pairs of 64 numbers. */
export interface LabScale {
  readonly raw: Float64Array;
  /** Times `scale` of the inputs, or 1/sqrt(64). */
  readonly scaled: Float64Array;
  /** Standard deviations, as NumPy's `std()`. */
  readonly rawSd: number;
  readonly scaledSd: number;
}

export interface LabTrace {
  readonly draws: LabDraws;
  /** (N, D) */
  readonly positions: Matrix;
  /** Of x. */
  readonly plain: LabBlock;
  /** Of x[permutation]. */
  readonly permuted: LabBlock;
  /** Of x + positions. */
  readonly withPositions: LabBlock;
  /** Of x[permutation] + positions. */
  readonly permutedWithPositions: LabBlock;
  /** Of x, under the mask. */
  readonly causal: LabBlock;
  /** Of x with 5 added to each number of its last row, under the mask. */
  readonly causalLastChanged: LabBlock;
  /** Of the same without a mask. */
  readonly lastChanged: LabBlock;
  /** Of x. */
  readonly withoutResidual: LabBlock;
  readonly checks: LabChecks;
  readonly scale: LabScale;
  /** The scores of one head at 2 bytes, at 1,000, 8,000 and 32,000 tokens. */
  readonly memory: readonly { readonly tokens: number; readonly mb: number }[];
}
