// npm run bench [-- name ...] [--keep]: runs every tests/bench/*.bench.mjs in turn, or those whose names hold one of the
// words. --keep writes what they print to tests/bench/RESULTS.md, with the machine and the command.
import { readdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, totalmem } from 'node:os';
import { build } from './build.mjs';
import { at, attempt, Failure, main, say } from './run.mjs';
import { setup } from './setup.mjs';

const RESULTS = 'tests/bench/RESULTS.md';

/** @param {string[]} args @param {{ file: string, output: string }[]} kept */
function results(args, kept) {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}, ${arch()}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const parts = kept.map(
    ({ file, output }) => `## ${file}\n\n${output.trim().replace(/^• /gm, '- ')}\n`,
  );
  return `# Results

Made by \`npm run bench${args.length > 0 ? ` -- ${args.join(' ')}` : ''}\` on ${machine}. What it means, and why a target
is missed where one is: [NOTES.md](NOTES.md).

${parts.join('\n')}`;
}

await main(async () => {
  const args = process.argv.slice(2);
  const keep = args.includes('--keep');
  const words = args.filter((word) => word !== '--keep');
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
  const kept = [];
  for (const file of files) {
    say(`Measure ${file}`);
    const { status, output } = await attempt([process.execPath, at('tests/bench', file)], {
      live: !keep,
    });
    if (keep) process.stdout.write(output);
    kept.push({ file, output });
    if (status !== 0) failed.push(`${file} (exit status ${status})`);
  }
  if (failed.length > 0) throw new Failure(`\nFailed: ${failed.join(', ')}`);
  if (keep) {
    writeFileSync(at(RESULTS), results(args, kept));
    say(`Written: ${RESULTS}`);
  }
});
