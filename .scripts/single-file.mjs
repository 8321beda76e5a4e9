// The lesson in one file: scripts, styles, font, picture and wasm in it, for file:// and sandboxes. What is neither text nor
// style is packed (pack.mjs), and a first script unpacks it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { escapeHtml } from './lesson/inline.mjs';
import { pack } from './pack.mjs';
import { lzmaDecoder } from './vite-plugins.mjs';

/** @param {string} path from the top of the repository */
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** @typedef {[RegExp, string][]} Instead What stands in another's place. */

/** @type {Instead} */
const INSTEAD = [
  [/\/download\.ts$/, at('web/engine/download-packed.ts')],
  [/\/shared\/engine\.ts$/, at('web/elements/shared/engine-single.ts')],
];

/** Labs whose cores the small file has no room for, and their words. @type {Instead} */
const ELSEWHERE = [
  [/\/(trial\/heat-trial|doctor\/tensor-doctor)\.ts$/, at('web/elements/lesson/elsewhere.ts')],
  [/\/en\/(trial|doctor)\.ts$/, at('web/messages/en/elsewhere.ts')],
];

/**
 * A script of its own, which imports nothing.
 * @param {string} path from the top of the repository
 */
async function scriptOf(path) {
  const made = await build({
    configFile: false,
    root: at('web'),
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: lzmaDecoder },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: at(path), output: { format: 'iife' } },
    },
  });
  const [chunk] = /** @type {{ output: { type: string, code?: string }[] }} */ (
    Array.isArray(made) ? made[0] : made
  ).output;
  if (!chunk?.code) throw new Error(`${path} made no script`);
  return chunk.code.trim();
}

/**
 * What a page fetches becomes a name in `files`, which web/engine/packed-files.ts knows. No fused kernels: they would be a
 * second copy.
 * @param {Map<string, Uint8Array>} files
 * @param {Instead} instead
 * @returns {import('vite').Plugin}
 */
