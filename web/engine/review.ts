/** When a recall card comes back, and the number of a day. */
import { choice, number, object, optional } from './door.ts';
import type { CalendarDay, ReviewCard, Reviews } from './types.ts';
import { type Border, scalar } from './wire.ts';

// Indices of the core's Grade.
const GRADES = ['miss', 'pass'] as const;

export function reviewsOf({ core, run }: Border): Reviews {
  return {
    start(given) {
      const { day } = object(core, 'inputs', given);
      return run('reviewStart', [number(core, 'day', day)]) as unknown as ReviewCard;
    },
    next(given) {
      const { card, grade, day } = object(core, 'inputs', given);
      const { stage, due, last, reviews, misses } = object(core, 'card', card);
      return run('reviewNext', [
        number(core, 'card.stage', stage),
        number(core, 'card.due', due),
        optional(core, 'card.last', last),
        number(core, 'card.reviews', reviews),
        number(core, 'card.misses', misses),
        scalar(choice(core, 'grade', grade, GRADES)),
        number(core, 'day', day),
      ]) as unknown as ReviewCard;
    },
    dayOf(given) {
      const { year, month, day } = object(core, 'date', given);
      return run('dayOf', [
        number(core, 'year', year),
        number(core, 'month', month),
        number(core, 'day', day),
      ]).day as number;
    },
    dateOf(given) {
      const { day } = object(core, 'inputs', given);
      return run('dateOf', [number(core, 'day', day)]) as unknown as CalendarDay;
    },
  };
}
