// Our float32 attention beside ONNX Runtime Web and TensorFlow.js, in one headless Chromium: width 64, one head. Outputs are
// checked before anything is timed; contestants take turns and the order rotates each round; a sample during which other
// processes worked is repeated; what the machine can do at most is probed in every round. A ratio is the median of the
// ratios of the rounds.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { build as bundle } from 'vite';
import { browsers } from '../../.scripts/browsers.mjs';
import { cmake } from '../../.scripts/build.mjs';
import { at, run } from '../../.scripts/run.mjs';
import { median, quietly } from './peers/quiet.mjs';
import { atLeast, atMost, fixed, table, targets } from './peers/report.mjs';
import { serveRepository } from './peers/server.mjs';

const PAGE = '/tests/bench/peers';
const OURS = 'ours';
const FUSED = 'ours, fused';
const ORT1 = 'ONNX Runtime, 1 thread';
const ORT2 = 'ONNX Runtime, 2 threads';
const TFJS = 'TensorFlow.js, 1 thread';
const CONTESTANTS = [
  { id: OURS, file: 'ours.js' },
  { id: FUSED, file: 'ours.js', opts: { relaxed: true } },
  { id: `${OURS}, 2 workers`, file: 'ours.js', opts: { workers: 2 } },
  { id: `${FUSED}, 2 workers`, file: 'ours.js', opts: { relaxed: true, workers: 2 } },
  { id: ORT1, file: 'ort.js', opts: { threads: 1 } },
  { id: ORT2, file: 'ort.js', opts: { threads: 2 } },
  { id: TFJS, file: 'tfjs.js', opts: { threads: 1 } },
];
/** Calls of peers/peak.cpp and their operations a turn. */
const PEAKS = [
  ['peak', 384],
  ['peak_apart', 192],
];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const SIZES = (process.env.BENCH_N ?? '128,512,1024,2048').split(',').map(Number);
/** What is far behind is left out of long rounds, and two threads of short ones, where nobody would start them. */
const MOST_TFJS = 1024;
const LEAST_OF_TWO = 2048;

async function prepare() {
  // Outside the sources, where no other tool takes them for ours.
  const peers = '.build/peers';
  mkdirSync(at(peers), { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc', 'tfjs-entry.js'])
    copyFileSync(at('tests/bench/peers', file), at(peers, file));
  await run(`Install the peers (npm ci in ${peers})`, [
    ...['npm', 'ci', '--prefix', peers, '--no-audit', '--no-fund', '--ignore-scripts'],
  ]);
  await cmake('wasm', 'the peak', ['bench_peak', 'bench_peak_relaxed']);
  // As its users get it: the packages in one file.
  await bundle({
    configFile: false,
    root: at(peers),
    logLevel: 'error',
    build: {
      outDir: at('.build/bench'),
      emptyOutDir: true,
      minify: false, // its workers are made of the text of functions, which must stay whole
      lib: { entry: 'tfjs-entry.js', formats: ['es'], fileName: () => 'tfjs.js' },
    },
  });
}

const open = (options = {}) =>
  chromium.launch({
    executablePath: browsers.chromium,
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    ...options,
  });

async function arena(browser, url) {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(String(error)));
  await page.goto(`${url}${PAGE}/arena.html`);
  await page.waitForFunction('window.arena');
  return page;
}

/** Milliseconds a call of each contestant in each round, and the peaks in GFLOP/s. */
async function race(page, ids, quiet) {
  const ms = Object.fromEntries(ids.map((id) => [id, []]));
  const peak = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < ids.length; i++) {
      // One contestant a unit, so that a disturbance costs little.
      const id = ids[(i + round) % ids.length];
      const got = await quiet.run(() =>
        page.evaluate(([one, probe]) => window.arena.sample([one], probe), [id, i === 0]),
      );
      ms[id].push(got.ms[id]);
      for (const [name, value] of Object.entries(got.peak)) {
        peak[name] ??= [];
        peak[name].push(value);
      }
    }
  }
  return { ms, peak };
}

const takesPart = (id, n) => {
  if (id === TFJS) return n <= MOST_TFJS;
  return n >= LEAST_OF_TWO || !/2 (workers|threads)/.test(id);
};

