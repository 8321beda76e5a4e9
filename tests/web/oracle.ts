/** Expected values from NumPy and PyTorch (tests/oracle/make_oracle.py). */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Matrix } from '../../web/engine/types.ts';

export interface Case {
  readonly name: string;
  readonly about: string;
  readonly inputs: Record<string, unknown>;
  readonly expected: Record<string, unknown>;
  readonly tolerance: number;
}

export function casesOf(file: string): Case[] {
  return JSON.parse(readFileSync(new URL(`../oracle/${file}`, import.meta.url), 'utf8')) as Case[];
}

const numberOf = (value: unknown): number => {
  if (typeof value === 'number') return value;
  const named: Record<string, number> = {
    nan: Number.NaN,
    inf: Number.POSITIVE_INFINITY,
    '-inf': Number.NEGATIVE_INFINITY,
  };
  const number = named[String(value)];
  if (number === undefined) throw new Error(`no number: ${JSON.stringify(value)}`);
  return number;
};

/** `difference <= tolerance`, so that a NaN where a number is expected fails. */
export function expectClose(actual: ArrayLike<number>, expected: unknown, tolerance: number): void {
  const flat = (Array.isArray(expected) ? expected.flat(3) : [expected]).map(numberOf);
  expect(actual.length).toBe(flat.length);
  flat.forEach((want, i) => {
    const got = actual[i] as number;
    if (!Number.isFinite(want)) expect(got).toBe(want);
    else
      expect(Math.abs(got - want) <= tolerance, `entry ${i}: ${got}, expected ${want}`).toBe(true);
  });
}

export function rowsOf(matrix: Matrix): number[][] {
  return Array.from({ length: matrix.rows }, (_, i) =>
    Array.from(matrix.data.subarray(i * matrix.cols, (i + 1) * matrix.cols)),
  );
}
