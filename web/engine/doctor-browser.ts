/** `createDoctor` for pages: in a worker. */
import wasmUrl from '#core-doctor.wasm?url';
import workerFile from '../workers/doctor-worker.ts?worker&url';
import { doctorIn } from './doctor.ts';
import { download } from './download.ts';
import { LessonError } from './error.ts';
import { workerUrl } from './flash-worker-url.ts';
import type { EngineOptions } from './load.ts';
import type { Doctor } from './types/doctor.ts';

export * from './doctor.ts';

/**
 * Loads the doctor. Rejects with a `LessonError`:
 *   core-not-loaded  the file did not come, or the page's policy allows no worker
 */
export async function createDoctor({ wasm = wasmUrl }: EngineOptions = {}): Promise<Doctor> {
  try {
    const bytes = typeof wasm === 'string' || wasm instanceof URL ? await download(wasm) : wasm;
    const worker = new Worker(workerUrl(workerFile), {
      type: import.meta.env.DEV ? 'module' : 'classic',
    });
    worker.postMessage({ wasm: bytes });
    return doctorIn(worker);
  } catch (reason) {
    throw new LessonError(
      'core-not-loaded',
      `The tensor doctor did not load (${reason instanceof Error ? reason.message : reason}). Check the connection and reload the page.`,
    );
  }
}
