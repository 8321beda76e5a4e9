// Every error code: what the headers say of it and where it is made, as one table in core/errors.md. Run this file to
// write the table; tests/web/error-codes.test.ts fails when it is out of date or a code lacks its words.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { at, isMain, main, say } from './run.mjs';

export const TABLE = 'core/errors.md';

/** A word or several joined by hyphens. Only codes that are in use may be a single word: prose is full of those. */
const CODE = '[a-z]+(?:-[a-z0-9]+)*';

/**
 * @typedef {object} CodeEntry
 * @property {string} code
 * @property {{ meaning: string, file: string }[]} meanings in the order of the files
 * @property {string[]} used the sources that make it
 */

/**
 * Files by their path in the repository.
 * @typedef {Record<string, string>} Files
 */

/** @param {string} path */
const isSource = (path) =>
  /^(core|wasm)\/.*\.cpp$/.test(path) || /^web\/engine\/.*(?<!\.d)\.ts$/.test(path);

/** @param {string} path */
const isHeader = (path) =>
  /^(core|wasm)\/.*\.hpp$/.test(path) || /^web\/engine\/.*(?<!\.d)\.ts$/.test(path);

/** The files that may hold codes, as they stand in the working tree. */
export function readFiles() {
  /** @type {Files} */
  const files = {};
  for (const folder of ['core', 'wasm', 'web/engine']) {
    for (const name of readdirSync(at(folder), { recursive: true, encoding: 'utf8' })) {
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      if (isSource(path) || isHeader(path)) files[path] = readFileSync(at(path), 'utf8');
    }
  }
  return files;
}

/**
 * The codes that a source makes: the string literals in the first argument of Error{...}, of LessonError(...), of
 * refuse({...}), of `return {...}`, and of the functions whose first parameter is called code.
 * @param {string} source
 */
