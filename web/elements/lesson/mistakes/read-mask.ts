/** A pasted mask, as one library reads it. The core reads the cells and computes what the mask permits. */
import { LessonError } from '../../../engine/error.ts';
import type { Engine, Matrix } from '../../../engine/types.ts';
import { messages } from '../../../messages/index.ts';
import type { Encoding, Mask } from '../depth/encodings.ts';

const text = messages.translator;
const MOST = 16;

export interface ReadMask {
  /** Softmax of nothing but the mask. */
  readonly weights: Matrix;
  /** Cells of weight 0, and whole rows that are NaN. */
  readonly mask: Mask;
  /** What is added to each score: minus infinity where it is blocked. */
  readonly added: readonly (readonly number[])[];
}

const refuse = (code: string, message: string, row = -1, col = -1): never => {
  throw new LessonError(code, message, { name: 'mask', row, col });
};

const TRUTH: Readonly<Record<string, boolean>> = { true: true, false: false };

/** The cells, each True, False, or a number. Throws what the core or this table refuses. */
function cellsOf(engine: Engine, pasted: string): readonly (readonly (boolean | number)[])[] {
  const cells = engine.parseBlock(pasted);
  const width = cells[0]?.length ?? 0;
  cells.forEach((line, row) => {
    if (line.length !== width)
      refuse('mask-ragged', text.refused.ragged(row, line.length, width), row);
  });
  if (cells.length > MOST || width > MOST)
    refuse('mask-size', text.refused.size(cells.length, width));
  let words: boolean | undefined;
  return cells.map((line, row) =>
    line.map((cell, col) => {
      const truth = TRUTH[cell.trim().toLowerCase()];
      words ??= truth !== undefined;
      if ((truth !== undefined) !== words)
        refuse('mask-mixed', text.refused.mixed(cell, row, col), row, col);
      return truth ?? engine.parseNumber(cell, { name: 'mask', row, col });
    }),
  );
}

function addedOf(
  value: boolean | number,
  { id, trueIs, numbers }: Encoding,
  row: number,
  col: number,
): number {
  const name = text.names[id];
  if (typeof value === 'boolean') {
    if (!trueIs) return refuse('mask-words', text.refused.words(name), row, col);
    return value === (trueIs === 'read') ? 0 : Number.NEGATIVE_INFINITY;
  }
  if (numbers === 'added') return value;
  if (value !== 0 && value !== 1)
    return refuse('mask-truth', text.refused.truth(name, String(value), row, col), row, col);
  return value === 1 ? 0 : Number.NEGATIVE_INFINITY;
}

export function readMask(engine: Engine, pasted: string, encoding: Encoding): ReadMask {
  const cells = cellsOf(engine, pasted);
  if (encoding.shape === 'row' && cells.length !== 1)
    refuse('mask-row', text.refused.row(text.names[encoding.id], cells.length));
  const [first = []] = cells;
  // One row stands for as many queries as there are keys.
  const whole = encoding.shape === 'row' ? first.map(() => first) : cells;
  const added = whole.map((line, row) =>
    line.map((value, col) => addedOf(value, encoding, row, col)),
  );
  // The scores are what is added: the query of row i picks place i of each key.
  const blocked = added.map((line) => line.map((cell) => cell === Number.NEGATIVE_INFINITY));
  const { weights } = engine.attention({
    q: added.map((_line, row) => added.map((_other, at) => (at === row ? 1 : 0))),
    k: first.map((_cell, col) =>
      added.map((line, row) => (blocked[row]?.[col] ? 0 : (line[col] ?? 0))),
    ),
    v: first.map(() => [0]),
    scale: 1,
    blocked,
  });
  const mask = added.map((line, row) =>
    line.map((_cell, col) => !((weights.data[row * line.length + col] ?? 0) > 0)),
  );
  return { weights, mask, added };
}
