/**
 * The page with WebGPU on a software adapter, in Chromium: it proves that numbers are right, and says nothing of speed.
 * Other browsers run as they are.
 */
import type { Locator, Page } from '@playwright/test';
import type { Parity, Shape } from '../../web/elements/lesson/scaling/parity.ts';
import type { ScalingBench } from '../../web/elements/lesson/scaling/scaling-bench.ts';
import { shapesOf } from './gpu-shapes.ts';
import { test as base, comeNear, expect } from './lesson.ts';

export { WIDTHS } from './gpu-shapes.ts';
export { expect } from './lesson.ts';

const ADAPTER = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

export const test = base.extend<object>({
  launchOptions: [
    async ({ browserName, launchOptions }, use) => {
      const { args = [] } = launchOptions;
      await use(
        browserName === 'chromium'
          ? { ...launchOptions, args: [...args, ...ADAPTER] }
          : launchOptions,
      );
    },
    { scope: 'worker' },
  ],
});

/** The bench, loaded. */
export async function openBench(page: Page): Promise<Locator> {
  await page.goto('./#lab-scaling');
  const bench = page.locator('scaling-bench');
  await comeNear(bench, bench.locator('.words'));
  await expect(bench.locator('fieldset table')).toBeVisible();
  return bench;
}

/** The same, with its adapter asked for. */
export async function openWithGpu(page: Page): Promise<Locator> {
  const bench = await openBench(page);
  const ask = bench.getByRole('button', { name: 'Ask now' });
  // Without WebGPU there is nothing to ask.
  if (await page.evaluate(() => 'gpu' in navigator)) await ask.click();
  await expect(ask).toHaveCount(0);
  await expect(bench.locator('#adapter')).not.toContainText('asking');
  return bench;
}

/** What Chromium says on its console whenever a page asks for an adapter and there is none. */
export const NO_ADAPTER = /No available adapters/;

export type GpuKernel = 'gpuNaive' | 'gpuTiled';
export type { Parity, Shape } from '../../web/elements/lesson/scaling/parity.ts';

/** Both kernels of the page on the same numbers, shape by shape. */
export const compare = (
  bench: Locator,
  kernel: GpuKernel,
  shapes: readonly Shape[],
  half = false,
): Promise<Parity[]> =>
  bench.evaluate(
    async (element, asked) => {
      const found: Parity[] = [];
      for (const shape of asked.shapes)
        found.push(await (element as ScalingBench).compare(asked.kernel, shape, asked.half));
      return found;
    },
    { kernel, shapes, half },
  );

/** Nothing that the policy of the page or the GPU complains of, and no difference beyond the tolerance. */
export async function expectParity(bench: Locator, kernel: GpuKernel, d: number): Promise<void> {
  const shapes = shapesOf(d);
  const found = await compare(bench, kernel, shapes);
  const worst = Math.max(...found.map(({ largest }) => largest));
  test.info().annotations.push({ type: 'largest difference', description: `${worst}` });
  for (const [i, { largest, notice }] of found.entries()) {
    const shape = JSON.stringify({ ...shapes[i], padding: shapes[i]?.padding !== undefined });
    expect(notice, shape).toBeUndefined();
    expect(largest, shape).toBeLessThanOrEqual(TOLERANCE);
  }
}

/**
 * Both are float32 and add in other orders; the shaders' exponential is right to 3 + 2 |x| units in the last place. The
 * kernels' first lines name the same number.
 */
export const TOLERANCE = 4e-6;
