/** What <positions-figure> shows, computed by the core for what the learner set. */
import type { Engine, Matrix } from '../../../engine/types.ts';
import { readNumber } from '../../shared/number-field.ts';

/** Codes made, offsets compared: a start may be as far up as their difference. */
export const CODES = 400;
export const OFFSETS = 100;
/** Rows and columns of the heat map of likeness. */
export const PAIRS = 48;
export const HEADS = 8;
/** Of the ALiBi bias. */
export const KEYS = 6;
export const QUERY = [[1, 2, -1, 0.5]] as const;
export const KEY = [[0.5, 1, 2, -1]] as const;

interface Rotary {
  readonly query: number;
  readonly key: number;
  readonly score: number;
}

export interface Shown {
  readonly width: number;
  readonly codes: Matrix;
  readonly starts: readonly number[];
  /** (starts, offsets) */
  readonly curves: Matrix;
  /** The largest standard deviation of the curves at one offset. */
  readonly apart: number;
  /** (PAIRS, PAIRS): from each row, by offset. */
  readonly pairs: Matrix;
  readonly rotary: readonly [given: Rotary, both: Rotary, one: Rotary];
  readonly slope: number;
  readonly bias: Matrix;
  readonly later: Matrix;
}

/** As the figure holds it: numbers as typed. */
export interface Given {
  readonly start: string;
  readonly query: string;
  readonly key: string;
  readonly shift: string;
  readonly width: string;
  readonly head: number;
}

export function positionsOf(engine: Engine, given: Given): Shown {
  const { head } = given;
  const width = Number(given.width);
  const read = (name: 'start' | 'query' | 'key' | 'shift') => readNumber(engine, name, given[name]);
  const codes = engine.sinusoid({ n: CODES, d: width }).output;
  const starts = [0, 25, read('start')];
  const curves = engine.similarityByOffset({ codes, starts, offsets: OFFSETS });
  const score = (query: number, key: number): Rotary => {
    const q = engine.rope({ x: QUERY, offset: query }).output;
    const k = engine.rope({ x: KEY, offset: key }).output;
    const { raw } = engine.attention({ q, k, v: [[0]], scale: 1 });
    return { query, key, score: raw.data[0] ?? Number.NaN };
  };
  const [query, key, shift] = [read('query'), read('key'), read('shift')];
  return {
    width,
    codes,
    starts,
    curves,
    apart: Math.max(...engine.layerNorm({ x: turned(curves) }).deviation),
    pairs: engine.similarityByOffset({
      codes,
      starts: Array.from({ length: PAIRS }, (_, i) => i),
      offsets: PAIRS,
    }),
    rotary: [score(query, key), score(query + shift, key + shift), score(query + shift, key)],
    slope: engine.alibiSlopes({ heads: HEADS })[head - 1] ?? Number.NaN,
    bias: engine.alibiBias({ heads: HEADS, head: head - 1, n: KEYS }),
    later: engine.mayNotRead({ family: 'decoder-only', source: 0, target: KEYS }),
  };
}

/** (offsets, starts): the numbers at one offset side by side, for the core's statistics of rows. */
const turned = (curves: Matrix) =>
  Array.from({ length: curves.cols }, (_, offset) =>
    Array.from(
      { length: curves.rows },
      (_unused, i) => curves.data[i * curves.cols + offset] ?? Number.NaN,
    ),
  );
