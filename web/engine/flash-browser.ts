/// <reference path="./flash-variants.d.ts" />
/** `createFlash` for pages: the float32 kernels, and workers for large work. */
import relaxedUrl from 'virtual:flash-relaxed';
import { relaxedSimd, simd } from 'wasm-feature-detect';
import wasmUrl from '#flash.wasm?url';
import workerFile from '../workers/flash-worker.ts?worker&url';
import { download } from './download.ts';
import { LessonError } from './error.ts';
import { type FlashBytes, flashOf, notLoaded } from './flash.ts';
import { workerUrl } from './flash-worker-url.ts';
import type { Flash } from './types/flash.ts';

export * from './flash.ts';

export interface FlashOptions {
  /** The compiled kernels, or where to fetch them; the file that was built with this one when left out. */
  readonly wasm?: string | URL | FlashBytes | undefined;
  /** `false`: not those with fused multiply-add, even where the browser has it. */
  readonly relaxed?: boolean | undefined;
}

/** Classic where it is built, and a module where the development server sends the source. */
const makeWorker = () =>
  new Worker(workerUrl(workerFile), { type: import.meta.env.DEV ? 'module' : 'classic' });

/**
 * Loads the kernels. Rejects with a `LessonError`:
 *   simd-missing     the browser has no WebAssembly SIMD
 *   core-not-loaded  the file did not come or is not the module
 */
export async function createFlash({ wasm, relaxed }: FlashOptions = {}): Promise<Flash> {
  if (typeof WebAssembly !== 'object' || !(await simd())) {
    throw new LessonError(
      'simd-missing',
      'This browser has no WebAssembly SIMD, which the fast kernels compute with. Any Chrome, Edge or Firefox since 2021 and any Safari since 16.4 has it.',
    );
  }
  const offered = wasm === undefined && relaxed !== false ? relaxedUrl : undefined;
  const fused = offered !== undefined && (await relaxedSimd()) ? offered : undefined;
  const source = wasm ?? fused ?? wasmUrl;
  let bytes: FlashBytes;
  try {
    bytes = typeof source === 'string' || source instanceof URL ? await download(source) : source;
  } catch (reason) {
    throw notLoaded(reason);
  }
  return flashOf({ bytes, variant: fused !== undefined ? 'relaxed-simd' : 'simd', makeWorker });
}
