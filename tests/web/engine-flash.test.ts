/** The float32 kernels through the published package, against the reference in binary64. */
import { createEngine } from 'attention-lesson/engine';
import { createFlash, type FlashInputs } from 'attention-lesson/flash';
import { describe, expect, test, vi } from 'vitest';
import { keysOf, type Part, slices, split, workOf } from '../../web/engine/flash-split.ts';
import { refusal } from './engine-refusal.ts';

const engine = await createEngine();
const flash = await createFlash();

interface Shape {
  readonly heads: number;
  readonly n: number;
  readonly m: number;
  readonly d: number;
}
type Masks = Pick<FlashInputs, 'causal' | 'padding' | 'scale'>;

/** Standard normal numbers of the core, each rounded to float32. */
function inputsOf({ heads, n, m, d }: Shape, seed: number, more: Masks = {}) {
  const random = engine.numpyRandom(seed);
  const draw = (count: number) => Float32Array.from(random.normal(0, 1, count));
  const [q, k, v] = [draw(heads * n * d), draw(heads * m * d), draw(heads * m * d)];
  return { heads, n, m, d, q, k, v, ...more };
}

/** Head by head in binary64, from the same float32 numbers. */
function referenceOf(inputs: ReturnType<typeof inputsOf>): Float64Array {
  const { heads, n, m, d, q, k, v, causal, padding, scale } = inputs;
  const result = new Float64Array(heads * n * d);
  const matrix = (all: Float32Array, rows: number, head: number) => ({
    rows,
    cols: d,
    data: Float64Array.from(all.subarray(head * rows * d, (head + 1) * rows * d)),
  });
  const blocked = padding && {
    rows: n,
    cols: m,
    data: Float64Array.from({ length: n * m }, (_, i) => Number(padding[i % m])),
  };
  for (let head = 0; head < heads; head++) {
    const { output } = engine.attention({
      ...{ q: matrix(q, n, head), k: matrix(k, m, head), v: matrix(v, m, head) },
      ...{ causal, scale, blocked },
    });
    result.set(output.data, head * n * d);
  }
  return result;
}

/** NaN where only one of them has it. */
function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a).toHaveLength(b.length);
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] as number, b[i] as number];
    if (Object.is(x, y)) continue; // both NaN, or the same infinity
    largest = Math.max(largest, Math.abs(x - y)); // NaN stays
  }
  return largest;
}

// A score of width 256 is a sum of 256 rounded products, of a few units; 60 seeds stayed below 2.2e-6 at that width, and
// below 1.3e-6 at 64.
const TOLERANCE = 3e-6;

const LENGTHS = [1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 129, 257];
const WIDTHS = [1, 3, 8, 32, 64, 96, 128, 256];

/** Every length of queries and of keys, every width, every mask, each with another of the others. */
const shapes = LENGTHS.flatMap((n, i) =>
  LENGTHS.map((m, j) => ({
    ...{ n, m, d: WIDTHS[(i + 3 * j) % WIDTHS.length] as number, heads: 1 + ((i + j) % 3) },
    causal: ([false, 'top-left', 'bottom-right'] as const)[(i + 2 * j) % 3],
    padded: (i + j) % 4 === 0,
    scale: (i * j) % 5 === 1 ? -0.05 : undefined,
  })),
);

