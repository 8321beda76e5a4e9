// The engine for Node and other pages: dist/engine/{node,browser}.js and lesson.wasm. The types come from tsc.
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { wasmBeside } from '../.scripts/vite-plugins.mjs';

const root = import.meta.dirname;

export default defineConfig({
  root,
  base: './',
  publicDir: false,
  plugins: [wasmBeside()],
  build: {
    outDir: '../dist/engine',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    modulePreload: false,
    // Not Vite's library mode: that puts the wasm into the JavaScript, where the policy of a page blocks it.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { node: join(root, 'engine/node.ts'), browser: join(root, 'engine/browser.ts') },
      preserveEntrySignatures: 'strict',
      external: /^node:/,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
});
