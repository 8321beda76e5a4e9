/** The tensor doctor as its callers see it: by a worker, or on this thread where there is none. */
import type { DoctorAnswer, DoctorMethod } from './doctor-messages.ts';
import type { DoctorSession } from './doctor-session.ts';
import { LessonError } from './error.ts';
import type { Doctor, DoctorMeant, DoctorRun } from './types/doctor.ts';

export { LessonError } from './error.ts';
export type * from './types/doctor.ts';

type Ask = (method: DoctorMethod, given: readonly unknown[], run?: DoctorRun) => Promise<unknown>;

function doctorOf(ask: Ask, close: () => void): Doctor {
  const method =
    (name: DoctorMethod) =>
    (...given: unknown[]) =>
      ask(name, given);
  return {
    ...Object.fromEntries(
      (['add', 'clear', 'window', 'take', 'trace', 'seen', 'behaviour', 'smallest'] as const).map(
        (name) => [name, method(name)],
      ),
    ),
    search: (meant: DoctorMeant, run: DoctorRun = {}) => ask('search', [meant], run),
    close,
  } as unknown as Doctor;
}

/** On this thread, with a pause between the steps of a search. */
export function doctorHere(session: DoctorSession): Doctor {
  async function search(meant: DoctorMeant, { signal, onProgress }: DoctorRun) {
    signal?.throwIfAborted();
    const steps = session.search(meant);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        onProgress?.(1);
        return step.value;
      }
      onProgress?.(step.value);
      await new Promise<void>((resume) => setTimeout(resume));
      signal?.throwIfAborted();
    }
  }
  let last: Promise<unknown> = Promise.resolve();
  const ask: Ask = (method, given, run) => {
    const serve = () =>
      method === 'search'
        ? search(given[0] as DoctorMeant, run ?? {})
        : (session[method] as (...args: unknown[]) => unknown).apply(session, [...given]);
    const asked = last.then(serve, serve);
    last = asked;
    return asked;
  };
  return doctorOf(ask, () => {});
}

/** In a worker that has been told the bytes of the core. LessonError: doctor-failed when it breaks. */
export function doctorIn(worker: Worker): Doctor {
  interface Waiting {
    resolve(value: unknown): void;
    reject(reason: unknown): void;
    readonly run: DoctorRun | undefined;
  }
  const waiting = new Map<number, Waiting>();
  let next = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<DoctorAnswer>) => {
    const one = waiting.get(data.id);
    if (!one) return;
    if ('progress' in data) return one.run?.onProgress?.(data.progress);
    waiting.delete(data.id);
    if ('result' in data) {
      one.run?.onProgress?.(1);
      one.resolve(data.result);
    } else if ('stopped' in data) one.reject(one.run?.signal?.reason);
    else one.reject(new LessonError(data.code, data.message, data.where));
  });
  const fail = (message: string) => {
    for (const one of waiting.values()) one.reject(new LessonError('doctor-failed', message));
    waiting.clear();
  };
  for (const type of ['error', 'messageerror']) {
    worker.addEventListener(type, (event) => {
      event.preventDefault();
      fail(`The worker of the doctor broke (${(event as ErrorEvent).message ?? type}).`);
    });
  }
  const ask: Ask = (method, given, run) =>
    new Promise((resolve, reject) => {
      const { signal } = run ?? {};
      if (signal?.aborted) return reject(signal.reason);
      const id = next++;
      waiting.set(id, { resolve, reject, run });
      signal?.addEventListener('abort', () => worker.postMessage({ stop: id }), { once: true });
      worker.postMessage({ id, method, given });
    });
  return doctorOf(ask, () => {
    worker.terminate();
    fail('The doctor was closed.');
  });
}
