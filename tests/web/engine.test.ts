import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createEngine } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import type { AttentionInputs, AttentionTrace, Explainable } from '../../web/engine/types.ts';
import { type Case, casesOf, expectClose, rowsOf } from './oracle.ts';

const engine = await createEngine();
const cases = casesOf('attention.json');
const rows = (value: unknown) => value as number[][];

/** q, k, v as given, or projected by the core from x and the weights. */
function inputsOf({ inputs }: Case): AttentionInputs {
  const { x, wq, wk, wv, q, k, v, scale, causal, blocked } = inputs;
  const projected = x
    ? engine.project({ x: rows(x), wq: rows(wq), wk: rows(wk), wv: rows(wv) })
    : { q: rows(q), k: rows(k), v: rows(v) };
  return {
    ...projected,
    ...(scale === undefined ? {} : { scale: scale as number }),
    // The oracle says `true` where there are as many queries as keys and both alignments agree.
    causal:
      causal === true ? 'top-left' : ((causal ?? false) as 'top-left' | 'bottom-right' | false),
    ...(blocked === undefined ? {} : { blocked: blocked as boolean[][] }),
  };
}

const whole = cases.filter(({ inputs }) => (inputs.q || inputs.x) && !inputs.bug);

describe('attention agrees with NumPy', () => {
  test('the file has the cases that this test knows', () => {
    expect(cases).toHaveLength(29);
    expect(whole).toHaveLength(24);
  });
  test.each(whole.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const inputs = inputsOf(one);
    const trace = engine.attention(inputs);
    const { q, k, v, spread, ...stages } = one.expected;
    for (const [name, want] of Object.entries(stages)) {
      expectClose(trace[name as 'raw'].data, want, one.tolerance);
    }
    if (spread) expectClose(trace.spread, spread, one.tolerance);
    if (q) {
      const made = inputs as unknown as Record<'q' | 'k' | 'v', { data: Float64Array }>;
      expectClose(made.q.data, q, one.tolerance);
      expectClose(made.k.data, k, one.tolerance);
      expectClose(made.v.data, v, one.tolerance);
    }
  });
});

