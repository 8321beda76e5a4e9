/**
 * The fault library and the checks. Letters: N queries, M keys, H heads, G key-value heads, K head width, V value width.
 */
import type {
  AttentionInputs,
  AttentionTrace,
  BlockedLike,
  Causal,
  EmptyRow,
} from './attention.ts';
import type { HeadTrace, MultiheadWeights } from './layer.ts';
import type { Matrix, MatrixLike, VectorLike } from './matrix.ts';

export interface Positions {
  /** Codes added to the queries and keys of each head, or both turned. */
  readonly kind: 'sinusoid' | 'rotary';
  /** `interleaved` when it is left out. */
  readonly layout?: 'interleaved' | 'concatenated' | 'half-split' | undefined;
  /** 10,000 when it is left out; finite, above 0. */
  readonly base?: number | undefined;
  /** Positions of the first query and of the first key that is no padding, from 0; 0 when they are left out. */
  readonly queryOffset?: number | undefined;
  readonly keyOffset?: number | undefined;
}

/** What a setup may have beside its queries, keys and values. */
export interface SetupOptions {
  /** Factor on the raw scores; 1 / sqrt(K) when it is left out. */
  readonly scale?: number | undefined;
  readonly causal?: Causal | undefined;
  /** (N, M); joined with the causal mask. */
  readonly blocked?: BlockedLike | undefined;
  readonly emptyRow?: EmptyRow | undefined;
  /** M: true for a key that stands for no token (`padding-length`). */
  readonly padding?: readonly boolean[] | undefined;
  readonly positions?: Positions | undefined;
  /** Normalises each row of the output, with this eps. */
  readonly normEps?: number | undefined;
}

/** One head: what `attention` takes, and more. */
export interface HeadSetup extends AttentionInputs, SetupOptions {
  readonly heads?: undefined;
  readonly x?: undefined;
}

/** Several heads side by side: q (N, H K), k (M, G K), v (M, G V). */
export interface HeadsSetup extends SetupOptions {
  readonly q: MatrixLike;
  readonly k: MatrixLike;
  readonly v: MatrixLike;
  readonly heads: number;
  /** `heads` when it is left out. */
  readonly kvHeads?: number | undefined;
  /** (H V, D); the heads side by side are the output when it is left out. */
  readonly wo?: MatrixLike | undefined;
  /** D */
  readonly bo?: VectorLike | undefined;
  readonly x?: undefined;
}

/** Tokens (N, D) and the weights that make queries, keys and values of them. */
export interface TokenSetup extends MultiheadWeights, SetupOptions {
  readonly x: MatrixLike;
}

export type Setup = HeadSetup | HeadsSetup | TokenSetup;

/** An id of `list()`, several that are made together, or `none`. */
export type MistakeIds = string | readonly string[];

export interface Mistake {
  readonly id: string;
  /** Where in the computation it acts. */
  readonly stage:
    | 'batch'
    | 'split'
    | 'positions'
    | 'scale'
    | 'mask'
    | 'softmax'
    | 'weights'
    | 'mix'
    | 'merge'
    | 'norm'
    | 'cache';
  readonly description: string;
  /** Public reports, as owner/repository#number. */
  readonly references: readonly string[];
  /** It is taken for a mistake and is none, if it is made throughout. */
  readonly harmless: boolean;
}

/** A setup of several heads, computed with mistakes. */
export interface LayerTrace {
  /** Whether any score, before or after the mask, weight or output differs from the right one. */
  readonly changed: boolean;
  readonly heads: readonly HeadTrace[];
  /** H of (N, M) */
  readonly weights: readonly Matrix[];
  /** (N, H V) */
  readonly concatenated: Matrix;
  /** (N, D) */
  readonly output: Matrix;
}

/** A setup of one head, computed with mistakes. `output` is that of the setup, after its norm if it has one. */
export interface FaultyTrace extends Omit<AttentionTrace, 'shapes'> {
  readonly changed: boolean;
}

export interface NormSetup {
  /** (N, D) */
  readonly x: MatrixLike;
  /** 1e-5 when it is left out. */
  readonly eps?: number | undefined;
}

export interface Invariant {
  readonly id: string;
  /** What must hold. */
  readonly description: string;
  /** What a setup must have for it to apply; empty: nothing. */
  readonly needs: string;
}

