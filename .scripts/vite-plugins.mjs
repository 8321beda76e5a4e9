// The parts of the Vite configurations that more than one of them, or more than one reader, needs.
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { contentSecurityPolicy, securityHeaders } from './security-headers.mjs';

const wasm = fileURLToPath(new URL('../.build/wasm/lesson.wasm', import.meta.url));

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
        const meta = `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">`;
        const charset = /<meta charset=[^>]*>/i;
        if (!charset.test(html)) throw new Error(`${filename} lacks a <meta charset>`);
        return html.replace(charset, (found) => `${found}\n    ${meta}`);
      },
    },
    configurePreviewServer({ middlewares }) {
      middlewares.use((_request, response, next) => {
        for (const [name, value] of Object.entries(securityHeaders))
          response.setHeader(name, value);
        next();
      });
    },
  };
}

/**
 * The engine's wasm as a file of that very name beside the bundles, which is where node.ts reads it.
 * @returns {import('vite').Plugin}
 */
export function wasmBeside() {
  return {
    name: 'lesson:wasm-beside',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'lesson.wasm', source: readFileSync(wasm) });
    },
  };
}

/**
 * For tests that load node.ts from its source: the wasm "beside" it is the one that CMake built.
 * @returns {import('vite').Plugin}
 */
export function wasmFromBuild() {
  const beside = "new URL('./lesson.wasm', import.meta.url)";
  return {
    name: 'lesson:wasm-from-build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/web/engine/node.ts')) return undefined;
      if (!code.includes(beside)) throw new Error(`${id} no longer says ${beside}`);
      return code.replace(beside, `new URL(${JSON.stringify(pathToFileURL(wasm).href)})`);
    },
  };
}
