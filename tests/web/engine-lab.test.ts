import { createEngine, type Matrix } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import { refusal } from './engine-refusal.ts';
import { casesOf, expectClose } from './oracle.ts';

const engine = await createEngine();
const { lab } = engine;
const trace = lab();

describe('the lab agrees with NumPy', () => {
  const [one] = casesOf('lab.json');
  if (!one) throw new Error('lab.json is empty');
  const { expected, tolerance } = one;

  test('the file has the case that the core runs when nothing is said', () => {
    expect(one.inputs).toEqual({ seed: '39', n: 6, d_model: 8, heads: 2 });
    expectClose(
      lab({ seed: '39', n: 6, dModel: 8, heads: 2 }).plain.output.data,
      expected.output,
      tolerance,
    );
  });

  test('draws: each head has its share of the columns', () => {
    const { draws, positions } = trace;
    for (const name of ['wq', 'wk', 'wv'] as const) {
      const { data, cols } = draws[name];
      const heads = [0, 1].map((h) =>
        Array.from({ length: 8 }, (_, row) =>
          Array.from(data.subarray(row * cols + h * 4, row * cols + h * 4 + 4)),
        ),
      );
      expectClose(heads.flat(2), expected[name], tolerance);
    }
    expectClose(draws.wo.data, expected.wo, tolerance);
    expectClose(draws.x.data, expected.x, tolerance);
    expect(draws.permutation).toEqual(expected.permutation);
    expectClose(positions.data, expected.positions, tolerance);
  });

  test.each<[string, Matrix]>([
    ['attention_output', trace.plain.attention.output],
    ['output', trace.plain.output],
    ['output_permuted', trace.permuted.output],
    ['output_with_positions', trace.withPositions.output],
    ['output_permuted_with_positions', trace.permutedWithPositions.output],
    ['causal_output', trace.causal.output],
    ['causal_output_last_changed', trace.causalLastChanged.output],
    ['output_last_changed', trace.lastChanged.output],
    ['output_without_residual', trace.withoutResidual.output],
  ])('%s', (name, matrix) => {
    expectClose(matrix.data, expected[name], tolerance);
  });

  test('checks, spread and memory', () => {
    const { checks, scale, memory } = trace;
    expect({
      row_means_zero: checks.rowMeansZero.holds,
      permutes_without_positions: checks.permutesWithoutPositions.holds,
      permutes_with_positions: checks.permutesWithPositions.holds,
      causal_keeps_earlier: checks.causalKeepsEarlier.holds,
      unmasked_changes_earlier: checks.unmaskedChangesEarlier.holds,
    }).toEqual(expected.checks);
    expect(scale.raw).toHaveLength(2000);
    expectClose([scale.rawSd], expected.dot_sd_raw, tolerance);
    expectClose([scale.scaledSd], expected.dot_sd_scaled, tolerance);
    expect(Object.fromEntries(memory.map(({ tokens, mb }) => [tokens, mb]))).toEqual(
      expected.score_memory_mb,
    );
  });
});

test('the weights are those of multihead, and a block holds all of its steps', () => {
  const { draws, plain } = trace;
  const made = engine.multihead(draws);
  expect(plain.attention).toEqual(made);
  expect(plain.output).toEqual(engine.layerNorm({ x: plain.sum }).output);
  expect(plain.norm.deviation).toEqual(engine.layerNorm({ x: plain.sum }).deviation);
  expect(plain.rows.mean).toHaveLength(6);
});

test('each option is an exercise', () => {
  expect(lab({ causal: false }).checks.causalKeepsEarlier.holds).toBe(false);
  expect(lab({ causal: 'bottom-right' }).checks).toEqual(trace.checks);
  expect(lab({ positions: false }).checks.permutesWithPositions.holds).toBe(true);
  expect(lab({ positions: 'interleaved' }).positions).toEqual(
    engine.sinusoid({ n: 6, d: 8 }).output,
  );
  expect(lab({ residual: false }).plain).toEqual(trace.withoutResidual);
  expect(lab({ scale: 1 }).scale.scaledSd).toBe(trace.scale.rawSd);
  const wrong = lab({ axis: 'queries' }).plain.attention.heads[0];
  for (const sum of wrong?.columnSums ?? []) expect(Math.abs(sum - 1) <= 1e-12).toBe(true);
  expect(lab({ seed: 7n, n: 2, dModel: 4, heads: 1 }).draws.x.rows).toBe(2);
});

describe('what does not fit is refused, and the engine goes on', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what callers without types may hand over
  const wrong = (value: unknown) => value as any;
  test.each<[string, string, () => unknown]>([
    ['not-an-object', 'inputs', () => lab(wrong(null))],
    ['seed-not-whole', 'seed', () => lab({ seed: 'a' })],
    ['size-zero', 'n', () => lab({ n: 0 })],
    ['size-not-whole', 'n', () => lab({ n: 1.5 })],
    ['negative-size', 'dModel', () => lab({ dModel: -8 })],
    ['odd-width', 'dModel', () => lab({ dModel: 3, heads: 1 })],
    ['heads-divide', 'heads', () => lab({ heads: 3 })],
    ['heads-below-one', 'heads', () => lab({ heads: 0 })],
    ['too-large', 'n', () => lab({ n: 1e5 })],
    ['scale-not-finite', 'scale', () => lab({ scale: Number.NaN })],
    ['unknown-choice', 'causal', () => lab({ causal: wrong('future') })],
    ['unknown-choice', 'residual', () => lab({ residual: wrong('no') })],
    ['unknown-choice', 'positions', () => lab({ positions: wrong('learned') })],
    ['unknown-choice', 'axis', () => lab({ axis: wrong(0) })],
  ])('%s at %s', (code, name, run) => {
    const error = refusal(run);
    expect([error.code, error.where.name]).toEqual([code, name]);
    expect(error.message).toMatch(/\.$/);
    expect(lab().checks).toEqual(trace.checks);
  });
});
