/** The door: what a JavaScript caller may hand over becomes a `Matrix`, or is refused by the core. */
import type { CoreModule } from './module.js';
import { accept, lastRefusal, nameOf } from './refusal.ts';
import type { BlockedLike, Matrix, MatrixLike, VectorLike } from './types.ts';
import { nothing, scalar, vector as vectorOf, writeInbox } from './wire.ts';

function isFlat(value: object): value is Matrix {
  return 'rows' in value && 'cols' in value && 'data' in value;
}

function fromFlat(core: CoreModule, name: string, value: Matrix): Matrix {
  const { rows, cols, data } = value;
  if (!Number.isInteger(rows) || !Number.isInteger(cols) || !(data instanceof Float64Array)) {
    core.refuseMatrix(name, 'an object without whole rows and cols and a Float64Array data');
    throw lastRefusal(core);
  }
  accept(core, core.checkFlat(name, rows, cols, data.length));
  return value;
}

function fromRows<T>(
  core: CoreModule,
  name: string,
  rows: readonly (readonly T[])[],
  toNumber: (cell: T) => number | undefined,
): Matrix {
  const cols = rows[0]?.length ?? 0;
  for (const row of rows) {
    if (!Array.isArray(row)) {
      core.refuseMatrix(name, `an array with ${nameOf(row)} in it`);
      throw lastRefusal(core);
    }
  }
  if (rows.length * cols > 4096 || rows.some((row) => row.length !== cols)) {
    writeInbox(core, [vectorOf(rows.map((row) => row.length))]);
    accept(core, core.checkRows(name));
  }
  const data = new Float64Array(rows.length * cols);
  rows.forEach((row, i) => {
    for (let j = 0; j < cols; j++) {
      const cell = row[j] as T;
      const number = toNumber(cell);
      if (number === undefined) {
        core.refuseNumber(name, i, j, nameOf(cell));
        throw lastRefusal(core);
      }
      data[i * cols + j] = number;
    }
  });
  return { rows: rows.length, cols, data };
}

function convert<T>(
  core: CoreModule,
  name: string,
  value: unknown,
  toNumber: (cell: T) => number | undefined,
): Matrix {
  if (Array.isArray(value)) return fromRows(core, name, value as T[][], toNumber);
  if (typeof value === 'object' && value !== null && isFlat(value)) {
    return fromFlat(core, name, value);
  }
  core.refuseMatrix(name, nameOf(value));
  throw lastRefusal(core);
}

const asNumber = (cell: number) => (typeof cell === 'number' ? cell : undefined);
const asFlag = (cell: boolean) => (typeof cell === 'boolean' ? Number(cell) : undefined);

export function matrix(core: CoreModule, name: string, value: MatrixLike): Matrix {
  return convert(core, name, value, asNumber);
}

export function flags(core: CoreModule, name: string, value: BlockedLike): Matrix {
  return convert(core, name, value, asFlag);
}

/** A number of any kind, NaN too: what it may be is the core's to say. */
export function number(core: CoreModule, name: string, value: number): Matrix {
  if (typeof value === 'number') return scalar(value);
  core.refuseNumber(name, -1, -1, nameOf(value));
  throw lastRefusal(core);
}

/** Nothing, when it is left out. */
export function optional(core: CoreModule, name: string, value: number | undefined): Matrix {
  return value === undefined ? nothing : number(core, name, value);
}

/** The index of a choice, or the core's refusal of it. */
export function choice(
  core: CoreModule,
  name: string,
  given: unknown,
  allowed: readonly (string | boolean)[],
): number {
  const index = allowed.indexOf(given as string | boolean);
  if (index >= 0) return index;
  const list = allowed.map((one) => (typeof one === 'boolean' ? one : `"${one}"`)).join(', ');
  core.refuseChoice(name, nameOf(given), list);
  throw lastRefusal(core);
}

/** Numbers in a row, a vector at the border. */
export function vector(core: CoreModule, name: string, value: VectorLike): Matrix {
  if (value instanceof Float64Array) return vectorOf(value);
  if (!Array.isArray(value)) {
    core.refuseVector(name, nameOf(value));
    throw lastRefusal(core);
  }
  for (let i = 0; i < value.length; i++) {
    if (typeof value[i] === 'number') continue;
    core.refuseNumber(name, -1, i, nameOf(value[i]));
    throw lastRefusal(core);
  }
  return vectorOf(value);
}

export function optionalVector(
  core: CoreModule,
  name: string,
  value: VectorLike | undefined,
): Matrix {
  return value === undefined ? nothing : vector(core, name, value);
}

/** A thing with fields, or the core's refusal of it. */
export function object<T extends object>(core: CoreModule, name: string, value: T): T {
  if (typeof value === 'object' && value !== null) return value;
  core.refuseObject(name, nameOf(value));
  throw lastRefusal(core);
}

export function list<T>(core: CoreModule, name: string, value: readonly T[]): readonly T[] {
  if (Array.isArray(value)) return value;
  core.refuseList(name, nameOf(value));
  throw lastRefusal(core);
}

/** A whole number of any length: as a number, or as digits. */
export function whole(core: CoreModule, name: string, value: number | bigint | string): Matrix[] {
  if (typeof value === 'bigint' || typeof value === 'string') {
    return [nothing, vectorOf(new TextEncoder().encode(String(value)))];
  }
  return [number(core, name, value), vectorOf([])];
}
