// npm run exercise-figures [-- wrong answers of each slip]: how well the built engine names slips, as tables. 1,000 takes
// a minute or two. README.md keeps the first table.
import { build } from './build.mjs';
import { at, Failure, main, say } from './run.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  const wanted = Number(process.argv[2] ?? 1000);
  if (!Number.isInteger(wanted) || wanted < 1)
    throw new Failure(`${process.argv[2]} is no number of wrong answers: a whole number from 1.`);
  await setup('build');
  await build();
  const { createEngine } = await import('attention-lesson/engine');
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(at('tests/exercise-figures.ts'));
  const engine = await createEngine();
  const figures = module.measure(engine, wanted);
  say(`\n${module.tables(figures, module.measureRows(engine, wanted))}`);
  const short = figures.slips.filter(
    (/** @type {{ named: number, answers: number }} */ one) => one.named < 0.95 * one.answers,
  );
  if (figures.disagreements.length + figures.refused.length + short.length > 0)
    throw new Failure(
      [
        ...figures.disagreements.slice(0, 5),
        ...figures.refused.slice(0, 5),
        ...short.map(
          (/** @type {{ kind: string, slip: string }} */ one) =>
            `${one.kind}, ${one.slip}: named in less than 95 %`,
        ),
      ].join('\n'),
    );
});
