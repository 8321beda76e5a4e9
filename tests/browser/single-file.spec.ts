/** The lesson in one file: from a disk, and inside a host's sandbox that allows scripts and nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FrameLocator, Page } from '@playwright/test';
import { NO_ADAPTER } from './gpu.ts';
import { pageWith, serveHost } from './hosts.ts';
import { test as base, expect, type } from './lesson.ts';

const FILE = join(import.meta.dirname, '../../dist/attention-lesson.html');

// The file has no origin: what it asks for is checked here, to be nothing at all.
const test = base.extend<{ asked: string[] }>({
  asked: async ({ page }, use) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url())) asked.push(request.url());
    });
    await use(asked);
  },
});

test.use({ actionTimeout: 15_000 });

/** The figure computes, and the fast kernels do in a worker. */
async function computes(lesson: Page | FrameLocator, page: Page): Promise<void> {
  await expect(lesson.locator('ticket-map').getByText(/Computed just now/)).toBeVisible();
  const figure = lesson.locator('#figure-attention');
  await figure.scrollIntoViewIfNeeded();
  const output = figure.locator('al-matrix[name="output"] td[data-row="0"][data-col="0"]');
  await expect(output).toHaveText('1.144');
  await figure.locator('#causal').check();
  // A form, without a host's leave to have forms.
  await figure.locator('input[name="choice"]').first().check();
  await figure.locator('al-predict-causal button[type="submit"]').click();
  await expect(figure.locator('.verdict')).toBeVisible();
  const bench = lesson.locator('scaling-bench');
  await bench.scrollIntoViewIfNeeded();
  await bench.getByLabel('Largest n').selectOption('256');
  await type(bench.getByLabel('Width of a head'), '8');
  const worker = page.waitForEvent('worker', { timeout: 30_000 });
  await bench.getByRole('button', { name: 'Measure without predicting' }).click();
  expect((await worker).url()).toMatch(/^blob:/);
  await expect(bench.getByText('Measured.', { exact: true })).toBeVisible({ timeout: 120_000 });
}

test('from file:// it computes, with a worker, and asks for nothing but itself', async ({
  page,
  asked,
  watch,
}) => {
  const url = pathToFileURL(FILE).href;
  watch.expected.push(NO_ADAPTER, /^request to file:/);
  await page.goto(url);
  await computes(page, page);
  expect(asked.filter((one) => one !== url)).toEqual([]);
});

test('in a sandbox of scripts alone it computes, with a worker, and says that nothing is saved', async ({
  page,
  asked,
  watch,
}) => {
  watch.expected.push(NO_ADAPTER, /^request to http:\/\/127\.0\.0\.1:/);
  const host = await serveHost({
    '/': pageWith(
      '<iframe sandbox="allow-scripts" src="/lesson.html" width="1100" height="700" title="Lesson"></iframe>',
    ),
    '/lesson.html': readFileSync(FILE, 'utf8'),
  });
  await page.goto(`${host.origin}/`);
  const lesson = page.frameLocator('iframe');
  await computes(lesson, page);
  const notice = lesson.locator('recall-due .notice');
  await lesson.locator('recall-due').scrollIntoViewIfNeeded();
  await expect(notice).toHaveAttribute('data-notice', 'storage-refused');
  expect(asked.filter((one) => !one.endsWith('/favicon.ico'))).toEqual([
    `${host.origin}/`,
    `${host.origin}/lesson.html`,
  ]);
  await host.close();
});
