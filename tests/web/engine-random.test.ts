import { createEngine } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import type { Matrix } from '../../web/engine/types.ts';
import { refusal } from './engine-refusal.ts';
import { casesOf, expectClose } from './oracle.ts';

const engine = await createEngine();
const cases = casesOf('random.json');
const starting = (name: string) => cases.filter((one) => one.name.startsWith(name));

describe('random numbers agree with NumPy and PyTorch', () => {
  test('the file has the cases that this test knows', () => {
    expect(cases).toHaveLength(11);
  });

  // Each list is drawn from a fresh generator, as make_oracle.py does.
  test.each(starting('numpy-default-rng'))('$name', ({ inputs, expected }) => {
    const fresh = () => engine.numpyRandom(inputs.seed as string);
    const texts = (words: ArrayLike<bigint>) => Array.from(words, String);
    expect(texts(fresh().raw(8))).toEqual((expected.raw as unknown[]).map(String));
    expectClose(fresh().random(6), expected.random, 0);
    expectClose(fresh().normal(0, 1, 40), expected.normal, 0);
    const generator = fresh();
    for (const wanted of expected.permutations as number[][]) {
      expect(generator.permutation(wanted.length)).toEqual(wanted);
    }
    const [low, high] = [0, 10];
    expectClose(fresh().integers(low, high, 20), expected.integers, 0);
  });

  test.each(starting('numpy-normal-tail'))('$name', ({ inputs, expected }) => {
    const numbers = engine
      .numpyRandom(inputs.seed as string)
      .normal(undefined, undefined, inputs.count as number);
    expect(numbers[100_000]).toBe(expected.at_100000);
    expect(numbers.at(-1)).toBe(expected.last);
    expect(numbers.reduce((a, b) => Math.max(a, b))).toBe(expected.max);
    expect(numbers.reduce((a, b) => Math.min(a, b))).toBe(expected.min);
  });

  test.each(starting('torch'))('$name', ({ inputs, expected, tolerance }) => {
    const fresh = () => engine.torchRandom(inputs.seed as number);
    expectClose(fresh().rand(6), expected.rand, 0);
    expectClose(fresh().randn(7), expected.randn7, tolerance);
    expectClose(fresh().randn(40), expected.randn40, tolerance);
    expectClose(fresh().randn([4, 4]).data, expected.randn4x4, tolerance);
    expect(fresh().randperm(8)).toEqual(expected.randperm8);
  });
});

test('one by one is the same stream as all at once, with and without a waiting number', () => {
  const whole = engine.numpyRandom(7).random(5);
  const numpy = engine.numpyRandom(7n);
  expect(Array.from({ length: 5 }, () => numpy.random())).toEqual(Array.from(whole));
  const pairs = engine.torchRandom(7).randn(6);
  const torch = engine.torchRandom('7');
  expect(Array.from({ length: 6 }, () => torch.randn())).toEqual(Array.from(pairs));
  // 0 to 255 takes draws of 32 bits: the other half of a word waits for the next.
  const bytes = engine.numpyRandom(7).integers(0, 256, 9);
  const single = engine.numpyRandom(7);
  expect(Array.from({ length: 9 }, () => single.integers(0, 256))).toEqual(Array.from(bytes));
});

test('two generators do not disturb each other, and a copy goes on from its point', () => {
  const a = engine.numpyRandom(1);
  const b = engine.numpyRandom(1);
  const first = [a.random(), a.random(), a.random()];
  expect([b.random(), b.random(), b.random()]).toEqual(first);
  const copy = a.copy();
  expect(copy.normal()).toBe(a.normal());
  const torch = engine.torchRandom(1);
  torch.randn();
  expect(torch.copy().randn()).toBe(torch.randn());
});

test('sizes: none, one, two, more', () => {
  const generator = engine.numpyRandom(0);
  expect(typeof generator.random()).toBe('number');
  expect(generator.random(0)).toEqual(new Float64Array(0));
  const made: Matrix = generator.normal(10, 0, [2, 3]);
  expect(made).toEqual({ rows: 2, cols: 3, data: new Float64Array(6).fill(10) });
  expect(generator.random([2, 3, 4] as readonly number[])).toHaveLength(24);
  expect(typeof generator.raw()).toBe('bigint');
});