function packedModules(files, instead) {
  const prefix = '\0packed:';
  const kept = JSON.stringify(at('web/engine/packed-files.ts'));
  return {
    name: 'lesson:packed',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (
        /\.wasm\?url$/.test(id) ||
        /-worker\.ts\?worker&url$/.test(id) ||
        id === 'virtual:flash-relaxed'
      )
        return (
          prefix +
          id
            .replace(/^#core-(\w+)/, '$1')
            .replace(/^#core\.wasm/, 'lesson.wasm')
            .replace(/^#/, '')
        );
      const found = instead.find(([pattern]) => pattern.test(id));
      if (!found || importer?.endsWith(basename(found[1]))) return undefined;
      return (await this.resolve(found[1], importer, { ...options, skipSelf: true }))?.id;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return undefined;
      const name = basename(id.slice(prefix.length).replace(/\?.*$/, ''));
      if (name === 'virtual:flash-relaxed') return 'export default undefined;';
      if (name.endsWith('.wasm')) {
        files.set(name, readFileSync(at(`.build/wasm/${name}`)));
        return `export default ${JSON.stringify(name)};`;
      }
      const script = name.replace(/\.ts$/, '.js');
      files.set(script, Buffer.from(await scriptOf(`web/workers/${name}`)));
      return [
        `import { packedFile } from ${kept};`,
        `const script = packedFile(${JSON.stringify(script)});`,
        "export default URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));",
      ].join('\n');
    },
  };
}

const NOTICES = 'THIRD-PARTY.txt';

/**
 * What is said while no script has run, and the notices of the licences, which travel packed with the rest.
 * @param {string} html
 */
function withWords(html) {
  const language = /<html[^>]* lang="([\w-]+)"/.exec(html)?.[1] ?? 'en';
  const { still, notices } = JSON.parse(
    readFileSync(at(`web/messages/${language}/single.json`), 'utf8'),
  );
  const made = html
    .replace('<main>', () => `<main>\n<p class="still">${escapeHtml(still)}</p>`)
    .replace(
      '</footer>',
      () =>
        `<details class="notices"><summary>${escapeHtml(notices)}</summary><pre></pre></details>\n</footer>`,
    );
  for (const part of ['class="still"', 'class="notices"'])
    if (!made.includes(part)) throw new Error(`the page has no place for ${part}`);
  return made;
}

/** @param {string} text */
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** @param {readonly string[]} scripts @param {readonly string[]} styles */
const policy = (scripts, styles) =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(' ')} 'wasm-unsafe-eval'`,
    `style-src ${styles.map(hashOf).join(' ')}`,
    'img-src data:',
    'font-src data:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types attn attn-packed lit-html',
  ].join('; ');

/**
 * Puts everything into the page and gives it its policy. What needs other files goes: manifest, preview, oEmbed.
 * @param {string} fileName
 * @param {Map<string, Uint8Array>} files
 * @returns {import('vite').Plugin}
 */
function oneFile(fileName, files) {
  return {
    name: 'lesson:one-file',
    enforce: 'post',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => {
        const from = './pages/lesson.ts';
        if (!html.includes(from)) throw new Error(`the page no longer says ${from}`);
        return withWords(html)
          .replace(from, './pages/single.ts')
          .replace(
            /\n\s*<(link rel="(manifest|alternate|apple-touch-icon)"|meta property=)[^>]*>/g,
            '',
          )
          .replace(
            '</head>',
            ['embed', 'single']
              .map((name) => `  <link rel="stylesheet" href="./styles/${name}.css">\n`)
              .concat('  </head>')
              .join(''),
          );
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        /** @type {string[]} */
        const scripts = [];
        /** @type {string[]} */
        const styles = [];
        let html = '';
        for (const [name, file] of Object.entries(bundle)) {
          if (file.type === 'chunk') scripts.push(file.code.trim());
          else if (name.endsWith('.css')) styles.push(String(file.source).trim());
          else if (name.endsWith('.html')) html = String(file.source);
          else throw new Error(`${name} is not in the one file`);
          delete bundle[name];
        }
        const [script = ''] = scripts;
        if (scripts.length !== 1) throw new Error(`${scripts.length} scripts, expected 1`);
        const first = await scriptOf('web/pages/packed.ts');
        if (/<\/script|<!--/i.test(first)) throw new Error('the script would end its element');
        const notices = readFileSync(at(`dist/${NOTICES}`)); // the build of the page wrote it
        const packed = pack(
          new Map([['page.js', Buffer.from(script)], [NOTICES, notices], ...files]),
        );
        const icon = readFileSync(at('web/public/icon.svg'), 'utf8').replaceAll(/\s*\n\s*/g, '');
        const inside = html
          .replace(/\n\s*<script[^>]*><\/script>/g, '')
          .replace(/\n\s*<link rel="(stylesheet|modulepreload)"[^>]*>/g, '')
          .replace(
            /href="[^"]*icon\.svg"/,
            () =>
              `href="data:image/svg+xml,${icon.replaceAll('"', "'").replaceAll(/[%#<>]/g, encodeURIComponent)}"`,
          )
          .replaceAll(/>\n\s+</g, '>\n<')
          .replace(
            /<meta charset="?utf-8"?>/i,
            (found) =>
              `${found}\n<meta http-equiv="Content-Security-Policy" content="${policy([first, script], styles)}">`,
          )
          .replace(
            '</head>',
            () => `${styles.map((style) => `<style>${style}</style>`).join('')}</head>`,
          )
          .replace(
            '</body>',
            () =>
              `<script type="text/plain" id="packed" data-index='${packed.index}'>${packed.text}</script><script type="module">${first}</script></body>`,
          );
        const left = /(?:src|href)="\.\/[^"]*"/.exec(inside);
        if (left) throw new Error(`${left[0]} is not in the one file`);
        this.emitFile({ type: 'asset', fileName, source: inside });
      },
    },
  };
}

/**
 * @param {string} fileName
 * @param {{ whole: boolean }} options whole: with every lab, heavier than a course page's upload may be
 */
export function singleFile(fileName, { whole }) {
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  return [
    packedModules(files, whole ? INSTEAD : [...INSTEAD, ...ELSEWHERE]),
    oneFile(fileName, files),
  ];
}
