// Export and import: what a file may hold, what an import keeps, and files that somebody made up.
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import schema from '../../web/public/schemas/attention-lesson-backup.schema.json' with {
  type: 'json',
};
import { TABLES } from '../../web/storage/backend.ts';
import { contentsOfFile, MOST_TEXT } from '../../web/storage/backup.ts';
import type { StoreError } from '../../web/storage/error.ts';
import { planImport } from '../../web/storage/plan.ts';
import { firstFault, type Schema } from '../../web/storage/schema.ts';
import type { Backup, Contents } from '../../web/storage/types.ts';
import {
  attempt,
  counts,
  freshDevice,
  newCard,
  nothing,
  openTab,
  passed,
  rejection,
} from './storage-support.ts';

freshDevice();

const id = (i: number) => i.toString(16).padStart(32, '0');
const full: Backup = {
  format: 'attention-lesson-backup',
  version: 1,
  exportedAt: 1_760_000_000_000,
  cards: [
    { id: 'shapes', card: { stage: 2, due: 20011, last: 20004, reviews: 3, misses: 1 } },
    { id: 'softmax', card: newCard },
  ],
  reviews: [
    { id: id(1), card: 'shapes', day: 20004, grade: 'pass', at: 5.5, stage: 1, counted: true },
  ],
  attempts: [
    { ...attempt, id: id(2) },
    { ...attempt, id: id(3), source: 'puzzle', edits: 2, slips: [] },
  ],
  sections: [{ id: 'start', at: 0 }],
  notes: [
    { key: 'lesson/write/a/text', text: 'line\nline "quoted" \u2028 </script>', at: 9 },
    { key: 'lesson/write/b/text', text: null, at: 9 },
  ],
  completions: [{ day: 20000, at: 7, by: 'read' }],
};
const copy = () => JSON.parse(JSON.stringify(full)) as Backup;

/** The refusal of a file; one that is taken fails the test. */
function refusal(file: unknown): StoreError {
  try {
    contentsOfFile(file);
  } catch (reason) {
    const error = reason as StoreError;
    expect(error.name).toBe('StoreError');
    expect(error.message).toMatch(/^The file.{10,}\.$/s);
    expect(error.message.length).toBeLessThan(400);
    return error;
  }
  throw new Error('not refused');
}

/** A copy of the file with one thing changed: `at` is a JSON pointer. */
function changed(at: string, value: unknown): unknown {
  const file = copy();
  const path = at.split('/').slice(1);
  const last = path.pop() ?? '';
  // biome-ignore lint/suspicious/noExplicitAny: any place of the file
  const holder = path.reduce((part: any, name) => part[name], file);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return file;
}

describe('what is exported can be imported', () => {
  test('on a second device, as a text', async () => {
    const store = await openTab();
    await store.startCards(['a', 'b'], newCard);
    await store.putReview('a', { day: 101, grade: 'pass', at: 3 }, passed(101));
    await store.addAttempt(attempt);
    await store.addAttempt({ ...attempt, seed: undefined, edits: undefined });
    await store.setNote('a', 'b', 1);
    await store.setNote('c', undefined, 2);
    await store.markRead('start', 3);
    await store.setCompleted({ day: 100, at: 4, by: 'elsewhere' });
    const text = JSON.stringify(await store.exportAll());
    const second = await openTab({ name: 'second' });
    const report = await second.importBackup(`\uFEFF${text}`, 'merge');
    expect(report).toEqual({
      mode: 'merge',
      added: counts({ cards: 2, reviews: 1, attempts: 2, sections: 1, notes: 2, completions: 1 }),
      ...{ updated: counts(), kept: counts(), lost: counts() },
    });
    const ours = JSON.parse(JSON.stringify({ ...(await store.exportAll()), exportedAt: 0 }));
    const theirs = JSON.parse(JSON.stringify({ ...(await second.exportAll()), exportedAt: 0 }));
    expect(theirs).toEqual(ours);
    // Again, it changes nothing.
    const again = await second.importBackup(text, 'merge');
    expect([again.added, again.updated]).toEqual([counts(), counts()]);
    expect((await second.importBackup(text, 'replace')).lost).toEqual(counts());
  });

  test('the example above, which has every field', () => {
    const { format: _format, version: _version, exportedAt: _at, ...contents } = full;
    expect(contentsOfFile(JSON.stringify(full))).toEqual(contents);
    expect(contentsOfFile(full)).toEqual(contents);
  });
});