export type Verdict = 'pass' | 'fail' | 'not-applicable';

/** A check compares numbers with what they must be, and shows the pair that is furthest apart. */
export interface Finding {
  readonly id: string;
  readonly verdict: Verdict;
  /** Infinity where one of the two is NaN and the other is not. */
  readonly largest: number;
  /** At most so much passes. For `position-sensitivity` it is the least movement that passes; `columns-free` has its own rule. */
  readonly tolerance: number;
  readonly expected: number;
  readonly got: number;
  /** -1 where there is no such thing. */
  readonly head: number;
  readonly row: number;
  readonly col: number;
}

/** What somebody has computed; at least one of the three. Lists have one table for each head. */
export interface Observed {
  /** (N, M), scaled, before or after the mask. */
  readonly scores?: MatrixLike | readonly MatrixLike[] | undefined;
  /** (N, M) */
  readonly weights?: MatrixLike | readonly MatrixLike[] | undefined;
  /** (N, D) */
  readonly output?: MatrixLike | undefined;
  /** 1e-6 when it is left out. A cell may be off by so much, times the number's size where that is above 1. */
  readonly tolerance?: number | undefined;
}

export interface Hypothesis {
  /** `none`, an id, or two ids joined by " + ". */
  readonly id: string;
  /** Empty for `none`. */
  readonly mistakes: readonly string[];
  /** Every cell that was observed. */
  readonly reproduces: boolean;
  readonly largestDifference: number;
  /** Cells reproduced, */
  readonly matching: number;
  /** and for each cell observed whether it is: scores, weights, output; head by head, row by row. */
  readonly cells: readonly boolean[];
  /** Ids of others in the list that give the same numbers here: these cannot be told apart. */
  readonly tiedWith: readonly string[];
}

export interface Diagnosis {
  /** Best first; see `core/mistakes/diagnose.hpp`. */
  readonly hypotheses: readonly Hypothesis[];
  /** Mistakes that change nothing that was observed, so that they cannot be excluded. */
  readonly silent: readonly string[];
  /** Cells observed. */
  readonly cells: number;
  /** Pairs are searched when no single mistake explains all, for small setups: see `core/mistakes/diagnose.hpp`. */
  readonly pairsSearched: boolean;
}

/** A small setup in which mistakes show. */
export interface BenchSetup {
  readonly name: string;
  readonly setup: HeadsSetup;
}

export interface Caught {
  readonly id: string;
  /** The first setup of the bench in which the mistake shows. */
  readonly setup: string;
  /** By the ids of `invariants.list()`. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

export interface Mistakes {
  list(): readonly Mistake[];
  /**
   * A setup computed with mistakes. Throws `unknown-mistake`, `mistakes-incompatible` (two change the same step),
   * `mistake-undefined` (the shapes do not allow it), and what the setup is refused for.
   */
  apply(ids: MistakeIds, inputs: HeadSetup): FaultyTrace;
  apply(ids: MistakeIds, inputs: HeadsSetup | TokenSetup): LayerTrace;
  /** A layer norm alone, with one of the mistakes of the norm. */
  applyToNorm(
    ids: MistakeIds,
    inputs: NormSetup,
  ): { readonly normalised: Matrix; readonly output: Matrix };
  /** The mistakes, or pairs, that explain what was observed: the hypotheses of `report`. */
  diagnose(inputs: Setup, observed: Observed): readonly Hypothesis[];
  report(inputs: Setup, observed: Observed): Diagnosis;
  bench(): readonly BenchSetup[];
  /** Of the bench, the first setup in which this mistake shows. Throws `unknown-mistake`. */
  shownOn(id: string): BenchSetup;
  /** Which check catches which mistake, computed on the bench. */
  table(): readonly Caught[];
}

export interface Invariants {
  list(): readonly Invariant[];
  /**
   * One finding for each of `list()`. Throws `not-comparable` (a NaN, an infinity or a number above 1e100), `scores-too-large`
   * (above 1e11), `too-much-work` (H N M above 65,536, or H N M (K + V) above 4,194,304), and what `mistakes.apply` throws.
   */
  run(inputs: Setup, mistakes?: MistakeIds): readonly Finding[];
}
