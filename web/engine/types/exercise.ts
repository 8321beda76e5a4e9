/**
 * Tasks that are solved by hand, and what the core says of the answers. Letters: N queries, M keys, K key width, V value
 * width.
 */
import type { AttentionInputs } from './attention.ts';
import type { Matrix } from './matrix.ts';
import type { Seed } from './random.ts';

export interface ExerciseKind {
  /** Stable: messages, cards and kept attempts name it. */
  readonly id: string;
  /** About how long a practised learner takes, in minutes. */
  readonly minutes: number;
}

/** One answer that a task asks for: `rows` by `cols` cells. */
export interface Ask {
  /** What is asked, such as `scores`, `weights`, `output`, `shape`, `check`. */
  readonly id: string;
  /** `choice`: the text of the cell is one of `choices`. */
  readonly kind: 'number' | 'whole' | 'choice';
  readonly rows: number;
  readonly cols: number;
  /** Such as `MiB` or `percent`; empty for none. */
  readonly unit: string;
  /** Decimals asked for, at least; 0 for whole numbers and choices. */
  readonly decimals: number;
  /** Ids, for `choice`. */
  readonly choices: readonly string[];
}

/** A number that the task gives, by name: `row`, `n`, `heads`, `bytes` ... */
export interface GivenSize {
  readonly name: string;
  readonly value: number;
}

export interface GivenMatrix {
  /** `q`, `k`, `v`, `blocked`, `scores` ... */
  readonly name: string;
  readonly value: Matrix;
}

/** The same kind and seed give the same task everywhere. */
export interface ExerciseTask {
  readonly kind: string;
  readonly seed: number;
  readonly matrices: readonly GivenMatrix[];
  readonly sizes: readonly GivenSize[];
  /** Ids that the task gives, such as the mistake of "which check notices?". */
  readonly words: readonly { readonly name: string; readonly value: string }[];
  readonly asks: readonly Ask[];
  /** The attention that the task is about, if it is about one head: opens in the figure. */
  readonly inputs?: AttentionInputs | undefined;
}

/** What a cell is: `rounded` is near, with too few digits kept on the way. */
export type CellVerdict = 'right' | 'rounded' | 'wrong' | 'empty' | 'unreadable';

export interface GradedCell {
  readonly ask: number;
  readonly row: number;
  readonly col: number;
  readonly verdict: CellVerdict;
  /** How far off the right number an answer of so many digits may be. */
  readonly tolerance: number;
  /** The core's own words of why the cell could not be read; empty otherwise. */
  readonly code: string;
  readonly message: string;
}

export interface Slip {
  /** Of the fault library, or one of the grader's own, listed by `exercise.slips()`. */
  readonly id: string;
  readonly description: string;
}

/** One term of a sum in which the whole difference lies. */
export interface SlippedTerm {
  readonly ask: number;
  readonly row: number;
  readonly col: number;
  /** Place in the sum, from 0. */
  readonly term: number;
  /** The term as it should be, and as it seems to have been taken. */
  readonly right: number;
  readonly taken: number;
}

/** A number of the attention figure, as `explain` names it. */
export interface FigureStep {
  readonly what: 'raw' | 'scaled' | 'masked' | 'weight' | 'output';
  readonly row: number;
  readonly col: number;
}

export interface Grade {
  /** Every cell is right. */
  readonly right: boolean;
  /** Right cells over all cells, 0 to 1. */
  readonly score: number;
  readonly cells: readonly GradedCell[];
  /** None: no known slip explains the answer. One: it is named. More: they give the same numbers, and cannot be told apart. */
  readonly slips: readonly Slip[];
  readonly term?: SlippedTerm | undefined;
  /** Where the figure shows the arithmetic of the first cell that is not right. */
  readonly step?: FigureStep | undefined;
}

/** One row of attention that is worked out by hand from given inputs, such as the lesson's application. */
export interface RowAnswer {
  readonly inputs: AttentionInputs;
  readonly what: 'raw' | 'scaled' | 'weights' | 'output';
  readonly row: number;
  /** One text for each cell of the row, as it was typed. */
  readonly answers: readonly string[];
}

export interface Exercises {
  kinds(): readonly ExerciseKind[];
  /** `unknown-exercise` for another kind; the codes of seeds. */
  make(inputs: { readonly kind: string; readonly seed: Seed }): ExerciseTask;
  /** The right answers: for each ask, rows by cols; of a `choice` the index. */
  solve(inputs: { readonly kind: string; readonly seed: Seed }): readonly Matrix[];
  /** `answers`: for each ask, its cells row by row, as they were typed. */
  grade(inputs: {
    readonly kind: string;
    readonly seed: Seed;
    readonly answers: readonly (readonly string[])[];
  }): Grade;
  gradeRow(inputs: RowAnswer): Grade;
  /** Every slip that `grade` can name. */
  slips(): readonly Slip[];
}
