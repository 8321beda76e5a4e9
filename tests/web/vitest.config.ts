// The units of the page and the engine, and the rules of the layout, under Node.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { lzmaDecoder, wasmFromBuild } from '../../.scripts/vite-plugins.mjs';

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  cacheDir: '.build/vitest',
  plugins: [wasmFromBuild()],
  resolve: { alias: lzmaDecoder },
  test: {
    include: ['tests/{web,layout}/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000, // starting Python with PyTorch takes seconds on a busy machine
    hookTimeout: 60_000, // and so does packing and installing what npm would publish
    // A test that asserts nothing, or that says .only, cannot fail.
    expect: { requireAssertions: true },
    allowOnly: false,
  },
});
