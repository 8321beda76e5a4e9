// The custom elements for other pages: dist/elements/define.js, a classic script, and index.js, a module.
import { join } from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

export default defineConfig(({ mode }) => {
  const classic = mode === 'classic';
  return {
    root,
    base: './',
    publicDir: false,
    build: {
      outDir: '../dist/elements',
      emptyOutDir: classic,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(root, `embed/elements/${classic ? 'classic' : 'index'}.ts`),
        preserveEntrySignatures: 'strict',
        output: {
          format: classic ? 'iife' : 'es',
          entryFileNames: classic ? 'define.js' : 'index.js',
        },
      },
    },
  };
});
