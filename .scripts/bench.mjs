// npm run bench [-- name ...]: runs every tests/bench/*.bench.mjs in turn, or those whose names hold one of the words.
import { readdirSync } from 'node:fs';
import { build } from './build.mjs';
import { at, Failure, main, run } from './run.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  const words = process.argv.slice(2);
  const files = readdirSync(at('tests/bench'))
    .filter(
      (name) =>
        name.endsWith('.bench.mjs') &&
        (words.length === 0 || words.some((word) => name.includes(word))),
    )
    .sort();
  if (files.length === 0)
    throw new Failure(
      `No benchmark in tests/bench/ is named ${words.join(' or ') || '*.bench.mjs'}.`,
    );
  await setup('build', 'test');
  await build();
  for (const file of files)
    await run(`Measure ${file}`, [process.execPath, at('tests/bench', file)], { live: true });
});
