// npm run doctor-figures [-- cases of each mistake]: how often the tensor doctor ranks the mistake first that was made,
// or names it among those that cannot be told apart, as a table; it is kept in tests/bench/DOCTOR.md. 50 cases take
// some minutes. Fails under 95 % for any mistake.
import { writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';
import { build } from './build.mjs';
import { at, Failure, main, say } from './run.mjs';
import { setup } from './setup.mjs';

const KEPT = 'tests/bench/DOCTOR.md';

await main(async () => {
  const wanted = Number(process.argv[2] ?? 50);
  if (!Number.isInteger(wanted) || wanted < 1)
    throw new Failure(`${process.argv[2]} is no number of cases: a whole number from 1.`);
  await setup('build');
  await build();
  const { createEngine } = await import('attention-lesson/engine');
  const { createDoctor } = await import('attention-lesson/doctor');
  const { module } = await runnerImport(at('tests/doctor-figures.ts'));
  const figures = await module.measure(await createEngine(), await createDoctor(), wanted);
  const table = module.table(figures, wanted);
  writeFileSync(at(KEPT), table);
  say(`\n${table}`);
  const short = figures.filter(
    (/** @type {{ right: number, cases: number }} */ one) => one.right < 0.95 * one.cases,
  );
  if (short.length > 0)
    throw new Failure(
      `Under 95 %: ${short.map((/** @type {{ id: string }} */ one) => one.id).join(', ')}`,
    );
});
