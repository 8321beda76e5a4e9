/** Goals for the attention figure. */
import { attentionInbox, CAUSAL, EMPTY_ROW } from './attention.ts';
import { object } from './door.ts';
import { lastRefusal, nameOf } from './refusal.ts';
import type { Matrix, Puzzle, Puzzles, PuzzleVerdict } from './types.ts';
import { type Border, vector } from './wire.ts';

interface RawPuzzle {
  readonly id: string;
  /** Separated by ", ", as `notAllowed` is. */
  readonly editable: string;
  readonly fewest: number;
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  readonly scale: number | undefined;
  readonly causal: number;
  readonly emptyRow: number;
  /** 0 x 0 for none. */
  readonly blocked: Matrix;
}

interface RawVerdict extends Omit<PuzzleVerdict, 'solved' | 'notAllowed'> {
  readonly solved: number;
  readonly notAllowed: string;
}

const words = (list: string) => (list === '' ? [] : list.split(', '));

function puzzleOf(raw: RawPuzzle): Puzzle {
  const { id, editable, fewest, q, k, v, scale, causal, emptyRow, blocked } = raw;
  return {
    id,
    inputs: {
      q,
      k,
      v,
      ...(scale === undefined ? {} : { scale }),
      causal: CAUSAL[causal] ?? false,
      emptyRow: EMPTY_ROW[emptyRow] ?? 'nan',
      ...(blocked.rows === 0 ? {} : { blocked }),
    },
    editable: words(editable),
    fewest,
  };
}

export function puzzlesOf({ core, run }: Border): Puzzles {
  return {
    list: () => (run('listPuzzles', []).list as RawPuzzle[]).map(puzzleOf),
    check(given) {
      const { id, inputs } = object(core, 'inputs', given);
      if (typeof id !== 'string') {
        core.refuseChoice('id', nameOf(id), 'the id of a puzzle');
        throw lastRefusal(core);
      }
      const made = run('checkPuzzle', [
        vector(new TextEncoder().encode(id)),
        ...attentionInbox(core, inputs),
      ]) as unknown as RawVerdict;
      return { ...made, solved: made.solved === 1, notAllowed: words(made.notAllowed) };
    },
  };
}
