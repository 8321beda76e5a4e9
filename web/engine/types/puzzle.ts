/** Goals for the attention figure: reach what is asked with as few edits as you can. The core decides. */
import type { AttentionInputs } from './attention.ts';

export interface Puzzle {
  /** Stable: messages and kept solutions name it. */
  readonly id: string;
  readonly inputs: AttentionInputs;
  /** What may be edited: any of `q`, `k`, `v`, `blocked`, `scale`, `causal`. */
  readonly editable: readonly string[];
  /** Fewest edits known to suffice. */
  readonly fewest: number;
}

export interface PuzzleVerdict {
  readonly solved: boolean;
  /** Numbers and switches that differ from the start. */
  readonly edits: number;
  /** Ids of what was edited although the puzzle does not allow it. */
  readonly notAllowed: readonly string[];
  /** How near: the quantity that the goal is about, now, and what it has to be. */
  readonly now: number;
  readonly goal: number;
}

export interface Puzzles {
  list(): readonly Puzzle[];
  /** `unknown-puzzle` for another id. */
  check(inputs: { readonly id: string; readonly inputs: AttentionInputs }): PuzzleVerdict;
}
