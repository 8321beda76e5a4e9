/** What the page and the worker of the float32 kernels say to each other. */
import type { Buffer } from './flash-buffers.ts';
import type { Done } from './flash-job.ts';
import type { Problem } from './flash-problem.ts';
import type { Where } from './types.ts';

/** Comes first, and once. */
export interface Setup {
  readonly module: WebAssembly.Module;
}

export interface Job {
  readonly problem: Problem;
  /** q, k and v of the problem, and the output, to be written over: their memory is transferred, and comes back. */
  readonly buffers: readonly [q: Buffer, k: Buffer, v: Buffer, output: Buffer];
  /** Milliseconds for which it is computed again and again; 0: once. */
  readonly atLeast: number;
}

export interface Answered extends Done {
  /** Of the job. */
  readonly buffers: Job['buffers'];
}

/** To each job: any number of `progress`, then one of the others. */
export type Answer =
  | { readonly progress: number }
  | Answered
  | { readonly code: string; readonly message: string; readonly where: Where };
