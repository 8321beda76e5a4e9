/** `createTriage` for pages: a worker trains, so that the page stays free. */
import { simd } from 'wasm-feature-detect';
import createCore from '#core-triage';
import wasmUrl from '#core-triage.wasm?url';
import workerFile from '../workers/triage-worker.ts?worker&url';
import { download } from './download.ts';
import { LessonError } from './error.ts';
import { workerUrl } from './flash-worker-url.ts';
import { load } from './load.ts';
import { promised, triageOf } from './triage.ts';
import { triageIn } from './triage-remote.ts';
import type { Triage } from './types/triage.ts';

export * from './triage.ts';

export interface TriageLoad {
  /** The compiled classifier, or where to fetch it; the file that was built with this one when left out. */
  readonly wasm?: string | URL | ArrayBuffer | Uint8Array | undefined;
}

/** Classic where it is built, and a module where the development server sends the source. */
const makeWorker = () =>
  new Worker(workerUrl(workerFile), { type: import.meta.env.DEV ? 'module' : 'classic' });

/**
 * Loads the classifier. Where the page may have no worker it computes on the page's own thread, call by call. Rejects
 * with a `LessonError`:
 *   simd-missing     the browser has no WebAssembly SIMD
 *   core-not-loaded  the file did not come or is not the module
 */
export async function createTriage({ wasm }: TriageLoad = {}): Promise<Triage> {
  const source = wasm ?? wasmUrl;
  const here = (from: typeof wasm) => load(createCore, wasmUrl, triageOf, { wasm: from });
  if (typeof WebAssembly !== 'object' || !(await simd())) return promised(await here(source));
  let worker: Worker;
  try {
    worker = makeWorker();
  } catch {
    return promised(await here(source));
  }
  try {
    const bytes =
      typeof source === 'string' || source instanceof URL ? await download(source) : source;
    const triage = triageIn(worker, bytes);
    await triage.rules(); // it answers, or tells why it does not
    return triage;
  } catch (reason) {
    worker.terminate();
    throw new LessonError(
      'core-not-loaded',
      `The classifier did not load (${reason instanceof Error ? reason.message : reason}). Check the connection and reload the page.`,
    );
  }
}
