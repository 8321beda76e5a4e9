import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { snapped } from '../../web/elements/grid/scrub.ts';
import { tsvOf } from '../../web/elements/shared/data-table.ts';
import {
  formatExact,
  formatNumber,
  formatVector,
  joinWords,
  percentFormat,
  speakNumber,
} from '../../web/format/number.ts';

test.each([
  [1, '1'],
  [-2, '−2'],
  [0, '0'],
  [-0, '0'],
  [0.99999999, '1.000'],
  [0.7123, '0.712'],
  [-0.7123, '−0.712'],
  [-0.0001, '0.000'],
  [1e-300, '0.000'],
  [123456, '123456'],
  [1234567, '1.23e6'],
  [-1.5e300, '−1.50e300'],
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, '∞'],
  [Number.NEGATIVE_INFINITY, '−∞'],
])('%d is shown as %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test('all digits, words and vectors', () => {
  expect(formatExact(-0.1 - 0.2)).toBe('−0.30000000000000004');
  expect(formatExact(1e-7)).toBe('1e−7');
  expect(speakNumber(Number.NEGATIVE_INFINITY)).toBe('minus infinity');
  expect(speakNumber(-0.5)).toBe('minus 0.500');
  expect(formatVector([1, -0.25], 2)).toBe('(1, −0.25)');
  expect(joinWords(['a', 'b', 'c'])).toBe('a, b and c');
  expect(joinWords(['a'])).toBe('a');
});

test('per cent has its sign behind a space that does not break', () => {
  expect([0.401, 1, 0].map(percentFormat())).toEqual(['40\u00a0%', '100\u00a0%', '0\u00a0%']);
  expect([0.4005, 0.5].map(percentFormat(1))).toEqual(['40.1\u00a0%', '50\u00a0%']);
  expect(percentFormat()(Number.NaN)).toBe('NaN\u00a0%');
});

test('a spreadsheet gets per cent and signs as it reads them', () => {
  const rows = [['width', '768', percentFormat(1)(0.4005), '−1', '∞']];
  expect(tsvOf([{ caption: 'Shares', head: ['', 'n'], rows }])).toBe(
    'Shares\n\tn\nwidth\t768\t40.1%\t-1\tinf',
  );
});

// So that no figure makes its own, without the space.
test('no text of the page makes per cent in another way', () => {
  const folder = join(import.meta.dirname, '../../web');
  const own = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== join('format', 'number.ts'))
    .filter((file) => /style: 'percent'/.test(readFileSync(join(folder, file), 'utf8')));
  expect(own).toEqual([]);
});

test('a dragged number lands on its step, without binary tails', () => {
  expect(snapped(0.30000000000000004, 0.1)).toBe('0.3');
  expect(snapped(1.67, 0.1)).toBe('1.7');
  expect(snapped(1.6749, 0.01)).toBe('1.67');
  expect(snapped(-2.6, 1)).toBe('-3');
  expect(snapped(-0.04, 0.1)).toBe('0');
});
