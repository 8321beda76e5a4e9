/** Runs in workers, whose buffers come back and travel again. */
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Flash, type FlashInputs, flashOf } from '../../web/engine/flash.ts';
import { FlashBuffers, IDLE_MS } from '../../web/engine/flash-buffers.ts';
import { CODE, type Traffic, threadWorker } from './flash-threads.ts';

const bytes = await readFile(new URL('../../.build/wasm/flash.wasm', import.meta.url));

const made: Flash[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const flash of made.splice(0)) flash.close();
});

/** `codes`: of the first workers, where they are not the true one's. */
async function withWorkers(codes: string[] = []): Promise<{ flash: Flash; traffic: Traffic }> {
  const traffic: Traffic = { sent: [], received: [] };
  const makeWorker = () => threadWorker(traffic, codes.shift() ?? CODE);
  const flash = await flashOf({ bytes, variant: 'simd', makeWorker });
  made.push(flash);
  return { flash, traffic };
}

type Shape = Pick<FlashInputs, 'heads' | 'n' | 'm' | 'd' | 'causal' | 'kernel' | 'padding'>;

/** Other numbers for each seed. */
function inputsOf(shape: Shape, seed = 1) {
  const { heads = 1, n, m = n, d } = shape;
  const draw = (count: number, step: number) =>
    Float32Array.from({ length: count }, (_, i) => ((i * step * seed) % 23) / 9 - 1.2);
  return {
    ...shape,
    q: draw(heads * n * d, 3),
    k: draw(heads * m * d, 5),
    v: draw(heads * m * d, 7),
  };
}

/** To the bit, but that one NaN is as good as another; -0 is not 0. */
const same = (a: Float32Array, b: Float32Array) =>
  a.length === b.length && a.every((x, i) => Object.is(x, b[i]));

/** Enough work for three workers, also under the mask. */
const LARGE = { heads: 2, n: 1000, m: 1000, d: 64 } as const;

describe('the buffers', () => {
  const sizes = (buffers: FlashBuffers, counts: number[]) =>
    counts.map((count) => buffers.take(count));

  test('are given once each, at their very size', () => {
    const buffers = new FlashBuffers();
    const [a, b, c] = [3, 3, 5].map((length) => new Float32Array(length));
    buffers.keep([a, b, c] as Float32Array<ArrayBuffer>[]);
    const [larger, first, second, third, other] = sizes(buffers, [4, 3, 3, 3, 5]);
    expect(first).toBe(a);
    expect(second).toBe(b);
    expect(other).toBe(c);
    expect([larger, third].some((one) => one === a || one === b || one === c)).toBe(false);
    expect([larger, first, third].map((one) => one?.length)).toEqual([4, 3, 3]);
  });

  test('are those of the last run alone', () => {
    const buffers = new FlashBuffers();
    const [old, last] = [new Float32Array(3), new Float32Array(2)];
    buffers.keep([old]);
    buffers.keep([last]);
    expect(sizes(buffers, [3])).not.toContain(old);
    expect(sizes(buffers, [2])).toEqual([last]);
  });

  test('are given up when no run came for a while, and at once when they are cleared', () => {
    vi.useFakeTimers();
    const buffers = new FlashBuffers();
    const kept = new Float32Array(3);
    buffers.keep([kept]);
    vi.advanceTimersByTime(IDLE_MS - 1);
    buffers.keep([kept]); // counts anew
    vi.advanceTimersByTime(IDLE_MS - 1);
    expect(sizes(buffers, [3])[0]).toBe(kept);
    buffers.keep([kept]);
    vi.advanceTimersByTime(IDLE_MS);
    expect(sizes(buffers, [3])[0]).not.toBe(kept);
    buffers.keep([kept]);
    buffers.keep();
    expect(sizes(buffers, [3])[0]).not.toBe(kept);
  });

  test('are not given when they went elsewhere', () => {
    const buffers = new FlashBuffers();
    const gone = new Float32Array(3);
    buffers.keep([gone]);
    structuredClone(gone, { transfer: [gone.buffer] });
    expect(buffers.take(3)).toEqual(new Float32Array(3));
  });

  test('hold a copy of a range, rounded to float32, over whatever was there', () => {
    for (const numbers of [
      [0.1, -0, Number.NaN, 1e39, 5],
      Float64Array.of(0.1, -0, Number.NaN, 1e39, 5),
    ])
      for (const given of [numbers, Float32Array.from(numbers)]) {
        const buffers = new FlashBuffers();
        const used = Float32Array.of(7, 7, 7);
        buffers.keep([used]);
        const copy = buffers.copy(given, 1, 3);
        expect(copy).toBe(used);
        expect(Array.from(copy)).toEqual([-0, Number.NaN, Number.POSITIVE_INFINITY]);
      }
  });
});