async function shapes(browser, url) {
  const page = await arena(browser, url);
  const relaxed = existsSync(at('.build/wasm/bench-peak-relaxed.wasm'));
  const peaks = [
    ['peak', '/.build/wasm/bench-peak.wasm', PEAKS],
    ...(relaxed ? [['fused peak', '/.build/wasm/bench-peak-relaxed.wasm', PEAKS]] : []),
  ];
  const { failed, isolated, agent } = await page.evaluate(
    ([list, files]) => window.arena.open(list, files),
    [CONTESTANTS, peaks],
  );
  console.log(`${agent.match(/Chrome\/[\d.]+/)?.[0]}, isolated: ${isolated}\n`);
  for (const [id, reason] of Object.entries(failed)) console.log(`- not started: ${id}: ${reason}`);
  const rows = [];
  for (const causal of [false, true])
    for (const n of SIZES) rows.push(...(await shape(page, n, causal, failed)));
  await page.close();
  const head = ['n', 'mask', 'contestant', 'median ms', 'GFLOP/s', 'of the peak', `× ${ORT1}`];
  console.log(`\n${table([...head, 'largest error'], rows)}`);
}

/** Rows of the table for one shape. */
async function shape(page, n, causal, failed) {
  const kind = causal ? 'causal' : 'full';
  const only = CONTESTANTS.map(({ id }) => id).filter((id) => !failed[id] && takesPart(id, n));
  const checked = await page.evaluate((given) => window.arena.prepare(given), {
    ...{ n, d: 64, heads: 1, causal, only },
  });
  const ids = only.filter((id) => !checked[id].failed);
  const quiet = quietly();
  const { ms, peak } = await race(page, ids, quiet);
  await page.evaluate(() => window.arena.finish());

  const flop = 4 * n * n * 64 * (causal ? (n + 1) / (2 * n) : 1);
  const against = (id, base) =>
    ms[id] && ms[base] && median(ms[id].map((time, i) => ms[base][i] / time));
  const speed = (id) => flop / median(ms[id]) / 1e6;
  const share = (id) => (100 * speed(id)) / median(peak[/fused/.test(id) ? 'fused peak' : 'peak']);

  if (n >= 512) {
    atLeast(causal ? 3.2 : 1.8, `n ${n}, ${kind}: ours × ${ORT1}`, against(OURS, ORT1));
    atLeast(causal ? 4 : 2.2, `n ${n}, ${kind}: fused × ${ORT1}`, against(FUSED, ORT1));
  } else if (!causal) atLeast(1.7, `n ${n}, full: ours × ${ORT1}`, against(OURS, ORT1));
  if (n >= 1024 && !causal) {
    const best = flop / Math.min(...ms[OURS]) / 1e6;
    atLeast(60, `n ${n}: % of the peak, medians`, share(OURS));
    atLeast(80, `n ${n}: % of the peak, best of each`, (100 * best) / Math.max(...peak.peak));
  }
  for (const id of [`${OURS}, 2 workers`, `${FUSED}, 2 workers`])
    atLeast(causal ? 2.8 : 1.7, `n ${n}, ${kind}: ${id} × ${ORT2}`, against(id, ORT2));
  const errors = ids.filter((id) => id.startsWith(OURS)).map((id) => checked[id].error);
  atMost(1, `n ${n}, ${kind}: largest error of ours, millionths`, 1e6 * Math.max(...errors));

  const probed = Object.entries(peak)
    .map(([name, all]) => `${name} ${fixed(median(all), 1)} (best ${fixed(Math.max(...all), 1)})`)
    .join(', ');
  const { repeated, disturbed } = quiet.counts;
  console.log(
    `- n ${n} ${kind}: ${ROUNDS} rounds, ${repeated} samples repeated, ${disturbed} left disturbed; ${probed} GFLOP/s`,
  );
  return only.map((id) => {
    const { failed: reason, error } = checked[id];
    if (reason) return [n, kind, id, reason, '', '', '', ''];
    return [
      ...[n, kind, id, fixed(median(ms[id]), 3), fixed(speed(id), 1)],
      / 2 /.test(id) ? '–' : `${fixed(share(id), 0)} %`,
      ...[fixed(against(id, ORT1)), error.toExponential(1)],
    ];
  });
}

