/** The fault library and the checks, as a page or a notebook calls them. */
import type { HeadSetup, HeadsSetup, Matrix, Setup, TokenSetup } from 'attention-lesson/engine';
import { createEngine, LessonError } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import { casesOf, expectClose } from './oracle.ts';

const near = (made: Matrix, expected: unknown, tolerance: number) =>
  expectClose(made.data, expected, tolerance);

const engine = await createEngine();
const { mistakes, invariants } = engine;

const masked: HeadSetup = {
  q: [[1]],
  k: [[2], [1], [0]],
  v: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  blocked: [[false, false, true]],
};
const plain: HeadSetup = {
  q: [
    [1, -2, 0.5, 1],
    [0, 3, -1, 2],
  ],
  k: [
    [1, 0, 2, -1],
    [0.5, 1, 1, 0],
    [-2, 1, 0, 1],
  ],
  v: [[1], [5], [-2]],
};
const several: HeadsSetup = {
  q: [
    [1, 2, -1, 0],
    [0, 1, 3, 1],
  ],
  k: [
    [1, 0, 2, 1],
    [2, -1, 0, 1],
  ],
  v: [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ],
  heads: 2,
};

function refusal(run: () => unknown): LessonError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(LessonError);
    return error as LessonError;
  }
  throw new Error('nothing was refused');
}

const tall = (rows: number, cols: number): Matrix => ({
  rows,
  cols,
  data: new Float64Array(rows * cols),
});
const wide = (rows: number, cols: number) => ({
  q: tall(rows, cols),
  k: tall(rows, cols),
  v: tall(rows, cols),
});

const idOf = (observed: Parameters<typeof mistakes.diagnose>[1], setup: Setup = plain) =>
  mistakes.diagnose(setup, observed)[0]?.id;

describe('the library', () => {
  test('has the mistakes, each with words and references', () => {
    const list = mistakes.list();
    expect(list).toHaveLength(38);
    expect(list.map((one) => one.id)).toContain('softmax-over-queries');
    for (const one of list) expect(one.description).toMatch(/\.$/);
    expect(list.find((one) => one.id === 'scale-twice')?.references).toEqual([
      'huggingface/transformers#38290',
    ]);
    expect(list.filter((one) => one.harmless).map((one) => one.id)).toEqual(['sinusoid-order']);
  });

  test.each(
    casesOf('mistakes.json').filter(
      (one) => 'q' in one.inputs && 'v' in one.inputs && one.inputs.mistake,
    ),
  )('makes $name as NumPy does', ({ inputs, expected, tolerance }) => {
    const { mistake, ...setup } = inputs as unknown as { mistake: string } & HeadSetup;
    const trace = mistakes.apply(mistake, setup);
    near(trace.weights, expected.weights, tolerance);
    near(trace.output, expected.output, tolerance);
  });

  test.each(casesOf('mistakes.json').filter((one) => 'wq' in one.inputs))(
    'makes $name as NumPy does',
    ({ inputs, expected, tolerance }) => {
      const { mistake, ...setup } = inputs as unknown as { mistake: string } & TokenSetup;
      const trace = mistakes.apply(mistake, setup);
      if (mistake === 'heads-averaged') {
        near(trace.weights[0] as Matrix, expected.mean_weights, tolerance);
        return;
      }
      near(trace.output, expected.output, tolerance);
      trace.weights.forEach((weights, h) => {
        near(weights, (expected.weights as unknown[])[h], tolerance);
      });
    },
  );

  test('makes the mistakes of the norm alone', () => {
    const one = casesOf('mistakes.json').find(({ name }) => name === 'layernorm');
    const { x, eps } = (one?.inputs ?? {}) as unknown as { x: number[][]; eps: number };
    for (const id of ['layernorm-sample-variance', 'layernorm-over-tokens']) {
      near(mistakes.applyToNorm(id, { x, eps }).output, one?.expected[id], one?.tolerance ?? 0);
    }
    near(mistakes.applyToNorm('none', { x, eps }).output, one?.expected.right, one?.tolerance ?? 0);
  });

  test('hands out copies of its lists', () => {
    (mistakes.list() as unknown as { id: string }[]).reverse();
    const [first] = invariants.list() as unknown as { id: string }[];
    if (first) first.id = 'changed';
    expect(invariants.run(plain)[0]?.id).toBe('rows-sum-to-one');
    expect(idOf({ weights: mistakes.apply('scale-missing', plain).weights })).toBe('scale-missing');
  });

  test('says whether anything changed, and gives the whole trace', () => {
    const right = engine.attention(masked);
    const none = mistakes.apply('none', masked);
    expect(none.changed).toBe(false);
    expect(none.masked).toEqual(right.masked);
    expect(none.weights).toEqual(right.weights);
    expect(none.spread).toEqual(right.spread);
    expect(mistakes.apply('mask-fill-zero', masked).changed).toBe(true);
    expect(mistakes.apply(['scale-twice', 'mask-fill-zero'], masked).changed).toBe(true);
    const layer = mistakes.apply('heads-averaged', several);
    expect(layer.heads).toHaveLength(2);
    expect(layer.weights[0]).toEqual(layer.weights[1]);
  });
});

