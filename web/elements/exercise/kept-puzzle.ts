/** What was edited in a goal puzzle, kept over a reload: the figure as it stands, and since when it is edited. */
import { keep, recall } from '../../storage/local.ts';
import { decodeState, encodeState } from '../attention-figure/link.ts';
import type { FigureState } from '../attention-figure/state.ts';
import { BrokenLink } from '../shared/link-text.ts';

export interface KeptPuzzle {
  readonly state: FigureState;
  /** When it was begun, in ms: a solution that the store has as an attempt since then is counted already. */
  readonly begun: number;
}

const keyOf = (id: string) => `lesson/puzzle/${id}`;

export function recallPuzzle(id: string): KeptPuzzle | undefined {
  try {
    const kept: unknown = JSON.parse(recall(keyOf(id)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return undefined;
    const { state, begun, best } = kept as Record<string, unknown>;
    if (typeof state !== 'string') return undefined;
    // Kept before times were: with the edits of the solution that was counted, or without one.
    const since = best === undefined ? Date.now() : 0;
    return {
      // The figure says itself which number it cannot read.
      state: decodeState(state, [], () => true),
      begun: typeof begun === 'number' ? begun : since,
    };
  } catch (reason) {
    // Written by nobody that we know.
    if (reason instanceof SyntaxError || reason instanceof BrokenLink) return undefined;
    throw reason;
  }
}

export function keepPuzzle(id: string, kept: KeptPuzzle | undefined): void {
  const text = kept && JSON.stringify({ state: encodeState(kept.state, []), begun: kept.begun });
  if (recall(keyOf(id)) !== text) keep(keyOf(id), text);
}
