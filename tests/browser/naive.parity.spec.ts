/** web/kernels/naive.wgsl gives what core/kernels/naive.cpp gives, for every shape, on the software adapter. */
import { expectParity, openWithGpu, test, WIDTHS } from './gpu.ts';

test.skip(({ browserName }) => browserName !== 'chromium', 'a software adapter: Chromium alone');

for (const d of WIDTHS) {
  test(`naive, width ${d}`, async ({ page }) => {
    test.setTimeout(300_000);
    await expectParity(await openWithGpu(page), 'gpuNaive', d);
  });
}
