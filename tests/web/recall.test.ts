/** Sessions of recall cards, the calendar's months, and the numbers that a learner's record is counted into. */
import { createEngine } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import { monthFrom, weeksOf } from '../../web/elements/recall/calendar.ts';
import type { RecallCard } from '../../web/elements/recall/cards.ts';
import {
  attemptsBySource,
  cardsByDay,
  intervalsOf,
  retentionOf,
  slipCounts,
} from '../../web/elements/recall/counts.ts';
import { dateHere, longDate, weekdayOf } from '../../web/elements/recall/days.ts';
import {
  advance,
  currentCard,
  dueCards,
  graded,
  minutesOf,
  startSession,
} from '../../web/elements/recall/session.ts';
import type { Attempt, StoredCard, StoredReview } from '../../web/storage/types.ts';

const { review } = await createEngine();

const card = (id: string, minutes = 1) => ({ id, minutes }) as RecallCard;
const stored = (id: string, due: number): StoredCard => ({
  id,
  card: { stage: 0, due, reviews: 0, misses: 0 },
});
const ids = (cards: readonly RecallCard[]) => cards.map(({ id }) => id);

describe('what is due', () => {
  const cards = ['a', 'b', 'c', 'd'].map((id) => card(id));
  test('those of today and before, the longest waiting first, else in the order of the page', () => {
    const kept = [stored('a', 5), stored('b', 3), stored('c', 6), stored('d', 3)];
    expect(ids(dueCards(cards, kept, 5))).toEqual(['b', 'd', 'a']);
    expect(ids(dueCards(cards, kept, 2))).toEqual([]);
  });
  test('none that is not scheduled, and none that the page lacks', () => {
    expect(ids(dueCards(cards, [stored('b', 1), stored('gone', 1)], 9))).toEqual(['b']);
  });
  test('takes as long as its cards', () => {
    expect(minutesOf([card('a', 2), card('b', 3)])).toBe(5);
    expect(minutesOf([])).toBe(0);
  });
});

describe('a session', () => {
  const queue = ['a', 'b', 'c'].map((id) => card(id));
  test('asks one card after the other and ends', () => {
    let session = startSession('all', queue);
    for (const [id, grade] of [
      ['a', 'pass'],
      ['b', 'miss'],
      ['c', 'pass'],
    ] as const) {
      expect(currentCard(session)?.id).toBe(id);
      session = advance(graded(session, grade), new Set());
    }
    expect(currentCard(session)).toBeUndefined();
    expect(ids(session.passed)).toEqual(['a', 'c']);
    expect(ids(session.missed)).toEqual(['b']);
    expect(graded(session, 'pass')).toBe(session);
  });
  test('leaves out what another tab has reviewed meanwhile, but only of what is due', () => {
    const due = advance(graded(startSession('due', queue), 'pass'), new Set(['c']));
    expect(ids(due.queue)).toEqual(['a', 'c']);
    expect(currentCard(due)?.id).toBe('c');
    expect(ids(advance(startSession('all', queue), new Set(['c'])).queue)).toEqual(['a', 'b', 'c']);
  });
});

