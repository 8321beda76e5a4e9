import { describe, expect, test } from 'vitest';
import {
  changesBetween,
  describe as inWords,
} from '../../web/elements/attention-figure/describe.ts';
import { isRight, keysRead } from '../../web/elements/attention-figure/prediction.ts';
import {
  type FigureState,
  withBlocked,
  withCell,
} from '../../web/elements/attention-figure/state.ts';
import { formatNumber, formatVector } from '../../web/format/number.ts';
import { presetState, randomState, traceOf } from './figures.ts';

const wordsOf = (state: FigureState) => inWords(state, traceOf(state), 3);

test('the ticket in words', () => {
  expect(wordsOf(presetState('ticket'))).toEqual({
    setting: [
      '3 queries and 3 keys; key width 2, value width 2.',
      'Scores are multiplied by 1/√2 = 0.707.',
      'Every query may read every key.',
    ],
    rows: [
      'bag reads bag and delayed most, equally, with 0.401 each (bag 0.401, delayed 0.401, refund 0.198); effective keys 2.867; output (1, 1).',
      'delayed reads delayed and refund most, equally, with 0.401 each (bag 0.198, delayed 0.401, refund 0.401); effective keys 2.867; output (0.797, 1.203).',
      'refund reads delayed most, with 0.503 (bag 0.248, delayed 0.503, refund 0.248); effective keys 2.822; output (0.745, 1.255).',
    ],
  });
});

test('masks, even rows and single keys in words', () => {
  const causal = wordsOf({ ...presetState('ticket'), causal: 'top-left' });
  expect(causal.setting[2]).toBe('The causal mask is on. 3 of 9 cells are blocked.');
  expect(causal.rows[0]).toBe('bag reads bag alone, with weight 1; output (2, 0).');
  expect(wordsOf(presetState('zero-queries')).rows[1]).toBe(
    'was reads all 3 keys evenly, with 0.333 each; output (1, 1), their plain mean.',
  );
});

describe('what is not finite is named with its cell', () => {
  test.each([
    ['q', 1, 0, 'component 0 of its query'],
    ['k', 2, 1, 'component 1 of the key of refund'],
    ['v', 0, 1, 'component 1 of the value of bag'],
  ] as const)('%s', (input, row, col, says) => {
    const { rows } = wordsOf(withCell(presetState('ticket'), input, row, col, 'nan'));
    expect(rows[1]).toContain(says);
  });
  test('a row that may read nothing', () => {
    let state = presetState('ticket');
    for (const key of [0, 1, 2]) state = withBlocked(state, 1, key, true);
    expect(wordsOf(state).rows[1]).toBe('delayed may read no key: its row is 0/0, NaN.');
    expect(wordsOf({ ...state, emptyRow: 'zero' }).rows[1]).toBe(
      'delayed may read no key: its weights and output are 0, by the policy chosen.',
    );
  });
});

test('words and numbers agree in 500 random figures', () => {
  for (let seed = 0; seed < 500; seed++) {
    const state = randomState(seed);
    const trace = traceOf(state);
    const { rows } = inWords(state, trace, 3);
    expect(rows).toHaveLength(state.queries.length);
    rows.forEach((sentence, i) => {
      const output = Array.from(
        trace.output.data.subarray(i * trace.output.cols, (i + 1) * trace.output.cols),
      );
      const empty = trace.emptyRows.includes(i);
      if (empty) expect(sentence).toContain('may read no key');
      else expect(sentence).toContain(`output ${formatVector(output)}`);
      const largest = Math.max(
        ...trace.weights.data.subarray(i * trace.weights.cols, (i + 1) * trace.weights.cols),
      );
      if (!empty) expect(sentence).toContain(formatNumber(largest));
    });
  }
});

test('a weight that rounds to 1 is not called alone while others are above 0', () => {
  const state = withCell(withCell(presetState('single-query'), 'q', 0, 0, '60'), 'k', 1, 0, '1');
  const { weights } = traceOf(state);
  expect(weights.data[0]).toBe(1);
  expect((weights.data[1] ?? 0) > 0).toBe(true);
  expect(wordsOf(state).rows[0]).toMatch(/^query reads key 0 most, with 1 /);
});

test('only what is new is announced', () => {
  const before = wordsOf(presetState('ticket'));
  const after = wordsOf(withCell(presetState('ticket'), 'q', 0, 0, '5'));
  expect(changesBetween(before, after)).toBe(`Changed: ${after.rows[0]}`);
  expect(changesBetween(before, before)).toBe('Nothing changed in the result.');
});

test('the prediction is judged by the trace, not by a stored answer', () => {
  const causal = { ...presetState('ticket'), causal: 'top-left' } as const;
  expect(keysRead(traceOf(causal))).toEqual([0]);
  expect(isRight('itself', traceOf(causal))).toBe(true);
  for (const wrong of ['all', 'later', 'none'] as const)
    expect(isRight(wrong, traceOf(causal))).toBe(false);
  const nothing = traceOf(withBlocked(causal, 0, 0, true));
  expect(isRight('none', nothing)).toBe(true);
  expect(isRight('itself', nothing)).toBe(false);
  expect(isRight('all', traceOf(presetState('ticket')))).toBe(true);
});
