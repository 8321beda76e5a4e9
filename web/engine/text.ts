/** Numbers and blocks as people type and paste them. */
import { Outbox, parseFields } from './fields.ts';
import { accept } from './refusal.ts';
import type { Engine } from './types.ts';
import type { Border } from './wire.ts';

const NUMBER = parseFields('number:number');

export function textCalls({ core }: Border): Pick<Engine, 'parseNumber' | 'parseBlock'> {
  return {
    parseNumber(text, where = { name: 'number', row: -1, col: -1 }) {
      accept(core, core.parseNumber(String(text), where.name, where.row, where.col));
      return new Outbox(core.HEAPF64, core.outbox() / 8).result(NUMBER).number as number;
    },
    parseBlock(text) {
      accept(core, core.parseBlock(String(text)));
      return core
        .blockText()
        .split('\n')
        .map((row) => row.split('\t'));
    },
  };
}
