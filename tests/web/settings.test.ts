import { expect, test } from 'vitest';
import { BrokenLink } from '../../web/elements/shared/link-text.ts';
import {
  decodeSettings,
  encodeSettings,
  oneOf,
  onOff,
  painted,
  startsOf,
  typed,
  typedEach,
  typedTable,
  wholeFrom,
} from '../../web/elements/shared/settings.ts';
import { randomFrom } from './figures.ts';

const ORDERS = ['post', 'pre'] as const;
const SETTINGS = {
  ...typedEach({ n: '4096', dModel: '1024' }),
  seed: typed('39'),
  order: oneOf(ORDERS, 'post'),
  chosen: oneOf<(typeof ORDERS)[number], undefined>(ORDERS, undefined),
  causal: onOff(false),
  masked: onOff(undefined),
  step: wholeFrom(0, 6, 0),
  row: wholeFrom(0, 2, undefined),
  mask: painted(2, 3),
  q: typedTable([
    ['1', '0'],
    ['0', '1'],
  ]),
};
const start = startsOf(SETTINGS);

test('what is as it starts needs no words', () => {
  expect(encodeSettings(SETTINGS, start)).toBe('');
  expect(decodeSettings(SETTINGS, '1')).toEqual(start);
});

test('a link is stable: this one must be readable for ever', () => {
  const values = {
    ...start,
    n: '',
    seed: '-1.5e3_~',
    order: 'pre',
    chosen: 'post',
    causal: true,
    masked: false,
    step: 3,
    row: 0,
    mask: [
      [true, false, true],
      [false, false, false],
    ],
    q: [
      ['1/3', ''],
      ['.', 'x y'],
    ],
  };
  const text =
    '1~~n~.~~seed~-1.5e3%5F%7E~~order~pre~~chosen~post~~causal~on~~masked~off~~step~3~~row~0~~mask~101_000~~q~1%2F3_._%2E_x%20y';
  expect(encodeSettings(SETTINGS, values)).toBe(text);
  expect(decodeSettings(SETTINGS, text)).toEqual(values);
});

test('2,000 random states survive the address, through the browser’s own parser too', () => {
  const random = randomFrom(39);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const TEXTS = ['', '.', '~', '_', '1/3', '-√3', '%', '%7E', 'ünï', "it's", '日本', '&=#', '1e-3'];
  for (let i = 0; i < 2000; i++) {
    const text = () => pick(TEXTS);
    const values = {
      ...{ n: text(), dModel: text(), seed: text(), order: pick(ORDERS) },
      chosen: pick([undefined, ...ORDERS]),
      causal: random() < 0.5,
      masked: pick([undefined, true, false]),
      step: Math.floor(random() * 7),
      row: pick([undefined, 0, 1, 2]),
      mask: pick([undefined, [0, 1].map(() => [0, 1, 2].map(() => random() < 0.5))]),
      q: [0, 1].map(() => [text(), text()]),
    };
    const code = encodeSettings(SETTINGS, values);
    const search = new URL(`https://example.org/?figure=${code}#x`).search;
    expect(decodeSettings(SETTINGS, search.slice('?figure='.length) || '1')).toEqual(values);
  }
});

test.each([
  ['version', '2~~n~1'],
  ['version', ''],
  ['version', 'n~1'],
  ['choice', '1~~nothing~1'],
  ['choice', '1~~__proto__~1'],
  ['choice', '1~~constructor~1'],
  ['choice', '1~~'],
  ['choice', '1~~n~1~~n~2'],
  ['value', '1~~n~1~2'],
  ['value', '1~~n~1_2'],
  ['value', `1~~n~${'1'.repeat(25)}`],
  ['value', `1~~${'n'.repeat(4000)}`],
  ['value', '1~~order~Post'],
  ['value', '1~~order~'],
  ['value', '1~~causal~true'],
  ['value', '1~~step~7'],
  ['value', '1~~step~-1'],
  ['value', '1~~step~1.5'],
  ['value', '1~~step~1e0'],
  ['value', '1~~step~'],
  ['value', '1~~mask~101'],
  ['value', '1~~mask~101_00'],
  ['value', '1~~mask~101_002'],
  ['value', '1~~q~1_2_3'],
  ['value', `1~~q~1_2_3_${'1'.repeat(25)}`],
  ['encoding', '1~~n~%ZZ'],
])('a broken link is refused as a whole: %s %s', (reason, text) => {
  let caught: unknown;
  try {
    decodeSettings(SETTINGS, text);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(BrokenLink);
  expect((caught as BrokenLink).reason).toBe(reason);
});
