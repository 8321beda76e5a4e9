import { createEngine, type ReviewCard } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import { refusal } from './engine-refusal.ts';

const { review } = await createEngine();

/** Days by the dates of the platform, which counts milliseconds. */
const dayOf = (text: string) => Date.parse(`${text}T00:00Z`) / 86_400_000;

test('a new card is due the day after', () => {
  expect(review.start({ day: 20000 })).toEqual({
    ...{ stage: 0, due: 20001, last: undefined, reviews: 0, misses: 0 },
  });
});

test('passed whenever it is due, a card comes back after 1, 3, 7, 14, 30, 30 days', () => {
  let card: ReviewCard = review.start({ day: 1000 });
  const due = [card.due];
  for (let i = 0; i < 6; i++) {
    card = review.next({ card, grade: 'pass', day: card.due });
    due.push(card.due);
  }
  expect(due).toEqual([1001, 1004, 1011, 1025, 1055, 1085, 1115]);
  expect(card).toEqual({ stage: 5, due: 1115, last: 1085, reviews: 6, misses: 0 });
});

test.each<[string, 'miss' | 'pass', number, ReviewCard]>([
  ['a miss', 'miss', 1011, { stage: 0, due: 1012, last: 1011, reviews: 3, misses: 1 }],
  ['an early pass', 'pass', 1010, { stage: 2, due: 1011, last: 1004, reviews: 2, misses: 0 }],
  ['an early miss', 'miss', 1005, { stage: 0, due: 1006, last: 1005, reviews: 3, misses: 1 }],
  ['a late pass', 'pass', 1020, { stage: 3, due: 1034, last: 1020, reviews: 3, misses: 0 }],
  ['a clock set back', 'miss', 900, { stage: 0, due: 1005, last: 1004, reviews: 3, misses: 1 }],
])('%s', (_what, grade, day, after) => {
  const card = Object.freeze({ stage: 2, due: 1011, last: 1004, reviews: 2, misses: 0 });
  expect(review.next({ card, grade, day })).toEqual(after);
});

test('dates and days', () => {
  for (const text of ['1970-01-01', '1969-12-31', '2024-02-29', '2025-03-30', '2025-10-26']) {
    const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
    expect(review.dayOf({ year, month, day })).toBe(dayOf(text));
    expect(review.dateOf({ day: dayOf(text) })).toEqual({ year, month, day });
  }
});

describe('what does not fit is refused, and the engine goes on', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what callers without types may hand over
  const wrong = (value: unknown) => value as any;
  const card = { stage: 0, due: 1001, reviews: 0, misses: 0 };
  test.each<[string, string, () => unknown]>([
    ['not-an-object', 'inputs', () => review.start(wrong(null))],
    ['not-a-number', 'day', () => review.start(wrong({ day: '5' }))],
    ['size-not-whole', 'day', () => review.start({ day: 0.5 })],
    ['size-not-whole', 'day', () => review.start({ day: Number.NaN })],
    ['size-too-large', 'day', () => review.start({ day: 1e12 })],
    ['day-out-of-range', 'day', () => review.start({ day: 3e6 })],
    ['not-an-object', 'card', () => review.next(wrong({ grade: 'pass', day: 1 }))],
    ['unknown-choice', 'grade', () => review.next(wrong({ card, grade: 'good', day: 1 }))],
    [
      'card-invalid',
      'card.stage',
      () => review.next({ card: { ...card, stage: 6 }, grade: 'pass', day: 1 }),
    ],
    [
      'size-not-whole',
      'card.due',
      () => review.next({ card: { ...card, due: 1.5 }, grade: 'pass', day: 1 }),
    ],
    [
      'not-a-number',
      'card.last',
      () => review.next({ card: { ...card, last: wrong(null) }, grade: 'pass', day: 1 }),
    ],
    ['date-unknown', 'date', () => review.dayOf({ year: 2023, month: 2, day: 29 })],
    ['size-not-whole', 'month', () => review.dayOf({ year: 2023, month: 2.5, day: 1 })],
    ['not-an-object', 'date', () => review.dayOf(wrong('2023-01-01'))],
    ['day-out-of-range', 'day', () => review.dateOf({ day: -1e6 })],
  ])('%s at %s', (code, name, run) => {
    const error = refusal(run);
    expect([error.code, error.where.name]).toEqual([code, name]);
    expect(review.dayOf({ year: 1970, month: 1, day: 2 })).toBe(1);
  });
});
