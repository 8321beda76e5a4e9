/** What happens where the GPU cannot compute: WebAssembly gives the same result, and a notice says why. */
import type { Locator, Page } from '@playwright/test';
import type { ScalingBench } from '../../web/elements/lesson/scaling/scaling-bench.ts';
import type { GpuRun } from '../../web/kernels/gpu.ts';
import { compare, expect, NO_ADAPTER, openWithGpu, type Shape, TOLERANCE, test } from './gpu.ts';
import { test as plain } from './lesson.ts';

const SHAPE: Shape = { heads: 2, n: 130, m: 70, d: 24, causal: 'bottom-right' };

type Summary = Pick<GpuRun, 'by' | 'notice' | 'detail'> & {
  /** From what WebAssembly gives for the same. */
  readonly difference: number;
  readonly progress: readonly number[];
};

/** Runs the tiled kernel of the GPU, and the one of WebAssembly; `spoil` puts a number into q. */
const runOn = (
  bench: Locator,
  { n = 130, kernel = 'tiled', spoil, reading = 'all' }: Asked = {},
): Promise<Summary> =>
  bench.evaluate(
    async (element, asked) => {
      const { machines } = element as ScalingBench;
      if (!machines) throw new Error('not loaded');
      const d = 24;
      const draw = (count: number, step: number) =>
        Float32Array.from({ length: count }, (_, i) => ((i * step) % 17) / 8 - 1);
      const [q, k, v] = [draw(asked.n * d, 3), draw(asked.n * d, 5), draw(asked.n * d, 7)];
      if (asked.spoil !== undefined) q[30] = Number(asked.spoil);
      const padding = Array.from({ length: asked.n }, () => asked.reading === 'none');
      const inputs = { ...{ q, k, v, n: asked.n, d, padding }, kernel: asked.kernel };
      const progress: number[] = [];
      const run = await machines.gpu.run(inputs, { onProgress: (done) => progress.push(done) });
      const twin = machines.tiled(inputs);
      let difference = run.output.length === twin.length ? 0 : Number.NaN;
      for (let i = 0; i < twin.length; i++) {
        const [x, y] = [run.output[i] as number, twin[i] as number];
        difference = Math.max(difference, Object.is(x, y) ? 0 : Math.abs(x - y));
      }
      const { by, notice, detail } = run;
      return { by, notice, detail, difference, progress };
    },
    { n, kernel, spoil, reading },
  );

interface Asked {
  readonly n?: number;
  readonly kernel?: 'tiled' | 'naive';
  readonly spoil?: string;
  readonly reading?: 'all' | 'none';
}

/** Changes the GPU as the page finds it. Runs in the page, before its scripts. */
const stub = (page: Page, change: () => void) => page.addInitScript(change);

