// Serves the built page from dist/ with the security headers. PORT overrides the port.
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { at, Failure, isMain, main } from './run.mjs';

/**
 * The port that PORT names, else the given one.
 * @param {number} usual
 */
export function portFor(usual) {
  const text = process.env.PORT;
  if (text === undefined || text === '') return usual;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65535) return port;
  throw new Failure(
    `PORT is "${text}", and a port is a whole number from 1 to 65535, such as PORT=${usual}.`,
  );
}

/** A port that nobody listens on now. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 4173));
    });
  });
}

/**
 * Refuses a port that another program listens on, on either kind of loopback address.
 * @param {number} port
 */
export async function requireFree(port) {
  for (const host of ['127.0.0.1', '::1']) {
    const code = await new Promise((resolve) => {
      const probe = createServer();
      probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code));
      probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
    });
    if (code === 'EADDRINUSE')
      throw new Failure(
        `Port ${port} is taken by another program. End it, or set PORT to another port, such as PORT=${port === 65535 ? 8080 : port + 1}.`,
      );
    if (code === 'EACCES')
      throw new Failure(
        `Port ${port} needs more rights than you have. Set PORT to one above 1023, such as PORT=8080.`,
      );
  }
}

/**
 * Serves dist/ until the process ends.
 * @param {number} port
 */
export async function serve(port) {
  if (!existsSync(at('dist/index.html')))
    throw new Failure('dist/index.html is not there: npm run build makes it.');
  await requireFree(port);
  const { preview } = await import('vite');
  await preview({
    configFile: at('web/vite.config.ts'),
    preview: { port, strictPort: true },
    logLevel: 'warn',
  });
  console.log(`The lesson is at http://localhost:${port}  (Ctrl-C ends it)`);
}

if (isMain(import.meta.url)) await main(() => serve(portFor(8080)));
