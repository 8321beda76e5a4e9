import { createEngine } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import { type Given, refusal } from './engine-refusal.ts';
import { casesOf, expectClose, rowsOf } from './oracle.ts';

const engine = await createEngine();
const cases = casesOf('positions.json');
const starting = (name: string) => cases.filter((one) => one.name.startsWith(name));

describe('positions agree with NumPy', () => {
  test('the file has the cases that this test knows', () => {
    expect(cases).toHaveLength(18);
  });

  test.each(starting('sinusoid-').filter(({ inputs }) => inputs.n))(
    '$name',
    ({ inputs, expected, tolerance }) => {
      const { n, d, layout } = inputs as Given<'n' | 'd' | 'layout'>;
      const { output, angles } = engine.sinusoid({ n, d, layout });
      expectClose(output.data, expected.codes, tolerance);
      expect([angles.rows, angles.cols]).toEqual([n, d / 2]);
      const later = engine.sinusoid({ n: 1, d, layout, offset: n - 1 });
      expect(rowsOf(later.output)[0]).toEqual(rowsOf(output).at(-1));
    },
  );

  test.each(starting('sinusoid-similarity'))('$name', ({ inputs, expected, tolerance }) => {
    const { d, starts, offsets } = inputs as { d: number; starts: number[]; offsets: number };
    const codes = engine.sinusoid({ n: Math.max(...starts) + offsets, d }).output;
    const curves = engine.similarityByOffset({ codes, starts, offsets });
    const wanted = starts.map((start) => (expected.curves as Record<string, number[]>)[start]);
    expectClose(curves.data, wanted, tolerance);
  });

  test.each(starting('rope').filter(({ inputs }) => inputs.x))(
    '$name',
    ({ inputs, expected, tolerance }) => {
      const { x, layout } = inputs as Given<'x' | 'layout'>;
      expectClose(engine.rope({ x, layout }).output.data, expected.rotated, tolerance);
    },
  );

  test.each(starting('rope-relative'))('$name', ({ inputs, expected, tolerance }) => {
    const { q, k, pairs } = inputs as { q: number[][]; k: number[][]; pairs: [number, number][] };
    const scores = pairs.map(([i, j]) => {
      const turned = {
        q: engine.rope({ x: q, offset: i }).output,
        k: engine.rope({ x: k, offset: j }).output,
      };
      return engine.attention({ ...turned, v: [[0]] }).raw.data[0] as number;
    });
    expectClose(scores, expected.scores, tolerance);
  });

  test.each(starting('alibi-slopes'))('$name', ({ inputs, expected, tolerance }) => {
    const slopes = engine.alibiSlopes({ heads: inputs.heads as number });
    expectClose(slopes, expected.slopes, tolerance);
  });

  test.each(starting('alibi-bias'))('$name', ({ inputs, expected, tolerance }) => {
    const bias = engine.alibiBias(inputs as unknown as { heads: number; head: number; n: number });
    expectClose(bias.data, expected.bias, tolerance);
  });

  test.each(starting('causal-with-positions'))('$name', ({ inputs, expected, tolerance }) => {
    const tokens = inputs.tokens as number[][];
    const codes = rowsOf(engine.sinusoid({ n: 4, d: 4 }).output);
    expectClose(codes.flat(), expected.encoding, tolerance);
    const x = tokens.map((row, i) => row.map((value, j) => value + (codes[i]?.[j] ?? 0)));
    const trace = engine.attention({ q: x, k: x, v: x, causal: 'top-left' });
    expectClose(trace.weights.data, expected.weights, tolerance);
    expectClose(trace.output.data, expected.output, tolerance);
  });
});

const x = [[1, 2]];
test.each([
  ['sinusoid', 'odd-width', 'codes', { n: 2, d: 3 }],
  ['sinusoid', 'width-zero', 'codes', { n: 2, d: 0 }],
  ['sinusoid', 'negative-size', 'codes', { n: -2, d: 2 }],
  ['sinusoid', 'size-not-whole', 'n', { n: 2.5, d: 2 }],
  ['sinusoid', 'size-not-whole', 'd', { n: 2, d: Number.NaN }],
  ['sinusoid', 'size-too-large', 'n', { n: 2 ** 31, d: 2 }],
  ['sinusoid', 'too-large', 'codes', { n: 2 ** 30, d: 2 ** 30 }],
  ['sinusoid', 'not-a-number', 'n', { n: '2', d: 2 }],
  ['sinusoid', 'not-a-number', 'd', { n: 2, d: null }],
  ['sinusoid', 'unknown-choice', 'layout', { n: 2, d: 2, layout: 'half-split' }],
  ['sinusoid', 'base-out-of-range', 'base', { n: 2, d: 2, base: 0 }],
  ['sinusoid', 'negative-offset', 'offset', { n: 2, d: 2, offset: -1 }],
  ['sinusoid', 'too-large', 'offset', { n: 2, d: 2, offset: 2 ** 30 }],
  ['sinusoid', 'size-too-large', 'offset', { n: 2, d: 2, offset: 1e20 }],
  ['rope', 'odd-width', 'x', { x: [[1, 2, 3]] }],
  ['rope', 'ragged-rows', 'x', { x: [[1, 2], [3]] }],
  ['rope', 'unknown-choice', 'layout', { x, layout: 'concatenated' }],
  ['rope', 'not-a-number', 'base', { x, base: '10000' }],
  ['similarityByOffset', 'position-outside', 'starts', { codes: x, starts: [1], offsets: 1 }],
  ['similarityByOffset', 'size-not-whole', 'starts', { codes: x, starts: [0.5], offsets: 1 }],
  ['similarityByOffset', 'negative-size', 'offsets', { codes: x, starts: [0], offsets: -1 }],
  ['similarityByOffset', 'not-a-vector', 'starts', { codes: x, starts: 0, offsets: 1 }],
  ['alibiSlopes', 'heads-below-one', 'heads', { heads: 0 }],
  ['alibiSlopes', 'too-large', 'heads', { heads: 65537 }],
  ['alibiSlopes', 'size-not-whole', 'heads', { heads: 1.5 }],
  ['alibiBias', 'head-outside', 'head', { heads: 2, head: 2, n: 3 }],
  ['alibiBias', 'negative-size', 'bias', { heads: 2, head: 0, n: -1 }],
  ['alibiBias', 'too-large', 'bias', { heads: 2, head: 0, n: 2049 }],
  ['alibiBias', 'not-an-object', 'inputs', null],
] as const)('%s refuses: %s at %s', (call, code, place, inputs) => {
  const error = refusal(() => engine[call](inputs as never));
  expect([error.code, error.where.name]).toEqual([code, place]);
  expect(engine.alibiSlopes({ heads: 1 })[0]).toBe(2 ** -8);
});
