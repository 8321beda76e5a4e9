/** The scaling bench as a person uses it: predict, measure, cancel, read, export; and the workers behind it. */
import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import type { ScalingBench } from '../../web/elements/lesson/scaling/scaling-bench.ts';
import { faults } from './axe.ts';
import { expect, NO_ADAPTER, openBench } from './gpu.ts';
import { test, type } from './lesson.ts';

const button = (bench: Locator, name: string) => bench.getByRole('button', { name, exact: true });

// These run where there is no adapter, and measure: on a busy machine that takes its time.
test.beforeEach(({ watch }) => {
  watch.expected.push(NO_ADAPTER);
  test.slow();
});

/** Small enough for a test: n = 64, 128 and 256. */
async function measureSmall(bench: Locator): Promise<void> {
  await bench.getByLabel('Largest n').selectOption('256');
  await type(bench.getByLabel('Width of a head'), '8');
  await button(bench, 'Measure without predicting').click();
  await expect(bench.getByText('Measured.', { exact: true })).toBeVisible({ timeout: 120_000 });
}

const rowsOf = (bench: Locator, caption: string) =>
  bench
    .locator('details.data table', { hasText: caption })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')),
    );

test('the memory is told before anything runs, and what would not fit is refused with the sum', async ({
  page,
}) => {
  const bench = await openBench(page);
  const memory = bench.locator('fieldset table');
  await bench.getByLabel('Largest n').selectOption('8192');
  await expect(memory.locator('tbody tr').nth(0).locator('td').nth(2)).toHaveText('256');
  await type(bench.getByLabel('Heads', { exact: true }), '512');
  const refusal = bench.getByRole('alert');
  await expect(refusal).toContainText('naive, WebAssembly would need 3072 + 1024 + 256 =');
  await expect(refusal).toContainText('at most 1024 MiB');
  await expect(button(bench, 'Commit and measure')).toBeDisabled();
  await type(bench.getByLabel('Heads', { exact: true }), '1');
  await expect(refusal).toHaveCount(0);
  await type(bench.getByLabel('Width of a head'), '300');
  await expect(refusal).toHaveText('width is 300: a whole number from 1 to 256 was expected.');
  await expect(bench.getByLabel('Width of a head')).toHaveAttribute('aria-invalid', 'true');
});

test('a prediction is asked for, and judged by what was measured', async ({ page }) => {
  const bench = await openBench(page);
  await bench.getByLabel('Largest n').selectOption('256');
  await type(bench.getByLabel('Width of a head'), '8');
  await button(bench, 'Commit and measure').click();
  await expect(bench.locator('[role=status]').last()).toHaveText('Choose a prediction first.');
  await bench.getByLabel('about twice as long').check();
  await button(bench, 'Commit and measure').click();
  await expect(bench.getByText('Measured.', { exact: true })).toBeVisible({ timeout: 120_000 });
  const verdict = bench.locator('.verdict');
  await expect(verdict).toContainText('You predicted: about twice as long.');
  await expect(bench.locator('.doublings')).toContainText(
    /naive, WebAssembly: × [\d.]+ from n = 128 to 256/,
  );
  // Nearest to 2, on a logarithmic axis.
  const shown = await bench.locator('.doublings li').first().textContent();
  const factor = Number(/× ([\d.]+)/.exec(shown ?? '')?.[1]);
  const right = factor > 1.41 && factor <= 2.83;
  await expect(verdict).toContainText(right ? 'Right.' : 'Not so.');
  await expect(button(bench, 'Measure')).toBeFocused();
});