describe.each(['tiled', 'naive'] as const)('%s', (kernel) => {
  test('is at most 3e-6 from the reference, for every shape', () => {
    const seen = { causal: new Set(), d: new Set(), padded: new Set() };
    for (const [i, { causal, padded, scale, ...shape }] of shapes.entries()) {
      const padding = Array.from({ length: shape.m }, (_, j) => padded && j % 3 === i % 3);
      const inputs = inputsOf(shape, i, { causal, scale, ...(padded && { padding }) });
      const difference = largestDifference(flash({ ...inputs, kernel }), referenceOf(inputs));
      expect(difference, JSON.stringify({ ...shape, causal, padded })).toBeLessThanOrEqual(
        TOLERANCE,
      );
      seen.causal.add(causal).size;
      seen.d.add(shape.d);
      seen.padded.add(padded);
    }
    expect([seen.causal.size, seen.d.size, seen.padded.size]).toEqual([3, WIDTHS.length, 2]);
  });

  test('is NaN where a query may read no key, and nowhere else', () => {
    const inputs = inputsOf({ heads: 2, n: 5, m: 3, d: 4 }, 1, { causal: 'bottom-right' });
    const output = flash({ ...inputs, kernel });
    const rows = Array.from({ length: 10 }, (_, i) => Number.isNaN(output[i * 4]));
    expect(rows).toEqual([true, true, false, false, false, true, true, false, false, false]);
    expect(largestDifference(output, referenceOf(inputs))).toBeLessThanOrEqual(TOLERANCE);
    const allPadded = inputsOf({ heads: 1, n: 2, m: 2, d: 4 }, 2, { padding: [true, true] });
    expect(Array.from(flash({ ...allPadded, kernel }))).toEqual(Array(8).fill(Number.NaN));
  });

  // But for what a query may not read: 0 * NaN is NaN in the reference's product, and no kernel touches it (row.hpp).
  test('takes NaN and infinities as the reference does, and where they are not read, as if they were not there', () => {
    for (const [place, value] of [
      ['q', Number.NaN],
      ['k', Number.POSITIVE_INFINITY],
      ['v', Number.NaN],
    ] as const) {
      const inputs = inputsOf({ heads: 1, n: 9, m: 9, d: 4 }, 3, { causal: 'top-left' });
      const before = referenceOf(inputs).subarray(0, 4 * 5);
      inputs[place][4 * 5] = value;
      const output = flash({ ...inputs, kernel });
      const expected = referenceOf(inputs);
      expected.set(before); // rows 0 to 4 may not read row 5
      expect(largestDifference(output, expected), place).toBeLessThanOrEqual(TOLERANCE);
      expect(output.some(Number.isNaN), place).toBe(true);
      expect(Number.isNaN(output[0]), place).toBe(false);
    }
  });
});

describe('the call', () => {
  test('takes plain arrays and binary64, rounded to float32', () => {
    const inputs = inputsOf({ heads: 1, n: 3, m: 3, d: 2 }, 4);
    const expected = flash(inputs);
    const { q, k, v } = inputs;
    expect(flash({ ...inputs, q: Array.from(q), k: Float64Array.from(k), v })).toEqual(expected);
    expect(flash({ q, k, v, n: 3, d: 2 })).toEqual(expected);
  });

  test('gives copies that stay, and the same again for the same', () => {
    const [a, b] = [5, 6].map((seed) => inputsOf({ heads: 1, n: 40, m: 40, d: 8 }, seed));
    if (!a || !b) throw new Error('no inputs');
    const first = flash(a);
    const kept = first.slice();
    flash(b);
    expect(first).toEqual(kept);
    expect(flash(a)).toEqual(kept);
  });

  test('10,000 calls leave the memory where it was', async () => {
    const inputs = inputsOf({ heads: 2, n: 16, m: 16, d: 8 }, 7);
    const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow');
    for (let i = 0; i < 10_000; i++) flash(inputs);
    expect(grow).not.toHaveBeenCalled();
    grow.mockRestore();
  });
});

describe('memory', () => {
  test('the tiled kernel keeps O(n d), the naive one n^2 numbers', () => {
    for (const [n, d] of [
      [64, 64],
      [1000, 3],
      [8192, 128],
    ] as const)
      expect(flash.kept(n, d, 'naive')).toBe(4 * n * n);
    const kept = [1024, 2048, 4096, 8192].map((n) => flash.kept(n, 64));
    const steps = kept.slice(1).map((bytes, i) => bytes - (kept[i] as number));
    // Linear: twice the step for twice as many rows.
    expect(steps[1]).toBe(2 * (steps[0] as number));
    expect(steps[2]).toBe(2 * (steps[1] as number));
    // Less than three times what q, k and v take.
    expect(flash.kept(8192, 64)).toBeLessThanOrEqual(3 * 3 * 8192 * 64 * 4);
  });

  test('8,192 queries run in the memory that was said before', async () => {
    const sizes = { n: 8192, d: 8 } as const;
    const said = flash.memory(sizes);
    expect(said.inputs).toBe(3 * 8192 * 8 * 4);
    expect(said.output).toBe(8192 * 8 * 4);
    expect(said.kept).toBe(flash.kept(8192, 8));
    const more = said.total - said.inputs - said.output - said.kept;
    expect(more).toBeGreaterThan(0);
    const one = await createFlash();
    const q = new Float32Array(8192 * 8).fill(0.5);
    const { memory } = await one.run({ q, k: q, v: q, ...sizes }, { workers: 0 });
    // Whole pages of 64 KiB, and what the module starts with.
    const start = 16 * 2 ** 20;
    expect(memory).toBeLessThanOrEqual(Math.max(start, said.total + 65_536));
    expect(memory).toBeGreaterThanOrEqual(said.total);
  });

  test('refuses what the memory cannot hold, and says how much', () => {
    const q = { length: 4096 * 256 * 600 };
    const error = refusal(() => flash({ q, k: q, v: q, heads: 600, n: 4096, d: 256 }));
    expect(error.code).toBe('too-large');
    expect(error.message).toContain(`${flash.memory({ heads: 600, n: 4096, d: 256 }).total} bytes`);
    expect(error.message).toContain('2147483648');
    const inputs = inputsOf({ heads: 1, n: 2, m: 2, d: 2 }, 1);
    expect(largestDifference(flash(inputs), referenceOf(inputs))).toBeLessThanOrEqual(TOLERANCE);
  });
});

