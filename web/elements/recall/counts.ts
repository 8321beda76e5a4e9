/** What a learner's own record says: counted from the store, for the page of their own numbers. */
import type { Reviews } from '../../engine/types.ts';
import type { Attempt, AttemptSource, StoredCard, StoredReview } from '../../storage/types.ts';

export interface Retention {
  /** Days between the review and the one before, as scheduled. */
  readonly interval: number;
  readonly reviews: number;
  readonly passes: number;
  /** Passes over reviews; nothing where there was no review. */
  readonly share: number | undefined;
}

/** The interval at each stage, in days, as the core gives it to a card that is passed each time it is due. */
export function intervalsOf(review: Reviews): readonly number[] {
  let card = review.start({ day: 0 });
  const intervals = [card.due];
  for (;;) {
    const next = review.next({ card, grade: 'pass', day: card.due });
    if (next.stage === card.stage) return intervals;
    intervals[next.stage] = next.due - card.due;
    card = next;
  }
}

/** Reviews by the interval after which they were due. Only those that counted: a second look on one day says nothing. */
export function retentionOf(
  reviews: readonly StoredReview[],
  intervals: readonly number[],
): readonly Retention[] {
  const counts = new Map<number, Retention>();
  for (const interval of intervals)
    counts.set(interval, { interval, reviews: 0, passes: 0, share: undefined });
  for (const { stage, grade, counted } of reviews) {
    const before = counts.get(intervals[stage] ?? Number.NaN);
    if (!counted || !before) continue;
    const count = before.reviews + 1;
    const passes = before.passes + (grade === 'pass' ? 1 : 0);
    counts.set(before.interval, { ...before, reviews: count, passes, share: passes / count });
  }
  return [...counts.values()];
}

export interface SourceCount {
  readonly source: AttemptSource;
  readonly attempts: number;
  /** Those in which everything was right. */
  readonly right: number;
}

export function attemptsBySource(attempts: readonly Attempt[]): readonly SourceCount[] {
  const counts = new Map<AttemptSource, SourceCount>();
  for (const { source, score } of attempts) {
    const before = counts.get(source) ?? { source, attempts: 0, right: 0 };
    counts.set(source, {
      source,
      attempts: before.attempts + 1,
      right: before.right + (score === 1 ? 1 : 0),
    });
  }
  return [...counts.values()].sort((a, b) => b.attempts - a.attempts);
}

/** The slip that was named most often first. */
export function slipCounts(
  attempts: readonly Attempt[],
): readonly { readonly id: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { slips } of attempts)
    for (const id of slips) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts]
    .map(([id, count]) => ({ id, count }))
    .sort((a, b) => b.count - a.count || a.id.localeCompare(b.id));
}

/** Cards by the day on which they are due; what is overdue stands under today. In the order of the days. */
export function cardsByDay(
  stored: readonly StoredCard[],
  today: number,
): ReadonlyMap<number, readonly string[]> {
  const days = new Map<number, string[]>();
  for (const { id, card } of stored) {
    const day = Math.max(card.due, today);
    days.set(day, [...(days.get(day) ?? []), id]);
  }
  return new Map([...days].sort(([a], [b]) => a - b));
}