describe('a merge keeps what is later', () => {
  const of = (some: Partial<Contents>): Contents => ({ ...nothing, ...some });
  const card = (last: number | undefined, reviews = 1, misses = 0) =>
    of({ cards: [{ id: 'a', card: { stage: 1, due: 500, last, reviews, misses } }] });
  const note = (text: string | null, at: number) => of({ notes: [{ key: 'a', text, at }] });
  const read = (at: number) => of({ sections: [{ id: 'a', at }] });
  const done = (at: number) => of({ completions: [{ day: 1, at, by: 'read' }] });
  const review = (day: number) =>
    of({ reviews: [{ id: 'a', card: 'a', day, grade: 'pass', at: 1, stage: 0, counted: true }] });

  test.each<[string, Contents, Contents, 'ours' | 'theirs' | 'same']>([
    ['a card that was reviewed later', card(100), card(101), 'theirs'],
    ['a card that was reviewed earlier', card(101), card(100), 'ours'],
    ['a card that was reviewed against a new one', card(undefined, 0), card(1), 'theirs'],
    ['a new card against one that was reviewed', card(-5), card(undefined, 0), 'ours'],
    ['of one day, the card with more reviews', card(100, 2), card(100, 3), 'theirs'],
    ['of one day, the card with fewer reviews', card(100, 3), card(100, 2), 'ours'],
    ['of as many, the card with more misses', card(100, 3, 0), card(100, 3, 1), 'theirs'],
    ['the same card', card(100), card(100), 'same'],
    ['a later note', note('old', 1), note('new', 2), 'theirs'],
    ['an earlier note', note('new', 2), note('old', 1), 'ours'],
    ['a note of the same time', note('here', 2), note('there', 2), 'ours'],
    ['a later deletion', note('old', 1), note(null, 2), 'theirs'],
    ['an earlier deletion', note('new', 2), note(null, 1), 'ours'],
    ['an earlier reading', read(5), read(3), 'theirs'],
    ['a later reading', read(3), read(5), 'ours'],
    ['an earlier completion', done(5), done(3), 'theirs'],
    ['a later completion', done(3), done(5), 'ours'],
    ['a review of the same id', review(1), review(2), 'ours'],
  ])('%s', (_what, ours, theirs, later) => {
    const merge = planImport(ours, theirs, 'merge');
    const total = (some: Record<string, number>) =>
      Object.values(some).reduce((sum, count) => sum + count, 0);
    expect(merge.clear).toBe(false);
    expect(merge.write).toEqual(later === 'theirs' ? theirs : nothing);
    expect(total(merge.report.updated)).toBe(later === 'theirs' ? 1 : 0);
    expect(total(merge.report.kept)).toBe(later === 'theirs' ? 0 : 1);
    expect(merge.report.lost).toEqual(counts());
    // A replacement takes the file's in any case, and says what it costs.
    const replace = planImport(ours, theirs, 'replace');
    expect([replace.clear, replace.write]).toEqual([true, theirs]);
    expect(total(replace.report.lost)).toBe(later === 'ours' ? 1 : 0);
    expect(total(replace.report.kept)).toBe(later === 'same' ? 1 : 0);
  });

  test('what only one side has: both stay in a merge, ours is lost in a replacement', () => {
    const ours = of({ attempts: [{ ...attempt, id: '1' }], notes: note('x', 1).notes });
    const theirs = of({ attempts: [{ ...attempt, id: '2' }] });
    const merge = planImport(ours, theirs, 'merge').report;
    expect([merge.added, merge.kept, merge.lost]).toEqual([
      counts({ attempts: 1 }),
      counts({ attempts: 1, notes: 1 }),
      counts(),
    ]);
    const replace = planImport(ours, theirs, 'replace').report;
    expect([replace.added, replace.kept, replace.lost]).toEqual([
      counts({ attempts: 1 }),
      counts(),
      counts({ attempts: 1, notes: 1 }),
    ]);
  });

  test('in any order of two files, the same is kept', async () => {
    const a = { ...copy(), ...card(101), ...note('a', 2), ...read(3) };
    const b = { ...copy(), ...card(100), ...note('b', 4), ...read(1) };
    const first = await openTab({ name: 'first' });
    await first.importBackup(a, 'merge');
    await first.importBackup(b, 'merge');
    const second = await openTab({ name: 'second' });
    await second.importBackup(b, 'merge');
    await second.importBackup(a, 'merge');
    const [one, two] = [await first.exportAll(), await second.exportAll()];
    expect({ ...one, exportedAt: 0 }).toEqual({ ...two, exportedAt: 0 });
    expect(one.cards).toEqual(JSON.parse(JSON.stringify(a.cards)));
    expect(one.notes).toEqual(b.notes);
  });

  test('a preview says what would happen and does nothing', async () => {
    const store = await openTab();
    await store.setNote('mine', 'alone', 1);
    const preview = await store.previewImport(full, 'replace');
    expect(preview.lost).toEqual(counts({ notes: 1 }));
    expect(await store.cards()).toEqual([]);
    expect(await store.importBackup(full, 'replace')).toEqual(preview);
    expect(await store.note('mine')).toBeUndefined();
    expect(await store.cards()).toHaveLength(2);
  });
});

