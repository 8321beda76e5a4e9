// In the page: every contestant in a frame, all on the same numbers. What is timed is the whole call, copies included.
const WRONG = 1e-4;
const contestants = new Map();
const peaks = [];

async function frame() {
  const element = document.createElement('iframe');
  element.src = './frame.html';
  document.body.append(element);
  await new Promise((resolve) => {
    element.onload = resolve;
  });
  while (!element.contentWindow.loaded) await new Promise((resume) => setTimeout(resume, 5));
  return element.contentWindow;
}

/** Loads the list and the peaks; gives what did not start. */
async function open(list, peakFiles) {
  const failed = {};
  for (const { id, file, opts = {} } of list) {
    try {
      const window = await frame();
      await window.boot(file, opts);
      contestants.set(id, window.contestant);
    } catch (error) {
      failed[id] = String(error?.message ?? error);
    }
  }
  for (const [name, file, calls] of peakFiles) {
    try {
      const bytes = await (await fetch(file)).arrayBuffer();
      const { instance } = await WebAssembly.instantiate(bytes);
      for (const [call, operations] of calls) {
        for (let i = 0; i < 40; i++) instance.exports[call](20_000, 1.0000001, 1e-9);
        peaks.push({ name, call: instance.exports[call], operations });
      }
    } catch (error) {
      failed[name] = String(error?.message ?? error);
    }
  }
  return { failed, isolated: crossOriginIsolated, agent: navigator.userAgent };
}

function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 8388608 - 1;
  };
}

/** One output row in float64. */
function reference({ q, k, v, n, d, causal }, head, i) {
  const base = head * n * d;
  const keys = causal ? i + 1 : n;
  const scores = Float64Array.from({ length: keys }, (_, j) => {
    let dot = 0;
    for (let c = 0; c < d; c++) dot += q[base + i * d + c] * k[base + j * d + c];
    return dot / Math.sqrt(d);
  });
  const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const out = new Float64Array(d);
  let sum = 0;
  for (let j = 0; j < keys; j++) {
    const e = Math.exp(scores[j] - most);
    sum += e;
    for (let c = 0; c < d; c++) out[c] += e * v[base + j * d + c];
  }
  return out.map((x) => x / sum);
}

let problem;
let estimates;

/** Checks every contestant on the shape, and warms it. `slow`: contestants left out where they take too long. */
async function prepare({ n, d, heads, causal, only }) {
  const size = heads * n * d;
  const next = generator(42 + n + heads);
  const draw = (scale) => Float32Array.from({ length: size }, () => scale * next());
  problem = { n, d, heads, causal, q: draw(1.7), k: draw(1.7), v: draw(1) };
  estimates = new Map();
  const rows = [...new Set([0, 1, 7, 63, 64, n >> 1, n - 2, n - 1])].filter((i) => i < n);
  const checks = Array.from({ length: heads }, (_, h) => h).flatMap((h) =>
    rows.map((i) => [h, i, reference(problem, h, i)]),
  );
  const results = {};
  let first;
  for (const [id, contestant] of contestants) {
    if (!only.includes(id)) continue;
    try {
      const { out, ms: firstMs } = await timed(contestant);
      let error = 0;
      for (const [h, i, want] of checks)
        for (let c = 0; c < d; c++)
          error = Math.max(error, Math.abs(out[h * n * d + i * d + c] - want[c])); // NaN stays
      first ??= out;
      for (let i = 0; i < size; i++) {
        // Every number against the first contestant's, each of whose sampled rows was right.
        if (!(Math.abs(out[i] - first[i]) <= WRONG))
          throw new Error(`wrong: number ${i} is ${out[i]}, not ${first[i]}`);
      }
      if (!(error <= WRONG)) throw new Error(`wrong by ${error}`);
      let { ms } = await timed(contestant);
      const warm = Math.min(30, Math.floor(60 / ms));
      for (let i = 0; i < warm; i++) ({ ms } = await timed(contestant));
      estimates.set(id, ms);
      results[id] = { error, firstMs, estimate: ms };
    } catch (error) {
      results[id] = { failed: String(error?.message ?? error) };
    }
  }
  return results;
}

async function timed(contestant) {
  const { q, k, v, n, d, heads, causal } = problem;
  const start = performance.now();
  const out = await contestant.run(q, k, v, n, d, heads, causal);
  return { out, ms: performance.now() - start };
}

/** Milliseconds a call of each, in this order, and the peaks in GFLOP/s. */
async function sample(ids, withPeaks) {
  const ms = {};
  const peak = {};
  if (withPeaks) {
    for (const { name, call, operations } of peaks) {
      const turns = 400_000;
      const start = performance.now();
      call(turns, 1.0000001, 1e-9);
      const reached = (turns * operations) / (performance.now() - start) / 1e6;
      // Which form is the faster differs from processor to processor.
      peak[name] = Math.max(peak[name] ?? 0, reached);
    }
  }
  const { q, k, v, n, d, heads, causal } = problem;
  for (const id of ids) {
    const contestant = contestants.get(id);
    const calls = Math.max(1, Math.ceil(12 / estimates.get(id)));
    await new Promise((resume) => setTimeout(resume, 10)); // threads of others that still spin go to sleep
    const start = performance.now();
    for (let i = 0; i < calls; i++) await contestant.run(q, k, v, n, d, heads, causal);
    ms[id] = (performance.now() - start) / calls;
  }
  return { ms, peak };
}

async function finish() {
  for (const contestant of contestants.values()) await contestant.dispose();
  problem = undefined;
}

/** Milliseconds of the first call ever, and of later ones, of one contestant. */
async function first(id, { n, d, calls }) {
  const next = generator(n);
  const draw = () => Float32Array.from({ length: n * d }, () => 1.7 * next());
  problem = { n, d, heads: 1, causal: false, q: draw(), k: draw(), v: draw() };
  const times = [];
  for (let i = 0; i < calls; i++) times.push((await timed(contestants.get(id))).ms);
  const memory = contestants.get(id).memory?.(n, d);
  return { times, memory };
}

window.arena = { open, prepare, sample, finish, first };
