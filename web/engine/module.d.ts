/**
 * The compiled core as Emscripten exports it: `wasm/bindings.cpp` is the other side. Only `web/engine/` imports it.
 *
 * Numbers cross in one block each way, so that a call costs microseconds: the caller writes an inbox of doubles, calls,
 * and copies the outbox before the next call. A matrix is [rows, cols, values...]; a flag table is a matrix of 0 and 1; a
 * vector is a matrix of one column; a number [1, 1, number]; an enumeration its index, as a number; text the bytes of its
 * UTF-8, as a vector; a list its length, as a number, and then each of its things. What may be missing is [0, 0] then.
 * The inbox of a call stands beside its name below; its outbox holds the fields that `fields(call)` names, in that order.
 */

/** The calls from inbox to outbox. */
export type Call =
  // q, k, v, scale?, causal, emptyRow, blocked (0 x 0: none)
  | 'attention'
  // x, wq, wk, wv
  | 'project'
  // as attention, then [1, 3, stage, row, col]
  | 'explain'
  // three vectors: the axes of q, k and v
  | 'batchShapes';

/** Each call gives 0 when the outbox is filled and 1 when it refused. */
export interface CoreModule extends Record<Call, () => number> {
  /** Refreshed by the module when memory grows: read it anew after every call. */
  readonly HEAPF64: Float64Array;

  /** Makes room for `count` doubles and gives its byte offset; 0 when that is more than any call takes. */
  inbox(count: number): number;
  /** Byte offset of the last result. */
  outbox(): number;
  /**
   * What the outbox of a call holds: names separated by commas, "name" for a matrix, "name:kind" for a number, vector,
   * text, indices or a whole number in digits; "name{...}" for parts, "name?{...}" for parts behind a number 0 or 1 that
   * says whether they are there, "name[...]" for a list of parts.
   */
  fields(call: Call): string;

  /** Outbox: one number, as a 1 x 1 matrix. */
  parseNumber(text: string, name: string, row: number, col: number): number;
  /** The cells as text, rows joined by "\n" and cells by "\t"; only after 0 from `parseBlock`. */
  parseBlock(text: string): number;
  block(): string;

  /** Inbox: a vector of row lengths. */
  checkRows(name: string): number;
  checkFlat(name: string, rows: number, cols: number, given: number): number;
  refuseMatrix(name: string, given: string): void;
  refuseNumber(name: string, row: number, col: number, given: string): void;
  refuseChoice(name: string, given: string, allowed: string): void;

  /** The last refusal. */
  errorCode(): string;
  errorMessage(): string;
  errorName(): string;
  errorRow(): number;
  errorCol(): number;
}

export interface CoreOptions {
  wasmBinary: ArrayBuffer | Uint8Array;
}

export default function createCore(options: CoreOptions): Promise<CoreModule>;
