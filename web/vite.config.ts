// The page: every web/*.html -> dist/, for any folder of any server.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { compression } from '../.scripts/compress.mjs';
import { leanScales, leanSchemas, leanShaders, leanTemplates } from '../.scripts/lean.mjs';
import { lessonPages } from '../.scripts/lesson/lesson.mjs';
import { oembed } from '../.scripts/oembed.mjs';
import { thirdParty } from '../.scripts/third-party.mjs';
import { flashRelaxed, security } from '../.scripts/vite-plugins.mjs';

const root = import.meta.dirname;
const pages = readdirSync(root)
  .filter((name) => name.endsWith('.html'))
  .map((name) => join(root, name));

export default defineConfig({
  root,
  base: './',
  appType: 'mpa',
  cacheDir: '../.build/vite',
  plugins: [
    lessonPages(),
    leanSchemas(),
    leanShaders(),
    leanTemplates(),
    leanScales(),
    security(),
    compression(),
    flashRelaxed(),
    oembed(),
    thirdParty(),
  ],
  // The development server reads the compiled core and the Node packages, which are not in web/.
  server: { fs: { allow: ['..'] } },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing inline: the policy allows files of our own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The script of the packages beside the pages: .scripts/package.mjs puts it into them.
      input: [...pages, join(root, 'pages/lms.ts')],
      output: {
        entryFileNames: ({ name }) =>
          name === 'lms' ? 'lms/[name]-[hash].js' : 'assets/[name]-[hash].js',
      },
    },
  },
});
