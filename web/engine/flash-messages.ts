/** What the page and the worker of the float32 kernels say to each other. */
import type { Problem } from './flash-problem.ts';
import type { Where } from './types.ts';

/** Comes first, and once. */
export interface Setup {
  readonly module: WebAssembly.Module;
}

export interface Job {
  readonly problem: Problem;
  /** Milliseconds for which it is computed again and again; 0: once. */
  readonly atLeast: number;
}

/** To each job: any number of `progress`, then one of the others. */
export type Answer =
  | { readonly progress: number }
  | { readonly output: Float32Array; readonly milliseconds: number; readonly memory: number }
  | { readonly code: string; readonly message: string; readonly where: Where };
