// The lesson in one file, beside the page: dist/attention-lesson.html, and with --mode whole dist/attention-lesson-whole.html,
// which has the two labs that the other lacks.
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { leanScales, leanSchemas, leanShaders, leanTemplates } from '../.scripts/lean.mjs';
import { lessonPages } from '../.scripts/lesson/lesson.mjs';
import { singleFile } from '../.scripts/single-file.mjs';

const root = import.meta.dirname;

export default defineConfig(({ mode }) => ({
  root,
  base: './',
  publicDir: false,
  cacheDir: '../.build/vite',
  plugins: [
    lessonPages(),
    leanSchemas(),
    leanShaders(),
    leanTemplates(),
    leanScales(),
    mode === 'whole'
      ? singleFile('attention-lesson-whole.html', { whole: true })
      : singleFile('attention-lesson.html', { whole: false }),
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
}));