describe('the checks', () => {
  test('pass for right attention and show the numbers of a mistake', () => {
    expect(invariants.list()).toHaveLength(21);
    const right = invariants.run(masked);
    expect(right.map((one) => one.id)).toEqual(invariants.list().map((one) => one.id));
    expect(right.filter((one) => one.verdict === 'fail')).toEqual([]);
    const wrong = invariants.run(masked, 'mask-after-softmax');
    const rows = wrong.find((one) => one.id === 'rows-sum-to-one');
    expect(rows?.verdict).toBe('fail');
    expect(rows?.expected).toBe(1);
    expect(rows?.got).toBeCloseTo(0.91, 3);
    expect(rows).toMatchObject({ head: 0, row: 0, col: -1 });
  });

  test('know positions, padding, norms and heads', () => {
    const verdict = (setup: Setup, check: string, id = 'none') =>
      invariants.run(setup, id).find((one) => one.id === check)?.verdict;
    const rotary: HeadSetup = { ...plain, positions: { kind: 'rotary', layout: 'half-split' } };
    expect(verdict(rotary, 'position-shift')).toBe('pass');
    expect(verdict(rotary, 'position-shift', 'rotary-pairing-mixed')).toBe('fail');
    const padded: HeadSetup = { ...plain, padding: [true, false, false] };
    expect(verdict(padded, 'padding-isolation')).toBe('pass');
    expect(verdict(padded, 'padding-isolation', 'mask-fill-zero')).toBe('fail');
    expect(verdict({ ...several, normEps: 1e-5 }, 'constant-rows', 'layernorm-no-eps')).toBe(
      'fail',
    );
    expect(verdict(several, 'head-order')).toBe('pass');
    expect(verdict(plain, 'head-order')).toBe('not-applicable');
  });

  test('the table says which check catches which mistake', () => {
    const table = mistakes.table();
    expect(table.map((row) => row.id)).toEqual(mistakes.list().map((one) => one.id));
    const row = table.find(({ id }) => id === 'scale-missing');
    expect(row?.verdicts['unit-scores']).toBe('fail');
    expect(row?.verdicts['rows-sum-to-one']).toBe('pass');
    const twice = table.find(({ id }) => id === 'softmax-twice');
    expect(Object.values(twice?.verdicts ?? {})).not.toContain('fail');
  });

  test('every setup of the bench comes back in, and right attention passes there', () => {
    const bench = mistakes.bench();
    expect(bench.map((one) => one.name)).toContain('padded');
    for (const { setup } of bench) {
      expect(invariants.run(setup).filter((one) => one.verdict === 'fail')).toEqual([]);
    }
    const names = new Set(bench.map((one) => one.name));
    for (const { id, setup } of mistakes.table()) {
      expect(names).toContain(setup);
      const shown = bench.find((one) => one.name === setup)?.setup as HeadsSetup;
      expect(mistakes.apply(id, shown).changed).toBe(true);
    }
  });
});

describe('the diagnosis', () => {
  test('names the mistake from weights, output or scores, or says that there is none', () => {
    const { weights, output, masked: scores } = mistakes.apply('scale-missing', plain);
    expect(idOf({ weights })).toBe('scale-missing');
    expect(idOf({ output })).toBe('scale-missing');
    expect(idOf({ weights, output, scores })).toBe('scale-missing');
    expect(idOf({ weights: engine.attention(plain).weights })).toBe('none');
  });

  test('says what ties and what could not show', () => {
    const { weights, output } = mistakes.apply('scale-twice', plain);
    const [first] = mistakes.diagnose(plain, { weights, output });
    expect(first).toMatchObject({
      id: 'scale-twice',
      reproduces: true,
      tiedWith: ['scale-by-width'],
    });
    expect(first?.largestDifference).toBe(0);
    const report = mistakes.report(plain, { weights, output });
    expect(report.silent).toContain('causal-mask-dropped');
    expect(report.cells).toBe(2 * 3 + 2);
    expect(report.pairsSearched).toBe(false);
  });

  test('finds pairs, takes rows of numbers and lists of heads, and printed digits', () => {
    const pair = mistakes.apply(['scale-missing', 'softmax-twice'], plain);
    expect(idOf({ weights: pair.weights, output: pair.output })).toBe(
      'scale-missing + softmax-twice',
    );
    const { weights } = mistakes.apply('heads-split-by-reshape', several);
    expect(idOf({ weights }, several)).toBe('heads-split-by-reshape');
    const printed = weights.map(({ rows, cols, data }) =>
      Array.from({ length: rows }, (_, i) =>
        Array.from(data.subarray(i * cols, (i + 1) * cols), (w) => Number(w.toFixed(4))),
      ),
    );
    expect(idOf({ weights: printed, tolerance: 6e-5 }, several)).toBe('heads-split-by-reshape');
  });
});

