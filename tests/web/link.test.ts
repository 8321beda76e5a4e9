import { expect, test } from 'vitest';
import { BrokenLink, decodeState, encodeState } from '../../web/elements/attention-figure/link.ts';
import { WRITES } from '../../web/elements/shared/address.ts';
import { Allowance } from '../../web/elements/shared/allowance.ts';
import { engine, presetState, presets, randomFrom, randomState } from './figures.ts';

const readable = (text: string) => {
  try {
    engine.parseNumber(text);
    return true;
  } catch {
    return false;
  }
};
const decode = (text: string) => decodeState(text, presets, readable);

test('a preset is named, not spelled out', () => {
  for (const { id } of presets) expect(encodeState(presetState(id), presets)).toBe(`1~~${id}`);
});

test('a link is stable: this one must be readable for ever', () => {
  const state = { ...presetState('default'), causal: 'top-left' as const };
  const text = '1~~sqrt-tl-nan-self~~flight~was~late~~1~0_0~1_2~1~~2~1_0~1_1~0~~1~0_0~1_2~2';
  expect(encodeState(state, presets)).toBe(text);
  expect(decode(text)).toEqual(state);
});

test('2,000 random figures survive the address, through the browser’s own parser too', () => {
  for (let seed = 0; seed < 2000; seed++) {
    const state = randomState(seed);
    const text = encodeState(state, presets);
    const search = new URL(`https://example.org/?attention=${text}#x`).search;
    const back = decode(search.slice('?attention='.length));
    expect(back).toEqual(state);
  }
});

test.each([
  ['version', '2~~default'],
  ['version', ''],
  ['version', 'default'],
  ['preset', '1~~nothing'],
  ['preset', '1~~__proto__'],
  ['choice', '1~~half-off-nan-self~~a~~1~~1~~1'],
  ['choice', '1~~sqrt-constructor-nan-self~~a~~1~~1~~1'],
  ['choice', '1~~sqrt-off-nan~~a~~1~~1~~1'],
  ['shape', '1~~sqrt-off-nan-self~~a~b~~1~~1~~1'],
  ['shape', '1~~sqrt-off-nan-self~~a~~1~2~~1~~1'],
  ['shape', '1~~sqrt-off-nan-self~~a~~1~1~1~1~1~1~1~1~1~~1~1~1~1~1~1~1~1~1~~1'],
  ['shape', `1~~sqrt-off-nan-self~~${'a~'.repeat(13)}a~~1~~1~~1`],
  ['shape', '1~~sqrt-off-nan-self~~a~~1~~1~~1~~1~~0-1'],
  ['shape', '1~~sqrt-off-nan-self~~a~~1~~1~~1~~1~~x'],
  ['number', '1~~sqrt-off-nan-self~~a~~one~~1~~1'],
  ['number', '1~~custom-off-nan-self~~a~~1~~1~~1~~x'],
  ['encoding', '1~~sqrt-off-nan-self~~%ZZ~~1~~1~~1'],
])('a broken link is refused as a whole: %s %s', (reason, text) => {
  let caught: unknown;
  try {
    decode(text);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(BrokenLink);
  expect((caught as BrokenLink).reason).toBe(reason);
});

test('the address is written at most 95 times in any 30 seconds, whatever is done', () => {
  let now = 0;
  const allowance = new Allowance(WRITES, () => now);
  const random = randomFrom(1);
  const taken: number[] = [];
  while (now < 300_000) {
    // Bursts between rests: the worst is a full allowance on top of the refills that follow.
    now += random() < 0.001 ? 9000 : Math.floor(random() * 40);
    if (allowance.take(random() < 0.3)) taken.push(now);
  }
  const inWindow = (from: number) => taken.filter((at) => at >= from && at < from + 30_000).length;
  const most = Math.max(...taken.map(inWindow));
  expect(most <= 95 && most > 90).toBe(true);
});

test('what is not urgent leaves a reserve for what is', () => {
  let now = 0;
  const allowance = new Allowance(WRITES, () => now);
  const times = (urgent: boolean) => {
    let count = 0;
    while (allowance.take(urgent)) count += 1;
    return count;
  };
  expect(times(false)).toBe(14);
  expect(allowance.wait()).toBe(400);
  expect(times(true)).toBe(6);
  now += allowance.wait() - 1;
  expect(allowance.take()).toBe(false);
  now += 1;
  expect(allowance.take()).toBe(true);
});
