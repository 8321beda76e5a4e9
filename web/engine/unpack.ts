/// <reference path="./lzma1.d.ts" />
/** The files that a page carries in a text: what `pack` in .scripts/pack.mjs made. */
import { Decoder } from 'lzma1/decoder';
import { InputBuffer, OutputBuffer } from 'lzma1/streams';
import { decode85 } from './base85.ts';

/** Throws an Error if the text is damaged. `index`: names and sizes, as JSON. */
export function unpack(index: string, text: string): Map<string, Uint8Array<ArrayBuffer>> {
  const sizes = JSON.parse(index) as [string, number][];
  const all = sizes.reduce((sum, [, size]) => sum + size, 0);
  const output = new OutputBuffer(all);
  new Decoder().decompress(new InputBuffer(decode85(text)), output);
  const bytes = output.toArray();
  if (bytes.length !== all) throw new Error(`${bytes.length} bytes were unpacked, not ${all}`);
  let next = 0;
  return new Map(
    sizes.map(([name, size]) => {
      const start = next;
      next += size;
      return [name, bytes.slice(start, next)];
    }),
  );
}
