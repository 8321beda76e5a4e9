/** A worker with a session of the classifier: one call at a time, in the order in which they come. */
import { LessonError } from '../engine/error.ts';
import type { TriageCalls } from '../engine/triage.ts';
import type { Answer, Ask, Setup } from '../engine/triage-messages.ts';
import { openTriage } from '../engine/triage-open.ts';

// The types of the page have no worker's scope.
const answer = postMessage as unknown as (message: Answer) => void;

let calls: Promise<TriageCalls> | undefined;

async function run({ id, call, args }: Ask): Promise<void> {
  try {
    const all = await calls;
    if (!all) return;
    answer({ id, result: (all[call] as (...given: unknown[]) => unknown)(...args) });
  } catch (reason) {
    if (!(reason instanceof LessonError)) throw reason; // the page hears of it as an error of the worker
    const { code, message, where } = reason;
    answer({ id, code, message, where });
  }
}

addEventListener('message', ({ data }: MessageEvent<Setup | Ask>) => {
  if ('wasm' in data) calls = openTriage(data.wasm);
  else void run(data);
});
