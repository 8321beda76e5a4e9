/** The lesson in one file on WebGPU: from a disk, and in a sandbox, whose origin is nobody's. On the software adapter. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator } from '@playwright/test';
import { compare, expect, type Shape, TOLERANCE, test } from './gpu.ts';
import { sandboxOf } from './hosts.ts';
import { comeNear } from './lesson.ts';

const FILE = join(import.meta.dirname, '../../dist/attention-lesson.html');
const SHAPES: readonly Shape[] = [
  { heads: 2, n: 130, m: 70, d: 24, causal: 'bottom-right' },
  { heads: 1, n: 65, m: 65, d: 64 },
];

test.skip(({ browserName }) => browserName !== 'chromium', 'Chromium alone has an adapter');

/** Both kernels run on the adapter, without a notice that another took over, and give what their twin gives. */
async function computesOnGpu(bench: Locator): Promise<void> {
  await comeNear(bench, bench.locator('.words'));
  await bench.getByRole('button', { name: 'Ask now' }).click();
  await expect(bench.locator('#adapter')).toContainText(/swiftshader/i);
  for (const kernel of ['gpuNaive', 'gpuTiled'] as const)
    for (const [i, { largest, notice }] of (await compare(bench, kernel, SHAPES)).entries()) {
      expect(notice, `${kernel} ${i}`).toBeUndefined();
      expect(largest, `${kernel} ${i}`).toBeLessThanOrEqual(TOLERANCE);
    }
}

test('from file:// the GPU computes', async ({ page, watch }) => {
  watch.expected.push(/^request to file:/);
  await page.goto(pathToFileURL(FILE).href);
  await computesOnGpu(page.locator('scaling-bench'));
});

test('in a sandbox of scripts alone the GPU computes', async ({ page, watch }) => {
  watch.expected.push(/^request to http:\/\/127\.0\.0\.1:/);
  const host = await sandboxOf(readFileSync(FILE, 'utf8'));
  await page.goto(`${host.origin}/`);
  await computesOnGpu(page.frameLocator('iframe').locator('scaling-bench'));
  await host.close();
});
