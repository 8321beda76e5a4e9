/** The blocks of doubles that cross to the core and back; `module.d.ts` describes their layout. */
import { type Field, Outbox, parseFields, type Result } from './fields.ts';
import type { Call, CoreModule } from './module.js';
import { accept, lastRefusal } from './refusal.ts';
import type { Matrix } from './types.ts';

/** Hands `parts` over to a call of the core and reads its result. Throws what the core refuses. */
export type Run = (call: Call, parts: readonly Matrix[]) => Result;

/** What every part of the engine is made of. */
export interface Border {
  readonly core: CoreModule;
  readonly run: Run;
}

export function borderOf(core: CoreModule): Border {
  const known = new Map<Call, readonly Field[]>();
  return {
    core,
    run(call, parts) {
      let fields = known.get(call);
      if (!fields) {
        fields = parseFields(core.fields(call));
        known.set(call, fields);
      }
      writeInbox(core, parts);
      accept(core, core[call]());
      return new Outbox(core.HEAPF64, core.outbox() / 8).result(fields);
    },
  };
}

/** Copies `parts` behind each other into the core's inbox; each is preceded by its rows and columns. */
export function writeInbox(core: CoreModule, parts: readonly Matrix[]): void {
  let count = 0;
  if (parts.length === 0) {
    core.inbox(0); // an empty box has no place
    return;
  }
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

export function vector(values: ArrayLike<number>): Matrix {
  return { rows: values.length, cols: 1, data: Float64Array.from(values) };
}

const scalars = new Map<number, Matrix>();

/** A 1 x 1 matrix; the few enumeration values are kept, as they cross on every call. */
export function scalar(value: number): Matrix {
  const kept = scalars.get(value);
  if (kept) return kept;
  const made = { rows: 1, cols: 1, data: Float64Array.of(value) };
  // Not -0, which the map takes for 0.
  if (Number.isInteger(value) && value >= 0 && value < 8 && !Object.is(value, -0))
    scalars.set(value, made);
  return made;
}

export const nothing: Matrix = { rows: 0, cols: 0, data: new Float64Array(0) };
