/** The small core gives what the whole core gives, and the whole core has all that the small one has. */
import { readFile } from 'node:fs/promises';
import { createEngine } from 'attention-lesson/engine';
import { expect, test } from 'vitest';
import createCore from '#core-attention';
import { attentionEngineOf } from '../../web/engine/attention-engine.ts';
import { casesOf } from './oracle.ts';

const wasmBinary = await readFile(new URL('../../.build/wasm/attention.wasm', import.meta.url));
const small = attentionEngineOf(await createCore({ wasmBinary }));
const whole = await createEngine();

test('every call of the small engine is one of the whole', () => {
  for (const name of Object.keys(small)) expect(whole).toHaveProperty(name);
});

const heads = casesOf('attention.json').filter((one) => 'q' in one.inputs && 'v' in one.inputs);

test('there are heads to compare', () => {
  expect(heads.length).toBeGreaterThan(10);
});

test.each(heads)('$name: the same trace', ({ inputs }) => {
  // biome-ignore lint/suspicious/noExplicitAny: the oracle's inputs, some of them to be refused
  const given = inputs as any;
  const result = (engine: typeof small) => {
    try {
      return engine.attention(given);
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect(result(small)).toEqual(result(whole));
});

test('text is read alike', () => {
  expect(small.parseNumber('sqrt(2)/2')).toBe(whole.parseNumber('sqrt(2)/2'));
  expect(small.parseBlock('1 2\n3 4')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
});
