/** What a caller of the float32 kernels hands over, as the kernels take it: every default filled in. */
import { LessonError } from './error.ts';
import { nameOf } from './refusal.ts';
import type { FlashInputs, FlashKernel, FlashSizes, Floats } from './types/flash.ts';

/** `Problem` of core/kernels/problem.hpp, and the kernel. Structured clone takes it as it is. */
export interface Problem {
  readonly kernel: FlashKernel;
  readonly q: Floats;
  readonly k: Floats;
  readonly v: Floats;
  readonly heads: number;
  readonly queries: number;
  readonly keys: number;
  readonly width: number;
  readonly scale: number;
  /** Query i may read key j if j <= i + reach. */
  readonly reach: number;
  readonly padding: Uint8Array | undefined;
}

export type Sizes = Pick<Problem, 'kernel' | 'heads' | 'queries' | 'keys' | 'width'>;

const KERNELS = ['tiled', 'naive'] as const;
const CAUSAL = [false, 'top-left', 'bottom-right'] as const;

function choose<T extends string | boolean>(name: string, given: unknown, list: readonly T[]): T {
  const found = list.find((one) => one === given);
  if (found !== undefined) return found;
  const allowed = list.map((one) => (typeof one === 'string' ? `"${one}"` : one)).join(', ');
  throw new LessonError('unknown-choice', `${name} is ${nameOf(given)}; it can be ${allowed}.`, {
    ...{ name, row: -1, col: -1 },
  });
}

/** What is no number becomes NaN, which the core refuses wherever a size is expected. */
const size = (given: unknown): number => (typeof given === 'number' ? given : Number.NaN);

const list = <T>(given: ArrayLike<T> | undefined): ArrayLike<T> =>
  typeof given === 'object' && given !== null ? given : { length: Number.NaN };

/**
 * Throws a `LessonError`:
 *   unknown-choice  `kernel` or `causal` is none of those that there are
 */
export function sizesOf(given: FlashSizes): Sizes {
  const { heads = 1, n, m = n, d, kernel = 'tiled' } = given ?? {};
  return {
    kernel: choose('kernel', kernel, KERNELS),
    heads: size(heads),
    queries: size(n),
    keys: size(m),
    width: size(d),
  };
}

/**
 * Throws as `sizesOf` does. Nothing else is refused here: `check` of the core looks at the rest. `usualScale` is the core's.
 */
export function problemOf(inputs: FlashInputs, usualScale: (width: number) => number): Problem {
  const sizes = sizesOf(inputs);
  const { q, k, v, causal = false, scale, padding } = inputs ?? {};
  const mask = choose('causal', causal, CAUSAL);
  const { queries, keys, width } = sizes;
  const flags = padding === undefined ? undefined : list(padding);
  return {
    ...sizes,
    ...{ q: list(q), k: list(k), v: list(v) },
    scale: scale === undefined ? usualScale(width) : size(scale),
    reach: mask === 'top-left' ? 0 : mask === 'bottom-right' ? keys - queries : keys,
    padding: flags && Uint8Array.from(flags, (flag) => (flag ? 1 : 0)),
  };
}
