// Files as one text that a page can carry: compressed by LZMA, a twentieth smaller than what brotli or zopfli make of compiled
// code, and written in base 85, a third less than base 64 adds. web/engine/unpack.ts is the other side.
import { compress } from 'lzma1';

const LETTERS =
  '!#%()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|';

/** What web/engine/base85.ts reads. @param {Uint8Array} bytes */
export function encode85(bytes) {
  const short = (4 - (bytes.length % 4)) % 4;
  const whole = Buffer.concat([bytes, Buffer.alloc(short)]);
  const groups = [];
  for (let at = 0; at < whole.length; at += 4) {
    let number = whole.readUInt32BE(at);
    let text = '';
    for (let i = 0; i < 5; i++) {
      text = LETTERS.charAt(number % 85) + text;
      number = Math.floor(number / 85);
    }
    groups.push(text);
  }
  const text = groups.join('');
  return text.slice(0, text.length - short);
}

/**
 * All files together, so that what one has of another costs nothing.
 * @param {ReadonlyMap<string, Uint8Array>} files
 * @returns {{ index: string, text: string }} index: names and sizes, as JSON
 */
export function pack(files) {
  const index = [...files].map(([name, { length }]) => [name, length]);
  const packed = compress(Buffer.concat([...files.values()]), 9);
  return { index: JSON.stringify(index), text: encode85(packed) };
}
