/** The float32 kernels as functions: their calls with names, types and errors. They are computed in the core alone. */
import { LessonError } from './error.ts';
import { FlashInstance } from './flash-instance.ts';
import { FlashPool } from './flash-pool.ts';
import { problemOf, sizesOf } from './flash-problem.ts';
import { FlashRunner } from './flash-run.ts';
import { slices } from './flash-split.ts';
import { warm } from './flash-warm.ts';
import type { Flash, FlashInputs, FlashKernel, FlashSizes, RunOptions } from './types/flash.ts';

export { LessonError } from './error.ts';
export type * from './types/flash.ts';

export type FlashBytes = ArrayBuffer | Uint8Array;

export interface FlashParts {
  readonly bytes: FlashBytes;
  readonly variant: Flash['variant'];
  /** Makes a worker, or throws; left out where there are none. */
  readonly makeWorker?: (() => Worker) | undefined;
}

/**
 * Wraps the bytes of the module. Pages and Node use `createFlash`. Rejects with a `LessonError`:
 *   core-not-loaded  the bytes are not those of the module
 */
export async function flashOf({ bytes, variant, makeWorker }: FlashParts): Promise<Flash> {
  let module: WebAssembly.Module;
  let instance: FlashInstance;
  try {
    module = await WebAssembly.compile(bytes as BufferSource);
    instance = new FlashInstance(module);
  } catch (reason) {
    throw notLoaded(reason);
  }
  const pool = makeWorker && new FlashPool(makeWorker, module);
  // On a page; nobody waits for it, and without it the first call is merely slower.
  if (makeWorker) warm(module).catch(() => undefined);
  const runner = new FlashRunner(module, pool);
  const all = Number.POSITIVE_INFINITY;
  const usualScale = (width: number) => instance.usualScale(width);
  const flash = (inputs: FlashInputs): Float32Array => {
    const problem = problemOf(inputs, usualScale);
    instance.begin(problem);
    for (const part of slices(problem, all)) instance.compute(part);
    return instance.output();
  };
  return Object.assign(flash, {
    check: (inputs: FlashInputs) => instance.check(problemOf(inputs, usualScale)),
    kept: (n: number, d: number, kernel?: FlashKernel) =>
      instance.memory(sizesOf({ n, d, kernel })).kept,
    memory: (sizes: FlashSizes) => instance.memory(sizesOf(sizes)),
    run: async (inputs: FlashInputs, options: RunOptions = {}) => {
      const problem = problemOf(inputs, usualScale);
      instance.check(problem);
      return runner.run(problem, options);
    },
    usualScale,
    variant,
    close: () => pool?.close(),
  });
}

/** As `createEngine` has it. */
export function notLoaded(reason: unknown): LessonError {
  return new LessonError(
    'core-not-loaded',
    `The fast kernels did not load (${reason instanceof Error ? reason.message : reason}). Check the connection and reload the page.`,
  );
}
