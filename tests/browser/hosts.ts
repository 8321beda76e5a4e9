/** Pages of other sites, on origins of their own, for tests of the lesson inside them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Host {
  readonly origin: string;
  close(): Promise<void>;
}

type Answer = string | { readonly type: string; readonly body: string | Buffer };

type Pages = Readonly<Record<string, Answer>> | ((path: string) => Answer | undefined);

/**
 * Serves these pages by path until closed. Another port of 127.0.0.1 is another origin than the lesson's, and another
 * site: the lesson's is localhost.
 */
export async function serveHost(
  pages: Pages,
  headers: (path: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<Host> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const found = typeof pages === 'function' ? pages(pathname) : pages[pathname];
    const { type, body } =
      typeof found === 'string' ? { type: 'text/html; charset=utf-8', body: found } : (found ?? {});
    response.writeHead(body === undefined ? (pathname === '/favicon.ico' ? 204 : 404) : 200, {
      ...headers(pathname),
      ...(type ? { 'Content-Type': type } : {}),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A page with this in its body. */
export const pageWith = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A host</title>${head}</head><body>${body}</body></html>`;

/** A host that frames this HTML, its only other page, in the narrowest sandbox in which a lesson computes. */
export const sandboxOf = (lesson: string): Promise<Host> =>
  serveHost({
    '/': pageWith(
      '<iframe sandbox="allow-scripts" src="/lesson.html" width="1100" height="700" title="Lesson"></iframe>',
    ),
    '/lesson.html': lesson,
  });
