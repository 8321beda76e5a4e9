import { createEngine } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import { refusal } from './engine-refusal.ts';
import { casesOf } from './oracle.ts';

const { cost } = await createEngine();
const cases = casesOf('cost.json');
const starting = (name: string) => cases.filter((one) => one.name.startsWith(name));

/** The oracle's names, as the engine has them. */
function sizesOf(inputs: Record<string, unknown>): never {
  const camel = (name: string) =>
    name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const renamed = Object.entries(inputs).map(([name, value]) => [camel(name), value]);
  return Object.fromEntries(renamed) as never;
}

describe('counts agree with the oracle', () => {
  test('the file has the cases that this test knows', () => {
    expect(cases).toHaveLength(27);
  });
  test.each(starting('score-bytes'))('$name', ({ inputs, expected }) => {
    const { entries, bytes, mib } = cost.scoreBytes(sizesOf(inputs));
    expect([entries, bytes]).toEqual(
      [expected.elements, expected.bytes].map((n) => BigInt(n as number)),
    );
    expect(mib).toBe(expected.mib);
  });
  test.each(starting('score-entries'))('$name', ({ inputs, expected }) => {
    const { entries, mb } = cost.scoreBytes(sizesOf(inputs));
    expect(entries).toBe(BigInt(expected.entries as number));
    expect(mb).toBe(expected.mb);
  });
  test.each(starting('quadratic-share'))('$name', ({ inputs, expected }) => {
    const made = cost.layer(sizesOf(inputs));
    const { projections, feedForward, scoresAndMix, total, share, crossover } = made;
    expect([projections, feedForward, scoresAndMix]).toEqual(
      [expected.projections, expected.feed_forward, expected.scores_and_mix].map((n) =>
        BigInt(n as number),
      ),
    );
    expect(total).toBe(projections + feedForward + scoresAndMix);
    expect(share).toBe(expected.share);
    expect(crossover).toBe(BigInt(expected.crossover as number));
    expect(cost.crossover(sizesOf(inputs))).toBe(crossover);
  });
  test.each(starting('parameters'))('$name', ({ inputs, expected }) => {
    const { wq, wk, wv, wo, attention, feedForward, total } = cost.parameters(sizesOf(inputs));
    expect(attention).toBe(BigInt(expected.attention as number));
    expect(feedForward).toBe(BigInt(expected.feed_forward as number));
    expect([wq + wk + wv + wo, attention + feedForward]).toEqual([attention, total]);
  });
  test.each(starting('kv-cache'))('$name', ({ inputs, expected }) => {
    expect(cost.cache(sizesOf(inputs)).bytes).toBe(BigInt(expected.bytes as number));
  });
});

test('counts beyond 2^53 are exact', () => {
  const most = 2 ** 24;
  const { bytes } = cost.cache({
    layers: most,
    kvHeads: most,
    headWidth: most,
    n: most - 1,
    elementBytes: 15,
  });
  expect(bytes).toBe(2n * 2n ** 72n * (2n ** 24n - 1n) * 15n);
  expect(cost.scoreBytes({ n: 0 })).toEqual({ entries: 0n, bytes: 0n, mib: 0, mb: 0 });
});

test('the way from the first token to the last', () => {
  expect(cost.paths({ n: 8 })).toEqual({ recurrent: 7n, selfAttention: 1n });
  expect(cost.paths({ n: 1 })).toEqual({ recurrent: 0n, selfAttention: 0n });
});

test.each([
  ['scoreBytes', 'size-not-whole', 'n', '1.5', { n: 1.5 }],
  ['scoreBytes', 'size-not-whole', 'batch', 'NaN', { batch: Number.NaN, n: 1 }],
  ['scoreBytes', 'negative-size', 'm', '-1', { n: 1, m: -1 }],
  ['scoreBytes', 'size-zero', 'heads', '0', { heads: 0, n: 1 }],
  ['scoreBytes', 'size-too-large', 'elementBytes', '17', { n: 1, elementBytes: 17 }],
  ['scoreBytes', 'not-a-number', 'n', 'missing', {}],
  ['scoreBytes', 'not-a-number', 'heads', 'a bigint', { n: 1, heads: 2n }],
  ['layer', 'size-zero', 'n', '0', { n: 0, dModel: 1 }],
  ['layer', 'size-too-large', 'dModel', '16777217', { n: 1, dModel: 2 ** 24 + 1 }],
  ['layer', 'size-not-whole', 'n', 'infinity', { n: Number.POSITIVE_INFINITY, dModel: 1 }],
  ['parameters', 'heads-divide', 'heads', '3', { dModel: 8, heads: 3 }],
  ['parameters', 'kv-heads-divide', 'kvHeads', '3', { dModel: 8, heads: 4, kvHeads: 3 }],
  ['parameters', 'not-a-number', 'dModel', 'text "8"', { dModel: '8' }],
  ['cache', 'negative-size', 'layers', '-1', { layers: -1, headWidth: 1, n: 1 }],
  ['cache', 'not-a-number', 'headWidth', 'missing', { n: 1 }],
  ['paths', 'size-zero', 'n', '0', { n: 0 }],
  ['paths', 'not-a-number', 'n', 'missing', {}],
  ['crossover', 'size-zero', 'dModel', '0', { dModel: 0 }],
  ['crossover', 'not-an-object', 'sizes', 'missing', undefined],
] as const)('%s refuses: %s at %s', (call, code, place, says, sizes) => {
  const error = refusal(() => cost[call](sizes as never));
  expect([error.code, error.where.name]).toEqual([code, place]);
  expect(error.message).toContain(says);
});
