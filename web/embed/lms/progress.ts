/** How far a learner is, from the records that the store keeps. */
import type { Attempt, ReadSection } from '../../storage/types.ts';
import type { Progress } from './lms.ts';

/** What the lesson consists of. */
export interface Course {
  /** Ids of the sections of the core path. */
  readonly sections: readonly string[];
  /** Ids of the kinds of exercises. */
  readonly kinds: readonly string[];
}

/** The score of the best attempt at each kind of exercise. */
export function bestScores(attempts: readonly Attempt[]): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (const { source, kind, score } of attempts) {
    if (source === 'exercise') best.set(kind, Math.max(score, best.get(kind) ?? 0));
  }
  return best;
}

/** A learner who says to have completed the lesson elsewhere gets its cards, but a course counts what was read here. */
export function progressOf(
  read: readonly ReadSection[],
  attempts: readonly Attempt[],
  { sections, kinds }: Course,
): Progress {
  const ids = new Set(read.map(({ id }) => id));
  const had = sections.filter((id) => ids.has(id)).length;
  const best = bestScores(attempts);
  const tried = kinds.filter((kind) => best.has(kind));
  const sum = tried.reduce((total, kind) => total + (best.get(kind) ?? 0), 0);
  return {
    completed: sections.length > 0 && had === sections.length,
    done: sections.length === 0 ? 0 : had / sections.length,
    score: tried.length === 0 ? undefined : sum / kinds.length,
  };
}
