/** Plain workers, each with its own instance: no SharedArrayBuffer, so that any page may have them. */
import { LessonError } from './error.ts';
import type { Done } from './flash-job.ts';
import type { Answer, Job, Setup } from './flash-messages.ts';

/** The worker broke, or never came to be. The computation itself is not to blame. */
export class WorkerFailed extends Error {}

export class FlashPool {
  readonly #idle: Worker[] = [];

  constructor(
    private readonly make: () => Worker,
    private readonly module: WebAssembly.Module,
  ) {}

  close(): void {
    for (const worker of this.#idle.splice(0)) worker.terminate();
  }

  /** One after the other in one worker. Rejects with the worker's `LessonError`, the signal's reason or `WorkerFailed`. */
  async run(
    jobs: readonly { readonly job: Job; readonly transfer: Transferable[] }[],
    signal: AbortSignal,
    onProgress: (job: number, done: number) => void,
  ): Promise<Done[]> {
    const worker = this.#take();
    const done: Done[] = [];
    try {
      for (const [i, { job, transfer }] of jobs.entries())
        done.push(await ask(worker, job, transfer, signal, (progress) => onProgress(i, progress)));
    } catch (reason) {
      worker.terminate(); // it may still be computing
      throw reason;
    }
    this.#idle.push(worker);
    return done;
  }

  #take(): Worker {
    const idle = this.#idle.pop();
    if (idle) return idle;
    try {
      const worker = this.make();
      worker.postMessage({ module: this.module } satisfies Setup);
      return worker;
    } catch (reason) {
      throw new WorkerFailed(String(reason));
    }
  }
}

function ask(
  worker: Worker,
  job: Job,
  transfer: Transferable[],
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Done> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const settle = (settled: () => void) => {
      ended.abort();
      settled();
    };
    const on = { signal: ended.signal };
    if (signal.aborted) return settle(() => reject(signal.reason));
    signal.addEventListener('abort', () => settle(() => reject(signal.reason)), on);
    for (const type of ['error', 'messageerror']) {
      const broken = (event: Event) => {
        event.preventDefault(); // what is made good elsewhere is no error of the page
        settle(() => reject(new WorkerFailed((event as ErrorEvent).message ?? type)));
      };
      worker.addEventListener(type, broken, on);
    }
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<Answer>) => {
        if ('progress' in data) return onProgress(data.progress);
        if ('output' in data) return settle(() => resolve(data));
        settle(() => reject(new LessonError(data.code, data.message, data.where)));
      },
      on,
    );
    worker.postMessage(job, transfer);
  });
}
