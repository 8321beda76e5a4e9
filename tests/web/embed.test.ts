/** What may come in from a host, and what is only a page's address: against the published schema, as Ajv reads it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { expect, test } from 'vitest';
import { readLesson } from '../../.scripts/lesson/lesson.mjs';
import { encode85, pack } from '../../.scripts/pack.mjs';
import { checked } from '../../web/embed/check.ts';
import { LABS, originOf, readParams } from '../../web/embed/params.ts';
import { COLOURS, FONTS, PROTOCOL } from '../../web/embed/protocol.ts';
import { decode85 } from '../../web/engine/base85.ts';
import { unpack } from '../../web/engine/unpack.ts';

const path = join(
  import.meta.dirname,
  '../../web/public/schemas/attention-lesson-protocol.schema.json',
);
const schema = JSON.parse(readFileSync(path, 'utf8'));
const ajv = new Ajv({ strict: false });
const valid = ajv.compile({ ...schema, oneOf: [{ $ref: '#/definitions/toLesson' }] });

const message = (fields: object) => ({ protocol: PROTOCOL, version: 1, ...fields });
const GOOD = [
  { type: 'hello' },
  { type: 'hello', id: 'a1' },
  { type: 'open-section', section: 'shapes' },
  { type: 'set-state', state: '1~~ticket' },
  { type: 'get-trace', id: 'x' },
  { type: 'ask-exercise' },
  { type: 'ask-exercise', kind: 'raw-scores', seed: '7' },
  { type: 'get-progress' },
  { type: 'set-progress', backup: '' },
  { type: 'set-progress', backup: '{}', mode: 'replace' },
  { type: 'set-theme' },
  { type: 'set-theme', scheme: 'dark', properties: { accent: '#fff' } },
  { type: 'set-locale', locale: 'en' },
];

test('a message of each type is taken, by the schema too', () => {
  const types = schema.definitions.toLesson.oneOf.map(({ $ref }: { $ref: string }) =>
    $ref.replace('#/definitions/', ''),
  );
  expect(new Set(GOOD.map(({ type }) => type))).toEqual(new Set(types));
  for (const fields of GOOD) {
    expect(valid(message(fields)), JSON.stringify(fields)).toBe(true);
    expect(checked(message(fields))).toHaveProperty('request');
  }
});

test('whatever else comes is refused with a code, and the schema refuses it too', () => {
  const long = 'x'.repeat(5000);
  const bad: [fields: object, code: string, where?: string][] = [
    [{ version: 2, type: 'hello' }, 'version-unknown'],
    [{ version: '1', type: 'hello' }, 'version-unknown'],
    [{ type: 'delete-everything' }, 'message-unknown'],
    [{ type: 'constructor' }, 'message-unknown'],
    [{ type: 'ready' }, 'message-unknown'],
    [{ type: 'toLesson' }, 'message-unknown'],
    [{ type: ['hello'] }, 'message-unknown'],
    [{ type: 'open-section' }, 'message-invalid', ''],
    [{ type: 'open-section', section: 3 }, 'message-invalid', '/section'],
    [{ type: 'open-section', section: long }, 'message-invalid', '/section'],
    [{ type: 'set-state', state: long }, 'message-invalid', '/state'],
    [{ type: 'set-state', state: null }, 'message-invalid', '/state'],
    [{ type: 'hello', more: 1 }, 'message-invalid', ''],
    [{ type: 'hello', id: 7 }, 'message-invalid', '/id'],
    [{ type: 'set-progress', backup: {} }, 'message-invalid', '/backup'],
    [{ type: 'set-progress', backup: '', mode: 'drop' }, 'message-invalid', '/mode'],
    [{ type: 'set-theme', scheme: 'pink' }, 'message-invalid', '/scheme'],
    [{ type: 'set-theme', properties: { margin: '0' } }, 'message-invalid', '/properties'],
    [{ type: 'set-theme', properties: [] }, 'message-invalid', '/properties'],
    [JSON.parse('{"type":"hello","__proto__":{"a":1}}'), 'message-invalid', ''],
    [
      JSON.parse('{"type":"set-theme","properties":{"__proto__":"red"}}'),
      'message-invalid',
      '/properties',
    ],
    [
      JSON.parse('{"type":"set-theme","properties":{"constructor":"red"}}'),
      'message-invalid',
      '/properties',
    ],
  ];
  for (const [fields, code, where] of bad) {
    // Spreading would set the prototype: the message is made as JSON gives it.
    const given = Object.defineProperties(message({}), Object.getOwnPropertyDescriptors(fields));
    const found = checked(given);
    expect(found, JSON.stringify(fields)).toHaveProperty('refusal.code', code);
    if (where !== undefined) expect(found).toHaveProperty('refusal.where', where);
    expect(found).toHaveProperty('refusal.message', expect.stringMatching(/\S{3}/));
    expect(valid(given), JSON.stringify(fields)).toBe(false);
  }
  expect(({} as { a?: number }).a).toBeUndefined();
});

test('a text of 100 million letters is refused at once', () => {
  const begun = performance.now();
  const found = checked(message({ type: 'set-progress', backup: 'x'.repeat(100_000_000) }));
  expect(found).toHaveProperty('refusal.where', '/backup');
  // Not a measurement: reading it as JSON would take many times as long.
  expect(performance.now() - begun).toBeLessThanOrEqual(2000);
});

test('what is meant for somebody else is not even answered', () => {
  const others = [null, 'text', 7, [], {}, { type: 'hello' }, { protocol: 'other' }, undefined];
  for (const data of others) expect(checked(data)).toBeUndefined();
  const inherited = Object.create({ protocol: PROTOCOL, version: 1, type: 'hello' });
  expect(checked(inherited)).toBeUndefined();
});

test('the schema and the types name the same colours and fonts', () => {
  const { properties } = schema.definitions['set-theme'].properties.properties;
  expect(Object.keys(properties)).toEqual([...COLOURS, ...FONTS]);
});

test('only a web origin is a host', () => {
  expect(originOf('https://course.example')).toBe('https://course.example');
  expect(originOf('https://course.example/')).toBe('https://course.example');
  expect(originOf('http://localhost:8080')).toBe('http://localhost:8080');
  for (const text of [
    ...[null, '', '*', 'null', 'course.example', '//course.example', 'file:///', 'data:,x'],
    ...['https://course.example/page', 'https://me@course.example', 'javascript:alert(1)'],
    `https://${'a'.repeat(400)}.example`,
  ]) {
    expect(originOf(text), String(text)).toBeUndefined();
  }
});

test('an address that asks for what there is not gets what is usual', () => {
  expect(readParams('?show=nothing&theme=pink&progress=host&lab=__proto__')).toMatchObject({
    show: 'lesson',
    theme: 'auto',
    host: undefined,
    // Without a host there is nobody to keep anything.
    hostKeeps: false,
    lab: '__proto__',
    readonly: false,
  });
  expect(readParams('?readonly&show=lab&lab=scaling')).toMatchObject({
    readonly: true,
    lab: 'figure-scaling',
  });
});

test('each lab with a name is a figure of the lesson', () => {
  const text = JSON.stringify(readLesson());
  for (const id of Object.values(LABS)) expect(text).toContain(`"id":"${id}"`);
});

test('what is packed into the one file comes out again, of every length', () => {
  for (let length = 0; length < 12; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (255 - 37 * i) & 255);
    expect([...decode85(encode85(bytes))]).toEqual([...bytes]);
  }
  const all = Uint8Array.from({ length: 4096 }, (_, i) => (i * 167 + (i >> 4)) & 255);
  const text = encode85(all);
  expect([...decode85(text)]).toEqual([...all]);
  expect(text).not.toMatch(/["'`\\<$&\s]/);
});

test('files that are packed together come out one by one; a damaged text is refused', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const files = new Map([
    ['a.js', bytes('const q = k; '.repeat(400))],
    ['none', new Uint8Array()],
    ['b.wasm', Uint8Array.from({ length: 3000 }, (_, i) => (i * i) & 255)],
  ]);
  const { index, text } = pack(files);
  expect(unpack(index, text)).toEqual(files);
  expect(() => unpack(index, text.slice(0, 40))).toThrow();
  expect(() => unpack('[["a.js",5]]', text)).toThrow(/bytes were unpacked/);
});

test('in Node, where there are no elements, their module can be imported', async () => {
  const { AttentionLesson, setLessonBase } = await import('../../web/embed/elements/index.ts');
  expect(AttentionLesson).toBeTypeOf('function');
  expect(setLessonBase).toBeTypeOf('function');
});
