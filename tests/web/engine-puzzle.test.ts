import {
  type AttentionInputs,
  createEngine,
  type Matrix,
  type Puzzle,
} from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import { refusal } from './engine-refusal.ts';

const engine = await createEngine();
const { puzzle } = engine;
const list = puzzle.list();

const named = (id: string): Puzzle => {
  const found = list.find((one) => one.id === id);
  if (!found) throw new Error(`no puzzle ${id}`);
  return found;
};

/** The inputs with one number of a table changed. */
function edited(inputs: AttentionInputs, name: 'q' | 'k' | 'v', cell: number, value: number) {
  const { rows, cols, data } = inputs[name] as Matrix;
  const changed = Float64Array.from(data, (number, at) => (at === cell ? value : number));
  return { ...inputs, [name]: { rows, cols, data: changed } };
}

test('at least eight, which the figure can show and nobody can damage', () => {
  expect(list.length).toBeGreaterThanOrEqual(8);
  expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
  for (const { inputs, editable, fewest } of list) {
    expect(engine.attention(inputs).shapes.weights).toEqual([3, 3]);
    expect(editable.length).toBeGreaterThan(0);
    expect(fewest).toBeGreaterThan(0);
    for (const name of editable)
      expect(['q', 'k', 'v', 'scale', 'causal', 'blocked']).toContain(name);
  }
  (named('one-key').inputs.k as Matrix).data.fill(9);
  expect(puzzle.list()[0]?.inputs.k).toMatchObject({ data: Float64Array.of(1, 0, 0, 1, 1, 1) });
});

const fresh = puzzle.list();

test.each(fresh.map((one) => [one.id, one] as const))(
  '%s is not solved at its start',
  (id, one) => {
    const verdict = puzzle.check({ id, inputs: one.inputs });
    expect(verdict).toMatchObject({ solved: false, edits: 0, notAllowed: [] });
    expect(verdict.now).not.toBe(verdict.goal);
  },
);

test('a solution, what is nearly one, and what is not allowed', () => {
  const start = fresh.find(({ id }) => id === 'one-key')?.inputs as AttentionInputs;
  const solved = edited(start, 'k', 0, 10);
  const verdict = puzzle.check({ id: 'one-key', inputs: solved });
  expect(verdict).toMatchObject({ solved: true, edits: 1, notAllowed: [], goal: 0.99 });
  expect(verdict.now).toBe(engine.attention(solved).weights.data[6]);
  expect(puzzle.check({ id: 'one-key', inputs: edited(start, 'k', 0, 8) }).solved).toBe(false);
  const cheated = { ...edited(solved, 'q', 0, 2), causal: 'top-left' } as const;
  expect(puzzle.check({ id: 'one-key', inputs: cheated })).toMatchObject({
    ...{ solved: false, edits: 3, notAllowed: ['q', 'causal'] },
  });
});

test('masks: given as flags, as the figure gives them', () => {
  const start = fresh.find(({ id }) => id === 'repair-a-row')?.inputs as AttentionInputs;
  expect(start.causal).toBe('top-left');
  expect(Array.from((start.blocked as Matrix).data)).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0]);
  const blocked = [true, true, true].map((first) => [first, false, false]);
  const check = (inputs: AttentionInputs) => puzzle.check({ id: 'repair-a-row', inputs });
  expect(check({ ...start, blocked })).toMatchObject({ solved: false, edits: 0, now: 1, goal: 0 });
  expect(check({ ...start, blocked, causal: false })).toMatchObject({ solved: true, edits: 1 });
});

describe('what does not fit is refused, and the engine goes on', () => {
  const start = fresh[0]?.inputs as AttentionInputs;
  // biome-ignore lint/suspicious/noExplicitAny: what callers without types may hand over
  const wrong = (value: unknown) => value as any;
  test.each<[string, string, () => unknown]>([
    ['unknown-puzzle', 'id', () => puzzle.check({ id: 'two-key', inputs: start })],
    ['unknown-choice', 'id', () => puzzle.check(wrong({ id: 3, inputs: start }))],
    ['not-an-object', 'inputs', () => puzzle.check(wrong(null))],
    ['not-an-object', 'inputs', () => puzzle.check(wrong({ id: 'one-key' }))],
    ['puzzle-shape', 'k', () => puzzle.check({ id: 'one-key', inputs: { ...start, k: [[1, 0]] } })],
    [
      'not-a-matrix',
      'q',
      () => puzzle.check({ id: 'one-key', inputs: { ...start, q: wrong('1') } }),
    ],
    [
      'scale-not-finite',
      'scale',
      () => puzzle.check({ id: 'one-key', inputs: { ...start, scale: Number.NaN } }),
    ],
  ])('%s at %s', (code, name, run) => {
    const error = refusal(run);
    expect([error.code, error.where.name]).toEqual([code, name]);
    expect(puzzle.list()).toEqual(fresh);
  });
});
