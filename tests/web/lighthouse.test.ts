/** How a report of Lighthouse is read: a low score, or none, must not pass. */
import type { Result } from 'lighthouse';
import { expect, test } from 'vitest';
import { median, read, together } from '../../.scripts/lighthouse.mjs';

const audits = {
  slow: { id: 'slow', title: 'It is slow', score: 0.4, displayValue: '820 ms' },
  fine: { id: 'fine', title: 'Fine', score: 0.95 },
  unused: { id: 'unused', title: 'Not counted', score: 0 },
};
const result = (score: number | null) =>
  ({
    categories: {
      performance: {
        score,
        auditRefs: [
          { id: 'slow', weight: 30 },
          { id: 'fine', weight: 10 },
          { id: 'unused', weight: 0 },
        ],
      },
    },
    audits,
  }) as unknown as Result;

test('scores are out of 100, with the audits that cost something', () => {
  expect(read(result(0.79))).toEqual({
    scores: { performance: 79 },
    failed: ['performance: It is slow (slow): 820 ms'],
  });
});

test('a category that could not be scored counts as 0', () => {
  expect(read(result(null)).scores.performance).toBe(0);
});

test('a run that failed is an error', () => {
  const failed = { ...result(1), runtimeError: { code: 'NO_FCP', message: 'Nothing was painted' } };
  expect(() => read(failed as Result)).toThrow('Nothing was painted');
});

test('several runs: the median of each score, and each failed audit once', () => {
  expect(median([3, 1, 2])).toBe(2);
  const runs = [0.9, 0.99, 0.96].map((score) => read(result(score)));
  expect(together(runs)).toEqual({
    scores: { performance: 96 },
    failed: ['performance: It is slow (slow): 820 ms'],
  });
});
