/** Plain workers, each with its own instance: no SharedArrayBuffer, so that any page may have them. */
import { LessonError } from './error.ts';
import { FlashBuffers } from './flash-buffers.ts';
import type { Answer, Answered, Job, Setup } from './flash-messages.ts';

/** The worker broke, or never came to be. The computation itself is not to blame. */
export class WorkerFailed extends Error {}

export class FlashPool {
  /** For the jobs of all workers. Those of a job that is not answered are lost with its worker. */
  readonly buffers = new FlashBuffers();
  readonly #idle: Worker[] = [];

  constructor(
    private readonly make: () => Worker,
    private readonly module: WebAssembly.Module,
  ) {}

  close(): void {
    for (const worker of this.#idle.splice(0)) worker.terminate();
    this.buffers.keep();
  }

  /** One after the other in one worker. Rejects with the worker's `LessonError`, the signal's reason or `WorkerFailed`. */
  async run(
    jobs: readonly Job[],
    signal: AbortSignal,
    onProgress: (job: number, done: number) => void,
  ): Promise<Answered[]> {
    const worker = this.#take();
    const done: Answered[] = [];
    try {
      for (const [i, job] of jobs.entries())
        done.push(await ask(worker, job, signal, (progress) => onProgress(i, progress)));
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
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Answered> {
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
    worker.postMessage(
      job,
      job.buffers.map(({ buffer }) => buffer),
    );
  });
}
