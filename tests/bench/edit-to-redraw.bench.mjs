// How much script runs from one edit to the redrawn figure, and what an engine call costs, in headless Chromium on the
// built page. Each sample replaces one number, as an edit does, and waits until every element has rendered; layout and
// paint come after. What the benchmark does itself is not in the sample: the elements are looked up before, and that none
// was missed is checked after.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium } from '@playwright/test';
import { browsers } from '../../.scripts/browsers.mjs';

const PORT = process.env.BENCH_PORT ?? '4391';
const EDITS = 300;
const TARGET_MS = 4;

const server = spawn(process.execPath, ['.scripts/serve.mjs'], {
  env: { ...process.env, PORT },
  stdio: ['ignore', 'pipe', 'inherit'],
});
await once(server.stdout, 'data');
const browser = await chromium.launch({
  executablePath: browsers.chromium,
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});

/** In the page: sorted milliseconds of script for EDITS edits of a figure with `tokens` tokens. */
async function measure(page, tokens, opened) {
  return page.evaluate(
    async ({ tokens, opened, edits }) => {
      const figure = document.querySelector('attention-figure');
      figure.showPreset('default');
      const filled = (cols) =>
        Array.from({ length: tokens }, (_, i) =>
          Array.from({ length: cols }, (_, j) => String(((i * 7 + j * 3) % 11) / 4 - 1)),
        );
      const names = Array.from({ length: tokens }, (_, i) => `token ${i}`);
      const base = {
        ...figure.state,
        queries: names,
        keys: names,
        q: filled(8),
        k: filled(8),
        v: filled(8),
        blocked: names.map(() => names.map(() => false)),
      };
      figure.show(base);
      figure.opened = opened ? { matrix: 'weights', row: 1, col: 1 } : undefined;
      const all = (root) =>
        [...root.querySelectorAll('*')].flatMap((e) =>
          e.shadowRoot ? [e, ...all(e.shadowRoot)] : [],
        );
      const settled = async (elements) => {
        await figure.updateComplete;
        for (const element of elements) await element.updateComplete;
      };
      await settled(all(figure.shadowRoot));
      const times = [];
      for (let i = 0; i < edits; i++) {
        await new Promise(requestAnimationFrame);
        // Queries move one row of every stage, keys a column of each row: the most there is to redraw.
        const input = i % 2 === 0 ? 'q' : 'k';
        // One cell of one row: the other rows stay what they are, as in withCell.
        const row = [...base[input][i % tokens]];
        row[i % 8] = String((i % 37) / 10);
        const table = base[input].with(i % tokens, row);
        const elements = all(figure.shadowRoot);
        const start = performance.now();
        figure.show({ ...base, [input]: table }, 'bench');
        await settled(elements);
        times.push(performance.now() - start);
        const missed = all(figure.shadowRoot).filter(
          (element) => element.isUpdatePending || !elements.includes(element),
        );
        if (missed.length > 0) throw new Error(`not waited for: ${missed[0].localName}`);
      }
      return times.sort((a, b) => a - b);
    },
    { tokens, opened, edits: EDITS },
  );
}

async function engineCall(page, tokens) {
  return page.evaluate(async (tokens) => {
    const { engine } = document.querySelector('attention-figure');
    const rows = (cols) =>
      Array.from({ length: tokens }, (_, i) => Array.from({ length: cols }, (_, j) => (i - j) / 3));
    const inputs = { q: rows(2), k: rows(2), v: rows(2) };
    const samples = [];
    for (let s = 0; s < 60; s++) {
      const start = performance.now();
      for (let i = 0; i < 1000; i++) engine.attention(inputs);
      samples.push(performance.now() - start);
    }
    return samples.sort((a, b) => a - b)[30];
  }, tokens);
}

let failed = false;
try {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://localhost:${PORT}/`);
  await page.locator('attention-figure').scrollIntoViewIfNeeded(); // it is loaded when it is near
  await page.locator('attention-figure al-matrix[name=output] td').first().waitFor();
  console.log('edit to redraw, milliseconds of script         median     p95     max');
  for (const [tokens, opened] of [
    [3, false],
    [3, true],
    [12, false],
    [12, true],
  ]) {
    const times = await measure(page, tokens, opened);
    const at = (share) => times[Math.floor(share * (times.length - 1))];
    const label = `${tokens} tokens, width 8${opened ? ', a number opened' : ''}`;
    const row = [at(0.5), at(0.95), at(1)].map((t) => t.toFixed(2).padStart(8)).join('');
    const missed = tokens === 12 && at(0.5) >= TARGET_MS;
    failed ||= missed;
    console.log(
      `${label.padEnd(44)} ${row}${missed ? `   over the target of ${TARGET_MS} ms` : ''}`,
    );
  }
  for (const tokens of [3, 12]) {
    const micro = await engineCall(page, tokens);
    console.log(
      `engine.attention, ${tokens} x 2, whole trace`.padEnd(44),
      `${micro.toFixed(2)} microseconds a call`,
    );
  }
} finally {
  await browser.close();
  server.kill();
}
if (failed) process.exitCode = 1;
