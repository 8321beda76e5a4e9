/** What can be predicted of the first query under the causal mask, and how a prediction is judged. */
import type { AttentionTrace } from '../../engine/types.ts';
import type { FigureState } from './state.ts';

export const CHOICES = ['all', 'itself', 'later', 'none'] as const;
export type Choice = (typeof CHOICES)[number];
export type Answer = Choice | 'skipped';

/** A remembered answer, if it is one. */
export function answerFrom(text: string | undefined): Answer | undefined {
  return CHOICES.find((choice) => choice === text);
}

/** The keys that a choice claims for query 0 of `keys` many. */
function claimed(choice: Choice, keys: number): number[] {
  const all = Array.from({ length: keys }, (_, j) => j);
  if (choice === 'all') return all;
  if (choice === 'itself') return [0];
  return choice === 'later' ? all.slice(1) : [];
}

/** The keys that query 0 reads, by its weights. */
export function keysRead(trace: AttentionTrace): number[] {
  return Array.from(trace.weights.data.subarray(0, trace.weights.cols)).flatMap((weight, j) =>
    weight > 0 ? [j] : [],
  );
}

export function isRight(choice: Choice, trace: AttentionTrace): boolean {
  return claimed(choice, trace.weights.cols).join() === keysRead(trace).join();
}

/**
 * Whether the question has an answer here: a causal mask over as many queries as keys, more than one, and a first row
 * that is not spoilt by an input that is not finite.
 */
export function canAsk(state: FigureState, trace: AttentionTrace): boolean {
  const { causal, queries, keys } = state;
  if (causal === 'off' || queries.length !== keys.length || keys.length < 2) return false;
  const first = trace.nonFinite.find((entry) => entry.outputRow === 0);
  return first === undefined || first.cause === 'empty-row';
}
