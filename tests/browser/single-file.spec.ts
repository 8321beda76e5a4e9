/** The lesson in one file: from a disk, and inside a host's sandbox that allows scripts and nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FrameLocator, Page } from '@playwright/test';
import { NO_ADAPTER } from './gpu.ts';
import { pageWith, serveHost } from './hosts.ts';
import { test as base, expect, type } from './lesson.ts';

const DIST = join(import.meta.dirname, '../../dist');
const FILE = join(DIST, 'attention-lesson.html');
const WHOLE = join(DIST, 'attention-lesson-whole.html');

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

/** Elements of the lesson that a reader comes by and whose class does not come. */
async function undefinedElements(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const own = [...document.querySelectorAll('main *')].filter(({ localName }) =>
      localName.includes('-'),
    );
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    for (const element of own) {
      element.scrollIntoView({ behavior: 'instant' });
      const defined = customElements.whenDefined(element.localName);
      await Promise.race([defined, new Promise((resume) => setTimeout(resume, 2000))]);
    }
    return own.map(({ localName }) => localName).filter((name) => !customElements.get(name));
  });
}

test('opened by itself it is laid out as the page is: contents at the side, the text beside it', async ({
  page,
  watch,
}) => {
  watch.expected.push(NO_ADAPTER, /^request to file:/);
  for (const file of [FILE, WHOLE]) {
    await page.goto(pathToFileURL(file).href);
    await expect(page.locator('.contents a').first()).toBeVisible();
    const [contents, text] = await Promise.all(
      ['.contents', 'main'].map((part) => page.locator(part).boundingBox()),
    );
    expect(text?.width).toBeGreaterThan(700);
    expect(text?.x).toBeGreaterThanOrEqual((contents?.x ?? Number.NaN) + (contents?.width ?? 0));
    await expect(page.locator('footer')).toBeVisible();
  }
});

/** The mistakes bench computes. */
async function breaks(page: Page): Promise<void> {
  const bench = page.locator('mistakes-bench');
  await expect(async () => {
    await bench.scrollIntoViewIfNeeded();
    await expect(bench.locator('.catalogue input')).toHaveCount(38, { timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  await bench.getByLabel('largest score not subtracted').check();
  await expect(bench.locator('al-matrix').nth(1).locator('td.nan').first()).toBeVisible();
}

test('the small file breaks attention on its bench, and names the file that has the two other labs', async ({
  page,
  watch,
}) => {
  watch.expected.push(NO_ADAPTER, /^request to file:/);
  await page.goto(pathToFileURL(FILE).href);
  await breaks(page);
  for (const lab of ['heat-trial', 'tensor-doctor']) {
    await page.locator(lab).scrollIntoViewIfNeeded();
    await expect(page.locator(lab)).toContainText('attention-lesson-whole.html');
  }
});

test('the whole file trains and tries a classifier, and reads and explains tensors, all from file://', async ({
  page,
  asked,
  watch,
}) => {
  test.slow();
  const url = pathToFileURL(WHOLE).href;
  watch.expected.push(NO_ADAPTER, /^request to file:/);
  await page.goto(`${url}#lab-doctor`);
  await breaks(page);
  const doctor = page.locator('tensor-doctor');
  await doctor.scrollIntoViewIfNeeded();
  await doctor.getByRole('button', { name: 'a forgotten scale' }).click();
  await doctor.getByRole('button', { name: 'Find what made these numbers' }).click();
  await expect(doctor.locator('.verdict p').first()).toContainText('scale-missing', {
    timeout: 30_000,
  });
  const trial = page.locator('heat-trial');
  await trial.scrollIntoViewIfNeeded();
  await trial.locator('select[name="width"]').selectOption('8');
  await trial.locator('select[name="heads"]').selectOption('1');
  await trial.getByRole('button', { name: 'Train', exact: true }).click();
  await expect(trial.getByText('Trained.')).toBeVisible({ timeout: 90_000 });
  expect(await undefinedElements(page)).toEqual([]);
  expect(asked.filter((one) => one.replace(/#.*/, '') !== url)).toEqual([]);
});
