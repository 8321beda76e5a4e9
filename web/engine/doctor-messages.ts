/** What the page and the worker of the tensor doctor say to each other. */
import type { Where } from './types.ts';

export type DoctorMethod =
  | 'add'
  | 'clear'
  | 'window'
  | 'take'
  | 'search'
  | 'trace'
  | 'seen'
  | 'behaviour'
  | 'smallest';

/** The bytes of the core come first, and once. */
export interface DoctorSetup {
  readonly wasm: ArrayBuffer | Uint8Array;
}
export interface DoctorAsk {
  readonly id: number;
  readonly method: DoctorMethod;
  readonly given: readonly unknown[];
}
/** The search that runs ends at its next step. */
export interface DoctorStop {
  readonly stop: number;
}

/** To each ask: any number of `progress`, then one of the others. */
export type DoctorAnswer =
  | { readonly id: number; readonly progress: number }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly stopped: true }
  | { readonly id: number; readonly code: string; readonly message: string; readonly where: Where };
