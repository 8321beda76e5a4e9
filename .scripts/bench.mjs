// npm run bench [-- name ...]: runs every tests/bench/*.bench.mjs in turn, or those whose names hold one of the words.
import { readdirSync } from 'node:fs';
import { build } from './build.mjs';
import { at, attempt, Failure, main, say } from './run.mjs';
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
  const failed = [];
  for (const file of files) {
    say(`Measure ${file}`);
    const { status } = await attempt([process.execPath, at('tests/bench', file)], { live: true });
    if (status !== 0) failed.push(`${file} (exit status ${status})`);
  }
  if (failed.length > 0) throw new Failure(`\nFailed: ${failed.join(', ')}`);
});
