import { createEngine } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import { measure, measureRows } from '../exercise-figures.ts';
import { answer, Random } from '../exercise-solver.ts';
import { refusal } from './engine-refusal.ts';

const engine = await createEngine();
const { exercise } = engine;
const application = {
  q: [
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  k: [
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  v: [
    [2, 0],
    [0, 2],
    [1, 1],
  ],
};

describe('tasks', () => {
  test('thirteen kinds, each with its minutes', () => {
    expect(exercise.kinds()).toHaveLength(13);
    for (const { id, minutes } of exercise.kinds()) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(minutes).toBeGreaterThan(0);
    }
  });

  test('a seed gives these numbers, as natively', () => {
    // np.random.default_rng(39).random(2): 0.5017, 0.5393. Of six widths the fourth, and 18 of 1 to 32 times 512.
    const task = exercise.make({ kind: 'share', seed: 39 });
    expect(task.sizes).toEqual([
      { name: 'n', value: 9216 },
      { name: 'dModel', value: 1536 },
    ]);
    expect(task.asks).toEqual([
      { id: 'share', kind: 'number', rows: 1, cols: 1, unit: 'percent', decimals: 1, choices: [] },
      { id: 'crossover', kind: 'whole', rows: 1, cols: 1, unit: '', decimals: 0, choices: [] },
    ]);
    expect(exercise.solve({ kind: 'share', seed: 39 }).map(({ data }) => data[0])).toEqual([
      50, 9216,
    ]);
  });

  test('no output is right when its scale is forgotten', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const task = { kind: 'output-row', seed };
      const { inputs, sizes } = exercise.make(task);
      if (!inputs) throw new Error('the task has a head');
      const { weights, output } = engine.attention({ ...inputs, scale: 1 });
      const row = Number(sizes[0]?.value);
      const answers = [weights, output].map(({ cols, data }) =>
        Array.from(data.slice(row * cols, (row + 1) * cols), (value) => value.toFixed(3)),
      );
      const { right, slips } = exercise.grade({ ...task, answers });
      expect(right, `${seed}`).toBe(false);
      expect(slips.map(({ id }) => id)).toEqual(['scale-missing']);
    }
  });

  test('seeds as numbers, digits and bigints', () => {
    const task = exercise.make({ kind: 'output-row', seed: 7 });
    expect(exercise.make({ kind: 'output-row', seed: '7' })).toEqual(task);
    expect(exercise.make({ kind: 'output-row', seed: 7n })).toEqual(task);
    expect(task.seed).toBe(7);
  });

  test('the head of a task opens in the figure', () => {
    for (const { id: kind } of exercise.kinds()) {
      const { inputs } = exercise.make({ kind, seed: 3 });
      if (inputs) expect(engine.attention(inputs).weights.rows).toBeGreaterThan(0);
    }
    const { inputs, sizes } = exercise.make({ kind: 'causal-row', seed: 3 });
    expect(inputs?.causal).toBe('top-left');
    const row = sizes.find(({ name }) => name === 'row')?.value ?? -1;
    const [weights] = exercise.solve({ kind: 'causal-row', seed: 3 });
    const trace = engine.attention(inputs as never);
    expect(Array.from(trace.weights.data.slice(row * 4, row * 4 + 4))).toEqual(
      Array.from(weights?.data ?? []),
    );
  });

  test('what is no task is refused', () => {
    expect(refusal(() => exercise.make({ kind: 'raw', seed: 1 })).code).toBe('unknown-exercise');
    expect(refusal(() => exercise.make({ kind: 3 as never, seed: 1 })).code).toBe('not-a-text');
    expect(refusal(() => exercise.make({ kind: 'share', seed: 1.5 })).code).toBe('seed-not-whole');
    expect(refusal(() => exercise.make({ kind: 'share', seed: -1 })).code).toBe('seed-range');
    expect(refusal(() => exercise.make({ kind: 'share', seed: 2n ** 60n })).code).toBe(
      'exercise-seed',
    );
    expect(refusal(() => exercise.solve(null as never)).code).toBe('not-an-object');
  });
});

