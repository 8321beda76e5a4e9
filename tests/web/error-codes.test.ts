/** Every error code has its words in a header, and core/errors.md lists them all. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  documentedCodes,
  errorCodes,
  readFiles,
  TABLE,
  usedCodes,
} from '../../.scripts/error-codes.mjs';

const root = join(import.meta.dirname, '../..');

test('every code that is made is documented, every documented one is made', () => {
  const { codes, problems } = errorCodes(readFiles());
  expect(problems).toEqual([]);
  expect(codes.length).toBeGreaterThan(50);
  const known = codes.map(({ code }) => code);
  for (const code of ['no-keys', 'rank', 'number-comma', 'seed-inexact', 'simd-missing'])
    expect(known).toContain(code);
});

test('the committed table is up to date: node .scripts/error-codes.mjs writes it', () => {
  expect(readFileSync(join(root, TABLE), 'utf8')).toBe(errorCodes(readFiles()).table);
});

test('codes are found wherever an error is made', () => {
  const source = `
    Error fail_with(const char* code, std::string message) { return {code, message, {"x"}}; }
    // return Error{"in-a-comment", "no"};
    std::optional<Error> check() {
      if (a) return Error{"first-code", "A sentence.", {"not-a-code"}};
      if (b) return Error{
          c < 0 ? "second-code" : "third-code", "A, b.", {"x"}};
      if (d) return fail_with("fourth-code", "Not \\"quoted-word\\", that.");
      refuse({"wire", "Other words.", {"inbox"}});
      return {"fifth-code", "Text.", where};
    }`;
  expect([...usedCodes(source)].sort()).toEqual([
    ...['fifth-code', 'first-code', 'fourth-code', 'second-code', 'third-code', 'wire'],
  ]);
  expect([...usedCodes("throw new LessonError(\n  'core-not-loaded',\n  `x`,\n);")]).toEqual([
    'core-not-loaded',
  ]);
  expect([...usedCodes("return { scale: get('scale').data[0], raw };")]).toEqual([]);
});

test('documentation is read as the headers are written', () => {
  const header = `// A file.
//   pre-norm   not a code: a name at the top
// Errors of every function:
//   size-zero  0, where there must be one
#pragma once

// Does.
//   key-width   q and k differ,
//               which nobody wants
//   other-key, no-keys   as elsewhere
//   ratio = a / b, in between
// Prose again.
Outcome<int> f();
`;
  expect(documentedCodes(header)).toEqual([
    { code: 'size-zero', meaning: '0, where there must be one' },
    { code: 'key-width', meaning: 'q and k differ, which nobody wants' },
    { code: 'other-key' },
    { code: 'no-keys' },
  ]);
});

const make = (code: string) => `return Error{"${code}", "A sentence.", {"x"}};\n`;
const tell = (code: string) => `#pragma once\n//   ${code}   what it means\nOutcome<int> f();\n`;

test('a sound pair has no problems, and a row', () => {
  const { problems, table } = errorCodes({
    'core/a.cpp': make('is-bad'),
    'core/a.hpp': tell('is-bad'),
  });
  expect(problems).toEqual([]);
  expect(table).toContain('| `is-bad` | what it means (`core/a.hpp`) | `core/a.cpp` |');
});

test('a code that no header tells of is a problem', () => {
  const { problems } = errorCodes({ 'core/a.cpp': make('is-bad'), 'core/a.hpp': tell('is-worse') });
  expect(problems).toEqual([
    'is-bad is made in core/a.cpp, and no comment of core/a.hpp tells of it',
    'is-worse is documented in core/a.hpp, and nothing makes it',
    'is-bad is made, and no header has a line that begins with it and says what it means',
  ]);
});

test('a code that another header tells of is a problem too', () => {
  const { problems } = errorCodes({
    'core/a.cpp': make('is-bad'),
    'core/a.hpp': '#pragma once\n',
    'core/b.cpp': make('is-bad'),
    'core/b.hpp': tell('is-bad'),
  });
  expect(problems).toEqual([
    'is-bad is made in core/a.cpp, and no comment of core/a.hpp tells of it',
  ]);
});
