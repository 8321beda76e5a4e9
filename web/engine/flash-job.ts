/** One problem from its numbers to its output, in slices: what a worker does, and this thread when there is none. */
import type { FlashInstance } from './flash-instance.ts';
import type { Problem } from './flash-problem.ts';
import { slices } from './flash-split.ts';

/** Multiply-adds between two tellings of progress: some tens of milliseconds. */
const SLICE = 2 ** 28;

export interface Done {
  readonly output: Float32Array;
  /** Of one computation, without copies. */
  readonly milliseconds: number;
  readonly memory: number;
}

/** Yields its progress, from 0 to 1, after each slice. `output` is written over and given back, where there is one. */
export function* jobOf(
  instance: FlashInstance,
  problem: Problem,
  atLeast = 0,
  output?: Float32Array,
): Generator<number, Done> {
  const { performance } = globalThis;
  instance.begin(problem);
  const parts = slices(problem, SLICE, problem.kernel === 'naive');
  let milliseconds = 0;
  for (const [i, part] of parts.entries()) {
    const start = performance.now();
    instance.compute(part);
    milliseconds += performance.now() - start;
    yield (i + 1) / parts.length;
  }
  if (milliseconds < atLeast)
    milliseconds = repeated(() => {
      for (const part of parts) instance.compute(part);
    }, atLeast);
  return { output: instance.output(output), milliseconds, memory: instance.bytes };
}

/** The mean of one run: clocks of browsers are too coarse for a single one. */
function repeated(run: () => void, atLeast: number): number {
  const { performance } = globalThis;
  const start = performance.now();
  let [times, spent] = [0, 0];
  do {
    run();
    times++;
    spent = performance.now() - start;
  } while (spent < atLeast);
  return spent / times;
}
