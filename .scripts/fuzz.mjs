// npm run fuzz [-- seconds for each parser]: every parser of tests/fuzz/ under libFuzzer with sanitizers, from the
// fixtures as seeds. 60 seconds each when nothing is said. A finding fails it and stays in .build/fuzz/.
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { at, attempt, Failure, main, run, say, which } from './run.mjs';

const FORMATS = ['npy', 'zip', 'safetensors', 'json', 'text', 'load'];
const FIXTURES = 'tests/fixtures/tensors';

await main(async () => {
  const seconds = Number(process.argv[2] ?? 60);
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new Failure(`${process.argv[2]} is no number of seconds: a whole number from 1.`);
  const compiler = ['clang++', ...[22, 21, 20, 19, 18, 17].map((n) => `clang++-${n}`)].find(which);
  if (!compiler)
    throw new Failure(
      'There is no Clang here, which libFuzzer comes with: apt-get install clang-19 libclang-rt-19-dev',
    );
  const env = { ...process.env, LESSON_FUZZ_CXX: compiler };
  await run('Configure the fuzz targets (cmake --preset fuzz)', ['cmake', '--preset', 'fuzz'], {
    env,
  });
  await run('Compile them', ['cmake', '--build', '.build/fuzz'], { env });
  let total = 0;
  for (const format of FORMATS) {
    const corpus = `.build/fuzz/corpus-${format}`;
    mkdirSync(at(corpus), { recursive: true });
    for (const name of readdirSync(at(FIXTURES))) {
      if (!/\.(py|json)$/.test(name) || name === 'named.json')
        copyFileSync(at(FIXTURES, name), at(corpus, name));
    }
    say(`Fuzz ${format} for ${seconds} s`);
    const { status, output } = await attempt([
      `.build/fuzz/fuzz_${format}`,
      corpus,
      `-max_total_time=${seconds}`,
      '-max_len=16384',
      '-timeout=10',
      '-rss_limit_mb=2048',
      '-print_final_stats=1',
      `-artifact_prefix=.build/fuzz/${format}-`,
    ]);
    const runs = Number(/number_of_executed_units: (\d+)/.exec(output)?.[1] ?? 0);
    if (status !== 0 || runs === 0)
      throw new Failure(`${output.split('\n').slice(-40).join('\n')}\n\n${format}: a finding`);
    total += runs;
    say(`${format}: ${runs.toLocaleString('en')} inputs, no finding`);
  }
  say(`${total.toLocaleString('en')} inputs in all, no finding`);
});
