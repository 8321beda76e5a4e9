import { createEngine } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import { refusal } from './engine-refusal.ts';
import { casesOf, expectClose, rowsOf } from './oracle.ts';

const engine = await createEngine();
const cases = casesOf('gradients.json');

describe('gradients agree with PyTorch', () => {
  test('the file has the cases that this test knows', () => {
    expect(cases).toHaveLength(4);
  });
  test.each(cases.filter(({ name }) => name === 'softmax-jacobian'))(
    '$name of $inputs.weights',
    ({ inputs, expected, tolerance }) => {
      const weights = inputs.weights as number[];
      const { jacobian, largestSlope } = engine.gradient.softmax({ weights });
      expectClose(jacobian.data, expected.jacobian, tolerance);
      expectClose([largestSlope], expected.largest_slope, tolerance);
      expect(engine.gradient.softmax({ weights: Float64Array.from(weights) }).jacobian).toEqual(
        jacobian,
      );
    },
  );
  test.each(cases.filter(({ name }) => name === 'attention-backward'))(
    '$name',
    ({ inputs, expected, tolerance }) => {
      const { q, k, v } = engine.gradient.attention(inputs as never);
      expectClose(q.data, expected.dq, tolerance);
      expectClose(k.data, expected.dk, tolerance);
      expectClose(v.data, expected.dv, tolerance);
    },
  );
});

test('nothing flows through a blocked score', () => {
  const x = [
    [1, 2],
    [3, 4],
  ];
  const d = engine.gradient.attention({ q: x, k: x, v: x, causal: 'top-left', upstream: x });
  expect(rowsOf(d.raw)[0]).toEqual([0, 0]);
  expect(rowsOf(d.scaled)[0]?.[1]).toBe(0);
  expect(Object.keys(d).sort()).toEqual(['k', 'masked', 'q', 'raw', 'scaled', 'v', 'weights']);
});

const head = { q: [[1]], k: [[1]], v: [[1]] };
test.each([
  ['softmax', 'not-a-vector', 'weights', { weights: 1 }],
  ['softmax', 'not-a-number', 'weights', { weights: [0.5, '0.5'] }],
  ['softmax', 'too-large', 'weights', { weights: new Float64Array(2049) }],
  ['softmax', 'not-an-object', 'inputs', undefined],
  ['attention', 'upstream-shape', 'upstream', { ...head, upstream: [[1, 2]] }],
  ['attention', 'not-a-matrix', 'upstream', head],
  ['attention', 'query-key-width', 'k', { ...head, k: [[1, 2]], upstream: [[1]] }],
  ['attention', 'scale-not-finite', 'scale', { ...head, scale: Number.NaN, upstream: [[1]] }],
] as const)('%s refuses: %s at %s', (call, code, place, inputs) => {
  const error = refusal(() => engine.gradient[call](inputs as never));
  expect([error.code, error.where.name]).toEqual([code, place]);
});

describe('16-bit formats', () => {
  // IEEE 754-2019, 3.4; the upper half of a float32.
  test.each([
    ['float16', 1, 1, 0x3c00],
    ['float16', 0.1, 0.0999755859375, 0x2e66],
    ['float16', 65504, 65504, 0x7bff],
    ['float16', 65520, Number.POSITIVE_INFINITY, 0x7c00],
    ['float16', -(2 ** -24), -(2 ** -24), 0x8001],
    ['float16', -0, -0, 0x8000],
    ['bfloat16', 0.1, 0.10009765625, 0x3dcd],
    ['bfloat16', 257, 256, 0x4380],
  ] as const)('%s of %d', (format, x, rounded, bits) => {
    const made = engine[format]([[x]]);
    expect(Object.is(made.rounded.data[0], rounded)).toBe(true);
    expect(made.bits.data[0]).toBe(bits);
  });
  test('NaN stays NaN, a shape stays a shape', () => {
    const { rounded } = engine.float16([[Number.NaN, 1, 2]]);
    expect([rounded.rows, rounded.cols, rounded.data[0]]).toEqual([1, 3, Number.NaN]);
  });
  test('units between', () => {
    const between = (a: number, b: number) => engine.unitsBetween({ a, b, format: 'float16' });
    expect([between(1, 1), between(1, 1 + 2 ** -10), between(0, -0)]).toEqual([0, 1, 0]);
    expect(between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)).toBe(2 * 0x7c00);
    expect(between(Number.NaN, 1)).toBeUndefined();
  });
  test.each([
    ['not-a-matrix', () => engine.float16(1 as never)],
    ['not-a-number', () => engine.bfloat16([['1']] as never)],
    ['unknown-choice', () => engine.unitsBetween({ a: 1, b: 1, format: 'float32' as never })],
    ['not-a-number', () => engine.unitsBetween({ a: 1, format: 'float16' } as never)],
  ])('%s', (code, call) => {
    expect(refusal(call).code).toBe(code);
  });
});
