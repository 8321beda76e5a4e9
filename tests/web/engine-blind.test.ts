/** The hidden mistake and the formats, as a page calls them; what they mean is tested in the core. */
import { createEngine, LessonError } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';

const engine = await createEngine();
const { blind, mistakes, invariants } = engine;

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (reason) {
    expect(reason).toBeInstanceOf(LessonError);
    return (reason as LessonError).code;
  }
  return 'nothing was refused';
}

describe('the hidden mistake', () => {
  test('has probes, each check in one of them', () => {
    const checks = blind.probes().flatMap((probe) => probe.checks);
    expect([...checks].sort()).toEqual(
      invariants
        .list()
        .map(({ id }) => id)
        .sort(),
    );
  });

  test('a reading is the finding of the check on the setup that it names', () => {
    const { hidden } = blind.judge(10, 'scale-missing');
    expect(hidden).not.toBe('scale-missing');
    for (const { id } of blind.probes()) {
      for (const { setup, ...reading } of blind.probe(10, id)) {
        const found = mistakes.bench().find(({ name }) => name === setup);
        expect(found, setup).toBeDefined();
        if (!found || reading.verdict !== 'fail') continue;
        const findings = invariants.run(found.setup, hidden);
        expect(findings.find((one) => one.id === reading.id)).toEqual(reading);
      }
    }
  });

  test('seeds are NumPy’s, of any length, and say what is left', () => {
    expect(blind.fits('18446744073709551615', []).mistakes).toHaveLength(36);
    expect(blind.fits(10n, ['scores', 'queries']).mistakes).toContain(
      blind.judge('10', 'scale-missing').hidden,
    );
    const { differs, right, tied } = blind.judge(21, 'scale-twice');
    expect({ differs, right, tied }).toEqual({
      differs: undefined,
      right: true,
      tied: ['scale-twice'],
    });
    expect(blind.judge(21, 'scale-missing').differs?.setup).toBe('plain');
  });

  test('refuses what it does not know', () => {
    expect(codeOf(() => blind.probe(1, 'stethoscope'))).toBe('unknown-probe');
    expect(codeOf(() => blind.fits(1, ['stethoscope']))).toBe('unknown-probe');
    expect(codeOf(() => blind.judge(1, 'typo'))).toBe('unknown-mistake');
    expect(codeOf(() => blind.probe(-1, 'sums'))).toBe('seed-range');
    expect(codeOf(() => mistakes.shownOn('typo'))).toBe('unknown-mistake');
    expect(codeOf(() => mistakes.shownOn('none'))).toBe('unknown-mistake');
  });
});

test('attention in a format: its own numbers, and their units', () => {
  const { setup } = mistakes.shownOn('scale-missing');
  const { q, k, v } = setup;
  const right = engine.attention({ q, k, v });
  const same = engine.attentionIn('float64', { q, k, v });
  expect(same.weights.data).toEqual(right.weights.data);
  expect(Math.max(...same.outputUnits.data)).toBe(0);
  const half = engine.attentionIn('float16', { q, k, v });
  expect(half.weights.data).toEqual(engine.float16(half.weights).rounded.data);
  expect(half.weightsUnits.data[0]).toBe(
    engine.unitsBetween({
      a: half.weights.data[0] ?? Number.NaN,
      b: right.weights.data[0] ?? Number.NaN,
      format: 'float16',
    }),
  );
  expect(codeOf(() => engine.attentionIn('float8' as 'float16', { q, k, v }))).toBe(
    'unknown-choice',
  );
});
