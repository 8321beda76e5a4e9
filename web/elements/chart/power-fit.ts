/** The power law c x^p through measured points: a straight line on logarithmic axes, fitted by least squares there. */
import { scaleLog } from 'd3-scale';

export interface PowerFit {
  /** p: 2 for what grows as x^2. NaN with fewer than two different x. */
  readonly exponent: number;
  /** On the line. */
  at(x: number): number;
}

/** The chart's own scale: from 1 to the base is one unit. */
const scale = scaleLog().domain([1, 2]).range([0, 1]);

/** Coordinates are above 0. */
export function powerFit(points: readonly (readonly [x: number, y: number])[]): PowerFit {
  const logs = points.map(([x, y]) => [scale(x), scale(y)] as const);
  const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
  const [x0, y0] = [mean(logs.map(([x]) => x)), mean(logs.map(([, y]) => y))];
  const sum = (of: (x: number, y: number) => number) =>
    logs.reduce((all, [x, y]) => all + of(x - x0, y - y0), 0);
  const exponent = sum((x, y) => x * y) / sum((x) => x * x);
  return { exponent, at: (x) => scale.invert(y0 + exponent * (scale(x) - x0)) };
}

/** The middle of an odd number of values, the mean of the two middle ones of an even number; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}
