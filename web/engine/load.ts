/** Loads a compiled core in a page or a worker. */
import { simd } from 'wasm-feature-detect';
import { download } from './download.ts';
import { LessonError } from './error.ts';
import type { CoreModule, CoreOptions } from './module.js';

export interface EngineOptions {
  /** The compiled core, or where to fetch it; the file that was built with this one when left out. */
  readonly wasm?: string | URL | ArrayBuffer | Uint8Array | undefined;
}

const FORBIDDEN =
  "The site that shows the lesson forbids WebAssembly: its Content-Security-Policy needs 'wasm-unsafe-eval' in script-src.";

/** As browsers word it. */
const forbidden = (why: string) => /content security policy|\bcsp\b/i.test(why);

/**
 * Rejects with a `LessonError`:
 *   simd-missing     the browser has no WebAssembly SIMD
 *   core-not-loaded  the file did not come or is not the core
 */
export async function load<T>(
  create: (options: CoreOptions) => Promise<CoreModule>,
  wasmUrl: string,
  wrap: (core: CoreModule) => T,
  options: EngineOptions,
): Promise<T> {
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
    return wrap(await create({ wasmBinary }));
  } catch (reason) {
    const why = String(reason instanceof Error ? reason.message : reason);
    throw new LessonError(
      'core-not-loaded',
      `The lesson's computing core did not load (${why}). ${forbidden(why) ? FORBIDDEN : 'Check the connection and reload the page.'}`,
    );
  }
}
