/** A worker with an instance of the float32 kernels of its own. */
import { LessonError } from '../engine/error.ts';
import { FlashInstance } from '../engine/flash-instance.ts';
import { jobOf } from '../engine/flash-job.ts';
import type { Answer, Job, Setup } from '../engine/flash-messages.ts';

// The types of the page have no worker's scope.
const answer = postMessage as unknown as (message: Answer, transfer?: Transferable[]) => void;

let instance: FlashInstance | undefined;

function run(core: FlashInstance, { problem, buffers, atLeast }: Job): void {
  const job = jobOf(core, problem, atLeast, buffers[3]);
  let step = job.next();
  for (; !step.done; step = job.next()) answer({ progress: step.value });
  const transfer = buffers.map(({ buffer }) => buffer);
  answer({ ...step.value, buffers }, transfer);
}

addEventListener('message', ({ data }: MessageEvent<Setup | Job>) => {
  if ('module' in data) {
    instance = new FlashInstance(data.module);
    return;
  }
  try {
    if (instance) run(instance, data);
  } catch (reason) {
    if (!(reason instanceof LessonError)) throw reason; // the page hears of it as an error of the worker
    const { code, message, where } = reason;
    answer({ code, message, where });
  }
});
