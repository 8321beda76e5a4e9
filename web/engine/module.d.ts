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
  | 'batchShapes'
  // x, 0 or 1 and memory, multihead weights, options
  | 'multihead'
  // x, k, v and offset of the cache, multihead weights, rotary
  | 'decode'
  // x, norm
  | 'layerNorm'
  // x, feed-forward
  | 'feedForward'
  // x, block, options
  | 'block'
  // x, memory, decoder block, options, options for the memory
  | 'decoderBlock'
  // family, x, list of blocks, 0 or 1 and norm, options
  | 'stack'
  // source, target, list of blocks, 0 or 1 and norm, options, list of decoder blocks, 0 or 1 and norm, two options
  | 'encoderDecoder'
  // family, source, target
  | 'mayNotRead'
  // n, d, layout, base?, offset?
  | 'sinusoid'
  // x, layout, base?, offset?
  | 'rope'
  // codes, vector of starts, offsets
  | 'similarityByOffset'
  // heads
  | 'alibiSlopes'
  // heads, head, n
  | 'alibiBias'
  // batch?, heads?, n, m?, elementBytes?
  | 'scoreCost'
  // n, dModel
  | 'layerCost'
  // dModel, heads?, kvHeads?
  | 'parameterCost'
  // layers?, kvHeads?, headWidth, n, elementBytes?
  | 'cacheCost'
  // n
  | 'pathCost'
  // vector of weights
  | 'softmaxJacobian'
  // as attention, then upstream
  | 'attentionBackward'
  // format, matrix
  | 'roundTo'
  // format, a, b
  | 'unitsBetween'
  // precision, then as attention
  | 'attentionIn'
  // nothing
  | 'listMistakes'
  | 'listInvariants'
  | 'listBench'
  | 'mistakeTable'
  | 'listProbes'
  // text of the id
  | 'shownOn'
  // whole number, list of ids
  | 'blindFits'
  | 'blindProbe'
  | 'blindJudge'
  // list of ids, setup
  | 'applyMistake'
  | 'runInvariants'
  // list of ids, x, eps?
  | 'applyToNorm'
  // setup, list of scores, list of weights, 0 or 1 and output, tolerance?
  | 'diagnose'
  // 0, or 1 and whole number; n?, dModel?, heads?, causal?, residual (0 or 1)?, scale?, positions?, axis?
  | 'lab'
  // whole number, train?, test?, shortcut, 0 or 1 and text, width?, heads?, blocks?, pooling, uniform (0 or 1), whole
  // number, epochs?, batch?, rate?, maskShare?; this and the next are of the classifier's module, which has no other
  | 'triageStart'
  // nothing
  | 'triageEpoch'
  | 'triageRules'
  // text
  | 'triageRead'
  // count, of
  | 'triageTry'
  // 0 or 1
  | 'triagePeerEpoch'
  // 0 to 3
  | 'triageGuideEpoch'
  // nothing
  | 'triageAdversaryEpoch'
  // list of: text of the id, atLeast, threshold, inForce
  | 'triageJudge'
  // nothing
  | 'listExercises'
  | 'listSlips'
  // text of the kind, whole number
  | 'makeExercise'
  | 'solveExercise'
  // the same, then a list of lists of texts
  | 'gradeExercise'
  // as attention, then what, row, list of texts
  | 'gradeRow'
  // nothing
  | 'listPuzzles'
  // text of the id, then as attention
  | 'checkPuzzle'
  // day
  | 'reviewStart'
  // stage, due, last?, reviews, misses, grade, day
  | 'reviewNext'
  // year, month, day
  | 'dayOf'
  // day
  | 'dateOf'
  // whole number
  | 'numpySeed'
  | 'torchSeed'
  // state, vector of sizes
  | 'numpyRaw'
  | 'numpyRandom'
  | 'numpyPermutation'
  | 'torchRand'
  | 'torchRandn'
  | 'torchRandperm'
  // state, vector of sizes, loc?, scale?
  | 'numpyNormal'
  // state, vector of sizes, whole number, whole number
  | 'numpyIntegers'
  // Of the tensor doctor's module alone: text of the name, and the file in the byte box
  | 'doctorOpen'
  // index, and its unpacked bytes in the byte box
  | 'doctorOpenEntry'
  // how many tensors stay
  | 'doctorForget'
  // nothing
  | 'doctorClear'
  | 'doctorList'
  | 'doctorStep'
  | 'doctorJudgement'
  | 'doctorSeen'
  // tensor, plane, row, col, rows, cols
  | 'doctorWindow'
  // vector of roles, layout?, heads?, kvHeads?, scale?, mask?, tolerance?, causal, positions, pairing, base?, emptyRow
  | 'doctorTake'
  | 'doctorStart'
  // suspect (-1: the right computation), sequence, head
  | 'doctorTrace'
  // suspect
  | 'doctorBehaviour'
  | 'doctorSmallest';

/*
 * Parts of these, in their order:
 *   multihead weights   heads, kvHeads?, wq, wk, wv, wo, bq?, bk?, bv?, bo?
 *   rotary              0, or 1 and: layout, base?, offset?
 *   options             causal?, emptyRow, blocked (0 x 0: none), rotary
 *   norm                weight?, bias?, eps?
 *   feed-forward        w1, b1?, w2, b2?, activation
 *   block               order, multihead weights, feed-forward, norm, norm
 *   decoder block       order, multihead weights, multihead weights, feed-forward, norm, norm, norm
 *   whole number        number?, text: digits where there is no number
 *   setup               0 and: q, k, v, heads?, kvHeads?, wo (0 x 0: none), bo?; or 1 and: x, multihead weights; then
 *                       scale?, causal, emptyRow, blocked, padding, positions, layout, base?, queryOffset?, keyOffset?,
 *                       normEps?
 *   state               a vector as the call before gave it; of 64 bits, the lower 32 come first
 */

/** Each call gives 0 when the outbox is filled and 1 when it refused. */
export interface CoreModule extends Record<Call, () => number> {
  /** Refreshed by the module when memory grows: read it anew after every call. */
  readonly HEAPF64: Float64Array;

  /** Makes room for `count` doubles and gives its byte offset; 0 when that is more than any call takes. */
  inbox(count: number): number;
  /** Of the tensor doctor's module alone: makes room for `count` bytes and gives their offset; 0 when that is too much. */
  byteBox(count: number): number;
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
  blockText(): string;

  /** Inbox: a vector of row lengths. */
  checkRows(name: string): number;
  checkFlat(name: string, rows: number, cols: number, given: number): number;
  refuseMatrix(name: string, given: string): void;
  refuseVector(name: string, given: string): void;
  refuseList(name: string, given: string): void;
  refuseObject(name: string, given: string): void;
  refuseNumber(name: string, row: number, col: number, given: string): void;
  refuseText(name: string, row: number, col: number, given: string): void;
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