export function usedCodes(source) {
  const text = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const helpers = [
    ...text.matchAll(/\b(\w+)\(\s*(?:const char\* ?(?:const )?|std::string(?:_view)? )code\b/g),
  ];
  const starts = [
    '\\bError\\s*\\{',
    '\\bLessonError\\(',
    '\\brefuse\\(\\s*\\{',
    '\\breturn\\s*\\{(?=\\s*")',
    ...helpers.map(([, name]) => `\\b${name}\\(`),
  ];
  // Up to the first comma outside quotes: the argument may choose between two codes.
  const first = new RegExp(`(?:${starts.join('|')})\\s*((?:"[^"]*"|'[^']*'|[^"',;])*),`, 'g');
  const codes = new Set();
  for (const [, argument = ''] of text.matchAll(first)) {
    for (const [, code = ''] of argument.matchAll(new RegExp(`["'](${CODE})["']`, 'g')))
      codes.add(code);
  }
  return codes;
}

/**
 * The entries of a header's comments: three spaces, the code, its meaning, which may go on in lines
 * that stand further in. In the comment at the top of a file they count after the word Errors alone, and in TypeScript
 * after LessonError: there, formulas and names look the same. A line of several codes refers to another header and gives no meaning.
 * @param {string} header
 * @returns {{ code: string, meaning?: string }[]}
 */
export function documentedCodes(header) {
  const entry = new RegExp(`^ {3}(${CODE}(?:, ${CODE})*)( +)(\\S.*)$`);
  /** @type {{ code: string, meaning?: string }[]} */
  const found = [];
  const inCpp = /^#pragma once/m.test(header);
  let open = false;
  let top = true;
  for (const line of header.split('\n')) {
    const comment = /^\s*(?:\/\/|\*)(?!\/)(.*)$/.exec(line)?.[1];
    if (comment === undefined) {
      if (top && line.trim() !== '') top = false;
      open = inCpp && !top;
      continue;
    }
    if (/\bErrors\b|\bLessonError\b/.test(comment)) open = true;
    const [, words = '', gap = '', meaning = ''] = entry.exec(comment) ?? [];
    // The longest code of a list may stand one space before its meaning; so does any word in prose.
    const names = words.includes('-') || gap.length > 1 ? words : '';
    const last = found.at(-1);
    if (names && open) {
      const codes = names.split(', ');
      for (const code of codes) found.push(codes.length > 1 ? { code } : { code, meaning });
    } else if (!names && open && last?.meaning && /^ {6,}\S/.test(comment)) {
      last.meaning += ` ${comment.trim()}`;
    } else {
      found.push({ code: '' }); // ends the entry above
    }
  }
  return found.filter(({ code }) => code !== '');
}

/**
 * The comments of a header alone.
 * @param {string} header
 */
const comments = (header) => (header.match(/\/\/.*$|\/\*[\s\S]*?\*\//gm) ?? []).join('\n');

/**
 * The headers that should tell of the codes of a source: those of the same stem or of its beginning (parse.hpp has the
 * functions of parse_number.cpp). A source of the engine tells of its own.
 * @param {string} source
 * @param {string[]} headers
 */
const headersOf = (source, headers) =>
  source.endsWith('.ts')
    ? [source]
    : headers.filter((header) => {
        const stem = header.replace(/\.hpp$/, '');
        return (
          header.endsWith('.hpp') && (source === `${stem}.cpp` || source.startsWith(`${stem}_`))
        );
      });

/**
 * Everything that the files say of codes, and what is wrong with it.
 * @param {Files} files
 */
export function errorCodes(files) {
  const paths = Object.keys(files).sort();
  const headers = paths.filter(isHeader);
  /** @type {Map<string, CodeEntry>} */
  const codes = new Map();
  /** @type {string[]} */
  const problems = [];
  const entryOf = (/** @type {string} */ code) => {
    const known = codes.get(code) ?? { code, meanings: [], used: [] };
    codes.set(code, known);
    return known;
  };

  for (const path of paths.filter(isSource)) {
    const own = headersOf(path, headers);
    const told = own.map((header) => comments(files[header] ?? '')).join('\n');
    for (const code of usedCodes(files[path] ?? '')) {
      entryOf(code).used.push(path);
      if (!new RegExp(`(?<![\\w-])${code}(?![\\w-])`).test(told)) {
        problems.push(
          `${code} is made in ${path}, and no comment of ${own.join(' or ') || 'a header of that name'} tells of it`,
        );
      }
    }
  }
  for (const file of headers) {
    for (const { code, meaning } of documentedCodes(files[file] ?? '')) {
      if (!codes.get(code)?.used.length) {
        if (code.includes('-'))
          problems.push(`${code} is documented in ${file}, and nothing makes it`);
      } else if (meaning) {
        entryOf(code).meanings.push({ meaning, file });
      }
    }
  }
  for (const { code, meanings } of codes.values()) {
    if (meanings.length === 0)
      problems.push(
        `${code} is made, and no header has a line that begins with it and says what it means`,
      );
  }
  const sorted = [...codes.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  return { codes: sorted, problems, table: table(sorted) };
}

/** @param {CodeEntry[]} codes */
function table(codes) {
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|');
  const rows = codes.map(({ code, meanings, used }) => {
    /** @type {Map<string, string[]>} */
    const byMeaning = new Map();
    for (const { meaning, file } of meanings) {
      const known = byMeaning.get(meaning) ?? [];
      if (!known.includes(file)) byMeaning.set(meaning, [...known, file]);
    }
    const told = [...byMeaning].map(
      ([meaning, places]) => `${cell(meaning)} (${places.map((file) => `\`${file}\``).join(', ')})`,
    );
    return `| \`${code}\` | ${told.join('<br>')} | ${used.map((file) => `\`${file}\``).join(', ')} |`;
  });
  return `# Error codes

Written by \`node .scripts/error-codes.mjs\` from the comments of the headers. A code never changes its meaning; where it
stands more than once, each line says what it means there. Functions pass the codes of their parts on.

| code | what it means, and where that is written | made in |
|-|-|-|
${rows.join('\n')}
`;
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const { codes, problems, table: text } = errorCodes(readFiles());
    writeFileSync(at(TABLE), text);
    say(`${codes.length} codes in ${TABLE}`);
    for (const problem of problems) say(problem);
    if (problems.length > 0) process.exitCode = 1;
  });
}
