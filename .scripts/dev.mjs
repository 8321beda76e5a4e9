// npm run dev: the page from its sources, redrawn at every change of web/. A change of the core needs a new start.
import { buildCore } from './build.mjs';
import { at, main } from './run.mjs';
import { portFor, requireFree } from './serve.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  const port = portFor(5173);
  await requireFree(port);
  await setup('build');
  await buildCore();
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: at('web/vite.config.ts'),
    server: { port, strictPort: true },
  });
  await server.listen();
  server.printUrls();
});
