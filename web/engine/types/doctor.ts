/** What the tensor doctor takes and gives. Everything stays on the device. */
import type { Matrix } from './matrix.ts';

export type TensorRole =
  | 'none'
  | 'q'
  | 'k'
  | 'v'
  | 'mask'
  | 'positions'
  | 'scores'
  | 'weights'
  | 'output';

export type TensorLayout =
  | 'seq, dim'
  | 'batch, seq, dim'
  | 'seq, batch, dim'
  | 'heads, seq, dim'
  | 'batch, heads, seq, dim'
  | 'batch, seq, heads, dim';

export interface DoctorTensor {
  readonly name: string;
  /** float64, float32, float16, bfloat16, int64, int32, uint8 or bool. */
  readonly dtype: string;
  readonly shape: readonly number[];
  /** Guessed from the name; the first of a name keeps it. */
  readonly role: TensorRole;
  /** As the file had it. */
  readonly bigEndian: boolean;
  readonly columnMajor: boolean;
  /** What a printed number may be off by; 0 when it was not printed. */
  readonly printedStep: number;
}

/** What was meant: what the tensors are compared with. What is left out is guessed, or plain. */
export interface DoctorMeant {
  /** One for each tensor. */
  readonly roles: readonly TensorRole[];
  readonly layout?: TensorLayout | undefined;
  readonly heads?: number | undefined;
  readonly kvHeads?: number | undefined;
  /** 1 / sqrt(head width) when left out. */
  readonly scale?: number | undefined;
  /** What 1 and True say in a mask; told by its diagonal when left out. */
  readonly mask?: 'may-read' | 'may-not-read' | undefined;
  readonly tolerance?: number | undefined;
  readonly causal?: false | 'top-left' | 'bottom-right' | undefined;
  readonly positions?: 'sinusoid' | 'rotary' | undefined;
  readonly pairing?: 'interleaved' | 'half-split' | undefined;
  readonly base?: number | undefined;
  readonly emptyRow?: 'nan' | 'zero' | undefined;
}

export interface DoctorSpan {
  readonly first: number;
  readonly count: number;
}
export interface DoctorSlice {
  readonly batch: DoctorSpan;
  readonly heads: DoctorSpan;
  readonly queries: DoctorSpan;
  readonly keys: DoctorSpan;
  readonly values: DoctorSpan;
}

export interface DoctorCase {
  readonly layout: TensorLayout;
  /** Whether the shapes leave no other. */
  readonly layoutSure: boolean;
  readonly possible: readonly TensorLayout[];
  /** How a mask of yes and no is read; none: there is none. */
  readonly mask: 'may-read' | 'may-not-read' | undefined;
  readonly maskSure: boolean;
  readonly tolerance: number;
  readonly sizes: {
    readonly batch: number;
    readonly heads: number;
    readonly kvHeads: number;
    readonly queries: number;
    readonly keys: number;
    readonly width: number;
    readonly valueWidth: number;
  };
  /** The part that is computed with: of large tensors, what can be searched. */
  readonly slice: DoctorSlice;
}

export interface DoctorMistake {
  readonly id: string;
  readonly stage: string;
  readonly description: string;
  readonly references: readonly string[];
}

/** One way to get what was seen. */
export interface DoctorSuspect {
  /** `as-meant`, or what was meant otherwise; and a line about it. */
  readonly convention: string;
  readonly description: string;
  readonly mistakes: readonly DoctorMistake[];
  readonly reproduces: boolean;
  readonly largestDifference: number;
  readonly matching: number;
}

export interface DoctorJudgement {
  /** Best first. */
  readonly suspects: readonly DoctorSuspect[];
  /** So many of the first fit equally well: more than one cannot be told apart; 0: none fits. */
  readonly tied: number;
  /** Would change nothing that was seen. */
  readonly silent: readonly DoctorMistake[];
  readonly cells: number;
  readonly pairsSearched: boolean;
  /** `as-given`, or the format whose rounding had to be allowed for. */
  readonly precision: 'as-given' | 'float32' | 'float16' | 'bfloat16';
  readonly tolerance: number;
}

/** Every intermediate of one head, as computed; and what was seen (0 by 0 where it was not). */
export interface DoctorTrace {
  readonly scale: number;
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  readonly raw: Matrix;
  readonly scaled: Matrix;
  readonly masked: Matrix;
  readonly weights: Matrix;
  readonly output: Matrix;
  readonly seenScores: Matrix;
  readonly seenWeights: Matrix;
  readonly seenOutput: Matrix;
}

export interface DoctorFinding {
  readonly id: string;
  readonly description: string;
  readonly verdict: 'pass' | 'fail' | 'not-applicable';
  readonly largest: number;
  readonly tolerance: number;
  readonly expected: number;
  readonly got: number;
  /** -1 where there is no such thing. */
  readonly sequence: number;
  readonly head: number;
  readonly row: number;
  readonly col: number;
}

/** The smallest part that still shows the difference: its first sequence. Heads stand side by side, or below each other. */
export interface DoctorSmallest {
  readonly slice: DoctorSlice;
  readonly sequences: number;
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  readonly heads: number;
  readonly kvHeads: number;
  /** (N, M): 1 where a key may not be read. */
  readonly blocked: Matrix;
  readonly scale: number | undefined;
  readonly positions: 'sinusoid' | 'rotary' | undefined;
  readonly pairing: 'interleaved' | 'half-split';
  readonly base: number;
  readonly queryOffset: number;
  readonly keyOffset: number;
  readonly tolerance: number;
  readonly scores: Matrix;
  readonly weights: Matrix;
  readonly output: Matrix;
}

export interface DoctorWindow {
  readonly tensor: number;
  /** Of the axes before the last two, counted together. */
  readonly plane?: number | undefined;
  readonly row?: number | undefined;
  readonly col?: number | undefined;
  readonly rows?: number | undefined;
  readonly cols?: number | undefined;
}

export interface DoctorRun {
  readonly signal?: AbortSignal | undefined;
  /** From 0 to 1, never falling. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/**
 * Every call rejects with a `LessonError` for what it refuses; what was there before stays. One call at a time: a later
 * one waits. Where workers are, it computes in one.
 */
export interface Doctor {
  /**
   * Adds the tensors of a file: .npy, .npz, .safetensors, JSON, or printed text. Gives all that there are. A `File` is read
   * where it is computed, and not at all when it is too large.
   */
  add(name: string, file: Uint8Array | string | Blob): Promise<readonly DoctorTensor[]>;
  clear(): Promise<void>;
  /** Rows and columns of the last two axes, at most 64 of each; empty outside. */
  window(window: DoctorWindow): Promise<Matrix>;
  /** Arranges the tensors, without a search. */
  take(meant: DoctorMeant): Promise<DoctorCase>;
  /** `take`, and the search for what made the scores, weights and output that were given. */
  search(meant: DoctorMeant, run?: DoctorRun): Promise<DoctorJudgement>;
  /** Of the case last taken; `suspect` is an index of the judgement, and left out the right computation. */
  trace(which: {
    readonly sequence?: number | undefined;
    readonly head?: number | undefined;
    readonly suspect?: number | undefined;
  }): Promise<DoctorTrace>;
  /** The checks of the weights and outputs that were given. */
  seen(): Promise<readonly DoctorFinding[]>;
  /** The checks of behaviour, on the computation that a suspect stands for. */
  behaviour(suspect?: number): Promise<readonly DoctorFinding[]>;
  smallest(suspect?: number): Promise<DoctorSmallest>;
  /** Ends the worker. */
  close(): void;
}
