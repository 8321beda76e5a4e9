/**
 * The compiled core as Emscripten exports it: `wasm/bindings.cpp` is the other side. Only `web/engine/` imports it.
 *
 * Numbers cross in one block each way, so that a call costs microseconds: the caller writes an inbox of doubles, calls,
 * and copies the outbox before the next call. A matrix is [rows, cols, values...]; a flag table is a matrix of 0 and 1;
 * an enumeration is its index. The outbox of a call is one matrix for each name in `fields(call)`, in that order.
 */
export interface CoreModule {
  /** Refreshed by the module when memory grows: read it anew after every call. */
  readonly HEAPF64: Float64Array;

  /** Makes room for `count` doubles and gives its byte offset; 0 when that is more than any call takes. */
  inbox(count: number): number;
  /** Byte offset of the last result. */
  outbox(): number;
  /** Field names of a call's result, comma-separated, in the order of the outbox: "scale,blocked,raw,...". */
  fields(call: 'attention' | 'project' | 'explain' | 'batchShapes'): string;

  /** Inbox: q, k, v, [1, 1, scale] or [0, 0], [1, 1, causal], [1, 1, emptyRow], blocked. 0: done; 1: refused. */
  attention(): number;
  /** Inbox: x, wq, wk, wv. */
  project(): number;
  /** Inbox: as attention, then [1, 3, stage, row, col]. */
  explain(): number;
  /** Inbox: three vectors (a, 1) that hold the axes of q, k and v. */
  batchShapes(): number;

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
