/**
 * What a learner tried, put down in the store with the day of the learner's own calendar. An element goes on without
 * waiting: the core, which knows the calendar, is loaded when the first attempt is made.
 */
import { LessonError } from '../../engine/error.ts';
import { openStore } from '../../storage/store.ts';
import type { NewAttempt } from '../../storage/types.ts';
import { todayOf } from '../recall/days.ts';

export type Tried = Omit<NewAttempt, 'day' | 'at'>;

export async function noteAttempt(tried: Tried): Promise<void> {
  const now = new Date();
  try {
    const { wholeEngine } = await import('./whole-engine.ts');
    const [store, engine] = await Promise.all([openStore(), wholeEngine()]);
    const day = todayOf(engine.review, now);
    await store.addAttempt({ ...tried, day, at: now.getTime() });
  } catch (reason) {
    // Without the core there is no day to put it under; the answer itself is kept all the same.
    if (!(reason instanceof LessonError)) throw reason;
  }
}
