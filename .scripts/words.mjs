// npm run words: the words of the lesson and of the interface. Prints those that no dictionary knows, and for each section
// how hard its prose is to read. tests/web/words.test.ts fails on an unknown word and above the hardest grade.
import { readdirSync, readFileSync } from 'node:fs';
import { spellCheckDocument } from 'cspell-lib';
import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';
import ts from 'typescript';
import { textsOf } from './lesson/blocks.mjs';
import { readLesson } from './lesson/lesson.mjs';
import { at, isMain, main } from './run.mjs';

/** Years of school that a section may ask for, by Flesch and Kincaid. */
export const HARDEST = 8;

/** A section with fewer words has no steady grade. */
export const LEAST_WORDS = 60;

/** Words of the subject, and names: one a line. What follows # is a remark. */
const OWN_WORDS = 'web/lessons/words.txt';

const language = 'en-GB';

/** @typedef {{ where: string, text: string }} Piece */

/**
 * What a reader reads of a text of the lesson: formulas, code and addresses are left out.
 * @param {string} text
 * @param {string} [instead] what stands for them
 */
export const readable = (text, instead = ' ') =>
  text
    .replaceAll(/\$[^$]+\$|`[^`]+`/g, instead)
    .replaceAll(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
    .replaceAll(/\*\*|(?<!\w)_|_(?!\w)/g, '');

/** Where references appeared: textsOf leaves it out, since it may hold numbers that nobody computes. @param {any[]} blocks */
const venuesOf = (blocks) =>
  blocks.flatMap(({ references = [] }) => references.map((/** @type {any} */ one) => one.venue));

/** @returns {Piece[]} the texts of the lesson and of its course */
export function lessonPieces() {
  const { parts, words } = readLesson();
  return [
    { where: 'lesson.json', text: textsOf(words).join('\n') },
    ...parts.flatMap(({ sections }) =>
      sections.map(({ id, title, blocks }) => ({
        where: `${id}.json`,
        text: [title, ...textsOf(blocks), ...venuesOf(blocks)]
          .map((text) => readable(text))
          .join('\n'),
      })),
    ),
  ];
}

/** @returns {Piece[]} the strings of the message table */
export const messagePieces = () =>
  readdirSync(at('web/messages'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|json)$/.test(name))
    .sort()
    .map((name) => {
      const source = readFileSync(at('web/messages', name), 'utf8');
      const strings = name.endsWith('.json') ? textsOf(JSON.parse(source)) : stringsOf(source);
      return { where: `web/messages/${name}`, text: strings.join('\n') };
    });

/** @returns {Piece[]} the refusals of the core, and what else it says */
export const corePieces = () =>
  readdirSync(at('core'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.cpp'))
    .sort()
    .map((name) => {
      const code = readFileSync(at('core', name), 'utf8').replace(/^\s*\/\/.*$|^#include.*$/gm, '');
      const strings = [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, text = '']) => text);
      const sentences = strings.filter((text) => text.includes(' ')).join('\n');
      // Without the names of repositories.
      return { where: `core/${name}`, text: sentences.replaceAll(/[\w-]+\/[\w.-]+/g, ' ') };
    });

/** Everything that a reader may meet. */
export const allPieces = () => [...lessonPieces(), ...messagePieces(), ...corePieces()];

/**
 * The strings of a TypeScript file, without what is imported.
 * @param {string} source
 * @returns {string[]}
 */
export function stringsOf(source) {
  /** @type {string[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isStringLiteralLike(node) && !isKey(node)) found.push(node.text);
    // The pieces of one sentence, with a gap for what is put in.
    if (ts.isTemplateExpression(node))
      found.push(
        [node.head, ...node.templateSpans.map((span) => span.literal)]
          .map((one) => one.text)
          .join(' … '),
      );
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('strings.ts', source, ts.ScriptTarget.Latest, true));
  return found;
}

/** @param {ts.Node} node */
const isKey = ({ parent }) =>
  parent !== undefined && (ts.isElementAccessExpression(parent) || ts.isBinaryExpression(parent));

/**
 * Words that neither British English nor our own list knows.
 * @param {Piece[]} pieces
 * @param {string[]} [known]
 * @returns {Promise<string[]>} "word (where)"
 */
export async function unknownWords(pieces, known = ownWords()) {
  /** @type {string[]} */
  const unknown = [];
  for (const { where, text } of pieces) {
    const { issues } = await spellCheckDocument(
      { uri: 'text.txt', text, languageId: 'plaintext', locale: language },
      { noConfigSearch: true, generateSuggestions: false },
      {
        version: '0.2',
        language,
        words: known,
        minWordLength: 3,
        // Names of firms and of commands would let slips of the pen pass.
        dictionaries: OTHER.map((name) => `!${name}`),
      },
    );
    for (const word of new Set(issues.map((issue) => issue.text)))
      unknown.push(`${word} (${where})`);
  }
  return unknown;
}

const OTHER = [
  ...['aws', 'companies', 'cryptocurrencies', 'filetypes', 'public-licenses', 'softwareTerms'],
  ...['coding-compound-terms', 'computing-acronyms', 'software-term-suggestions', 'software-tools'],
  'web-services',
];

export const ownWords = () =>
  readFileSync(at(OWN_WORDS), 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((word) => word !== '');

/** Kinds of block that are not prose: nobody reads a table from left to right as a sentence. */
const NOT_PROSE = ['table', 'heading', 'references', 'code', 'math'];

/**
 * The prose of a list of blocks, a sentence or more a line.
 * @param {unknown} value
 * @returns {string[]}
 */
export function proseOf(value) {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(proseOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => !NOT_PROSE.includes(name))
    .flatMap(([name, one]) =>
      name === 'figure' ? proseOf(one.fallback) : textsOf({ [name]: one }),
    );
}

/**
 * @typedef {object} Grade
 * @property {string} id
 * @property {number} words
 * @property {number} sentences
 * @property {number | undefined} grade years of school; undefined for a section of few words
 */

/**
 * How hard a text is to read: years of school by Flesch and Kincaid, from the words a sentence and the syllables a word.
 * A formula or a number is read as one short word.
 * @param {string[]} texts
 * @returns {Omit<Grade, 'id'>}
 */
export function gradeOf(texts) {
  const segments = new Intl.Segmenter('en', { granularity: 'sentence' });
  const count = { sentence: 0, word: 0, syllable: 0 };
  for (const text of texts) {
    const plain = readable(text, 'x').replaceAll(/[\d.,]*\d[\d.,]*\d|\d/g, 'x');
    for (const { segment } of segments.segment(plain)) {
      const words = segment.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
      if (words.length === 0) continue;
      count.sentence++;
      count.word += words.length;
      for (const word of words) count.syllable += syllable(word) || 1;
    }
  }
  const grade = count.word < LEAST_WORDS ? undefined : fleschKincaid(count);
  return { words: count.word, sentences: count.sentence, grade };
}

/** @returns {Grade[]} one for each section of the lesson */
export const grades = () =>
  readLesson().parts.flatMap(({ sections }) =>
    sections.map(({ id, blocks }) => ({ id, ...gradeOf(proseOf(blocks)) })),
  );

if (isMain(import.meta.url)) {
  await main(async () => {
    const unknown = await unknownWords(allPieces());
    console.log(
      unknown.length === 0 ? 'Every word is known.' : `Unknown:\n  ${unknown.join('\n  ')}`,
    );
    console.log(`\n${'section'.padEnd(20)} words  words a sentence  grade (at most ${HARDEST})`);
    let hard = 0;
    for (const { id, words, sentences, grade } of grades()) {
      if ((grade ?? 0) > HARDEST) hard++;
      const mark = grade === undefined ? 'few words' : grade.toFixed(1);
      console.log(
        `${id.padEnd(20)} ${String(words).padStart(5)}  ${(words / sentences).toFixed(1).padStart(16)}  ${mark}${(grade ?? 0) > HARDEST ? '  too hard' : ''}`,
      );
    }
    if (unknown.length > 0 || hard > 0) process.exitCode = 1;
  });
}
