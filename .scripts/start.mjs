// npm start: installs what is missing, builds the page, serves it at http://localhost:8080.
import { build } from './build.mjs';
import { main } from './run.mjs';
import { portFor, requireFree, serve } from './serve.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  const port = portFor(8080);
  await requireFree(port);
  await setup('build');
  await build();
  await serve(port);
});
