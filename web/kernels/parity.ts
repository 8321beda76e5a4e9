/** How far two kernels are from each other on the same numbers. */

export interface Difference {
  /** NaN where only one of them has NaN or an infinity. */
  readonly largest: number;
  /** Of the largest number of the second. */
  readonly relative: number;
}

/** What a GPU kernel may differ from its C++ twin by, for inputs of standard normal size; its first line says it too. */
export const TOLERANCE = 4e-6;
/** Queries, keys and values have 11 bits then: a rounding of 5e-4 of each, in scores of a few units. */
export const TOLERANCE_HALF = 2e-2;

export function differenceOf(a: Float32Array, b: Float32Array): Difference {
  let [largest, size] = [a.length === b.length ? 0 : Number.NaN, 0];
  for (let i = 0; i < b.length; i++) {
    const [x, y] = [a[i] as number, b[i] as number];
    size = Math.max(size, Number.isFinite(y) ? Math.abs(y) : 0);
    // Both NaN, or the same infinity.
    const difference = Object.is(x, y) ? 0 : Math.abs(x - y);
    largest = Math.max(largest, difference); // NaN stays
  }
  return { largest, relative: largest === 0 ? 0 : largest / size };
}
