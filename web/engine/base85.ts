/** Four bytes as five letters, none of which a script, a template or a page reads as its own. */
export const LETTERS =
  '!#%()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|';

const BASE = 85;

/** The bytes of what `encode85` in .scripts/pack.mjs made. */
export function decode85(text: string): Uint8Array<ArrayBuffer> {
  // The last group says how many of its bytes there are by what it is short of.
  const short = (5 - (text.length % 5)) % 5;
  const whole = text + LETTERS.charAt(BASE - 1).repeat(short);
  const worth = new Map(Array.from(LETTERS, (letter, value) => [letter, value]));
  const view = new DataView(new ArrayBuffer((whole.length / 5) * 4));
  for (let group = 0; group < whole.length / 5; group++) {
    let number = 0;
    for (let i = 0; i < 5; i++)
      number = number * BASE + (worth.get(whole.charAt(group * 5 + i)) ?? 0);
    view.setUint32(group * 4, number);
  }
  return new Uint8Array(view.buffer, 0, view.byteLength - short);
}
