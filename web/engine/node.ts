/** `createEngine` for Node >= 20. */
import { readFile } from 'node:fs/promises';
import createCore from '#core';
import { engineOf } from './engine.ts';
import type { Engine } from './types.ts';

export * from './api.ts';

export interface EngineOptions {
  /** The compiled core; the file beside this one when left out. */
  readonly wasm?: ArrayBuffer | Uint8Array | undefined;
}

/** Loads the core. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const wasmBinary = options.wasm ?? (await readFile(new URL('./lesson.wasm', import.meta.url)));
  return engineOf(await createCore({ wasmBinary }));
}
