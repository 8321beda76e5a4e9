/** `createEngine` for pages and workers: the whole core. */
import createCore from '#core';
import wasmUrl from '#core.wasm?url';
import { engineOf } from './engine.ts';
import { type EngineOptions, load } from './load.ts';
import type { Engine } from './types.ts';

export * from './api.ts';
export type { EngineOptions } from './load.ts';

/** Loads the core. Rejects with a `LessonError`: `simd-missing` or `core-not-loaded`. */
export function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return load(createCore, wasmUrl, engineOf, options);
}
