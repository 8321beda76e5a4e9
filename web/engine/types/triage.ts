/** The trainable classifier of support tickets, and the trial of its attention map. */
import type { Matrix } from './matrix.ts';
import type { Seed } from './random.ts';

/** Code words in the tickets: none; that of the right queue in each; or nothing but the code word tells the queue. */
export type Shortcut = 'none' | 'spurious' | 'planted';
/** How the rows of a ticket become one: weights that are learned, their mean, or the first row. */
export type Pooling = 'attention' | 'mean' | 'first';

export interface TriageOptions {
  /** Of the tickets; with `csv`, of which rows are held out. 39 when it is left out. */
  readonly seed?: Seed | undefined;
  /** Tickets, 4 to 5,000 (`ticket-count`). 2,000 and 400 when they are left out. */
  readonly train?: number | undefined;
  readonly test?: number | undefined;
  readonly shortcut?: Shortcut | undefined;
  /**
   * Own tickets instead: the bytes of a CSV file with the columns "text" and "label" (`csv-encoding`, `csv-quotes`,
   * `csv-columns`, ...: core/triage/csv.hpp).
   */
  readonly csv?: Uint8Array | undefined;
  /** D, 4 to 64 (`model-size`), a multiple of the heads (`heads-divide`). 16 when it is left out. */
  readonly width?: number | undefined;
  /** 1 to 4. 2 when it is left out. */
  readonly heads?: number | undefined;
  /** 1 or 2. 1 when it is left out. */
  readonly blocks?: number | undefined;
  /** `attention` when it is left out. */
  readonly pooling?: Pooling | undefined;
  /** The weights that the map is made of are 1/n everywhere and learn nothing. */
  readonly uniform?: boolean | undefined;
  /** Of the first weights and of the order of the tickets. 1 when it is left out. */
  readonly modelSeed?: Seed | undefined;
  /** 1 to 200 (`training-size`, also for the rest). 16 when it is left out. */
  readonly epochs?: number | undefined;
  /** Tickets a step, 1 to 256. 16 when it is left out. */
  readonly batch?: number | undefined;
  /** Above 0, at most 1; falls to 0 in a straight line. 0.01 when it is left out. */
  readonly rate?: number | undefined;
  /** Of the words, replaced by [mask] in training; 0 to 0.5. 0.05 when it is left out. */
  readonly maskShare?: number | undefined;
}

export interface TriageStarted {
  readonly queues: readonly string[];
  /** Tickets. */
  readonly train: number;
  readonly test: number;
  /** Words, with [mask]. */
  readonly vocabulary: number;
  /** Numbers that learn. */
  readonly parameters: number;
  /** Rows of the CSV with more than 24 words, of which the first are read. */
  readonly shortened: number;
  /** Words of held-out rows that training never saw twice. */
  readonly unknown: number;
  /** Accuracies of logistic regression on a bag of words. */
  readonly baselineTrain: number;
  readonly baselineTest: number;
  /** The first held-out tickets. `queue` is an index. */
  readonly samples: readonly { readonly text: string; readonly queue: number }[];
}

export interface TriageEpoch {
  /** From 1. */
  readonly epoch: number;
  /** Of each step, in nats. */
  readonly losses: Float64Array;
  readonly loss: number;
  readonly trainAccuracy: number;
  /** Of the held-out tickets. */
  readonly testAccuracy: number;
}

/** Of another model that is trained, after one of its epochs; `epoch` = `of`: it is done, and counts from now on. */
export interface OtherEpoch {
  readonly epoch: number;
  readonly of: number;
  /** Of the held-out tickets. */
  readonly testAccuracy: number;
}

/** Shares that weigh the words of a model without context: 1/n; its own; the model's map; the adversary's map. */
export type Guide = 'uniform' | 'learned' | 'frozen' | 'adversary';

/** In the order of `methods`. */
export const METHODS = [
  'mask',
  'zero',
  'meanWord',
  'leaveOneOut',
  'gradientInput',
  'integrated',
  'rollout',
] as const;
export type Method = (typeof METHODS)[number];

export interface TriageMethod {
  /** n: by how much the probability of the prediction would change; of the rollout, its shares. */
  readonly change: Float64Array;
  /** n, at least 0: what rankings compare. */
  readonly importance: Float64Array;
  /** Kendall's tau-b with the map; NaN where one of both has no order. */
  readonly tau: number;
  /** 1 if its first word is the map's, 1 over their number where several share the first place, else 0. */
  readonly top: number;
}

export interface Tampered {
  /** Total variation distance of the predictions, 0 to 1. */
  readonly uniformMove: number;
  readonly uniformChanges: boolean;
  /** The median of 20 permutations. */
  readonly permutedMove: number;
  /** Share of them that change the queue. */
  readonly permutedChanges: number;
  /** n: the map furthest away that was found to keep the prediction. */
  readonly adversary: Float64Array;
  /** Jensen-Shannon divergence from the map in nats, 0 to 0.693. */
  readonly adversaryDivergence: number;
  readonly adversaryMove: number;
}

