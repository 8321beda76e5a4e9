/** The page without its server, and a new version of it. */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { securityHeaders } from '../../.scripts/security-headers.mjs';
import { type Host, serveHost } from './hosts.ts';

const DIST = join(import.meta.dirname, '../../dist');
const TYPES: Readonly<Record<string, string>> = {
  ...{ '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' },
  ...{ '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.png': 'image/png' },
  ...{ '.webmanifest': 'application/manifest+json', '.woff2': 'font/woff2' },
};

test.use({ actionTimeout: 15_000 });

/** dist/ on a server of its own, which a test may stop, and whose files `change` may make others. */
function serveDist(
  change: (path: string, text: string) => string = (_path, text) => text,
): Promise<Host> {
  return serveHost((path) => {
    const file = join(DIST, path.endsWith('/') ? `${path}index.html` : path);
    if (!file.startsWith(DIST) || !existsSync(file)) return undefined;
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const bytes = readFileSync(file);
    const text = /\.(html|js)$/.test(file) ? change(path, bytes.toString('utf8')) : undefined;
    return { type, body: text ?? bytes };
  }, securityHeaders);
}

/** Console errors, exceptions, breaches of the policy, and requests that leave the origin. */
function faultsOf(page: Page, origin: string): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !/^(data|blob):$/.test(url.protocol)) faults.push(request.url());
  });
  return faults;
}

const installed = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state !== undefined);

/** A first visit, after which the service worker stands. */
async function visited(page: Page) {
  const host = await serveDist();
  const faults = faultsOf(page, host.origin);
  await page.goto(`${host.origin}/`);
  expect(await installed(page)).toBe(true);
  return { host, faults };
}

test('once read, it opens and computes without its server, under its strict policy', async ({
  context,
  page,
}) => {
  const { host, faults } = await visited(page);
  await page.close();
  await host.close();

  const later = await context.newPage();
  faults.push(...faultsOf(later, host.origin));
  await later.goto(`${host.origin}/?attention=1~~ticket#figure-attention`);
  await expect(later.locator('ticket-map').getByText(/Computed just now/)).toBeVisible();
  const output = later.locator('#figure-attention al-matrix[name="output"] td').first();
  await expect(output).toBeVisible();
  // The whole core, which nothing on the first visit had asked for.
  const exercises = later.locator('exercise-set');
  await exercises.scrollIntoViewIfNeeded();
  await exercises.locator('button[data-kind]').first().click();
  await expect(exercises.getByRole('button', { name: 'Check' })).toBeVisible();
  await later.goto(`${host.origin}/embed.html?show=figure&state=1~~default`);
  await expect(later.locator('attention-figure al-matrix[name="output"] td').first()).toBeVisible();
  expect(faults).toEqual([]);
});

test('a new version waits to be asked for, and what was written stays', async ({
  context,
  page,
}) => {
  let version = 1;
  const host = await serveDist((path, text) => {
    if (version === 1) return text;
    if (path === '/sw.js') return text.replace(/(url:`index\.html`,revision:`)\w+/, '$1other');
    return text.replaceAll('Content version', 'Second version');
  });
  const faults = faultsOf(page, host.origin);
  await page.goto(`${host.origin}/#recall`);
  expect(await installed(page)).toBe(true);
  // Controlled now, so that what comes next is a new version.
  await page.reload();
  const box = page.locator('write-box textarea').first();
  await box.scrollIntoViewIfNeeded();
  await box.fill('what I wrote');
  // An exercise of which only the first number is typed.
  const exercises = page.locator('exercise-set');
  await exercises.scrollIntoViewIfNeeded();
  await exercises.locator('button[data-kind="softmax-row"]').click();
  const first = exercises.locator('.asks input').first();
  await first.fill('0.25');

  version = 2;
  const bar = page.locator('update-bar');
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect(bar).toContainText('A new version of this lesson is ready', { timeout: 20_000 });
  await expect(page.locator('footer')).toContainText('Content version');
  await bar.getByRole('button', { name: 'Later' }).click();
  await expect(bar).not.toContainText('A new version');
  await page.reload();
  await expect(page.locator('footer')).toContainText('Content version');
  const other = await context.newPage();
  await other.goto(`${host.origin}/`);
  await expect(bar.getByRole('button', { name: 'Load it now' })).toBeVisible({ timeout: 20_000 });
  await bar.getByRole('button', { name: 'Load it now' }).click();
  await expect(page.locator('footer')).toContainText('Second version');
  await expect(box).toHaveValue('what I wrote');
  await expect(async () => {
    await exercises.scrollIntoViewIfNeeded();
    await expect(first).toHaveValue('0.25', { timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  // The other tab is not reloaded under its reader.
  await expect(other.locator('update-bar')).toContainText('Another tab has taken a new version');
  await expect(other.locator('footer')).toContainText('Content version');
  expect(faults).toEqual([]);
  await host.close();
});

test('where the browser threw away what was stored, the page begins anew from its server', async ({
  context,
  page,
}) => {
  const { host, faults } = await visited(page);
  // Under pressure a browser drops caches and databases of a site together; a worker that is running stays.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
    localStorage.clear();
  });
  const later = await context.newPage();
  faults.push(...faultsOf(later, host.origin));
  await later.goto(`${host.origin}/`);
  await expect(later.locator('ticket-map').getByText(/Computed just now/)).toBeVisible();
  const deck = later.locator('recall-due');
  await deck.scrollIntoViewIfNeeded();
  await expect(deck.locator('[data-notice]')).toHaveCount(0);
  expect(faults).toEqual([]);
  await host.close();
});
