/** The state for suspend data: what comes back is what was kept, within the limit, and what is left out is the least valuable. */
import { deflateSync, strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { ROOM as ROOM_12 } from '../../web/embed/lms/scorm12.ts';
import { ROOM as ROOM_2004 } from '../../web/embed/lms/scorm2004.ts';
import { decodeState, encodeState, REPORTED, StateError } from '../../web/embed/lms/state.ts';
import { TABLES } from '../../web/storage/backend.ts';
import { contentsOfFile } from '../../web/storage/backup.ts';
import type { Attempt, Contents } from '../../web/storage/types.ts';
import { newCard, nothing, rejection } from './storage-support.ts';

/** Numbers from 0 to 1, the same in every run. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const TEXTS = [
  '',
  'a',
  '"\\\n\u0000',
  '日本語',
  '🂡',
  '\ud800',
  "]]>'<&",
  '0.25, 1/3',
  'x'.repeat(300),
];

/** Anything that a store may hold, of about `size` records a table. */
function anyContents(seed: number, size: number): Contents {
  const next = drawn(seed);
  const whole = (most: number) => Math.floor(next() * most);
  const text = () => TEXTS[whole(TEXTS.length)] + Math.floor(next() * 1e9).toString(36);
  const hex = () => Array.from({ length: 32 }, () => whole(16).toString(16)).join('');
  const many = <T>(make: (i: number) => T) =>
    Array.from({ length: whole(size) + 1 }, (_, i) => make(i));
  const at = () => 1_790_000_000_000 + whole(1e10);
  return {
    cards: many((i) => ({
      id: `card-${i}`,
      card: {
        stage: whole(6),
        due: whole(30_000),
        reviews: i,
        misses: whole(9),
        ...(i % 2 ? { last: whole(20_000) } : {}),
      },
    })),
    reviews: many(() => ({
      ...{ id: hex(), card: text() || 'c', day: whole(20_000), at: at(), stage: whole(6) },
      grade: next() < 0.5 ? ('miss' as const) : ('pass' as const),
      counted: next() < 0.5,
    })),
    attempts: many((i) => ({
      ...{ id: hex(), kind: `kind-${whole(14)}`, day: whole(20_000), at: at() },
      source:
        (['exercise', 'hand-task', 'card', 'puzzle', 'choice', 'write'] as const)[whole(6)] ??
        'card',
      score: [0, 1, 1 / 3, next()][whole(4)] ?? 0,
      slips: Array.from({ length: whole(3) }, () => `slip-${whole(9)}`),
      ...(i % 3 ? { seed: String(whole(99_999)) } : {}),
      ...(i % 5 ? {} : { edits: whole(40) }),
    })),
    sections: many((i) => ({ id: `section-${i}`, at: at() })),
    notes: many((i) => ({ key: `lesson/write/${i}`, text: i % 7 ? text() : null, at: at() })),
    completions: next() < 0.5 ? [{ day: whole(20_000), at: at(), by: 'read' }] : [],
  };
}

/** The fields in one order, those of a card too. */
const canonical = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(canonical)
    : Object(value) === value
      ? Object.fromEntries(
          Object.entries(value as object)
            .sort()
            .map(([k, v]) => [k, canonical(v)]),
        )
      : value;
const sets = (contents: Contents) =>
  Object.fromEntries(
    TABLES.map((name) => [
      name,
      new Set(contents[name].map((one) => JSON.stringify(canonical(one)))),
    ]),
  );

describe('what comes back', () => {
  test.each([1, 2, 3, 4, 5])('with room for all, all of it: seed %i', (seed) => {
    const contents = anyContents(seed, 60);
    const { text, dropped } = encodeState(contents, Number.POSITIVE_INFINITY);
    expect(dropped).toBe(0);
    expect(sets(decodeState(text))).toEqual(sets(contents));
  });

  test('nothing, from a new learner', () => {
    const { text } = encodeState(nothing, ROOM_12);
    expect(text.length).toBeLessThan(80);
    expect(contentsOfFile(decodeState(text))).toEqual(nothing);
  });
});

describe('within its limit', () => {
  const rooms = [0, 10, 60, 255, ROOM_12, ROOM_2004];
  test.each(Array.from({ length: 24 }, (_, i) => i))('any state: seed %i', (seed) => {
    const contents = anyContents(seed, [3, 40, 200, 900][seed % 4] ?? 3);
    const all = sets(contents);
    const count = TABLES.reduce((sum, name) => sum + contents[name].length, 0);
    for (const room of rooms) {
      const { text, dropped } = encodeState(contents, room);
      expect(text.length <= room).toBe(true);
      // What a CMIString may hold everywhere.
      expect(text).toMatch(/^(a1:[A-Za-z0-9+/]+=*)?$/);
      if (text === '') {
        expect(dropped).toBe(count);
        continue;
      }
      const back = contentsOfFile(decodeState(text));
      const kept = TABLES.reduce((sum, name) => sum + back[name].length, 0);
      expect(kept + dropped).toBe(count);
      // Whole records, as they were.
      for (const name of TABLES) {
        for (const one of back[name])
          expect(all[name]?.has(JSON.stringify(canonical(one)))).toBe(true);
      }
    }
  });

  const attempt = (i: number, more: Partial<Attempt>): Attempt => ({
    ...{ id: i.toString(16).padStart(32, '0'), source: 'exercise', kind: 'softmax-row' },
    ...{ score: 0.5, slips: [], day: 20_000, at: 1_790_000_000_000 + i },
    ...more,
  });

  test('the least valuable goes first: completion, sections, mark, best attempts and cards stay', () => {
    const noise = anyContents(99, 900);
    const contents: Contents = {
      ...noise,
      sections: Array.from({ length: 30 }, (_, i) => ({ id: `s${i}`, at: i })),
      cards: Array.from({ length: 20 }, (_, i) => ({ id: `c${i}`, card: newCard })),
      completions: [{ day: 1, at: 2, by: 'read' }],
      attempts: [
        ...Array.from({ length: 300 }, (_, i) => attempt(i, {})),
        attempt(1000, { score: 1, at: 5 }),
        attempt(1001, { kind: 'output-row', score: 0 }),
      ],
      notes: [{ key: REPORTED, text: '12', at: 3 }, ...noise.notes],
    };
    const back = decodeState(encodeState(contents, ROOM_12).text);
    expect(back.completions).toHaveLength(1);
    expect(back.sections).toHaveLength(30);
    expect(back.cards).toHaveLength(20);
    const ids = back.attempts.map(({ id }) => Number.parseInt(id, 16));
    expect(ids).toEqual(expect.arrayContaining([1000, 1001]));
    expect(back.notes.map(({ key }) => key)).toContain(REPORTED);
    expect(back.reviews).toEqual([]);
  });

  test('of notes the latest stay, and one that takes a quarter of the room gives way to all others', () => {
    const next = drawn(7);
    const noise = (length: number) =>
      Array.from({ length }, () => String.fromCharCode(33 + Math.floor(next() * 90))).join('');
    const short = Array.from({ length: 80 }, (_, i) => ({ key: `n${i}`, text: noise(60), at: i }));
    const notes = [{ key: 'long', text: noise(3000), at: 1e6 }, ...short];
    const back = decodeState(encodeState({ ...nothing, notes }, ROOM_12).text);
    const kept = back.notes.map(({ key }) => key);
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.length).toBeLessThan(80);
    expect(new Set(kept)).toEqual(new Set(short.slice(-kept.length).map(({ key }) => key)));
  });
});

