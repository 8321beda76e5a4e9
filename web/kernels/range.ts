/** Numbers that shaders may be given, and rows that they are not asked for. */
import type { Problem } from '../engine/flash-problem.ts';
import { keysOf } from '../engine/flash-split.ts';

const MOST_HALF = 65_504;
/** Scores below it, in units of log2 e, are told from those of masked keys: as core/kernels/pack.hpp has it. */
const MOST_SCORE = 1e30;

/** The largest size of a number; NaN when there is one, or an infinity. */
function largest(numbers: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < numbers.length; i++) {
    const size = Math.abs(Math.fround(numbers[i] as number));
    if (!(size < Number.POSITIVE_INFINITY)) return Number.NaN;
    if (size > most) most = size;
  }
  return most;
}

/** Shaders may treat NaN and infinities as they like, so that they are given none and reach none. */
export function mayCompute({ q, k, v, width, scale }: Problem, half: boolean): boolean {
  const [ofQ, ofK, ofV] = [q, k, v].map(largest) as [number, number, number];
  const scores = ofQ * ofK * width * Math.max(1, 1.5 * Math.abs(scale));
  const most = half ? MOST_HALF : MOST_SCORE;
  return ofQ <= most && ofK <= most && ofV <= most && scores < MOST_SCORE;
}

/** Queries that may read no key: their output is NaN. */
export function emptyRows(problem: Problem): number[] {
  const { keys, queries, padding } = problem;
  const first = padding?.length ? padding.indexOf(0) : 0;
  const readsAny = (i: number) => first >= 0 && first < keysOf(problem, i);
  return Array.from({ length: queries }, (_, i) => i).filter((i) => !readsAny(i) && keys > 0);
}
