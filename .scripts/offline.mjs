// The service worker of the built page, dist/sw.js: it keeps what a reader of the lesson may need.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @param {string} path from the top of the repository */
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** In dist/: neither what is for other pages, nor what is downloaded to be taken along. */
const KEPT = /^(index\.html|embed\.html|manifest\.webmanifest|icon[\w-]*\.(svg|png)|assets\/.*)$/;

/** Each file with its revision; those under assets/ have it in their name. */
export function precacheList() {
  return readdirSync(at('dist'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => KEPT.test(name))
    .sort()
    .map((url) => ({
      url,
      revision: url.startsWith('assets/')
        ? null
        : createHash('sha256')
            .update(readFileSync(at(`dist/${url}`)))
            .digest('hex')
            .slice(0, 16),
    }));
}

/** Writes dist/sw.js for what dist/ holds now. */
export async function writeServiceWorker() {
  const { build } = await import('vite'); // what calls this may just have installed it
  await build({
    configFile: false,
    root: at('web'),
    publicDir: false,
    logLevel: 'warn',
    define: { PRECACHE: JSON.stringify(precacheList()) },
    build: {
      outDir: at('dist'),
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: at('web/workers/offline.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}