describe('what cannot be read', () => {
  const packed = (json: string) => `a1:${btoa(String.fromCharCode(...deflateSync(strToU8(json))))}`;

  test.each([
    ['of a newer version', 'a2:AAAA', 'lms-state-newer'],
    ['of another lesson', '{"slide": 4}', 'lms-state-damaged'],
    ['cut', encodeState(anyContents(3, 30), ROOM_12).text.slice(0, -40), 'lms-state-damaged'],
    ['no deflated text', 'a1:AAAA', 'lms-state-damaged'],
    ['no JSON', packed('nonsense'), 'lms-state-damaged'],
    ['no table', packed('[1, 2]'), 'lms-state-damaged'],
    ['of columns that differ', packed('[[],[],[],[["s"],[]],[],[]]'), 'lms-state-damaged'],
  ])('%s', async (_what, text, code) => {
    const error = await rejection(Promise.resolve().then(() => decodeState(text)));
    expect(error).toBeInstanceOf(StateError);
    expect(error.code).toBe(code);
  });

  test('a record that no store takes is refused by the import', async () => {
    const sections = [['s'], [-1]];
    const columns = [6, 7, 9, 2, 3, 3].map((count) => Array.from({ length: count }, () => []));
    columns[3] = sections as never;
    const text = packed(JSON.stringify(columns));
    const error = await rejection(Promise.resolve().then(() => contentsOfFile(decodeState(text))));
    expect(error.code).toBe('backup-invalid');
  });
});
