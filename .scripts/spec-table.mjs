// node .scripts/spec-table.mjs: every id that the lesson owes (tests/spec-table.json) -> the elements that stand there ->
// the tests that name it or them. Writes tests/spec-table.md; tests/web/spec-table.test.ts fails when that is out of date,
// or when an id has no element or no test.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import { readLesson, renderSections } from './lesson/lesson.mjs';
import { at, isMain, main, say } from './run.mjs';

export const TABLE = 'tests/spec-table.md';

/** Titles of one file that a row shows. */
const MOST_TITLES = 3;

/**
 * @typedef {{ title: string, ids: string[], later?: string[] }} Chapter
 * @typedef {{ file: string, titles: string[] }} Named tests of one file that name an id or an element
 * @typedef {{ id: string, elements: string[], tests: Named[] }} Row
 */

/** @returns {Chapter[]} */
export const chapters = () =>
  JSON.parse(readFileSync(at('tests/spec-table.json'), 'utf8')).sections;

/** The page as it is built. */
export const pageHtml = () => renderSections(readLesson());

/** The tests of what a learner meets: path -> source. Those of the engine and of the storage use some ids as words of their own. */
export function testFiles() {
  /** @type {Record<string, string>} */
  const files = {};
  for (const folder of ['tests/web', 'tests/browser']) {
    for (const name of readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (
        /\.(test|spec)\.ts$/.test(name) &&
        !/^(spec-table|words|engine|storage|exercise-page)/.test(name)
      )
        files[`${folder}/${name}`] = readFileSync(at(folder, name), 'utf8');
    }
  }
  return files;
}

/**
 * What stands at an id: the elements of our own in a section, "text" where it has none, or the element that has the id,
 * or that shows the slot with the id. Nothing when the page lacks the id.
 * @param {string} html
 * @param {string} id
 * @returns {string[]}
 */
export function elementsAt(html, id) {
  const start = new RegExp(`<([a-z][a-z0-9-]*)\\b[^>]*\\sid="${id}"[^>]*>`).exec(html);
  if (!start) return [];
  const [opening, tag = ''] = start;
  if (tag === 'section') {
    const section = html.slice(start.index, html.indexOf('</section>', start.index));
    const own = [...section.matchAll(/<([a-z]+(?:-[a-z]+)+)[\s>]/g)].map(([, name = '']) => name);
    return own.length > 0 ? [...new Set(own)] : ['text'];
  }
  const slot = /\sslot="([^"]+)"/.exec(opening)?.[1];
  if (!slot) return [tag];
  const before = [...html.slice(0, start.index).matchAll(/<([a-z]+(?:-[a-z]+)+)[\s>]/g)];
  return [`${before.at(-1)?.[1]}, slot ${slot}`];
}

/**
 * The strings of a test file, each with the titles of the tests around it. A string outside every test, such as one of a
 * helper, stands for the whole file.
 * @param {string} source
 * @returns {{ text: string, titles: string[] }[]}
 */
export function stringsByTest(source) {
  /** @type {{ text: string, titles: string[] }[]} */
  const found = [];
  /** @param {ts.Node} node @param {string[]} titles */
  const visit = (node, titles) => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node))
      found.push({ text: node.text, titles });
    if (ts.isTemplateMiddleOrTemplateTail(node)) found.push({ text: node.text, titles });
    const title = ts.isCallExpression(node) ? titleOf(node) : undefined;
    const inside = title === undefined ? titles : [...titles, title];
    ts.forEachChild(node, (child) => {
      // A title is told, not meant.
      if (title !== undefined && child === /** @type {ts.CallExpression} */ (node).arguments[0])
        return;
      visit(child, inside);
    });
  };
  visit(ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true), []);
  return found;
}

/**
 * The title of test('title', ...), test.each(...)('title', ...), describe(...) and their like.
 * @param {ts.CallExpression} call
 */
function titleOf(call) {
  const [first, second] = call.arguments;
  if (!first || !second || !/^(test|describe)\b/.test(call.expression.getText())) return undefined;
  if (ts.isStringLiteralLike(first)) return first.text;
  return ts.isTemplateExpression(first) ? first.getText().slice(1, -1) : undefined;
}