test('chart, words, table and file say the same', async ({ page, browserName }) => {
  const bench = await openBench(page);
  await expect(bench.locator('.words')).toContainText('Nothing has been measured yet.');
  await measureSmall(bench);
  await expect(bench.locator('line-chart svg')).toBeVisible();
  const named = await bench.locator('line-chart .end').allTextContents();
  expect(named.sort()).toEqual(['naive, wasm', 'n² line', 'tiled, wasm'].sort());
  const rows = await rowsOf(bench, 'Measured: 1 head, width 8');
  expect(rows.map(([name]) => name)).toEqual(
    ['naive', 'tiled'].flatMap((kernel) =>
      ['64', '128', '256'].map((n) => `${kernel}, WebAssembly, ${n}`),
    ),
  );
  for (const [, median, least, most, runs] of rows) {
    expect(Number(least)).toBeLessThanOrEqual(Number(median));
    expect(Number(median)).toBeLessThanOrEqual(Number(most));
    expect(Number(median)).toBeGreaterThan(0);
    expect(Number(runs)).toBeGreaterThanOrEqual(3);
  }
  // The module's memory holds what was predicted.
  for (const row of rows) expect(Number(row[7])).toBeGreaterThanOrEqual(Number(row[6]));
  const slopes = await rowsOf(bench, 'Fitted slopes');
  expect(slopes.map(([name]) => name)).toEqual(['naive, WebAssembly', 'tiled, WebAssembly']);
  for (const [name, power] of slopes) {
    expect(Number(power)).toBeGreaterThan(0);
    await expect(bench.locator('.words')).toContainText(
      `${name}: the time grows as n to the power ${power},`,
    );
  }
  if (browserName === 'firefox') return; // which tells Playwright of no downloads
  const download = page.waitForEvent('download');
  await button(bench, 'Export CSV').click();
  const file = await (await download).path();
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
  expect((await download).suggestedFilename()).toBe('attention-scaling.csv');
  expect(lines[0]).toContain('kernel,n,heads,width,median_ms');
  expect(lines).toHaveLength(7);
  expect(lines[1]).toMatch(/^naive,64,1,8,\d/);
});

test('it is cancelled at once, and what was measured stays', async ({ page }) => {
  const bench = await openBench(page);
  await bench.getByLabel('Largest n').selectOption('8192');
  await button(bench, 'Measure without predicting').click();
  const cancel = button(bench, 'Cancel');
  await expect(cancel).toBeFocused();
  // What stays, not the step that is told meanwhile: that may have gone by between two looks.
  await expect(bench.locator('details.data')).toContainText('tiled, WebAssembly, 256', {
    timeout: 40_000,
  });
  await expect(bench.getByLabel('Largest n')).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(bench.getByText('Cancelled. What was measured before stays.')).toBeVisible();
  await expect(bench.locator('progress')).toHaveCount(0);
  await expect(bench.locator('details.data')).toContainText('tiled, WebAssembly, 256');
  await expect(button(bench, 'Measure')).toBeFocused();
});

test('the page stays free while a long kernel runs', async ({ page }) => {
  const bench = await openBench(page);
  const longest = await bench.evaluate(async (element) => {
    const { machines } = element as ScalingBench;
    if (!machines) return Number.NaN;
    const q = new Float32Array(4096 * 64).fill(0.1);
    let [last, longest, done] = [performance.now(), 0, false];
    const tick = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (!done) setTimeout(tick);
    };
    tick();
    await machines.naive.run({ q, k: q, v: q, n: 4096, d: 64, kernel: 'naive' }, { workers: 1 });
    done = true;
    return longest;
  });
  // The kernel takes seconds; what the page does itself is copying, on a machine with other work.
  expect(longest).toBeLessThanOrEqual(400);
});

