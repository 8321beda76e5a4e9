/** What a learner has to show for each kind of task or each puzzle, from the attempts that the store keeps. */
import { openStore } from '../../storage/store.ts';
import type { Attempt, AttemptSource, Store } from '../../storage/types.ts';

export interface Tally {
  readonly tries: number;
  /** With every answer right. */
  readonly right: number;
  /** Fewest edits of a solved puzzle. */
  readonly edits: number | undefined;
  /** When the last was all right, in ms. */
  readonly last: number | undefined;
}

export const NONE: Tally = { tries: 0, right: 0, edits: undefined, last: undefined };

const fewer = (a: number | undefined, b: number | undefined) =>
  a === undefined || (b !== undefined && b < a) ? b : a;

export function talliesOf(
  attempts: readonly Attempt[],
  source: AttemptSource,
): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const { kind, score, edits, at, ...attempt } of attempts) {
    if (attempt.source !== source) continue;
    const { tries, right, edits: best, last } = tallies.get(kind) ?? NONE;
    const solved = score === 1;
    tallies.set(kind, {
      tries: tries + 1,
      right: right + (solved ? 1 : 0),
      edits: solved ? fewer(best, edits) : best,
      last: solved ? Math.max(at, last ?? at) : last,
    });
  }
  return tallies;
}

/** Fewest edits of the solutions of a puzzle that the store has since a moment; none while there is none. */
export async function bestSince(puzzle: string, begun: number): Promise<number | undefined> {
  const attempts = await (await openStore()).attempts();
  return talliesOf(
    attempts.filter(({ at }) => at >= begun),
    'puzzle',
  ).get(puzzle)?.edits;
}

/** Calls `show` with the tallies now and after each change, here or in another tab. Gives the end of it. */
export function followTallies(
  source: AttemptSource,
  show: (tallies: ReadonlyMap<string, Tally>) => void,
): () => void {
  let ended = false;
  let unsubscribe = () => {};
  const tell = async (store: Store) => {
    const attempts = await store.attempts();
    if (!ended) show(talliesOf(attempts, source));
  };
  void openStore().then((store) => {
    if (ended) return;
    unsubscribe = store.subscribe(({ tables }) => {
      if (tables.includes('attempts')) void tell(store);
    });
    return tell(store);
  });
  return () => {
    ended = true;
    unsubscribe();
  };
}