describe('a file is refused with its code and its place, and changes nothing', () => {
  test.each<[string, string, string, unknown]>([
    ['no text', 'backup-not-json', '', ''],
    ['a text that is cut', 'backup-not-json', '', JSON.stringify(full).slice(0, -5)],
    ['something else', 'backup-not-json', '', '<html>'],
    ['nothing', 'backup-format', '', 'null'],
    ['a number', 'backup-format', '', '39'],
    ['a list', 'backup-format', '', '[]'],
    ['nothing at all', 'backup-format', '', undefined],
    ['another format', 'backup-format', '', changed('/format', 'cards')],
    ['a newer version', 'backup-newer', '/version', { ...full, version: 2, more: [] }],
    ['a version that never was', 'backup-invalid', '/version', changed('/version', 0)],
    ['a version as text', 'backup-invalid', '/version', changed('/version', '1')],
    ['a table that lacks', 'backup-invalid', '', changed('/notes', undefined)],
    ['a table that is none', 'backup-invalid', '/cards', changed('/cards', {})],
    ['a field too many', 'backup-invalid', '', changed('/more', 1)],
    ['a card without an id', 'backup-invalid', '/cards/1', changed('/cards/1/id', undefined)],
    ['an empty id', 'backup-invalid', '/cards/0/id', changed('/cards/0/id', '')],
    ['a stage too far', 'backup-invalid', '/cards/0/card/stage', changed('/cards/0/card/stage', 6)],
    ['half a day', 'backup-invalid', '/cards/0/card/due', changed('/cards/0/card/due', 20011.5)],
    ['no day', 'backup-invalid', '/cards/0/card/due', changed('/cards/0/card/due', null)],
    ['a day too far', 'backup-invalid', '/cards/0/card/last', changed('/cards/0/card/last', 9e6)],
    [
      'a negative count',
      'backup-invalid',
      '/cards/0/card/misses',
      changed('/cards/0/card/misses', -1),
    ],
    ['another grade', 'backup-invalid', '/reviews/0/grade', changed('/reviews/0/grade', 'good')],
    ['a score above 1', 'backup-invalid', '/attempts/0/score', changed('/attempts/0/score', 1.5)],
    [
      'a slip that is no text',
      'backup-invalid',
      '/attempts/0/slips/0',
      changed('/attempts/0/slips/0', 1),
    ],
    ['a note that is a number', 'backup-invalid', '/notes/0/text', changed('/notes/0/text', 1)],
    ['an id that comes twice', 'backup-invalid', '/cards/1', changed('/cards/1/id', 'shapes')],
    [
      'a key that comes twice',
      'backup-invalid',
      '/notes/1',
      changed('/notes/1/key', full.notes[0]?.key),
    ],
    [
      'two completions',
      'backup-too-large',
      '/completions',
      changed('/completions', [...full.completions, ...full.completions]),
    ],
    [
      'too many cards',
      'backup-too-large',
      '/cards',
      changed('/cards', Array(20001).fill(full.cards[0])),
    ],
    ['a text too long', 'backup-too-large', '', ' '.repeat(MOST_TEXT + 1)],
    [
      'a prototype',
      'backup-invalid',
      '',
      `{"__proto__": {"x": 1}, ${JSON.stringify(full).slice(1)}`,
    ],
    [
      'a prototype in a record',
      'backup-invalid',
      '/sections/0',
      JSON.stringify(full).replace('"sections":[{', '"sections":[{"__proto__":{"at":1},'),
    ],
    ['a constructor', 'backup-invalid', '', changed('/constructor', {})],
    [
      'a field from the prototype',
      'backup-invalid',
      '/sections/0',
      changed('/sections/0', Object.create({ id: 'start', at: 0 })),
    ],
  ])('%s', async (_what, code, where, file) => {
    const error = refusal(file);
    expect([error.code, error.where]).toEqual([code, where]);
    const store = await openTab();
    await store.setNote('mine', 'stays', 1);
    for (const mode of ['merge', 'replace'] as const) {
      expect(await rejection(store.importBackup(file, mode))).toMatchObject({ code });
    }
    expect(await store.notes()).toEqual([{ key: 'mine', text: 'stays', at: 1 }]);
    expect(store.where).toBe('device');
  });

  test('with what was found and what was expected', () => {
    expect(refusal(changed('/cards/0/card/stage', 6)).message).toBe(
      'The file, at /cards/0/card/stage: expected at most 5, found 6.',
    );
    expect(refusal(changed('/sections/0/at', undefined)).message).toBe(
      'The file, at /sections/0: lacks "at"; found: "id".',
    );
    expect(refusal(changed('/notes/0/html', 'x')).message).toBe(
      'The file, at /notes/0: may only have "key", "text", "at"; found: "html".',
    );
  });

  test('whatever is nested, it ends', () => {
    const deep = `${'['.repeat(2e6)}${']'.repeat(2e6)}`;
    expect(['backup-not-json', 'backup-format']).toContain(refusal(deep).code);
    const inside = JSON.stringify(full).replace(
      '"cards":[',
      `"cards":[${'['.repeat(2000)}${']'.repeat(2000)},`,
    );
    expect(refusal(inside)).toMatchObject({ code: 'backup-invalid', where: '/cards/0' });
  });
});

