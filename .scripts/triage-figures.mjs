// npm run triage-figures [-- seeds]: the classifier and the trial of its map over 10 seeds, as tables with their spread.
// It takes some minutes. tests/bench/TRIAL.md keeps what it printed.
import { cpus } from 'node:os';
import { build } from './build.mjs';
import { Failure, main, say } from './run.mjs';
import { setup } from './setup.mjs';

const EPOCHS = 16;
const TICKETS = 100;

/** @typedef {import('../web/engine/types/triage.ts').TriageOptions} Options */

/** @type {[string, Options][]} */
const MODELS = [
  ['mean, order decides', { pooling: 'mean' }],
  ['mean, code words', { pooling: 'mean', shortcut: 'spurious' }],
  // The rate of the page: see RATES in web/elements/lesson/trial/heat-trial.ts.
  ['first, order decides', { pooling: 'first', rate: 0.02 }],
  ['attention, order decides', { pooling: 'attention' }],
  ['attention, code words', { pooling: 'attention', shortcut: 'spurious' }],
];

/**
 * @param {import('../web/engine/types/triage.ts').Triage} triage
 * @param {Options} options
 */
async function one(triage, options) {
  const begun = performance.now();
  const started = await triage.start({ ...options, epochs: EPOCHS });
  const from = performance.now();
  let accuracy = Number.NaN;
  for (let epoch = 0; epoch < EPOCHS; epoch++) accuracy = (await triage.epoch()).testAccuracy;
  const trained = performance.now();
  await triage.tryTickets(TICKETS, TICKETS);
  const tried = performance.now();
  for (let epoch = 0; epoch < EPOCHS; epoch++) await triage.peerEpoch(false);
  /** @param {() => Promise<import('../web/engine/types/triage.ts').OtherEpoch>} next */
  const toTheEnd = async (next) => {
    for (let over = false; !over; ) {
      const { epoch, of } = await next();
      over = epoch === of;
    }
  };
  for (const guide of /** @type {const} */ (['uniform', 'learned', 'frozen']))
    await toTheEnd(() => triage.guideEpoch(guide));
  await toTheEnd(() => triage.adversaryEpoch());
  await toTheEnd(() => triage.guideEpoch('adversary'));
  const { figures, findings, reliance, guides, adversary } = await triage.judge(
    await triage.rules(),
  );
  /** @type {Record<string, number>} */
  const measured = {};
  for (const { rule, value } of findings) measured[rule.id] = value;
  return {
    accuracy,
    baseline: started.baselineTest,
    'start, s': (from - begun) / 1000,
    'training, s': (trained - from) / 1000,
    'trial, s': (tried - trained) / 1000,
    'drop, first word': figures.dropTop.mean,
    'drop, random word': figures.dropRandom.mean,
    ...measured,
    'JSD of seeds, nats': figures.peers?.divergence.mean ?? Number.NaN,
    'guide, equal shares': guides.uniform ?? Number.NaN,
    'guide, shares of its own': guides.learned ?? Number.NaN,
    'guide, the map': guides.frozen ?? Number.NaN,
    'guide, map of the adversary': guides.adversary ?? Number.NaN,
    'adversary, same prediction': adversary?.agreement ?? Number.NaN,
    'adversary, TVD': adversary?.move.mean ?? Number.NaN,
    'adversary, JSD, nats': adversary?.divergence.mean ?? Number.NaN,
    'evidence of reliance': Number(reliance),
  };
}

/** @param {number[]} values */
function spread(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(square / (values.length - 1));
  return [mean, deviation, Math.min(...values), Math.max(...values)].map((x) => x.toFixed(3));
}

await main(async () => {
  const seeds = Number(process.argv[2] ?? 10);
  if (!Number.isInteger(seeds) || seeds < 2)
    throw new Failure(`${process.argv[2]} is no number of seeds: a whole number from 2.`);
  await setup('build');
  await build();
  const { createTriage } = await import('attention-lesson/triage');
  const triage = await createTriage();
  say(
    `${seeds} seeds of tickets and model, ${EPOCHS} epochs, ${TICKETS} held-out tickets in each trial; WebAssembly in Node ${process.version}, ${cpus()[0]?.model}.`,
  );
  for (const [name, options] of MODELS) {
    /** @type {Awaited<ReturnType<typeof one>>[]} */
    const runs = [];
    for (let seed = 0; seed < seeds; seed++)
      runs.push(await one(triage, { ...options, seed: 39 + seed, modelSeed: 1 + seed }));
    const lines = Object.keys(runs[0] ?? {}).map((key) => {
      const values = runs.map((run) => /** @type {Record<string, number>} */ (run)[key] ?? NaN);
      return `| ${key} | ${spread(values).join(' | ')} |`;
    });
    say(`\n\n### ${name}\n\n| | mean | sd | least | most |\n|-|-|-|-|-|\n${lines.join('\n')}`);
  }
});
