// The lesson in one file, dist/attention-lesson.html: scripts, styles, font, picture and wasm in it, for file:// and sandboxes.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateAsync } from '@gfx/zopfli';
import { build } from 'vite';

/** @param {string} path from the top of the repository */
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** What stands in another's place in one file. @type {[RegExp, string][]} */
const INSTEAD = [
  [/\/download\.ts$/, at('web/engine/download-packed.ts')],
  [/\/shared\/engine\.ts$/, at('web/elements/shared/engine-single.ts')],
  // Labs that it has no room for, and their words.
  [
    /\/(trial\/heat-trial|doctor\/tensor-doctor|mistakes\/(mistakes-bench|hidden-mistake|layout-figure|mask-translator|precision-figure))\.ts$/,
    at('web/elements/lesson/elsewhere.ts'),
  ],
  [/\/en\/(trial|doctor|mistakes|formats|translator)\.ts$/, at('web/messages/en/elsewhere.ts')],
];

const LETTERS =
  '!#%()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|';

/** What web/engine/base85.ts reads: a third less than base 64 adds. @param {Uint8Array} bytes */
export function encode85(bytes) {
  const short = (4 - (bytes.length % 4)) % 4;
  const whole = Buffer.concat([bytes, Buffer.alloc(short)]);
  const groups = [];
  for (let at = 0; at < whole.length; at += 4) {
    let number = whole.readUInt32BE(at);
    let text = '';
    for (let i = 0; i < 5; i++) {
      text = LETTERS.charAt(number % 85) + text;
      number = Math.floor(number / 85);
    }
    groups.push(text);
  }
  const text = groups.join('');
  return text.slice(0, text.length - short);
}

/** The worker as one classic script: its text. */
async function workerText() {
  const entry = at('web/workers/flash-worker.ts');
  const made = await build({
    configFile: false,
    root: at('web'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const [chunk] = /** @type {{ output: { type: string, code?: string }[] }} */ (
    Array.isArray(made) ? made[0] : made
  ).output;
  if (!chunk?.code) throw new Error(`${entry} made no script`);
  return chunk.code;
}

/**
 * Gives the modules that a page fetches as texts: wasm deflated in base 85, for download-packed.ts, and the worker as a
 * blob. No fused kernels: they would be a second copy.
 * @returns {import('vite').Plugin}
 */
export function packedModules() {
  const prefix = '\0packed:';
  return {
    name: 'lesson:packed',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (
        /\.wasm\?url$/.test(id) ||
        /flash-worker\.ts\?worker&url$/.test(id) ||
        id === 'virtual:flash-relaxed'
      )
        return prefix + id.replace(/^#core\.wasm/, 'lesson.wasm').replace(/^#/, '');
      const found = INSTEAD.find(([pattern]) => pattern.test(id));
      if (!found || importer?.endsWith(basename(found[1]))) return undefined;
      return (await this.resolve(found[1], importer, { ...options, skipSelf: true }))?.id;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return undefined;
      const name = id.slice(prefix.length).replace(/\?.*$/, '');
      if (name === 'virtual:flash-relaxed') return 'export default undefined;';
      if (name.endsWith('.wasm')) {
        // Smaller by a twentieth than zlib makes it, for some seconds of the build.
        const bytes = await deflateAsync(readFileSync(at(`.build/wasm/${name}`)), {
          numiterations: 15,
        });
        return `export default ${JSON.stringify(encode85(bytes))};`;
      }
      const text = JSON.stringify(await workerText());
      return `export default URL.createObjectURL(new Blob([${text}], { type: 'text/javascript' }));`;
    },
  };
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
    'trusted-types attn lit-html',
  ].join('; ');

/**
 * Puts everything into the page and gives it its policy. What needs other files goes: manifest, preview, oEmbed.
 * @param {string} fileName
 * @returns {import('vite').Plugin}
 */
export function oneFile(fileName) {
  return {
    name: 'lesson:one-file',
    enforce: 'post',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => {
        const from = './pages/lesson.ts';
        if (!html.includes(from)) throw new Error(`the page no longer says ${from}`);
        return html
          .replace(from, './pages/single.ts')
          .replace(
            /\n\s*<(link rel="(manifest|alternate|apple-touch-icon)"|meta property=)[^>]*>/g,
            '',
          )
          .replace('</head>', '  <link rel="stylesheet" href="./styles/embed.css">\n  </head>');
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
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
        if (/<\/script|<!--/i.test(script)) throw new Error('the script would end its element');
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
              `${found}\n<meta http-equiv="Content-Security-Policy" content="${policy([script], styles)}">`,
          )
          .replace(
            '</head>',
            () => `${styles.map((style) => `<style>${style}</style>`).join('')}</head>`,
          )
          .replace('</body>', () => `<script type="module">${script}</script></body>`);
        const left = /(?:src|href)="\.\/[^"]*"/.exec(inside);
        if (left) throw new Error(`${left[0]} is not in the one file`);
        this.emitFile({ type: 'asset', fileName, source: inside });
      },
    },
  };
}
