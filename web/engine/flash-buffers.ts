/**
 * What travels to a worker comes back and travels again: fresh memory costs the system a page fault for each 4 KiB.
 * Kept is what the last run that ended used, for as long as runs follow each other: a page that computed something large
 * once does not hold it.
 */
import type { Floats } from './types/flash.ts';

/** Frames, steps and layers come closer together; nobody waits for the memory of the last one. */
export const IDLE_MS = 2000;

export type Buffer = Float32Array<ArrayBuffer>;

export class FlashBuffers {
  #kept = new Set<Buffer>();

  /** So many numbers, whatever they are. Only what has that very length is used again, so that nothing larger is kept. */
  take(count: number): Buffer {
    for (const one of this.#kept) if (one.length === count && this.#kept.delete(one)) return one;
    return new Float32Array(count);
  }

  /** As `take`, with the numbers from `start` on. */
  copy(numbers: Floats, start: number, count: number): Buffer {
    const copy = this.take(count);
    if (numbers instanceof Float32Array) copy.set(numbers.subarray(start, start + count));
    else for (let i = 0; i < count; i++) copy[i] = numbers[start + i] as number;
    return copy;
  }

  /** In place of what was kept. Nobody else may read or write these any more. */
  keep(buffers: readonly Buffer[] = []): void {
    this.#kept.clear();
    const kept = new Set(buffers);
    this.#kept = kept;
    setTimeout(() => kept.clear(), IDLE_MS);
  }
}
