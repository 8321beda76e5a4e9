// The parts of the Vite configurations that more than one of them, or more than one reader, needs.
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { policyOf, securityHeaders } from './security-headers.mjs';

/** @param {string} name */
const built = (name) => fileURLToPath(new URL(`../.build/wasm/${name}`, import.meta.url));

/** What node.ts, triage-node.ts and flash-node.ts read beside themselves; the last only where the build made it. */
const wasm = built('lesson.wasm');
const triage = built('triage.wasm');
const flash = built('flash.wasm');
const doctor = built('doctor.wasm');
const relaxed = built('flash-relaxed.wasm');

/** What web/engine/lzma1.d.ts declares: the package exports its parts together alone. */
export const lzmaDecoder = Object.fromEntries(
  ['decoder', 'streams'].map((part) => [
    `lzma1/${part}`,
    fileURLToPath(new URL(`../node_modules/lzma1/lib/${part}.js`, import.meta.url)),
  ]),
);

/**
 * The strict policy of the built page: as a <meta> in each page, and as headers of our own server. The development
 * server has neither: it puts styles and scripts into the page as it goes.
 * @returns {import('vite').Plugin}
 */
export function security() {
  return {
    name: 'lesson:security',
    transformIndexHtml: {
      order: 'post',
      handler(html, { filename, server }) {
        if (server) return html;
        const meta = `<meta http-equiv="Content-Security-Policy" content="${policyOf(filename)}">`;
        const charset = /<meta charset=[^>]*>/i;
        if (!charset.test(html)) throw new Error(`${filename} lacks a <meta charset>`);
        return html.replace(charset, (found) => `${found}\n    ${meta}`);
      },
    },
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        for (const [name, value] of Object.entries(securityHeaders(pathname)))
          response.setHeader(name, value);
        next();
      });
    },
  };
}

/**
 * The engine's wasm as files of those very names beside the bundles, which is where Node reads them.
 * @returns {import('vite').Plugin}
 */
export function wasmBeside() {
  return {
    name: 'lesson:wasm-beside',
    generateBundle() {
      for (const path of [wasm, triage, doctor, flash, relaxed].filter(existsSync))
        this.emitFile({ type: 'asset', fileName: basename(path), source: readFileSync(path) });
    },
  };
}

/**
 * `virtual:flash-relaxed`: the address of the kernels with fused multiply-add, or nothing when the build made none.
 * @returns {import('vite').Plugin}
 */
export function flashRelaxed() {
  const [name, id] = ['virtual:flash-relaxed', '\0virtual:flash-relaxed'];
  return {
    name: 'lesson:flash-relaxed',
    resolveId: (asked) => (asked === name ? id : undefined),
    load(asked) {
      if (asked !== id) return undefined;
      if (!existsSync(relaxed)) return 'export default undefined;';
      return `export { default } from ${JSON.stringify(`${relaxed}?url`)};`;
    },
  };
}

/**
 * For tests that load node.ts, triage-node.ts and flash-node.ts from their sources: the wasm "beside" them is what CMake built.
 * @returns {import('vite').Plugin}
 */
export function wasmFromBuild() {
  /** @type {Record<string, string[]>} */
  const files = {
    node: [wasm],
    'triage-node': [triage],
    'doctor-node': [doctor],
    'flash-node': [flash, relaxed],
  };
  return {
    name: 'lesson:wasm-from-build',
    enforce: 'pre',
    transform(code, id) {
      const name = /\/web\/engine\/([\w-]+)\.ts$/.exec(id)?.[1] ?? '';
      if (!Object.hasOwn(files, name)) return undefined;
      return (files[name] ?? []).reduce((changed, path) => {
        const beside = `new URL('./${basename(path)}', import.meta.url)`;
        if (!changed.includes(beside)) throw new Error(`${id} no longer says ${beside}`);
        return changed.replace(beside, `new URL(${JSON.stringify(pathToFileURL(path).href)})`);
      }, code);
    },
  };
}
