/** What the core makes of a state. When the core refuses a state, the last good result stays. */
import { LessonError } from '../../engine/error.ts';
import type {
  AttentionEngine,
  AttentionTrace,
  CellMatrix,
  CellRef,
  Explainable,
  Explanation,
  Matrix,
} from '../../engine/types.ts';
import type { Reader } from '../grid/entry-grid.ts';
import { type Description, describe } from './describe.ts';
import { entryReader, type FigureNumbers, inputsOf, numbersOf } from './numbers.ts';
import type { FigureState, Input } from './state.ts';

const WHAT: Partial<Record<CellMatrix, Explainable>> = {
  raw: 'raw',
  scaled: 'scaled',
  masked: 'masked',
  weights: 'weight',
  output: 'output',
  rowSums: 'rowSum',
  spread: 'spread',
};

/** A computed state: everything that the figure draws comes from one of these. */
export interface Result {
  readonly state: FigureState;
  readonly numbers: FigureNumbers;
  readonly trace: AttentionTrace;
  readonly description: Description;
}

/** The mask seldom changes while numbers do: its grid then keeps the table that it has. */
function sameFlags(a: Matrix, b: Matrix): boolean {
  return a.rows === b.rows && a.cols === b.cols && a.data.every((flag, i) => flag === b.data[i]);
}

export class Computation {
  result: Result | undefined;
  /** Why the present state was refused; undefined when it was not. */
  refusal: LessonError | undefined;

  #read: (text: string) => number;
  #readers = new Map<string, Reader>();

  constructor(readonly engine: AttentionEngine) {
    this.#read = entryReader(engine);
  }

  run(state: FigureState, digits: number): void {
    try {
      const numbers = numbersOf(state, this.#read);
      const fresh = this.engine.attention(inputsOf(numbers));
      const mask = this.result?.trace.blocked;
      const trace = mask && sameFlags(mask, fresh.blocked) ? { ...fresh, blocked: mask } : fresh;
      this.result = { state, numbers, trace, description: describe(state, trace, digits) };
      this.refusal = undefined;
    } catch (reason) {
      if (!(reason instanceof LessonError)) throw reason;
      this.refusal = reason;
    }
  }

  /** The arithmetic of a computed cell; undefined for an input, and for a cell that is no longer there. */
  explain(cell: CellRef | undefined): Explanation | undefined {
    const what = cell && WHAT[cell.matrix];
    if (!cell || !what || !this.result) return undefined;
    try {
      const { row, col } = cell;
      return this.engine.explain({ ...inputsOf(this.result.numbers), what, row, col });
    } catch (reason) {
      if (reason instanceof LessonError && reason.code === 'cell-outside') return undefined;
      throw reason;
    }
  }

  /** Reads an entry of one grid, so that a refusal says which cell was meant; one reader for each grid. */
  readerOf(name: Input | 'scale'): Reader {
    let reader = this.#readers.get(name);
    if (!reader) {
      reader = (text, row, col) => this.engine.parseNumber(text, { name, row, col });
      this.#readers.set(name, reader);
    }
    return reader;
  }
}
