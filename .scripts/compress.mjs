// Our own server sends text and wasm compressed, as the servers do that a lesson is put on.
import { readFileSync, statSync } from 'node:fs';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** What is worth compressing. Pictures and fonts are so already. @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html;charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
};

/** By path and time of change: each file is compressed once. @type {Map<string, Buffer>} */
const known = new Map();

/**
 * The compressed file of a request, or undefined for what is not there, not in the folder, or not worth it.
 * @param {string} folder
 * @param {string} url path and query, as a request names them
 * @returns {{ type: string, body: Buffer } | undefined}
 */
export function compressed(folder, url) {
  try {
    const { pathname } = new URL(url, 'http://localhost');
    const path = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const type = TYPES[extname(path)];
    const file = normalize(join(folder, path));
    if (!type || path.includes('\0') || !file.startsWith(normalize(folder) + sep)) return undefined;
    const { mtimeMs, size } = statSync(file);
    const key = `${file} ${mtimeMs}`;
    let body = known.get(key);
    if (!body) {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_SIZE_HINT]: size,
      };
      body = brotliCompressSync(readFileSync(file), { params });
      known.set(key, body);
    }
    return { type, body };
  } catch {
    return undefined; // no such file, or no such address: the server itself says so
  }
}

/** @returns {import('vite').Plugin} */
export function compression() {
  return {
    name: 'lesson:compression',
    configurePreviewServer({ middlewares, config }) {
      const folder = resolve(config.root, config.build.outDir);
      middlewares.use((request, response, next) => {
        const takes = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
        const plain = request.method === 'GET' && !request.headers.range;
        const found = takes && plain ? compressed(folder, request.url ?? '/') : undefined;
        if (!found) return next();
        response.writeHead(200, {
          'Content-Type': found.type,
          'Content-Encoding': 'br',
          'Content-Length': found.body.length,
          'Cache-Control': 'no-cache',
          Vary: 'Accept-Encoding',
        });
        response.end(found.body);
      });
    },
  };
}