describe('refusals are the core’s', () => {
  const q = new Float32Array(6);
  const usual = { q, k: q, v: q, n: 3, d: 2 };
  test.each([
    ['kernel-size', 'n', 'queries is 1.5', { n: 1.5 }],
    ['kernel-size', 'n', 'NaN', { n: '3' }],
    ['kernel-size', 'n', 'NaN', { n: undefined }],
    ['kernel-size', 'm', 'keys is 0', { m: 0 }],
    ['kernel-size', 'd', 'from 1 to 256', { d: 257 }],
    ['kernel-size', 'heads', 'heads is -1', { heads: -1 }],
    ['data-length', 'q', 'length of q is 4', { q: new Float32Array(4) }],
    ['data-length', 'k', 'NaN', { k: undefined }],
    ['data-length', 'v', 'NaN', { v: 'abcdef' }],
    ['padding-length', 'padding', 'one flag for each key', { padding: [true] }],
    ['scale-not-finite', 'scale', 'finite float32', { scale: Number.POSITIVE_INFINITY }],
    ['scale-not-finite', 'scale', 'finite float32', { scale: 1e39 }],
    ['unknown-choice', 'kernel', '"tiled", "naive"', { kernel: 'flash' }],
    ['unknown-choice', 'causal', 'the text "yes"', { causal: 'yes' }],
  ] as const)('%s at %s: %s', async (code, place, says, change) => {
    const inputs = { ...usual, ...change } as unknown as FlashInputs;
    const error = refusal(() => flash(inputs));
    expect([error.code, error.where.name]).toEqual([code, place]);
    expect(error.message).toContain(says);
    await expect(flash.run(inputs)).rejects.toMatchObject({ code, message: error.message });
  });

  test('of no inputs at all, and of sizes', () => {
    expect(refusal(() => flash(undefined as never)).code).toBe('kernel-size');
    expect(refusal(() => flash.kept(0, 64)).where.name).toBe('n');
    expect(refusal(() => flash.memory({ n: 8, d: 300 })).where.name).toBe('d');
  });

  test('bytes that are no module', async () => {
    await expect(createFlash({ wasm: new Uint8Array(8) })).rejects.toMatchObject({
      code: 'core-not-loaded',
    });
  });
});

