/** The rules of the house that a compiler does not check. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const list = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
const text = (file: string) => readFileSync(join(root, file), 'utf8');

test('the core knows nothing of Emscripten or JavaScript', () => {
  const files = list('core').filter((file) => /\.(hpp|cpp)$/.test(file));
  expect(files.length).toBeGreaterThan(15);
  for (const file of files) {
    expect(text(file), file).not.toMatch(/#include\s*[<"]emscripten|EMSCRIPTEN|__wasm__/);
    expect(text(file), file).not.toMatch(
      /\bthrow\b|std::(cout|cerr|abort|exit)|<chrono>|\bprintf\(/,
    );
  }
});

test('only the engine imports the compiled module', () => {
  const files = list('web').filter(
    (file) => /\.(ts|js|mjs|html)$/.test(file) && !file.startsWith('web/engine/'),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files.filter((name) => !name.includes('config'))) {
    expect(text(file), file).not.toMatch(/#core|lesson\.wasm|lesson\.js|engine\/module/);
  }
});

test('each header of the core has its test: stem_test.cpp, or several stem_*_test.cpp', () => {
  const tests = list('tests/core').map((file) => file.replace('tests/core/', ''));
  const headers = list('core')
    .filter((file) => file.endsWith('.hpp'))
    .map((file) => file.slice('core/'.length, -'.hpp'.length).replaceAll('/', '_'));
  expect(headers).toContain('attention');
  // Types have nothing to run; scan is what both parsers are made of, and is tested through them.
  for (const stem of headers.filter((name) => name !== 'types' && name !== 'scan')) {
    const named = new RegExp(`^${stem}(_[a-z]+)*_test\\.cpp$`);
    expect(
      tests.some((file) => named.test(file)),
      stem,
    ).toBe(true);
  }
});

test('each GPU kernel has a C++ twin', () => {
  for (const kernel of list('web').filter((file) => file.endsWith('.wgsl'))) {
    const stem = kernel.replace(/^.*\//, '').replace('.wgsl', '');
    expect(
      list('core').some((file) => file.endsWith(`${stem}.cpp`)),
      kernel,
    ).toBe(true);
  }
  expect(list('core').length).toBeGreaterThan(0);
});

test('softmax stands once: no exponential and no square root in the page', () => {
  for (const file of list('web').filter((name) => name.endsWith('.ts'))) {
    expect(text(file), file).not.toMatch(/Math\.(exp|log|log2|sqrt|pow)\b/);
  }
  expect(list('web').length).toBeGreaterThan(0);
});

test('nothing but the named folders and files stands at the top', () => {
  const allowed =
    /^(wasm|core|web|tests|node_modules|dist|\..*|CMakeLists\.txt|CMakePresets\.json|package\.json|package-lock\.json|README\.md|LICENSE|CHANGELOG\.md|CONTRIBUTING\.md)$/;
  for (const name of readdirSync(root)) expect(name).toMatch(allowed);
});
