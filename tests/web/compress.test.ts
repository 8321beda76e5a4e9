/** Our own server compresses what it finds in its folder, and nothing else. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { compressed } from '../../.scripts/compress.mjs';

const home = mkdtempSync(join(tmpdir(), 'compress-'));
const folder = join(home, 'dist');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(folder, 'index.html'), '<p>Text</p>');
writeFileSync(join(folder, 'assets/a.js'), 'one');
writeFileSync(join(folder, 'picture.png'), 'png');
writeFileSync(join(home, 'secret.js'), 'secret');
afterAll(() => rmSync(home, { recursive: true }));

const text = (url: string) => {
  const found = compressed(folder, url);
  return found && `${found.type} ${brotliDecompressSync(found.body)}`;
};

test('files come with their types, whatever the query', () => {
  expect(text('/')).toBe('text/html;charset=utf-8 <p>Text</p>');
  expect(text('/?attention=1~~x')).toBe('text/html;charset=utf-8 <p>Text</p>');
  expect(text('/assets/a.js')).toBe('text/javascript one');
});

test('a file that has changed is read again', () => {
  expect(text('/assets/a.js')).toBe('text/javascript one');
  writeFileSync(join(folder, 'assets/a.js'), 'two');
  utimesSync(join(folder, 'assets/a.js'), 1000, 1000);
  expect(text('/assets/a.js')).toBe('text/javascript two');
});

test.each([
  '/missing.js',
  '/assets',
  '/assets/',
  '/picture.png',
  '/../secret.js',
  '/%2e%2e/secret.js',
  '/assets/..%2f..%2fsecret.js',
  '/a%00.js',
  '/%',
  'http://[',
])('%s is left to the server', (url) => {
  expect(compressed(folder, url)).toBeUndefined();
});