describe('run', () => {
  // Large enough for several slices.
  const inputs = inputsOf({ heads: 3, n: 1600, m: 1500, d: 64 }, 8, { causal: 'bottom-right' });

  test('gives what the call gives, and tells how far it is', async () => {
    const told: number[] = [];
    const run = await flash.run(inputs, { onProgress: (done) => told.push(done) });
    expect(run.output).toEqual(flash(inputs));
    expect(run).toMatchObject({ workers: 0, notice: 'workers-missing' });
    expect(run.milliseconds).toBeGreaterThan(0);
    expect(told.length).toBeGreaterThan(1);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
  });

  test('stays on this thread for little work, without a notice', async () => {
    const small = inputsOf({ heads: 1, n: 9, m: 9, d: 4 }, 9);
    const run = await flash.run(small);
    expect(run.notice).toBeUndefined();
    expect(run.output).toEqual(flash(small));
  });

  test('two at once and a call between them do not disturb each other', async () => {
    const other = inputsOf({ heads: 1, n: 900, m: 900, d: 128 }, 10);
    const both = [flash.run(inputs), flash.run({ ...other, kernel: 'naive' })];
    flash(inputsOf({ heads: 1, n: 300, m: 300, d: 32 }, 11));
    const [first, second] = await Promise.all(both);
    expect(first?.output).toEqual(flash(inputs));
    expect(second?.output).toEqual(flash({ ...other, kernel: 'naive' }));
  });

  test('is cancelled, before it starts and between slices', async () => {
    await expect(flash.run(inputs, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
    const stop = new AbortController();
    const told: number[] = [];
    const run = flash.run(inputs, {
      signal: stop.signal,
      onProgress: (done) => {
        told.push(done);
        stop.abort();
      },
    });
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    expect(told).toHaveLength(1);
    expect(told[0]).toBeLessThan(1);
  });
});

describe('the split', () => {
  const areas = LENGTHS.flatMap((queries, i) =>
    [-300, -5, 0, 7, 128, 2000].map((reach) => ({
      ...{ queries, reach, keys: LENGTHS[(i * 5) % LENGTHS.length] as number, heads: 1 + (i % 5) },
      width: 1,
    })),
  );
  const rowsOf = (parts: readonly Part[]) =>
    parts.flatMap(({ firstHead, lastHead, first, last }) =>
      Array.from({ length: lastHead - firstHead }, (_, h) =>
        Array.from({ length: last - first }, (_, i) => `${firstHead + h}/${first + i}`),
      ).flat(),
    );
  const all = ({ heads, queries }: (typeof areas)[number]) =>
    rowsOf([{ firstHead: 0, lastHead: heads, first: 0, last: queries }]);
  /** Counted one by one, what the function has a formula for. */
  const counted = (area: (typeof areas)[number], part: Part) =>
    rowsOf([part])
      .map((row) => keysOf(area, Number(row.split('/')[1])) + 1)
      .reduce((sum, one) => sum + one, 0);

  test('counts the work of a part', () => {
    for (const area of areas) {
      const { heads, queries } = area;
      for (const [first, last] of [
        [0, queries],
        [queries >> 1, queries],
        [queries >> 2, queries >> 1],
      ] as const) {
        const part = { firstHead: 0, lastHead: heads, first, last };
        expect(workOf(area, part), JSON.stringify(area)).toBe(2 * counted(area, part));
      }
    }
  });

  test('gives every row to one share, in order, in at most three parts', () => {
    for (const area of areas) {
      for (const shares of [1, 2, 3, 4, 8]) {
        const split_ = split(area, shares);
        expect(split_.length).toBeLessThanOrEqual(shares);
        expect(Math.max(...split_.map((parts) => parts.length))).toBeLessThanOrEqual(3);
        expect(rowsOf(split_.flat())).toEqual(all(area));
      }
    }
  });

  test('gives equal work, to within a row', () => {
    for (const area of areas) {
      for (const shares of [2, 3, 8]) {
        const works = split(area, shares).map((parts) =>
          parts.reduce((sum, part) => sum + workOf(area, part), 0),
        );
        const fair = workOf(area) / shares;
        const row = 2 * (area.keys + 1);
        for (const work of works)
          expect(Math.abs(work - fair)).toBeLessThanOrEqual(row + 1e-9 * fair);
      }
    }
  });

  test('a causal triangle is cut by area: the first of two shares has more rows', () => {
    const [first, second] = split({ heads: 1, queries: 1000, keys: 1000, reach: 0 }, 2);
    // The half of the area lies above row 1000 / sqrt(2).
    expect(first).toEqual([{ firstHead: 0, lastHead: 1, first: 0, last: 707 }]);
    expect(second).toEqual([{ firstHead: 0, lastHead: 1, first: 707, last: 1000 }]);
  });

  test('slices cover everything, none much larger than asked for', () => {
    for (const area of areas) {
      for (const most of [300, 1e6]) {
        const parts = slices(area, most);
        expect(rowsOf(parts).sort()).toEqual(all(area).sort());
        const row = 2 * (area.keys + 1);
        for (const part of parts) expect(workOf(area, part)).toBeLessThanOrEqual(most + row);
        for (const part of slices(area, most, true))
          expect([part.first, part.last]).toEqual([0, area.queries]);
      }
    }
  });
});