test('several workers give what one thread gives, with progress, and are cancelled', async ({
  page,
}) => {
  const bench = await openBench(page);
  const found = await bench.evaluate(async (element) => {
    const { machines } = element as ScalingBench;
    if (!machines) throw new Error('not loaded');
    const flash = machines.tiled;
    const [heads, n, m, d] = [3, 700, 650, 40];
    const draw = (count: number, step: number) =>
      Float32Array.from({ length: count }, (_, i) => ((i * step) % 23) / 9 - 1.2);
    const inputs = {
      ...{ q: draw(heads * n * d, 3), k: draw(heads * m * d, 5), v: draw(heads * m * d, 7) },
      ...{ heads, n, m, d, padding: Array.from({ length: m }, (_, j) => j % 5 === 1) },
    };
    const differences: number[] = [];
    const workers: number[] = [];
    const told: number[] = [];
    for (const causal of [false, 'top-left', 'bottom-right'] as const) {
      for (const kernel of ['tiled', 'naive'] as const) {
        // Twice in a row: then with the buffers that came back.
        for (const count of [1, 2, 4, 4]) {
          const asked = { ...inputs, causal, kernel };
          const onProgress = (done: number) => told.push(done);
          const run = await flash.run(asked, { workers: count, onProgress });
          const here = flash(asked);
          differences.push(
            here.reduce((most, x, i) => {
              const y = run.output[i] as number;
              return Math.max(most, Object.is(x, y) ? 0 : Math.abs(x - y));
            }, 0),
          );
          workers.push(run.workers);
        }
      }
    }
    const stop = new AbortController();
    const long = {
      ...inputs,
      heads: 1,
      n: 4096,
      m: 4096,
      q: draw(4096 * d, 3),
      k: draw(4096 * d, 5),
      v: draw(4096 * d, 7),
      padding: undefined,
    };
    const cancelled = await flash
      .run(long, { workers: 2, signal: stop.signal, onProgress: () => stop.abort() })
      .then(
        () => 'finished',
        (reason: { code?: string }) => reason.code,
      );
    return { differences, workers, told, cancelled };
  });
  // Rows are computed alike, whoever has them.
  expect(found.differences).toEqual(found.differences.map(() => 0));
  expect(new Set(found.workers).size).toBeGreaterThan(1);
  expect(Math.max(...found.told)).toBe(1);
  expect(found.cancelled).toBe('cancelled');
});

for (const [what, notice, change] of [
  [
    'a worker that cannot be made',
    'workers-failed',
    () => {
      window.Worker = class {
        constructor() {
          throw new DOMException('not here', 'SecurityError');
        }
      } as never;
    },
  ],
  [
    'a worker that breaks',
    'workers-failed',
    () => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message: object) {
        // Not what it understands.
        postMessage.call(this, 'module' in message ? { module: 1 } : message);
      };
    },
  ],
] as const)
  test(`${what} is made good on this thread`, async ({ page }) => {
    await page.addInitScript(change);
    const bench = await openBench(page);
    const run = await bench.evaluate(async (element) => {
      const flash = (element as ScalingBench).machines?.tiled;
      if (!flash) throw new Error('not loaded');
      const q = Float32Array.from({ length: 300 * 16 }, (_, i) => ((i * 7) % 11) / 5 - 1);
      const inputs = { q, k: q, v: q, n: 300, d: 16 };
      const { notice, workers, output } = await flash.run(inputs, { workers: 1 });
      return { notice, workers, same: String(output) === String(flash(inputs)) };
    });
    expect(run).toEqual({ notice, workers: 0, same: true });
  });

test('it is accessible, before and after it measured, in light and dark', async ({ page }) => {
  const bench = await openBench(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme }).catch(() => undefined);
    if (colorScheme === 'dark') await measureSmall(bench);
    expect(await faults(page, { parts: ['#lab-scaling'], tags: 'default' })).toEqual([]);
  }
});

test('by keyboard alone, on a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const bench = await openBench(page);
  await bench.getByLabel('Largest n').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(bench.getByLabel('Largest n')).toHaveValue('256');
  await bench.getByLabel('about the same').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(button(bench, 'Commit and measure')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(bench, 'Cancel')).toBeFocused();
  await expect(bench.getByText('Measured.', { exact: true })).toBeVisible({ timeout: 120_000 });
  await expect(button(bench, 'Measure')).toBeFocused();
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wide).toBeLessThanOrEqual(0);
});
