/** The classifier in a worker, as the page calls it. */
import { LessonError } from './error.ts';
import type { TriageCalls } from './triage.ts';
import type { Answer, Ask, Setup } from './triage-messages.ts';
import type { Triage } from './types/triage.ts';

interface Waiting {
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

const closed = () =>
  new LessonError('triage-closed', 'The classifier was closed: make a new one with createTriage.');

/**
 * Every call rejects with a `LessonError`: what the core refuses, or
 *   triage-closed  it was closed, perhaps while the call was under way
 *   worker-failed  the worker broke; the session in it is lost
 */
export function triageIn(worker: Worker, wasm: ArrayBuffer | Uint8Array): Triage {
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let over: LessonError | undefined;
  function end(reason: LessonError): void {
    over = reason;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ('result' in data) one?.resolve(data.result);
    else one?.reject(new LessonError(data.code, data.message, data.where));
  });
  for (const type of ['error', 'messageerror']) {
    worker.addEventListener(type, (event) => {
      event.preventDefault();
      const why = (event as ErrorEvent).message ?? type;
      end(
        new LessonError(
          'worker-failed',
          `The worker that trains has broken (${why}). Train again.`,
        ),
      );
    });
  }
  worker.postMessage({ wasm } satisfies Setup);
  const ask =
    (call: keyof TriageCalls) =>
    (...args: unknown[]) =>
      new Promise<never>((resolve, reject) => {
        if (over) return reject(over);
        next += 1;
        waiting.set(next, { resolve: resolve as (result: unknown) => void, reject });
        worker.postMessage({ id: next, call, args } satisfies Ask);
      });
  return {
    start: ask('start'),
    epoch: ask('epoch'),
    read: ask('read'),
    tryTickets: ask('tryTickets'),
    peerEpoch: ask('peerEpoch'),
    guideEpoch: ask('guideEpoch'),
    adversaryEpoch: ask('adversaryEpoch'),
    judge: ask('judge'),
    rules: ask('rules'),
    close: () => end(closed()),
  };
}