describe('runs', () => {
  // To the bit as a call gives it: where a share begins decides which rows are computed together, and changes none of them.
  test.each([1, 2, 3])('in %i workers give the same, whatever ran before', async (workers) => {
    const { flash } = await withWorkers();
    const seen = new Set<number>();
    let seed = 1;
    for (const shape of [
      LARGE,
      { ...LARGE, causal: 'top-left' },
      { heads: 3, n: 700, m: 650, d: 40, causal: 'bottom-right' }, // smaller
      { ...LARGE, kernel: 'naive', padding: Array.from({ length: 1000 }, (_, j) => j % 5 === 1) },
      { heads: 1, n: 9, m: 7, d: 3 },
      { heads: 1, n: 1100, m: 1300, d: 64, causal: 'top-left' }, // larger
    ] as const)
      for (const change of ['NaN', 'none', 'arrays'] as const) {
        const inputs = inputsOf(shape, seed++);
        const { q, k, v } = inputs;
        if (change === 'NaN') for (const numbers of [q, k, v]) numbers.fill(Number.NaN);
        const lists = { q: Array.from(q), k: Float64Array.from(k), v: { ...v, length: v.length } };
        const asked = change === 'arrays' ? { ...inputs, ...lists } : inputs;
        const run = await flash.run(asked, { workers });
        const what = JSON.stringify({ ...shape, padding: undefined, change });
        expect(run.notice, what).toBeUndefined();
        expect(same(run.output, flash(inputs)), what).toBe(true);
        seen.add(run.workers);
      }
    expect(Math.max(...seen)).toBe(workers);
  });

  test('of one shape send what came back from the one before', async () => {
    const { flash, traffic } = await withWorkers();
    for (const shape of [LARGE, { ...LARGE, heads: 3, causal: 'bottom-right' }] as const) {
      for (let i = 0; i < 4; i++) {
        const before = new Set(traffic.received.flat());
        const sent = traffic.sent.length;
        const { workers } = await flash.run(inputsOf(shape, i + 1), { workers: 2 });
        expect(workers).toBe(2);
        const jobs = traffic.sent.slice(sent);
        // Three heads for two workers: each has one whole and a part of another.
        expect(jobs).toHaveLength(shape.heads === 3 ? 4 : 2);
        expect(new Set(jobs.flat()).size).toBe(4 * jobs.length);
        if (i > 0) expect(jobs.flat().every((one) => before.has(one))).toBe(true);
      }
    }
  });

  test('leave alone what the caller gave and has', async () => {
    const { flash } = await withWorkers();
    const inputs = inputsOf(LARGE, 1);
    const expected = flash(inputs);
    const given = inputs.q.slice();
    const running = flash.run(inputs, { workers: 2 });
    inputs.q.fill(5); // it was copied
    const first = await running;
    expect(same(first.output, expected)).toBe(true);
    expect(inputs.q).toHaveLength(given.length);
    await flash.run(inputsOf(LARGE, 2), { workers: 2 });
    expect(same(first.output, expected)).toBe(true);
  });

  test('at the same time share no buffer', async () => {
    const { flash, traffic } = await withWorkers();
    const all = [1, 2, 3].map((seed) => inputsOf(LARGE, seed));
    for (let i = 0; i < 3; i++) {
      const sent = traffic.sent.length;
      const runs = await Promise.all(all.map((inputs) => flash.run(inputs, { workers: 2 })));
      for (const [j, { output }] of runs.entries())
        expect(same(output, flash(all[j] as FlashInputs))).toBe(true);
      expect(new Set(traffic.sent.slice(sent).flat()).size).toBe(3 * 2 * 4);
    }
  });

  test('after one that was cancelled on the way compute as ever', async () => {
    const { flash, traffic } = await withWorkers();
    const long = inputsOf({ ...LARGE, n: 3000, m: 3000 });
    await flash.run(long, { workers: 2 });
    for (let i = 0; i < 2; i++) {
      const stop = new AbortController();
      const run = flash.run(long, {
        workers: 2,
        signal: stop.signal,
        onProgress: () => stop.abort(),
      });
      await expect(run).rejects.toMatchObject({ code: 'cancelled' });
      const lost = new Set(traffic.sent.flat());
      const sent = traffic.sent.length;
      const next = await flash.run(long, { workers: 2 });
      expect(next.notice).toBeUndefined();
      expect(same(next.output, flash(long))).toBe(true);
      expect(
        traffic.sent
          .slice(sent)
          .flat()
          .some((one) => lost.has(one)),
      ).toBe(false);
    }
  });

  test('after a worker that broke compute as ever', async () => {
    const broken =
      "require('node:worker_threads').parentPort.on('message', () => { throw new Error('broken'); });";
    const { flash } = await withWorkers([broken]);
    const inputs = inputsOf(LARGE);
    for (const [notice, workers] of [
      ['workers-failed', 0],
      [undefined, 2],
      [undefined, 2],
    ]) {
      const run = await flash.run(inputs, { workers: 2 });
      expect([run.notice, run.workers]).toEqual([notice, workers]);
      expect(same(run.output, flash(inputs))).toBe(true);
    }
  });

  test.each(['close', 'a pause'])('after %s start with buffers of their own', async (what) => {
    const { flash, traffic } = await withWorkers();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const inputs = inputsOf(LARGE);
    await flash.run(inputs, { workers: 2 });
    if (what === 'close') flash.close();
    else vi.advanceTimersByTime(IDLE_MS);
    const before = new Set(traffic.received.flat());
    const sent = traffic.sent.length;
    const { output, workers } = await flash.run(inputs, { workers: 2 });
    expect(workers).toBe(2);
    expect(same(output, flash(inputs))).toBe(true);
    expect(
      traffic.sent
        .slice(sent)
        .flat()
        .some((one) => before.has(one)),
    ).toBe(false);
  });
});