/**
 * Whether a string of a test means an id: "parts" alone or "#parts" in a selector or a link, but not the word in a
 * sentence; or an element, whose name no sentence holds.
 * @param {string} text
 * @param {string} id
 * @param {string[]} elements
 */
export const means = (text, id, elements) =>
  text === id ||
  new RegExp(`#${id}(?![\\w-])`).test(text) ||
  elements.some(
    (one) =>
      one.includes('-') && new RegExp(`(?<![\\w/-])${one.split(',')[0]}(?![\\w/.-])`).test(text),
  );

/** Elements that many sections have: to test one of them somewhere says nothing of a section. */
const COMMON = ['write-box', 'choose-one', 'code-listing'];

/**
 * @param {Chapter[]} spec
 * @param {string} html
 * @param {Record<string, string>} files
 */
export function specTable(spec, html, files) {
  const strings = Object.entries(files).map(([file, source]) => ({
    file,
    all: stringsByTest(source),
  }));
  /** @type {string[]} */
  const problems = [];
  /** @type {(Chapter & { rows: Row[] })[]} */
  const found = [];
  for (const chapter of spec) {
    /** @type {Row[]} */
    const rows = [];
    for (const id of chapter.ids) {
      const elements = elementsAt(html, id);
      const own = elements.filter((one) => !COMMON.includes(one));
      const tests = strings.flatMap(({ file, all }) => {
        const named = all.filter(({ text }) => means(text, id, own));
        if (named.length === 0) return [];
        const titles = new Set(named.flatMap((one) => one.titles.at(-1) ?? []));
        return [{ file, titles: [...titles] }];
      });
      if (chapter.later?.includes(id)) {
        if (elements.length > 0) problems.push(`${id} is on the page, and no longer to come`);
        continue;
      }
      if (elements.length === 0) problems.push(`${id} is not on the page`);
      // Text alone is tested by what looks at every section.
      else if (tests.length === 0 && own.some((one) => one !== 'text'))
        problems.push(`no test names ${id} or ${own.join(', ')}`);
      rows.push({ id, elements, tests });
    }
    found.push({ ...chapter, rows });
  }
  return { problems, chapters: found, table: markdown(found) };
}

/** @param {(Chapter & { rows: Row[] })[]} found */
function markdown(found) {
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const testsOf = (/** @type {Named} */ { file, titles }) => {
    const shown = titles.slice(0, MOST_TITLES).map(cell).join('; ');
    const more = titles.length > MOST_TITLES ? `; and ${titles.length - MOST_TITLES} more` : '';
    return `\`${file.replace('tests/', '')}\`${shown ? `: ${shown}${more}` : ''}`;
  };
  const row = (/** @type {Row} */ { id, elements, tests }) => {
    const what = elements.map((one) => (one === 'text' ? one : `\`${one}\``)).join(', ');
    return `| \`${id}\` | ${what} | ${tests.map(testsOf).join('<br>') || 'those of every section'} |`;
  };
  const part = (/** @type {Chapter & { rows: Row[] }} */ { title, later = [], rows }) => {
    const list = rows.map(row).join('\n');
    const table =
      rows.length > 0 ? `\n| id | elements | tests that name them |\n|-|-|-|\n${list}\n` : '';
    const missing = later.map((id) => `\`${id}\``).join(', ');
    return `## ${title}\n${table}${missing ? `\nNot on the page yet: ${missing}.\n` : ''}`;
  };
  return `# Ids, elements, tests

Written by \`node .scripts/spec-table.mjs\` from \`tests/spec-table.json\`, the lesson and the tests.

Every section, whether or not a test names it, is opened by its link in \`browser/walk.spec.ts\`, with every element in it; its
form, its links and its numbers are checked in \`web/lesson.test.ts\`, its words in \`web/words.test.ts\`.

${found.map(part).join('\n')}`;
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const { problems, table } = specTable(chapters(), pageHtml(), testFiles());
    writeFileSync(at(TABLE), table);
    say(`${TABLE} is written`);
    for (const problem of problems) say(problem);
    if (problems.length > 0) process.exitCode = 1;
  });
}
