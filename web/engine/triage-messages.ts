/** What the page and the worker of the classifier say to each other. */
import type { TriageCalls } from './triage.ts';
import type { Where } from './types.ts';

/** Comes first, and once. */
export interface Setup {
  readonly wasm: ArrayBuffer | Uint8Array;
}

export interface Ask {
  readonly id: number;
  readonly call: keyof TriageCalls;
  readonly args: readonly unknown[];
}

/** One to each ask, in any order. */
export type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly code: string; readonly message: string; readonly where: Where };
