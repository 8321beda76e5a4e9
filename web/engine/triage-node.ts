/** `createTriage` for Node >= 20. It has no worker: each call computes on the calling thread. */
import { readFile } from 'node:fs/promises';
import { promised } from './triage.ts';
import { openTriage } from './triage-open.ts';
import type { Triage } from './types/triage.ts';

export * from './triage.ts';

export interface TriageLoad {
  /** The compiled classifier; the file beside this one when left out. */
  readonly wasm?: ArrayBuffer | Uint8Array | undefined;
}

/** Loads the classifier. */
export async function createTriage(options: TriageLoad = {}): Promise<Triage> {
  const wasmBinary = options.wasm ?? (await readFile(new URL('./triage.wasm', import.meta.url)));
  return promised(await openTriage(wasmBinary));
}