describe('the record, counted', () => {
  const done = (stage: number, grade: 'pass' | 'miss', counted = true): StoredReview => ({
    ...{ id: `${stage}${grade}`, card: 'a', day: 1, at: 0 },
    ...{ stage, grade, counted },
  });

  test('the intervals are those of the core', () => {
    expect(intervalsOf(review)).toEqual([1, 3, 7, 14, 30, 30]);
  });

  test('what was still known, by the interval before; what did not count is left out', () => {
    const rows = retentionOf(
      [
        ...[done(0, 'pass'), done(0, 'miss'), done(0, 'pass'), done(0, 'pass', false)],
        ...[done(4, 'pass'), done(5, 'miss'), done(5, 'pass'), done(9, 'pass')],
      ],
      intervalsOf(review),
    );
    expect(rows.map(({ interval, reviews, passes }) => [interval, reviews, passes])).toEqual([
      [1, 3, 2],
      [3, 0, 0],
      [7, 0, 0],
      [14, 0, 0],
      [30, 3, 2],
    ]);
    expect(rows[0]?.share).toBe(2 / 3);
    expect(rows[1]?.share).toBeUndefined();
  });

  const tried = (source: Attempt['source'], score: number, slips: string[] = []): Attempt => ({
    ...{ id: `${source}${score}`, kind: 'k', day: 1, at: 0 },
    ...{ source, score, slips },
  });

  test('attempts by where they were made; half right is not right', () => {
    const attempts = [
      tried('card', 1),
      tried('exercise', 0.5),
      tried('exercise', 1),
      tried('exercise', 0),
    ];
    expect(attemptsBySource(attempts)).toEqual([
      { source: 'exercise', attempts: 3, right: 1 },
      { source: 'card', attempts: 1, right: 1 },
    ]);
    expect(attemptsBySource([])).toEqual([]);
  });

  test('slips by how often they were named', () => {
    const attempts = [
      tried('exercise', 0, ['scale-missing', 'softmax-twice']),
      tried('card', 0, ['scale-missing']),
      tried('card', 0, ['a-slip']),
    ];
    expect(slipCounts(attempts)).toEqual([
      { id: 'scale-missing', count: 2 },
      { id: 'a-slip', count: 1 },
      { id: 'softmax-twice', count: 1 },
    ]);
  });

  test('days in their order; what is overdue stands under today', () => {
    const days = cardsByDay([stored('a', 12), stored('b', 3), stored('c', 10), stored('d', 9)], 10);
    expect([...days]).toEqual([
      [10, ['b', 'c', 'd']],
      [12, ['a']],
    ]);
  });
});

describe('the calendar', () => {
  test.each([
    ['2026-12', 0, 2026, 12],
    ['2026-12', 1, 2027, 1],
    ['2026-12', -12, 2025, 12],
    ['2026-01', -1, 2025, 12],
    ['2026-01', 25, 2028, 2],
  ])('%s and %i months is %i-%i', (from, months, year, month) => {
    const [y = 0, m = 0] = from.split('-').map(Number);
    expect(monthFrom({ year: y, month: m, day: 17 }, months)).toEqual({ year, month, day: 1 });
  });

  test.each([
    // A leap day; a month of exactly four weeks; a change of clocks; the end of a year.
    ...[2024, 2023, 2026, 2027].map((year) => [year, 2] as const),
    ...[3, 10, 11, 12].map((month) => [2026, month] as const),
  ])('%i-%i: each day once, under its day of the week', (year, month) => {
    for (const first of [1, 7]) {
      const weeks = weeksOf(review, { year, month, day: 1 }, first);
      const days = weeks.flat().filter((one) => one !== undefined);
      const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
      expect(days.map(({ date }) => date.day)).toEqual(Array.from({ length }, (_, i) => i + 1));
      for (const week of weeks) {
        expect(week).toHaveLength(7);
        week.forEach((one, i) => {
          if (!one) return;
          const weekday = new Date(Date.UTC(year, month - 1, one.date.day)).getUTCDay();
          expect(weekday).toBe((first + i) % 7);
          expect(weekdayOf(one.date)).toBe((weekday + 6) % 7);
        });
      }
    }
  });

  test('a date is that of the device, a minute before midnight and after it', () => {
    expect(dateHere(new Date(2026, 2, 29, 23, 59))).toEqual({ year: 2026, month: 3, day: 29 });
    expect(dateHere(new Date(2026, 2, 30, 0, 0))).toEqual({ year: 2026, month: 3, day: 30 });
    expect(longDate({ year: 2026, month: 3, day: 29 })).toMatch(/29/);
    expect(longDate({ year: 99, month: 1, day: 1 })).toMatch(/99/);
  });
});