const ticket = {
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

test('the ticket example gives the lesson’s numbers', () => {
  const trace = engine.attention(ticket);
  const [bag, delayed, refund] = rowsOf(trace.weights).map((row) => row.map((w) => w.toFixed(3)));
  expect(bag).toEqual(['0.401', '0.401', '0.198']);
  expect(delayed).toEqual(['0.198', '0.401', '0.401']);
  expect(refund).toEqual(['0.248', '0.503', '0.248']);
  expect(rowsOf(trace.strongest)).toEqual([
    [1, 1, 0],
    [0, 1, 1],
    [0, 1, 0],
  ]);
  expect(trace.shapes).toEqual({
    q: [3, 2],
    k: [3, 2],
    v: [3, 2],
    scores: [3, 3],
    weights: [3, 3],
    output: [3, 2],
  });
});

test('a trace is the caller’s own: a later call does not change it', () => {
  const first = engine.attention(ticket);
  const kept = Array.from(first.weights.data);
  engine.attention({
    ...ticket,
    q: [
      [9, 9],
      [9, 9],
      [9, 9],
    ],
  });
  expect(Array.from(first.weights.data)).toEqual(kept);
});

test('a Matrix and rows of numbers give the same', () => {
  const flat = (value: number[][]) => ({
    rows: value.length,
    cols: value[0]?.length ?? 0,
    data: Float64Array.from(value.flat()),
  });
  const a = engine.attention(ticket);
  const b = engine.attention({ q: flat(ticket.q), k: flat(ticket.k), v: flat(ticket.v) });
  expect(b).toEqual(a);
});

describe('a row that may read nothing', () => {
  const blocked = [
    [true, true, true],
    [false, false, true],
    [false, false, false],
  ];
  test('is NaN by the plain formula, and the trace says why', () => {
    const trace = engine.attention({ ...ticket, blocked });
    expect(rowsOf(trace.weights)[0]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(trace.emptyRows).toEqual([0]);
    expect(trace.nonFinite).toEqual([{ outputRow: 0, cause: 'empty-row', row: -1, col: -1 }]);
    expectClose(trace.rowSums.slice(1), [1, 1], 1e-15);
  });
  test('is zeros under the zero policy', () => {
    const trace = engine.attention({ ...ticket, blocked, emptyRow: 'zero' });
    expect(rowsOf(trace.weights)[0]).toEqual([0, 0, 0]);
    expect(rowsOf(trace.output)[0]).toEqual([0, 0]);
    expect(trace.nonFinite).toEqual([]);
  });
});

test('NaN in a value spreads through a weight of exactly 0, and the trace says from where', () => {
  const v = [
    [2, 0],
    [0, 2],
    [Number.NaN, 1],
  ];
  const trace = engine.attention({ ...ticket, v, causal: 'top-left' });
  expect(rowsOf(trace.weights)[0]).toEqual([1, 0, 0]);
  expect(trace.output.data[0]).toBeNaN();
  expect(trace.nonFinite[0]).toEqual({ outputRow: 0, cause: 'value', row: 2, col: 0 });
});

describe('explain', () => {
  const count = (trace: AttentionTrace, what: Explainable) =>
    what === 'output'
      ? trace.output.cols
      : what === 'rowSum' || what === 'spread'
        ? 1
        : trace.weights.cols;
  const at = (trace: AttentionTrace, what: Explainable, row: number, col: number) => {
    if (what === 'rowSum') return trace.rowSums[row];
    if (what === 'spread') return trace.spread[row];
    const matrix = trace[what === 'weight' ? 'weights' : what];
    return matrix.data[row * matrix.cols + col];
  };
  test.each(['raw', 'scaled', 'masked', 'weight', 'output', 'rowSum', 'spread'] as const)(
    '%s: the result is the trace’s number to the last bit, for every cell',
    (what) => {
      const inputs = { ...ticket, causal: 'top-left' as const };
      const trace = engine.attention(inputs);
      for (let row = 0; row < 3; row++) {
        for (let col = 0; col < count(trace, what); col++) {
          const shown = engine.explain({ ...inputs, what, row, col });
          expect(shown.result).toBe(at(trace, what, row, col));
          expect(shown.sources.length).toBeGreaterThan(0);
          expect(shown.cell).toEqual({
            matrix: what === 'weight' ? 'weights' : what === 'rowSum' ? 'rowSums' : what,
            row,
            col,
          });
        }
      }
    },
  );
  test('a raw score is made from one row of q and one row of k', () => {
    const { sources, terms } = engine.explain({ ...ticket, what: 'raw', row: 2, col: 1 });
    expect(terms.map(({ a, b, value }) => [a, b, value])).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
    const names = sources.map(({ matrix, row, col }) => `${matrix}${row}${col}`).sort();
    expect(names).toEqual(['k10', 'k11', 'q20', 'q21']);
  });
});

test('shapes of a batch', () => {
  expect(engine.batchShapes({ q: [2, 3, 4], k: [2, 5, 4], v: [2, 5, 6] })).toEqual({
    scores: [2, 3, 5],
    weights: [2, 3, 5],
    output: [2, 3, 6],
  });
});

test('numbers as people type them', () => {
  expect(engine.parseNumber('sqrt(2)/2')).toBe(Math.SQRT2 / 2);
  expect(engine.parseNumber(' −1/4 ')).toBe(-0.25);
  expect(engine.parseNumber('0,5')).toBe(0.5);
  expect(engine.parseBlock('1\t2\n3\t4')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
  expect(engine.parseBlock('tensor([[1., 2.],\n        [3., 4.]])')).toEqual([
    ['1.', '2.'],
    ['3.', '4.'],
  ]);
});

test('50,000 calls leave nothing behind', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const held = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const calls = 50_000;
  const run = () => {
    for (let i = 0; i < calls; i++) engine.attention(ticket);
  };
  run(); // until the compiler has settled
  const before = held();
  run();
  // Less than one pointer for a call. That the core's own memory stays, tests/core/wasm_memory.mjs says.
  expect(held() - before < 8 * calls).toBe(true);
});
