// The engine for Node and other pages: dist/engine/{node,browser}.js and lesson.wasm, flash-{node,browser}.js and
// flash.wasm, triage-{node,browser}.js and triage.wasm, doctor-{node,browser}.js and doctor.wasm. The types come from tsc.
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { flashRelaxed, wasmBeside } from '../.scripts/vite-plugins.mjs';

const root = import.meta.dirname;

export default defineConfig({
  root,
  base: './',
  publicDir: false,
  plugins: [wasmBeside(), flashRelaxed()],
  // Beside the bundles, as a classic script: hosts know its type.
  worker: { format: 'iife', rolldownOptions: { output: { entryFileNames: '[name].js' } } },
  build: {
    outDir: '../dist/engine',
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    modulePreload: false,
    // Not Vite's library mode: that puts the wasm into the JavaScript, where the policy of a page blocks it.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: Object.fromEntries(
        ['', 'flash-', 'triage-', 'doctor-']
          .flatMap((part) => [`${part}node`, `${part}browser`])
          .map((name) => [name, join(root, `engine/${name}.ts`)]),
      ),
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