describe('the published schema', () => {
  const ajv = new Ajv({ allErrors: false, strict: true, allowUnionTypes: true });
  const valid = ajv.compile(schema);

  test('has no keyword that the page does not check', () => {
    const checked = new Set(
      '$ref type const enum required properties additionalProperties items maxItems minLength minimum maximum'.split(
        ' ',
      ),
    );
    const words = new Set(['$schema', 'title', 'description', 'definitions']);
    const seen = new Set<string>();
    const walk = (one: Schema) => {
      for (const keyword of Object.keys(one)) if (!words.has(keyword)) seen.add(keyword);
      for (const part of Object.values({ ...one.properties, ...one.definitions })) walk(part);
      if (one.items) walk(one.items);
    };
    walk(schema as Schema);
    expect([...seen].filter((keyword) => !checked.has(keyword))).toEqual([]);
    expect(seen.size).toBe(checked.size);
    expect(TABLES.every((name) => name in schema.properties)).toBe(true);
  });

  test('is read by the page as by Ajv: files damaged at random', () => {
    let state = 5;
    const random = (below: number) => {
      state = (state * 1103515245 + 12345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * below);
    };
    const values = [
      ...[
        null,
        true,
        false,
        0,
        -1,
        1,
        0.5,
        6,
        1e6,
        1e6 + 1,
        1e9,
        1e16,
        '',
        'a',
        'miss',
        'read',
        [],
        {},
      ],
      ...[[1], { id: 'a' }, { at: 1 }, 'exercise', 'attention-lesson-backup', { __proto__: null }],
    ];
    const value = () => structuredClone(values[random(values.length)]);
    let refused = 0;
    for (let run = 0; run < 20000; run++) {
      const file = copy();
      for (let damage = random(3); damage >= 0; damage--) {
        // Somewhere down the tree.
        // biome-ignore lint/suspicious/noExplicitAny: any place of the file
        let holder: any = file;
        for (;;) {
          const names = Object.keys(holder);
          const name = names[random(names.length)] ?? 'more';
          const part = holder[name];
          if (typeof part === 'object' && part !== null && random(4) > 0) {
            holder = part;
            continue;
          }
          const what = random(4);
          if (what === 0 && !Array.isArray(holder)) delete holder[name];
          else if (what === 1) holder[Array.isArray(holder) ? holder.length : 'more'] = value();
          else holder[name] = value();
          break;
        }
      }
      const fault = firstFault(file, schema as Schema);
      const expected = valid(file);
      if (expected !== (fault === undefined)) {
        throw new Error(`${JSON.stringify(fault)} against ${JSON.stringify(valid.errors)}`);
      }
      refused += expected ? 0 : 1;
    }
    expect(refused).toBeGreaterThan(10000);
    expect(refused).toBeLessThan(19900);
  });
});
