// The lesson in one file: dist/attention-lesson.html, beside the page.
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { leanSchemas, leanTemplates } from '../.scripts/lean.mjs';
import { lessonPages } from '../.scripts/lesson/lesson.mjs';
import { oneFile, packedModules } from '../.scripts/single-file.mjs';

const root = import.meta.dirname;

export default defineConfig({
  root,
  base: './',
  publicDir: false,
  cacheDir: '../.build/vite',
  plugins: [
    lessonPages(),
    leanSchemas(),
    leanTemplates(),
    packedModules(),
    oneFile('attention-lesson.html'),
  ],
  build: {
    outDir: '../dist',
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: join(root, 'index.html'),
      output: { codeSplitting: false },
    },
  },
});
