/** The rules of the house, on this house. `rules.test.ts` shows that each of them can fail. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  coreStandsAlone,
  headersDocumentErrors,
  kernelsHaveTwins,
  noArithmeticInThePage,
  onlyTheEngineImportsTheModule,
  type Tree,
  topLevel,
  twins,
  typesStandOnce,
} from './rules.ts';

const root = join(import.meta.dirname, '../..');

function readTree(): Tree {
  const tree: Record<string, string> = {};
  for (const folder of ['core', 'wasm', 'web', 'tests']) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/');
      if (entry.isFile() && /\.([ch]pp|[cm]?[jt]s|html|wgsl)$/.test(path))
        tree[path] = readFileSync(join(root, path), 'utf8');
    }
  }
  return tree;
}

const tree = readTree();
const count = (pattern: RegExp) => Object.keys(tree).filter((path) => pattern.test(path)).length;

test('there is something to look at', () => {
  expect(count(/^core\/.*\.cpp$/)).toBeGreaterThan(25);
  expect(count(/^core\/.*\.hpp$/)).toBeGreaterThan(25);
  expect(count(/^web\/.*\.ts$/)).toBeGreaterThan(20);
  expect(count(/^tests\/core\/.*_test\.cpp$/)).toBeGreaterThan(25);
});

test('each source of the core has its header and its test', () => {
  expect(twins(tree)).toEqual([]);
});

test('the core knows nothing of Emscripten or JavaScript', () => {
  expect(coreStandsAlone(tree)).toEqual([]);
});

test('no two types of the core have one name', () => {
  expect(typesStandOnce(tree)).toEqual([]);
});

test('only the engine imports the compiled module', () => {
  expect(onlyTheEngineImportsTheModule(tree)).toEqual([]);
});

test('each GPU kernel names its C++ twin and has a parity test', () => {
  expect(kernelsHaveTwins(tree)).toEqual([]);
});

test('each header of the core documents its errors', () => {
  expect(headersDocumentErrors(tree)).toEqual([]);
});

test('softmax stands once: no exponential and no square root in the page', () => {
  expect(noArithmeticInThePage(tree)).toEqual([]);
});

test('nothing but the named folders and files stands at the top', () => {
  expect(topLevel(readdirSync(root))).toEqual([]);
});
