/** The blocks of doubles that cross to the core and back; `module.d.ts` describes their layout. */
import type { CoreModule } from './module.js';
import { lastRefusal } from './refusal.ts';
import type { Matrix } from './types.ts';

/** Copies `parts` behind each other into the core's inbox; each is preceded by its rows and columns. */
export function writeInbox(core: CoreModule, parts: readonly Matrix[]): void {
  let count = 0;
  for (const part of parts) count += 2 + part.data.length;
  const offset = core.inbox(count);
  if (offset === 0) throw lastRefusal(core);
  let at = offset / 8;
  const heap = core.HEAPF64;
  for (const { rows, cols, data } of parts) {
    heap[at] = rows;
    heap[at + 1] = cols;
    heap.set(data, at + 2);
    at += 2 + data.length;
  }
}

/** Copies `count` matrices out of the core's outbox. */
export function readOutbox(core: CoreModule, count: number): Matrix[] {
  const heap = core.HEAPF64;
  const parts: Matrix[] = [];
  let at = core.outbox() / 8;
  for (let i = 0; i < count; i++) {
    const rows = heap[at] ?? 0;
    const cols = heap[at + 1] ?? 0;
    const end = at + 2 + rows * cols;
    parts.push({ rows, cols, data: heap.slice(at + 2, end) });
    at = end;
  }
  return parts;
}

export function vector(values: ArrayLike<number>): Matrix {
  return { rows: values.length, cols: 1, data: Float64Array.from(values) };
}

const scalars = new Map<number, Matrix>();

/** A 1 x 1 matrix; the few enumeration values are kept, as they cross on every call. */
export function scalar(value: number): Matrix {
  const kept = scalars.get(value);
  if (kept) return kept;
  const made = { rows: 1, cols: 1, data: Float64Array.of(value) };
  if (Number.isInteger(value) && value >= 0 && value < 8) scalars.set(value, made);
  return made;
}

export const nothing: Matrix = { rows: 0, cols: 0, data: new Float64Array(0) };
