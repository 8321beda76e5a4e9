import { expect, test } from 'vitest';
import type { FigureState } from '../../web/elements/attention-figure/state.ts';
import * as change from '../../web/elements/attention-figure/state.ts';
import { presetState, presets, randomFrom, randomState, traceOf } from './figures.ts';

function expectWhole(state: FigureState): void {
  const { queries, keys, q, k, v, blocked } = state;
  expect([q.length, k.length, v.length]).toEqual([queries.length, keys.length, keys.length]);
  expect(blocked.map((row) => row.length)).toEqual(queries.map(() => keys.length));
  if (state.linked) expect(queries).toEqual(keys);
  expect(() => traceOf(state)).not.toThrow();
}

test('the presets are those of the lesson, and each computes', () => {
  expect(presets.map(({ id }) => id)).toEqual([
    'default',
    'large-scores',
    'identical-keys',
    'zero-queries',
    'one-hot-keys',
    'ticket',
    'bank-session',
    'single-query',
  ]);
  for (const { id } of presets) expectWhole(presetState(id));
});

test('each preset shows what it says', () => {
  const trace = (id: string) => traceOf(presetState(id));
  const [flight = 0, was = 0, late = 0] = trace('large-scores').spread;
  expect(flight < 1.05 && late < 1.05 && Math.abs(was - 2) < 0.05).toBe(true);
  for (const id of ['identical-keys', 'zero-queries']) {
    for (const weight of trace(id).weights.data)
      expect(Math.abs(weight - 1 / 3) <= 1e-15).toBe(true);
  }
  expect(Math.max(...trace('one-hot-keys').spread) < 1.2).toBe(true);
  expect(trace('bank-session').weights.data[5]?.toFixed(3)).toBe('0.212');
  expect(trace('single-query').output.data[0]?.toFixed(3)).toBe('6.896');
});

test('1,000 random walks of edits never leave a broken figure', () => {
  for (let seed = 0; seed < 1000; seed++) {
    const random = randomFrom(seed);
    const upTo = (n: number) => Math.floor(random() * n);
    let state = randomState(seed);
    for (let i = 0; i < 6; i++) {
      const side = random() < 0.5 ? 'queries' : 'keys';
      const input = (['q', 'k', 'v'] as const)[upTo(3)] as change.Input;
      const steps = [
        () => change.withTokenAdded(state, side),
        () => change.withTokenRemoved(state, side, upTo(state[side].length)),
        () => change.withWidth(state, random() < 0.5 ? 'key' : 'value', upTo(12) - 1),
        () => change.withLinked(state, random() < 0.5),
        () =>
          change.withBlocked(
            state,
            upTo(state.queries.length),
            upTo(state.keys.length),
            random() < 0.5,
          ),
        () => change.withToken(state, side, upTo(state[side].length), 'renamed'),
        () =>
          change.withCell(
            state,
            input,
            upTo(state[input].length),
            upTo(change.widthOf(state, input)),
            '3/4',
          ),
        () => {
          const block = {
            input,
            row: upTo(4),
            col: upTo(3),
            cells: [
              ['1', '2'],
              ['3', null, '5'],
            ],
          };
          return change.overflowOf(block) ? state : change.withBlock(state, block);
        },
      ];
      state = (steps[upTo(steps.length)] as () => FigureState)();
    }
    expectWhole(state);
  }
});

test('the figure holds 12 tokens, keeps one, and never gets wider than 8', () => {
  let state = presetState('default');
  for (let i = 0; i < 20; i++) state = change.withTokenAdded(state, 'keys');
  expect(state.keys).toHaveLength(12);
  expect(new Set(state.keys).size).toBe(12);
  for (let i = 0; i < 20; i++) state = change.withTokenRemoved(state, 'keys', 0);
  expect(state.keys).toHaveLength(1);
  expect(change.widthOf(change.withWidth(state, 'value', 99), 'v')).toBe(8);
  expect(change.widthOf(change.withWidth(state, 'key', 0), 'k')).toBe(1);
});

test('a pasted block grows the figure, keeps null cells, and says when it would not fit', () => {
  const state = presetState('default');
  const grown = change.withBlock(state, {
    input: 'k',
    row: 2,
    col: 1,
    cells: [
      ['7', '8'],
      ['9', null],
    ],
  });
  expect(grown.keys).toHaveLength(4);
  expect(grown.k).toEqual([
    ['2', '1', '0'],
    ['0', '1', '0'],
    ['1', '7', '8'],
    ['0', '9', '0'],
  ]);
  expect(grown.q[0]).toEqual(['1', '0', '0']);
  expect(change.overflowOf({ input: 'q', row: 10, col: 7, cells: [['1'], ['2'], ['3']] })).toEqual({
    rows: 13,
    cols: 8,
  });
  expect(change.overflowOf({ input: 'q', row: 0, col: 7, cells: [['1', '2']] })).toEqual({
    rows: 1,
    cols: 9,
  });
});