describe('what does not fit is refused, and the engine goes on', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what callers without types may hand over
  const wrong = (value: unknown) => value as any;
  test.each<[string, string, () => unknown]>([
    ['unknown-mistake', 'mistake', () => mistakes.apply('scale-mising', plain)],
    ['unknown-mistake', 'mistake', () => mistakes.apply(wrong([null]), plain)],
    ['unknown-mistake', 'mistake', () => mistakes.apply(wrong(new Array(2)), plain)],
    ['unknown-mistake', 'mistake', () => mistakes.apply(wrong([Object.create(null)]), plain)],
    ['mistake-undefined', 'mistake', () => mistakes.applyToNorm('scale-twice', { x: [[1, 2]] })],
    [
      'eps-negative',
      'eps',
      () => mistakes.applyToNorm('layernorm-no-eps', { x: [[1, 2]], eps: -5 }),
    ],
    ['padding-length', 'padding', () => mistakes.apply('none', { ...plain, padding: [] })],
    ['inner-width', 'wo', () => mistakes.apply('none', wrong({ ...plain, wo: [[1], [2]] }))],
    ['kv-heads-divide', 'kvHeads', () => mistakes.apply('none', wrong({ ...plain, kvHeads: 99 }))],
    ['too-much-work', 'q', () => invariants.run({ ...plain, ...wide(300, 1) })],
    [
      'too-large',
      'q',
      () =>
        mistakes.apply('none', {
          ...wide(1, 64),
          heads: 64,
          kvHeads: 1,
          k: tall(65536, 1),
          v: tall(65536, 32),
        }),
    ],
    ['not-a-list', 'mistake', () => mistakes.apply(wrong(3), plain)],
    [
      'mistakes-incompatible',
      'mistake',
      () => mistakes.apply(['scale-twice', 'scale-missing'], plain),
    ],
    ['mistake-undefined', 'v', () => mistakes.apply('keys-and-values-swapped', plain)],
    ['not-an-object', 'inputs', () => mistakes.apply('none', wrong(null))],
    ['ragged-rows', 'q', () => mistakes.apply('none', { ...plain, q: [[1, 2], [3]] })],
    ['heads-divide', 'q', () => mistakes.apply('none', { ...several, heads: 3 })],
    ['size-not-whole', 'heads', () => mistakes.apply('none', { ...several, heads: 1.5 })],
    ['kv-heads-divide', 'kvHeads', () => mistakes.apply('none', { ...several, kvHeads: 3 })],
    ['padding-length', 'padding', () => invariants.run({ ...plain, padding: [true] })],
    ['not-a-number', 'padding', () => invariants.run({ ...plain, padding: wrong(['yes']) })],
    [
      'odd-width',
      'positions.codes',
      () => invariants.run({ ...masked, positions: { kind: 'rotary' } }),
    ],
    [
      'unknown-choice',
      'positions.kind',
      () => invariants.run({ ...plain, positions: wrong({ kind: 'rope' }) }),
    ],
    [
      'unknown-choice',
      'positions.layout',
      () => invariants.run({ ...plain, positions: { kind: 'sinusoid', layout: 'half-split' } }),
    ],
    ['not-comparable', 'q', () => invariants.run({ ...masked, q: [[Number.NaN]] })],
    ['eps-negative', 'norm.eps', () => invariants.run({ ...plain, normEps: -1 })],
    ['nothing-observed', 'observed', () => mistakes.diagnose(plain, {})],
    ['not-an-object', 'observed', () => mistakes.diagnose(plain, wrong(undefined))],
    ['observed-shape', 'weights', () => mistakes.diagnose(plain, { weights: [[1]] })],
    [
      'tolerance-out-of-range',
      'tolerance',
      () => mistakes.diagnose(plain, { output: [[1], [2]], tolerance: -1 }),
    ],
    ['not-a-matrix', 'output', () => mistakes.diagnose(plain, { output: wrong('1 2') })],
  ])('%s at %s', (code, name, run) => {
    const error = refusal(run);
    expect(error.code).toBe(code);
    expect(error.where.name).toBe(name);
    expect(error.message).toMatch(/\.$/);
    expect(engine.attention(plain).weights.rows).toBe(2);
  });
});
