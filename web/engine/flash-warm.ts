/**
 * Browsers first compile WebAssembly in a hurry, and well once a function has run for some time: meanwhile the first large
 * call would compute at a third of the speed. So a small problem is computed a few times ahead, each time as a task of its
 * own of a millisecond at most, between which the page draws.
 */
import { FlashInstance } from './flash-instance.ts';
import { problemOf } from './flash-problem.ts';
import { slices } from './flash-split.ts';

/** After eight the loops were compiled, in Chromium 156; of the size at which every loop takes part. */
const TIMES = 10;
const ROWS = 128;
const WIDTH = 64;

/** The compiled code belongs to the module: every instance of it is the faster. */
export async function warm(module: WebAssembly.Module): Promise<void> {
  const instance = new FlashInstance(module);
  const zeros = new Float32Array(ROWS * WIDTH);
  const problem = problemOf({ q: zeros, k: zeros, v: zeros, n: ROWS, d: WIDTH }, (width) =>
    instance.usualScale(width),
  );
  instance.begin(problem);
  for (let i = 0; i < TIMES; i++) {
    await new Promise((resume) => setTimeout(resume));
    for (const part of slices(problem, Number.POSITIVE_INFINITY)) instance.compute(part);
  }
}
