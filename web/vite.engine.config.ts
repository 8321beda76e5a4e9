// The engine for Node and other pages: dist/engine/{node,browser}.js and lesson.wasm, flash-{node,browser}.js and
// flash.wasm, triage-{node,browser}.js and triage.wasm, doctor-{node,browser}.js and doctor.wasm. The types come from tsc.
// One run for Node (mode "node", which empties the folder) and one for each bundle of a page (its name is the mode): a page
// without a bundler then asks for one file where it would wait for a chain of small ones.
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { flashRelaxed, wasmBeside } from '../.scripts/vite-plugins.mjs';

const root = import.meta.dirname;

const PARTS = ['', 'flash-', 'triage-', 'doctor-'];

export default defineConfig(({ mode }) => {
  const forNode = mode === 'node';
  const names = forNode ? PARTS.map((part) => `${part}node`) : [mode];
  return {
    root,
    base: './',
    publicDir: false,
    plugins: [wasmBeside(), flashRelaxed()],
    // Beside the bundles, as a classic script: hosts know its type.
    worker: { format: 'iife', rolldownOptions: { output: { entryFileNames: '[name].js' } } },
    build: {
      outDir: '../dist/engine',
      emptyOutDir: forNode,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      // Not Vite's library mode: that puts the wasm into the JavaScript, where the policy of a page blocks it.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(root, `engine/${name}.ts`)])),
        preserveEntrySignatures: 'strict',
        external: /^node:/,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          assetFileNames: '[name][extname]',
          codeSplitting: forNode,
        },
      },
    },
  };
});