describe('grades', () => {
  test('a right answer, half a right answer, and none', () => {
    const task = { kind: 'output-row', seed: 5 };
    const [weights, output] = exercise.solve(task).map(({ data }) => Array.from(data, String));
    const right = exercise.grade({ ...task, answers: [weights ?? [], output ?? []] });
    expect(right).toMatchObject({ right: true, score: 1, slips: [] });
    expect(right.step).toBeUndefined();
    expect(right.term).toBeUndefined();
    const half = exercise.grade({ ...task, answers: [weights ?? [], ['99', '']] });
    expect(half.score).toBeCloseTo(0.6, 12);
    expect(half.cells.map(({ verdict }) => verdict)).toEqual([
      'right',
      'right',
      'right',
      'wrong',
      'empty',
    ]);
    expect(half.step).toMatchObject({ what: 'output', col: 0 });
  });

  test('a cell that cannot be read has the words of the core', () => {
    const { cells } = exercise.grade({ kind: 'share', seed: 1, answers: [['half'], ['']] });
    expect(cells[0]).toMatchObject({ verdict: 'unreadable', code: 'number-unreadable' });
    expect(cells[0]?.message).toContain('half');
  });

  test('a row of the application, with its slip and its term', () => {
    const row = (what: 'raw' | 'scaled' | 'weights' | 'output', answers: string[]) =>
      exercise.gradeRow({ inputs: application, what, row: 0, answers });
    expect(row('raw', ['1', '1', '0']).right).toBe(true);
    expect(row('scaled', ['sqrt(2)/2', '0,707', '0']).right).toBe(true);
    expect(row('weights', ['(0.401, 0.401, 0.198)', '', '']).right).toBe(true);
    expect(row('output', ['1.000', '1']).right).toBe(true);
    const missing = row('weights', ['0.422', '0.422', '0.155']);
    expect(missing.slips.map(({ id }) => id)).toEqual(['scale-missing']);
    expect(missing.slips[0]?.description).toContain('root of the key width');
    expect(missing.step).toEqual({ what: 'weight', row: 0, col: 0 });
    const mixed = row('output', ['0.80', '0.60']);
    expect(mixed.slips.map(({ id }) => id)).toEqual(['keys-mixed']);
    const lost = row('raw', ['1', '0', '0']);
    expect(lost.slips.map(({ id }) => id)).toEqual(['term-left-out']);
    expect(lost.term).toEqual({ ask: 0, row: 0, col: 1, term: 0, right: 1, taken: 0 });
  });

  test('what cannot be graded is refused', () => {
    const answers = ['1', '1', '0'];
    const of = (changed: object) =>
      refusal(() =>
        exercise.gradeRow({
          inputs: application,
          what: 'raw',
          row: 0,
          answers,
          ...changed,
        } as never),
      ).code;
    expect(of({ row: 3 })).toBe('cell-outside');
    expect(of({ row: 0.5 })).toBe('size-not-whole');
    expect(of({ what: 'spread' })).toBe('unknown-choice');
    expect(of({ answers: ['1'] })).toBe('answer-count');
    expect(of({ answers: [1, 1, 0] })).toBe('not-a-text');
    expect(of({ answers: '1, 1, 0' })).toBe('not-a-list');
    expect(refusal(() => exercise.grade({ kind: 'share', seed: 1, answers: [['1']] })).code).toBe(
      'answer-count',
    );
  });

  test('every slip has its words', () => {
    const slips = exercise.slips();
    expect(slips.length).toBeGreaterThan(50);
    expect(new Set(slips.map(({ id }) => id)).size).toBe(slips.length);
    for (const { description } of slips) expect(description.at(-1)).toBe('.');
  });
});

describe('against a second solver', () => {
  test('it knows every kind', () => {
    for (const { id: kind } of exercise.kinds())
      expect(answer(exercise.make({ kind, seed: 1 }), '', new Random(1))).toBeDefined();
  });

  // 1,000 of each, with the table, by npm run exercise-figures; natively in tests/core/grade_seeds_test.cpp.
  test('60 tasks of each kind, their right answers, and 60 of every wrong one', () => {
    const { slips, disagreements, refused } = measure(engine, 60);
    expect(disagreements).toEqual([]);
    expect(refused).toEqual([]);
    const known = new Set(slips.map(({ slip }) => slip));
    // scale-twice is scale-by-width in every task: with the usual scale it is 1 / d_k too.
    expect(
      exercise
        .slips()
        .filter(({ id }) => !known.has(id))
        .map(({ id }) => id),
    ).toEqual(['scale-twice']);
    // With a scale of one's own it is not.
    const rows = measureRows(engine, 60);
    const twice = rows.filter(({ slip }) => slip === 'scale-twice');
    expect(twice).toHaveLength(3);
    for (const { answers, named, tied } of twice)
      expect((named + tied) / answers).toBeGreaterThanOrEqual(0.95);
    // Nothing chosen, and a slip is still never taken for another alone, but rarely.
    for (const { kind, slip, answers, other } of rows)
      expect(other / answers, `${kind}, ${slip}`).toBeLessThanOrEqual(0.1);
    for (const { kind, slip, answers, named } of slips)
      expect(named / answers, `${kind}, ${slip}: ${named} of ${answers}`).toBeGreaterThanOrEqual(
        0.9,
      );
  });
});