export interface TicketReading {
  /** At most 24. Those that are not known are read as [mask]. */
  readonly words: readonly { readonly word: string; readonly known: boolean }[];
  /** The predicted one, an index. */
  readonly queue: number;
  readonly probabilities: Float64Array;
  /** n shares that sum to 1. */
  readonly map: Float64Array;
  /** The weights of each block, (n, n): of each head, and their mean, a map that no head has. */
  readonly blocks: readonly { readonly heads: readonly Matrix[]; readonly mean: Matrix }[];
  /** In the order of METHODS. */
  readonly methods: readonly TriageMethod[];
  /** Probability where the path of the integrated gradients starts. */
  readonly integratedFrom: number;
  readonly tampered: Tampered;
}

/** A mean with its 95 % interval by the bootstrap. NaN where nothing could be measured. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
  /** Tickets for which the number does not exist. */
  readonly undefined: number;
}

export interface TrialFigures {
  readonly tickets: number;
  /** In the order of METHODS: agreement with the map. */
  readonly methods: readonly { readonly tau: Estimate; readonly top: Estimate }[];
  /** Agreement on the first word that guessing would reach. */
  readonly chance: number;
  /** Of the probability, with [mask] for the map's first word, for a random one, and the difference. */
  readonly dropTop: Estimate;
  readonly dropRandom: Estimate;
  readonly dropDifference: Estimate;
  readonly uniformMove: Estimate;
  readonly permutedMove: Estimate;
  readonly adversary: Estimate;
  readonly uniformChanges: number;
  readonly permutedChanges: number;
  /** Share of the tickets with a divergence of half of ln 2 or more. */
  readonly adversaryFar: number;
  /** Nothing before another seed was trained. */
  readonly peers:
    | {
        readonly peers: number;
        readonly accuracy: number;
        /** Share of the same predictions. */
        readonly agreement: number;
        readonly tau: Estimate;
        readonly top: Estimate;
        readonly divergence: Estimate;
      }
    | undefined;
}

export type RuleId =
  | 'drop'
  | 'top'
  | 'leave-out'
  | 'gradient'
  | 'uniform'
  | 'permuted'
  | 'adversary'
  | 'seeds';

export interface Rule {
  readonly id: RuleId;
  /** The number is to be at least the threshold; else at most. */
  readonly atLeast: boolean;
  readonly threshold: number;
  readonly inForce: boolean;
}

export interface Finding {
  readonly rule: Rule;
  readonly measured: boolean;
  /** NaN where the number does not exist. */
  readonly value: number;
  readonly holds: boolean;
  /** In force and measured. */
  readonly counted: boolean;
}

export interface TrialJudged {
  readonly figures: TrialFigures;
  /** Of the model on all held-out tickets. */
  readonly accuracy: number;
  /** The same without their code words; nothing where there are none. */
  readonly withoutCodes: number | undefined;
  /** Of the same model trained with uniform attention; nothing before. */
  readonly uniformAccuracy: number | undefined;
  /** Accuracies of the guided models, each nothing before it was trained. No rule counts them. */
  readonly guides: { readonly [K in Guide]: number | undefined } & {
    /** How many more of the held-out tickets the model's map gets right than uniform shares do, as a share. */
    readonly gain: Estimate | undefined;
    /** The same of the adversary's map. */
    readonly adversaryGain: Estimate | undefined;
  };
  /** The trained adversary on the held-out tickets; nothing before. No rule counts it. */
  readonly adversary:
    | {
        readonly accuracy: number;
        /** Share of the same predictions. */
        readonly agreement: number;
        /** Share of the tickets with a divergence of half of ln 2 or more. */
        readonly far: number;
        /** Total variation distance of the predictions, 0 to 1. */
        readonly move: Estimate;
        /** Jensen-Shannon divergence of the maps in nats, 0 to 0.693. */
        readonly divergence: Estimate;
      }
    | undefined;
  /** Every rule that counts holds: evidence of reliance. Else decoration. */
  readonly reliance: boolean;
  readonly findings: readonly Finding[];
}

/**
 * One trial, step by step; in a page a worker computes it. Each call is short: whoever asks for no more has cancelled.
 * Each rejects with a `LessonError` for what the core refuses; nothing is half-done then. `session-order`: asked for out
 * of turn.
 */
export interface Triage {
  /** Makes or reads the tickets, fits the baseline and draws the first weights. What was there before is gone. */
  start(options?: TriageOptions): Promise<TriageStarted>;
  /** Trains the next epoch. */
  epoch(): Promise<TriageEpoch>;
  /** Any ticket (`ticket-empty`). */
  read(text: string): Promise<TicketReading>;
  /** Tries up to `count` more of the first `of` held-out tickets. */
  tryTickets(count: number, of: number): Promise<{ readonly done: number; readonly of: number }>;
  /** Trains the next epoch of the same model from another seed, or of one with uniform attention. */
  peerEpoch(uniform: boolean): Promise<OtherEpoch>;
  /** Trains the next epoch of a model that sees each word alone, with these shares for the words. */
  guideEpoch(guide: Guide): Promise<OtherEpoch>;
  /** Trains the next epoch of a model that is to predict the same by another map. */
  adversaryEpoch(): Promise<OtherEpoch>;
  /** The figures of what was tried, and the verdict by these rules (`rule-none`, `rule-threshold`). */
  judge(rules: readonly Rule[]): Promise<TrialJudged>;
  /** The rules as the lesson has them. */
  rules(): Promise<readonly Rule[]>;
  /** Ends the worker. Further calls reject with `triage-closed`. */
  close(): void;
}