/** The attention of the figures, in float64 with every intermediate: 3 tokens of width 2. */
async function traces(browser, url) {
  const page = await browser.newPage();
  await page.goto(`${url}${PAGE}/frame.html`);
  const quiet = quietly();
  const measure = () =>
    page.evaluate(async () => {
      const rows = Array.from({ length: 3 }, (_, i) => [i / 3, (i - 1) / 3]);
      const { createEngine } = await import('/dist/engine/browser.js');
      const engine = await createEngine();
      const { default: createCore } = await import('/.build/wasm/lesson.js');
      const wasmBinary = await (await fetch('/.build/wasm/lesson.wasm')).arrayBuffer();
      const core = await createCore({ wasmBinary });
      const matrix = [3, 2, ...rows.flat()];
      const inbox = [...matrix, ...matrix, ...matrix, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0];
      const at = core.inbox(inbox.length) / 8;
      core.HEAPF64.set(inbox, at);
      if (core.attention() !== 0) throw new Error(core.errorMessage());
      const scale = core.HEAPF64[core.outbox() / 8 + 2];
      if (!(Math.abs(scale - Math.SQRT1_2) < 1e-15)) throw new Error(`the scale is ${scale}`);
      const time = (call) => {
        const start = performance.now();
        for (let i = 0; i < 1000; i++) call();
        return performance.now() - start;
      };
      const samples = Array.from({ length: 60 }, () => [
        time(() => core.attention()),
        time(() => engine.attention({ q: rows, k: rows, v: rows })),
      ]);
      const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];
      return [0, 1].map((which) => middle(samples.map((sample) => sample[which])));
    });
  const [hot, engine] = await quiet.run(measure);
  await page.close();
  atMost(2, '3 × 2 trace, hot path: microseconds', hot);
  atMost(10, '3 × 2 trace, engine.attention: microseconds', engine);
}

/** The first call in a page of its own, against its later ones; and n = 8,192. */
async function firstCalls(browser, url) {
  const quiet = quietly();
  const ratios = [];
  let long;
  for (let i = 0; i < 5; i++) {
    const { times, memory } = await quiet.run(async () => {
      const context = await browser.newContext();
      const page = await arena(context, url);
      await page.evaluate((list) => window.arena.open(list, []), CONTESTANTS.slice(0, 1));
      const asked = { n: i < 4 ? 2048 : 8192, d: 64, calls: i < 4 ? 6 : 1 };
      const got = await page.evaluate(
        ([id, given]) => window.arena.first(id, given),
        [OURS, asked],
      );
      await context.close();
      return got;
    });
    if (i < 4) ratios.push(times[0] / median(times.slice(1)));
    else long = { ms: times[0], ...memory };
  }
  atMost(1.5, 'n 2048: first call ÷ steady', median(ratios));
  const mib = (bytes) => fixed(bytes / 2 ** 20);
  // Keys and values once more, packed, and a little: O(n d), and far from the n x n scores.
  atMost(1.1, 'n 8192: kept ÷ (keys + values)', long.kept / (2 * 8192 * 64 * 4));
  console.log(
    `\nn 8192, full: ${fixed(long.ms, 0)} ms; ${mib(long.kept)} MiB kept beside ${mib(long.inputs + long.output)} MiB of inputs and output, where the n × n scores would take 256 MiB.`,
  );
}

async function coldStarts(browser, url) {
  const list = CONTESTANTS.filter(({ id }) => [OURS, ORT1, TFJS].includes(id));
  const quiet = quietly();
  const times = Object.fromEntries(list.map(({ id }) => [id, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { id, file, opts = {} } of list) {
      const { ms } = await quiet.run(async () => {
        const context = await browser.newContext();
        const page = await context.newPage();
        const query = new URLSearchParams({ file, opts: JSON.stringify(opts) });
        await page.goto(`${url}${PAGE}/start.html?${query}`);
        const started = await (await page.waitForFunction('window.started')).jsonValue();
        await context.close();
        if (started.failed) throw new Error(`${id}: ${started.failed}`);
        return started;
      });
      times[id].push(ms);
    }
  }
  const head = ['cold start, navigation to the first result', 'median ms', 'least'];
  const rows = list.map(({ id }) => [
    id,
    fixed(median(times[id]), 1),
    fixed(Math.min(...times[id]), 1),
  ]);
  console.log(`\n${table(head, rows)}`);
  const share = (id) => median(times[OURS].map((ms, i) => ms / times[id][i]));
  atMost(0.25, `cold start ÷ ${ORT1}`, share(ORT1));
  atMost(0.5, `cold start ÷ ${TFJS}`, share(TFJS));
}

await prepare();
const server = await serveRepository();
const browser = await open();
try {
  await shapes(browser, server.url);
  await traces(browser, server.url);
  await firstCalls(browser, server.url);
  await coldStarts(browser, server.url);
} finally {
  await browser.close();
  server.close();
}
console.log(`\n${targets()}`);