test('whole numbers of 64 bits are exact', () => {
  const least = -(2n ** 63n);
  const drawn = engine.numpyRandom(0).integers(least, 2n ** 63n - 1n, 100);
  expect(drawn).toBeInstanceOf(BigInt64Array);
  expect(drawn.some((x) => x < 0n) && drawn.some((x) => x > 2n ** 62n)).toBe(true);
  expect(engine.numpyRandom(0).integers(least, least + 1n)).toBe(least);
  expect(engine.numpyRandom(0).integers(-5, -4)).toBe(-5);
  expect(engine.numpyRandom(0).integers(2n ** 60n, 2n ** 60n + 1n)).toBe(2n ** 60n);
});

describe('refused', () => {
  test.each([
    ['numpyRandom', 'seed-range', -1, '-1'],
    ['numpyRandom', 'seed-range', 2n ** 64n, '18446744073709551616'],
    ['numpyRandom', 'seed-range', 2 ** 64, 'about 1e19'],
    ['numpyRandom', 'seed-inexact', 2 ** 53, '9007199254740992'],
    ['numpyRandom', 'seed-not-whole', 0.5, '0.5'],
    ['numpyRandom', 'seed-not-whole', Number.NaN, 'NaN'],
    ['numpyRandom', 'seed-not-whole', 'x', '"x"'],
    ['numpyRandom', 'seed-not-whole', '', '""'],
    ['numpyRandom', 'not-a-number', null, 'null'],
    ['numpyRandom', 'not-a-number', undefined, 'missing'],
    ['torchRandom', 'seed-range', -(2n ** 63n) - 1n, '-9223372036854775809'],
    ['torchRandom', 'seed-range', 2n ** 64n, '18446744073709551616'],
    ['torchRandom', 'not-a-number', {}, 'an object'],
  ] as const)('%s: %s for %s', (call, code, seed, says) => {
    const error = refusal(() => engine[call](seed as never));
    expect([error.code, error.where.name]).toEqual([code, 'seed']);
    expect(error.message).toContain(says);
  });

  test.each([
    ['random', 'negative-size', [-1]],
    ['random', 'size-not-whole', [1.5]],
    ['random', 'too-large', [2 ** 23]],
    ['random', 'too-large', [[2 ** 16, 2 ** 16]]],
    ['random', 'size-too-large', [2 ** 40]],
    ['random', 'not-a-number', ['2']],
    ['random', 'not-a-number', [[2, null]]],
    ['raw', 'size-not-whole', [Number.NaN]],
    ['normal', 'scale-negative', [0, -1]],
    ['normal', 'not-a-number', ['0', 1]],
    ['permutation', 'negative-size', [-3]],
    ['permutation', 'too-large', [2 ** 30]],
    ['permutation', 'not-a-number', [undefined]],
    ['permutation', 'not-a-number', [[3]]],
    ['integers', 'range-empty', [5, 5]],
    ['integers', 'bound-not-whole', [0.5, 5]],
    ['integers', 'bound-inexact', [0, 2 ** 53]],
    ['integers', 'bound-range', [0, 2 ** 63]],
    ['integers', 'bound-range', [0n, 2n ** 63n]],
    ['integers', 'bound-range', [-(2n ** 63n) - 1n, 0]],
    ['integers', 'bound-not-whole', [0, Number.NaN]],
    ['integers', 'not-a-number', [0]],
    ['integers', 'negative-size', [0, 5, -1]],
  ] as const)('numpy %s: %s', (call, code, given) => {
    const generator = engine.numpyRandom(39);
    const error = refusal(() => (generator[call] as (...all: unknown[]) => unknown)(...given));
    expect(error.code).toBe(code);
    // Nothing was taken out of the stream.
    expect(generator.random()).toBe(engine.numpyRandom(39).random());
  });

  test.each([
    ['rand', 'negative-size', -1],
    ['randn', 'too-large', 2 ** 23],
    ['randperm', 'size-not-whole', 2.5],
    ['randperm', 'not-a-number', null],
  ] as const)('torch %s: %s for %s', (call, code, size) => {
    const generator = engine.torchRandom(39);
    expect(refusal(() => generator[call](size as never)).code).toBe(code);
    expect(generator.rand()).toBe(engine.torchRandom(39).rand());
  });
});