test.describe('on the software adapter', () => {
  test.skip(({ browserName }) => browserName !== 'chromium', 'Chromium alone has one');

  test('it computes, tells its progress, and says what it is', async ({ page }) => {
    const bench = await openWithGpu(page);
    await expect(bench.locator('#adapter')).toContainText('swiftshader, a software adapter');
    const run = await runOn(bench);
    expect(run).toMatchObject({ by: 'gpu', notice: undefined });
    expect(run.difference).toBeLessThanOrEqual(TOLERANCE);
    expect(run.progress.at(-1)).toBe(1);
    const long = await runOn(bench, { n: 1500 });
    expect(long.by).toBe('gpu');
    expect(long.difference).toBeLessThanOrEqual(TOLERANCE);
    expect(long.progress.length).toBeGreaterThan(1);
    expect(long.progress).toEqual([...long.progress].sort((a, b) => a - b));
  });

  test('rows that may read no key are NaN', async ({ page }) => {
    const bench = await openWithGpu(page);
    for (const kernel of ['tiled', 'naive'] as const) {
      const run = await runOn(bench, { n: 9, kernel, reading: 'none' });
      expect(run).toMatchObject({ by: 'gpu', difference: 0 });
    }
    const [parity] = await compare(bench, 'gpuTiled', [SHAPE]);
    expect(parity?.largest).toBeLessThanOrEqual(TOLERANCE);
  });

  for (const spoil of ['NaN', 'Infinity', '1e35'])
    test(`${spoil} is left to WebAssembly`, async ({ page }) => {
      const run = await runOn(await openWithGpu(page), { spoil });
      expect(run).toMatchObject({ by: 'wasm', notice: 'gpu-not-finite', difference: 0 });
    });

  test('without subgroups the numbers are the same', async ({ page }) => {
    await stub(page, () => {
      const { GPUSupportedFeatures } = window as unknown as {
        GPUSupportedFeatures: { prototype: Set<string> };
      };
      const { has } = GPUSupportedFeatures.prototype;
      GPUSupportedFeatures.prototype.has = function (name: string) {
        return name !== 'subgroups' && has.call(this, name);
      };
    });
    const bench = await openWithGpu(page);
    await expect(bench.locator('#adapter')).not.toContainText('subgroups');
    const shapes = [64, 65, 129].map((n): Shape => ({ ...SHAPE, n }));
    for (const { largest, notice } of await compare(bench, 'gpuTiled', shapes)) {
      expect(notice).toBeUndefined();
      expect(largest).toBeLessThanOrEqual(TOLERANCE);
    }
  });

  test('half precision is offered where the adapter has it, and rounds', async ({ page }) => {
    const bench = await openWithGpu(page);
    const offered = await bench.evaluate(
      async () => (await navigator.gpu.requestAdapter())?.features.has('shader-f16') ?? false,
    );
    const box = bench.getByRole('checkbox', { name: /half precision/ });
    await expect(box).toHaveCount(offered ? 1 : 0);
    test.skip(!offered, 'this adapter has no half precision: its program is not run');
    const [parity] = await compare(bench, 'gpuTiled', [SHAPE], true);
    expect(parity).toMatchObject({ half: true, notice: undefined, within: true });
    expect(parity?.largest).toBeGreaterThan(TOLERANCE);
  });

  test('no device: refused', async ({ page }) => {
    await stub(page, () => {
      GPUAdapter.prototype.requestDevice = () => Promise.reject(new TypeError('no device today'));
    });
    const bench = await openWithGpu(page);
    await expect(bench.locator('#adapter')).toContainText('gives no device');
    expect(await runOn(bench)).toMatchObject({
      ...{ by: 'wasm', notice: 'gpu-refused', detail: 'no device today', difference: 0 },
    });
  });

  test('lost while it computes: WebAssembly finishes, and the next run has a new device', async ({
    page,
  }) => {
    await stub(page, () => {
      const { createDevice, submit } = {
        createDevice: GPUAdapter.prototype.requestDevice,
        submit: GPUQueue.prototype.submit,
      };
      const state = window as unknown as { lose: boolean };
      state.lose = false;
      const devices = new WeakMap<GPUQueue, GPUDevice>();
      GPUAdapter.prototype.requestDevice = async function (asked) {
        const device = await createDevice.call(this, asked);
        devices.set(device.queue, device);
        return device;
      };
      GPUQueue.prototype.submit = function (buffers) {
        const result = submit.call(this, buffers);
        if (state.lose) devices.get(this)?.destroy();
        state.lose = false;
        return result;
      };
    });
    const bench = await openWithGpu(page);
    await page.evaluate(() => {
      (window as unknown as { lose: boolean }).lose = true;
    });
    expect(await runOn(bench)).toMatchObject({ by: 'wasm', notice: 'gpu-lost', difference: 0 });
    const again = await runOn(bench);
    expect(again).toMatchObject({ by: 'gpu', notice: undefined });
    expect(again.difference).toBeLessThanOrEqual(TOLERANCE);
  });

  test('out of memory', async ({ page }) => {
    await stub(page, () => {
      // What a device says that cannot give a buffer; the second scope on top is that of memory.
      let scopes: string[] = [];
      const { pushErrorScope, popErrorScope } = GPUDevice.prototype;
      GPUDevice.prototype.pushErrorScope = function (filter) {
        scopes = [...scopes, filter];
        return pushErrorScope.call(this, filter);
      };
      GPUDevice.prototype.popErrorScope = function () {
        const filter = scopes.at(-1);
        scopes = scopes.slice(0, -1);
        const real = popErrorScope.call(this);
        return filter === 'out-of-memory'
          ? Promise.resolve(new GPUOutOfMemoryError('no room'))
          : real;
      };
    });
    expect(await runOn(await openWithGpu(page))).toMatchObject({
      ...{ by: 'wasm', notice: 'gpu-memory', detail: 'no room', difference: 0 },
    });
  });

  test('a program that the device refuses', async ({ page, watch }) => {
    // Chromium also tells of a shader that does not compile on the console.
    watch.expected.push(/WGSL|shader|Invalid/i);
    await stub(page, () => {
      const { createShaderModule } = GPUDevice.prototype;
      GPUDevice.prototype.createShaderModule = function ({ code }) {
        return createShaderModule.call(this, {
          code: code.includes('attend') ? code.replace('fn attend', 'fn attend(') : code,
        });
      };
    });
    const bench = await openWithGpu(page);
    expect(await runOn(bench)).toMatchObject({ by: 'wasm', notice: 'gpu-invalid', difference: 0 });
    expect(await runOn(bench, { kernel: 'naive' })).toMatchObject({ by: 'gpu' });
  });

  test('beyond the limits of the device', async ({ page }) => {
    await stub(page, () => {
      const limits = Object.getOwnPropertyDescriptor(
        GPUSupportedLimits.prototype,
        'maxStorageBufferBindingSize',
      );
      Object.defineProperty(GPUSupportedLimits.prototype, 'maxStorageBufferBindingSize', {
        get(this: GPUSupportedLimits) {
          return Math.min(50_000, limits?.get?.call(this) as number);
        },
      });
    });
    const bench = await openWithGpu(page);
    // 130 * 130 scores are 67,600 bytes; the tiled kernel stores none.
    expect(await runOn(bench, { kernel: 'naive' })).toMatchObject({
      ...{ by: 'wasm', notice: 'gpu-too-large', detail: 'scores: 67600 of 50000 bytes' },
    });
    expect(await runOn(bench)).toMatchObject({ by: 'gpu' });
  });

  test('a cancel is heard between pieces', async ({ page }) => {
    const bench = await openWithGpu(page);
    const result = await bench.evaluate(async (element) => {
      const { machines } = element as ScalingBench;
      if (!machines) return 'not loaded';
      const q = new Float32Array(2048 * 64).fill(0.1);
      const stop = new AbortController();
      return machines.gpu
        .run(
          { q, k: q, v: q, n: 2048, d: 64 },
          { signal: stop.signal, onProgress: () => stop.abort() },
        )
        .then(
          () => 'finished',
          (reason: { code?: string }) => reason.code,
        );
    });
    expect(result).toBe('cancelled');
  });
});

plain.describe('without an adapter', () => {
  plain('the bench says so, and WebAssembly computes', async ({ page, browserName, watch }) => {
    watch.expected.push(NO_ADAPTER);
    const bench = await openWithGpu(page);
    const hasGpu = await page.evaluate(() => 'gpu' in navigator);
    const notice = hasGpu ? 'gpu-no-adapter' : 'gpu-missing';
    const says = hasGpu ? 'offers no adapter' : 'does not have it';
    plain.info().annotations.push({ type: browserName, description: notice });
    await expect(bench.locator('#adapter')).toContainText(says);
    for (const name of ['naive, WebGPU', 'tiled, WebGPU'])
      await expect(bench.getByRole('checkbox', { name })).toBeDisabled();
    expect(await runOn(bench)).toMatchObject({ by: 'wasm', notice, difference: 0 });
  });
});
