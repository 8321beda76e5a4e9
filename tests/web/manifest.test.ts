/** What a browser is told before it installs the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLesson, renderSections } from '../../.scripts/lesson/lesson.mjs';

const folder = join(import.meta.dirname, '../../web/public');
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'));

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
}

/** Width and height, as the header of a PNG has them. */
function sizeOf(src: string): string {
  const bytes = readFileSync(join(folder, src));
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('each picture is there, as large as it says', () => {
  const pictures: Picture[] = [...manifest.icons, ...manifest.screenshots];
  for (const { src, sizes } of pictures.filter(({ type }) => type === 'image/png'))
    expect(sizeOf(src), src).toBe(sizes);
  const factors = manifest.screenshots.map((one: { form_factor: string }) => one.form_factor);
  expect(factors.sort()).toEqual(['narrow', 'wide']);
});

test('each shortcut leads to a section, within the scope', () => {
  const html = renderSections(readLesson());
  for (const { url } of manifest.shortcuts) {
    const [page, id] = url.split('#');
    expect(page).toBe(manifest.start_url);
    expect(html).toContain(`<section id="${id}"`);
  }
  // Where the lesson lies in a folder, all of it is of that folder. Without an `id` the installed page is known by its
  // start, and two lessons on one server are two.
  expect(manifest.scope).toBe('./');
  expect(manifest.id).toBeUndefined();
});
