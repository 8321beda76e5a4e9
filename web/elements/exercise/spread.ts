/**
 * A vector or a table typed into one cell, such as "(0.4, 0.4, 0.2)", put into the cells that it is meant for, so that each
 * number stands under its mark. What is left in one cell the core reads, and fills the empty cells behind it.
 */
import { LessonError } from '../../engine/error.ts';
import type { Ask, Engine } from '../../engine/types.ts';

/** The cells of a text that is no number by itself; nothing for one number, or for what is no block either. */
function blockOf(engine: Engine, text: string): readonly (readonly string[])[] | undefined {
  const read = <T>(run: () => T): T | undefined => {
    try {
      return run();
    } catch (reason) {
      if (reason instanceof LessonError) return undefined;
      throw reason;
    }
  };
  if (text.trim() === '' || read(() => engine.parseNumber(text)) !== undefined) return undefined;
  const block = read(() => engine.parseBlock(text.replace(/^\s*\(([^()]*)\)\s*$/, '[$1]')));
  return block && block.flat().length > 1 ? block : undefined;
}

/** `typed` row by row. A block that does not fill what is left of its row, its column or the table stays as it is. */
export function spread(engine: Engine, ask: Ask, typed: readonly string[]): readonly string[] {
  if (ask.kind === 'choice' || typed.length < 2) return typed;
  const next = [...typed];
  typed.forEach((text, at) => {
    const block = blockOf(engine, text);
    if (!block) return;
    const [cells, row] = [block.flat(), block.length === 1];
    const fits =
      (row && cells.length === ask.cols - (at % ask.cols)) ||
      (at === 0 && ask.cols === 1 && cells.length === ask.rows) ||
      (at === 0 && block.length === ask.rows && block.every((one) => one.length === ask.cols));
    if (fits) next.splice(at, cells.length, ...cells);
  });
  return next;
}
