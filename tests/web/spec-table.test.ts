/** Every id that the lesson owes stands on the page and has its tests; the committed table says so. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  chapters,
  elementsAt,
  means,
  pageHtml,
  specTable,
  stringsByTest,
  TABLE,
  testFiles,
} from '../../.scripts/spec-table.mjs';

const root = join(import.meta.dirname, '../..');

test('each id has its element and its test', () => {
  const { problems, chapters: found } = specTable(chapters(), pageHtml(), testFiles());
  expect(problems).toEqual([]);
  const rows = found.flatMap(({ rows }) => rows);
  expect(rows.length).toBeGreaterThan(40);
  const named = (id: string) => rows.find((row) => row.id === id);
  expect(named('parts')?.elements).toContain('parts-figure');
  expect(named('parts')?.tests.map(({ file }) => file)).toContain(
    'tests/browser/lesson-concept.spec.ts',
  );
});

test('the committed table is up to date: node .scripts/spec-table.mjs writes it', () => {
  const { table } = specTable(chapters(), pageHtml(), testFiles());
  expect(readFileSync(join(root, TABLE), 'utf8')).toBe(table);
});

const html = `
  <section id="one" class="x"><p>Text</p><a-figure id="a"><div slot="lead" id="in-slot"></div></a-figure><write-box></write-box></section>
  <section id="two"><p>Text</p></section>`;

test('elements are found in a section, by their own id and by their slot', () => {
  expect(elementsAt(html, 'one')).toEqual(['a-figure', 'write-box']);
  expect(elementsAt(html, 'two')).toEqual(['text']);
  expect(elementsAt(html, 'a')).toEqual(['a-figure']);
  expect(elementsAt(html, 'in-slot')).toEqual(['a-figure, slot lead']);
  expect(elementsAt(html, 'thr')).toEqual([]);
});

test('a string of a test means an id, or the word that is the same', () => {
  expect(means('one', 'one', [])).toBe(true);
  expect(means('#one .prompt', 'one', [])).toBe(true);
  expect(means('#one-more', 'one', [])).toBe(false);
  expect(means('one row alone', 'one', [])).toBe(false);
  expect(means('a-figure table', 'one', ['a-figure'])).toBe(true);
  expect(means('./a-figure.ts', 'one', ['a-figure'])).toBe(false);
  expect(means('#one text', 'two', ['text'])).toBe(false);
});

test('strings are told with the tests that they stand in', () => {
  const source = `import x from './one.ts';
    const tag = 'a-figure';
    describe('group', () => {
      const id = '#one';
      test.each([1])('title', () => { open(\`./#two \${id}\`); });
    });`;
  expect(stringsByTest(source)).toEqual([
    { text: 'a-figure', titles: [] },
    { text: '#one', titles: ['group'] },
    { text: './#two ', titles: ['group', 'title'] },
    { text: '', titles: ['group', 'title'] },
  ]);
});

test('what is missing is a problem', () => {
  const named = { 'tests/browser/a.spec.ts': "test('works', () => { open('#one'); });" };
  const spec = (ids: string[], later: string[] = []) => [{ title: '1. A', ids, later }];
  expect(specTable(spec(['one', 'two']), html, named).problems).toEqual([]);
  expect(specTable(spec(['one']), html, {}).problems).toEqual(['no test names one or a-figure']);
  expect(specTable(spec(['three']), html, named).problems).toEqual(['three is not on the page']);
  expect(specTable(spec(['one', 'two'], ['two']), html, named).problems).toEqual([
    'two is on the page, and no longer to come',
  ]);
  expect(specTable(spec(['one', 'three'], ['three']), html, named).problems).toEqual([]);
});
