/** `createEngine` for pages and workers. */

import { simd } from 'wasm-feature-detect';
import createCore from '#core';
import wasmUrl from '#core.wasm?url';
import { engineOf } from './engine.ts';
import { LessonError } from './error.ts';
import type { Engine } from './types.ts';

export * from './api.ts';

export interface EngineOptions {
  /** The compiled core, or where to fetch it; the file that was built with this one when left out. */
  readonly wasm?: string | URL | ArrayBuffer | Uint8Array | undefined;
}

/**
 * Loads the core. Rejects with a `LessonError`:
 *   simd-missing     the browser has no WebAssembly SIMD
 *   core-not-loaded  the file did not come or is not the core
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  if (typeof WebAssembly !== 'object' || !(await simd())) {
    throw new LessonError(
      'simd-missing',
      'This browser has no WebAssembly SIMD, which the lesson computes with. Any Chrome, Edge or Firefox since 2021 and any Safari since 16.4 has it.',
    );
  }
  const source = options.wasm ?? wasmUrl;
  try {
    const wasmBinary =
      typeof source === 'string' || source instanceof URL ? await download(source) : source;
    return engineOf(await createCore({ wasmBinary }));
  } catch (reason) {
    throw new LessonError(
      'core-not-loaded',
      `The lesson's computing core did not load (${reason instanceof Error ? reason.message : reason}). Check the connection and reload the page.`,
    );
  }
}

// From bytes, not streaming: some learning-management systems serve wasm under a wrong type.
async function download(url: string | URL): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`);
  return answer.arrayBuffer();
}
