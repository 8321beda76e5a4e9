/** The parts of the scaling bench and of the GPU's host code that need no browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { median, powerFit } from '../../web/elements/chart/power-fit.ts';
import type { Measured } from '../../web/elements/lesson/scaling/measure.ts';
import { sizesUpTo } from '../../web/elements/lesson/scaling/measure.ts';
import {
  csvOf,
  doublingsOf,
  fitsOf,
  linesOf,
  noticesOf,
  tablesOf,
  wordsOf,
} from '../../web/elements/lesson/scaling/report.ts';
import { choiceOf } from '../../web/elements/lesson/scaling/views.ts';
import type { Problem } from '../../web/engine/flash-problem.ts';
import { problemOf } from '../../web/engine/flash-problem.ts';
import { differenceOf } from '../../web/kernels/parity.ts';
import { emptyRows, mayCompute } from '../../web/kernels/range.ts';
import { tiledSource } from '../../web/kernels/source.ts';

describe('a power law through points', () => {
  test('is found exactly where the points lie on one', () => {
    for (const [factor, power] of [
      [3, 2],
      [0.001, 1],
      [7, 0],
      [2, -1.5],
    ] as const) {
      const fit = powerFit([64, 128, 256, 1024].map((n) => [n, factor * n ** power]));
      expect(Math.abs(fit.exponent - power)).toBeLessThanOrEqual(1e-12);
      expect(Math.abs(fit.at(512) / (factor * 512 ** power) - 1)).toBeLessThanOrEqual(1e-12);
    }
  });

  test('is the least-squares line of the logarithms', () => {
    // Logarithms to the base 2: (0, 0), (1, 1), (2, 4): slope 2, by hand.
    expect(
      powerFit([
        [1, 1],
        [2, 2],
        [4, 16],
      ]).exponent,
    ).toBeCloseTo(2, 12);
    expect(powerFit([[2, 5]]).exponent).toBeNaN();
  });

  test('the median of odd and even numbers of values', () => {
    expect(median([5, 1, 3])).toBe(3);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
    expect(median([])).toBeNaN();
  });
});

const measured = (id: Measured['id'], n: number, milliseconds: number, more = {}): Measured => ({
  ...{ id, n, milliseconds, least: milliseconds, most: milliseconds, runs: 5 },
  ...{ predicted: 2 ** 20 * n, kept: n, memory: undefined, notice: undefined, elsewhere: false },
  ...more,
});

test.each([
  [0.9, 'same'],
  [1.9, 'two'],
  [2.7, 'two'],
  [3, 'four'],
  [5, 'four'],
  [7.5, 'eight'],
  [Number.NaN, undefined],
] as const)('a measured factor of %d is nearest to: %s', (factor, choice) => {
  expect(choiceOf(factor)).toBe(choice);
});

describe('the report', () => {
  const all = [
    ...[64, 128, 256, 512, 1024].map((n) => measured('naive', n, n < 256 ? 1 : n * n * 1e-5)),
    ...[64, 128, 256].map((n) => measured('tiled', n, n * 1e-3)),
  ];

  test('n doubles from 64', () => {
    expect(sizesUpTo(1024)).toEqual([64, 128, 256, 512, 1024]);
  });

  test('fits from n = 256 where there are three, and over all where there are not', () => {
    const [naive, tiled] = fitsOf(all);
    expect([naive?.from, naive?.to, naive?.points]).toEqual([256, 1024, 3]);
    expect(naive?.exponent).toBeCloseTo(2, 9);
    expect([tiled?.from, tiled?.points]).toEqual([64, 3]);
    expect(tiled?.exponent).toBeCloseTo(1, 9);
    expect(fitsOf(all.slice(0, 2))).toEqual([]);
  });

  test('the n² line ends at the largest n of the first kernel', () => {
    const lines = linesOf(all);
    expect(lines.map(({ points }) => points.length)).toEqual([5, 3, 2]);
    expect(lines[2]?.points[1]).toEqual(lines[0]?.points[4]);
    expect((lines[2]?.points[0]?.[1] ?? 0) * 256).toBeCloseTo(lines[2]?.points[1]?.[1] ?? 0, 12);
  });

  test('what was computed elsewhere is in the table and in words, and in no line, fit or factor', () => {
    const lost = [
      ...[256, 512].map((n) => measured('gpuTiled', n, n)),
      measured('gpuTiled', 1024, 1, { notice: 'gpu-lost', elsewhere: true }),
    ];
    expect(fitsOf(lost)).toEqual([]);
    expect(linesOf(lost)[0]?.points).toHaveLength(2);
    expect(doublingsOf(lost)).toEqual([{ id: 'gpuTiled', from: 256, to: 512, factor: 2 }]);
    expect(noticesOf(lost)[0]).toContain('n = 1,024: computed in WebAssembly instead');
    expect(tablesOf(lost, 1, 64)[0]?.rows).toHaveLength(3);
    expect(tablesOf(lost, 1, 64)[0]?.rows[2]?.[5]).toBe('');
  });

  test('a software adapter is compared with nothing', () => {
    const both = [measured('tiled', 256, 1), measured('gpuTiled', 256, 50)];
    expect(wordsOf(both, true).join(' ')).not.toContain('times as fast');
    expect(wordsOf(both, true).join(' ')).toContain('software adapter');
    expect(wordsOf(both, false).join(' ')).toContain('50 times as fast');
  });

  test('the file has numbers in full, and quotes what needs it', () => {
    const csv = csvOf([measured('naive', 64, 0.1 + 0.2)], 2, 64, 'a "big", adapter');
    expect(csv.split('\r\n')[1]).toBe(
      'naive,64,2,64,0.30000000000000004,0.30000000000000004,0.30000000000000004,5,67108864,,,"a ""big"", adapter"',
    );
    expect(csv.endsWith('\r\n')).toBe(true);
  });
});

describe('the difference of two outputs', () => {
  const of = (a: number[], b: number[]) => differenceOf(Float32Array.from(a), Float32Array.from(b));
  test('absolute, and of the largest number', () => {
    expect(of([1, 2.5], [1, 2])).toEqual({ largest: 0.5, relative: 0.25 });
    expect(of([], [])).toEqual({ largest: 0, relative: 0 });
  });
  test('NaN in one alone is no agreement, NaN in both is', () => {
    expect(of([Number.NaN, 1], [Number.NaN, 1]).largest).toBe(0);
    for (const [a, b] of [
      [
        [Number.NaN, 1],
        [0, 1],
      ],
      [
        [0, 1],
        [0, Number.NaN],
      ],
      [[1], [1, 2]],
    ] as const)
      expect(of([...a], [...b]).largest).toBeNaN();
  });
});

describe('what shaders are given', () => {
  const problem = (change: Partial<Problem>, count = 2): Problem => {
    const q = new Float32Array(count).fill(1);
    return { ...problemOf({ q, k: q, v: q, n: count, d: 1 }, () => 1), ...change };
  };
  const floats = (...all: number[]) => Float32Array.from(all);

  test('no NaN, no infinity, no score that could be one', () => {
    expect(mayCompute(problem({}), false)).toBe(true);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, -1e39])
      for (const name of ['q', 'k', 'v'])
        expect(mayCompute(problem({ [name]: floats(1, bad) }), false), `${name} ${bad}`).toBe(
          false,
        );
    expect(mayCompute(problem({ q: floats(1, 1e16), k: floats(1, -1e16) }), false)).toBe(false);
    expect(mayCompute(problem({ q: floats(1, 1e14), k: floats(1, 1e14) }), false)).toBe(true);
    expect(mayCompute(problem({ scale: 3e38 }), false)).toBe(false);
    // Rounded to float32 it is an infinity.
    expect(mayCompute(problem({ v: [1, 1e39] }), false)).toBe(false);
  });

  test('half precision ends at 65,504', () => {
    expect(mayCompute(problem({ v: floats(65_504, 1) }), true)).toBe(true);
    expect(mayCompute(problem({ v: floats(65_536, 1) }), true)).toBe(false);
  });

  test('rows without a key to read are known', () => {
    expect(emptyRows(problem({}, 3))).toEqual([]);
    expect(emptyRows(problem({ queries: 4, keys: 2, reach: -2 }, 4))).toEqual([0, 1]);
    const padding = Uint8Array.of(1, 1, 0);
    expect(emptyRows(problem({ reach: 0, padding }, 3))).toEqual([0, 1]);
    expect(emptyRows(problem({ padding: Uint8Array.of(1, 1, 1) }, 3))).toEqual([0, 1, 2]);
  });
});

describe('the tiled program', () => {
  const wgsl = readFileSync(join(import.meta.dirname, '../../web/kernels/tiled.wgsl'), 'utf8');
  const usual = { width: 64, half: false, subgroups: false };

  test('has its width and one of its variants', () => {
    const source = tiledSource(wgsl, { ...usual, width: 65 });
    expect(source).toContain('const WIDTH4 = 17u;');
    expect(source).not.toContain('subgroupShuffleXor');
    expect(source).not.toMatch(/^enable/m);
    expect(source.match(/fn row_sum/g)).toHaveLength(1);
    const other = tiledSource(wgsl, { ...usual, subgroups: true });
    expect(other.startsWith('enable subgroups;\n')).toBe(true);
    expect(other).not.toContain('shared_numbers');
    expect(other.match(/fn row_sum/g)).toHaveLength(1);
  });

  test('has half precision only when asked for', () => {
    expect(tiledSource(wgsl, usual)).toContain('alias Stored = f32;');
    const half = tiledSource(wgsl, { ...usual, half: true });
    expect(half).toContain('alias Stored = f16;');
    expect(half.startsWith('enable f16;\n')).toBe(true);
  });

  test('says so when the program has other lines', () => {
    expect(() => tiledSource('fn main() {}', usual)).toThrow('WIDTH4');
  });
});
