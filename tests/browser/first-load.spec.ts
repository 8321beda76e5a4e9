import { brotliCompressSync } from 'node:zlib';
import { expect, test } from './lesson.ts';

/** Bytes that a server which compresses would send, by path. */
async function firstLoad(page: import('@playwright/test').Page): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const pending: Promise<void>[] = [];
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    pending.push(
      response.body().then(
        (body) => {
          sizes.set(
            path,
            /\.(woff2|png)$/.test(path) ? body.length : brotliCompressSync(body).length,
          );
        },
        () => undefined, // answered from the cache
      ),
    );
  });
  await page.goto('./', { waitUntil: 'networkidle' });
  await expect(page.locator('ticket-map').getByText(/Computed just now/)).toBeVisible();
  await Promise.all(pending);
  return sizes;
}

test('the first screen loads little: no whole core, and at most 300 KiB with text and fonts', async ({
  page,
}) => {
  const sizes = await firstLoad(page);
  const paths = [...sizes.keys()];
  const sum = (wanted: (path: string) => boolean) =>
    [...sizes].reduce((total, [path, size]) => total + (wanted(path) ? size : 0), 0);
  const isText = (path: string) => path.endsWith('/') || path.endsWith('.html');

  expect(paths.some((path) => /attention-\w+\.wasm$/.test(path))).toBe(true);
  expect(paths.filter((path) => /lesson-\w+\.wasm$/.test(path))).toEqual([]);
  expect(sum(() => true)).toBeLessThanOrEqual(300 * 1024);
  expect(sum((path) => !isText(path))).toBeLessThanOrEqual(150 * 1024);
});
