/** The lesson in one file: from a disk, and inside a host's sandbox that allows scripts and nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FrameLocator, Page } from '@playwright/test';
import { NO_ADAPTER } from './gpu.ts';
import { sandboxOf, serveHost } from './hosts.ts';
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
  const host = await sandboxOf(readFileSync(FILE, 'utf8'));
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

const STILL = /do not compute, as the script of this file has not run/;

/** Serves the file at /lesson.html, with a header of the site that shows it. */
const shownBy = (policy: string) =>
  serveHost({ '/lesson.html': readFileSync(FILE, 'utf8') }, () => ({
    'Content-Security-Policy': policy,
  }));

test('where the script runs, no word about that; the licences of the works in it are in its foot', async ({
  page,
  watch,
}) => {
  watch.expected.push(NO_ADAPTER, /^request to file:/);
  for (const file of [FILE, WHOLE]) {
    await page.goto(pathToFileURL(file).href);
    await expect(page.locator('ticket-map').getByText(/Computed just now/)).toBeVisible();
    await expect(page.getByText(STILL)).toHaveCount(0);
    await expect(page.locator('.contents')).toBeVisible();
    await page.getByText('Licences of the works in this file').click();
    const notices = page.locator('details.notices pre');
    await expect(notices).toBeVisible();
    const text = (await notices.textContent()) ?? '';
    for (const work of ['lit 3', 'lzma1 0', 'Eigen (MPL-2.0)', 'Emscripten (MIT)'])
      expect(text).toContain(work);
    expect(text).toBe(readFileSync(join(DIST, 'THIRD-PARTY.txt'), 'utf8'));
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.skip(({ browserName }) => browserName === 'firefox', 'its driver cannot switch scripts off');
  test('the file says at once that it does not compute, why, and what to do', async ({
    page,
    watch,
  }) => {
    watch.expected.push(/^request to file:/);
    await page.goto(pathToFileURL(FILE).href);
    await expect(page.getByText(STILL)).toBeVisible({ timeout: 1000 });
    await expect(page.getByRole('heading', { name: 'Attention, every number' })).toBeVisible();
  });
});

// The first script, the second, which it inserts, or the policy that it makes for trusted types.
for (const [what, policy] of [
  ['all scripts', "script-src 'none'"],
  ['scripts in the page, and styles', "default-src 'self'"],
  ['the script that is inserted', 'FIRST'],
  ['policies for trusted types', "require-trusted-types-for 'script'; trusted-types attn"],
] as const) {
  test(`a site that forbids ${what}: the file says so, and its text is there`, async ({
    page,
    watch,
  }) => {
    watch.expected.push(
      /polic|trusted|violates the following directive/i,
      /^request to http:\/\/127\.0\.0\.1:/,
    );
    const [, hash] = /script-src ('sha256-[^']+')/.exec(readFileSync(FILE, 'utf8')) ?? [];
    const host = await shownBy(policy.replace('FIRST', `script-src ${hash}`));
    await page.goto(`${host.origin}/lesson.html`);
    await expect(page.getByText(STILL)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Attention, every number' })).toBeVisible();
    await host.close();
  });
}

test('a site that forbids WebAssembly, or a browser without SIMD: the figure says which it is', async ({
  page,
  watch,
}) => {
  watch.expected.push(/polic|wasm|Aborted/i, /^request to http:\/\/127\.0\.0\.1:/);
  const said = page.locator('#figure-attention').getByRole('alert');
  const host = await shownBy("script-src 'unsafe-inline'");
  await page.goto(`${host.origin}/lesson.html`);
  await page.locator('#figure-attention').scrollIntoViewIfNeeded();
  await expect(said).toContainText("needs 'wasm-unsafe-eval' in script-src");
  await expect(said).not.toContainText('connection');
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  await page.reload();
  await page.locator('#figure-attention').scrollIntoViewIfNeeded();
  await expect(said).toContainText('no WebAssembly SIMD');
  await host.close();
});
