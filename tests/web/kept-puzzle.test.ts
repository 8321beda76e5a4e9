/** An edited puzzle on the device, and what of its solutions is counted already. */
import { afterEach, expect, test, vi } from 'vitest';
import type { Store } from '../../web/storage/types.ts';
import { freshDevice } from './storage-support.ts';

freshDevice();

const KEY = 'lesson/puzzle/one-key';
const STATE = '1~~sqrt-off-nan-self~~a~b~~1~0_0~1~~12~0_0~1~~1_2';
const open: Store[] = [];

async function page() {
  vi.resetModules();
  const { keep } = await import('../../web/storage/local.ts');
  const { openStore } = await import('../../web/storage/store.ts');
  const { keepPuzzle, recallPuzzle } = await import('../../web/elements/exercise/kept-puzzle.ts');
  const { bestSince } = await import('../../web/elements/exercise/record.ts');
  const store = await openStore();
  open.push(store);
  return { keep, keepPuzzle, recallPuzzle, bestSince, store };
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((store) => store.close()));
});

test('comes back as it was kept; one kept before times were loses nothing', async () => {
  const { keep, keepPuzzle, recallPuzzle } = await page();
  keep(KEY, JSON.stringify({ state: STATE, begun: 70 }));
  const kept = recallPuzzle('one-key');
  expect(kept?.begun).toBe(70);
  expect(kept?.state.k).toEqual([
    ['12', '0'],
    ['0', '1'],
  ]);
  keepPuzzle('one-key', kept);
  expect(recallPuzzle('one-key')).toEqual(kept);
  const before = Date.now();
  keep(KEY, JSON.stringify({ state: STATE }));
  const unsolved = recallPuzzle('one-key');
  expect(unsolved?.state).toEqual(kept?.state);
  expect((unsolved?.begun ?? Number.NaN) >= before).toBe(true);
  // Its solution was counted: at any time.
  keep(KEY, JSON.stringify({ state: STATE, best: 1 }));
  expect(recallPuzzle('one-key')).toEqual({ ...kept, begun: 0 });
});

test.each(['', 'null', '7', '{}', '{"state":7}', '{"state":"9~~x","begun":1}'])(
  'what nobody wrote is none: %s',
  async (text) => {
    const { keep, recallPuzzle } = await page();
    keep(KEY, text);
    expect(recallPuzzle('one-key')).toBeUndefined();
  },
);

test('a solution is counted if the store has it since the puzzle was begun', async () => {
  const { bestSince, store } = await page();
  const solved = { source: 'puzzle', kind: 'one-key', score: 1, slips: [], day: 1 } as const;
  await store.addAttempt({ ...solved, edits: 1, at: 10 });
  await store.addAttempt({ ...solved, edits: 3, at: 20 });
  await store.addAttempt({ ...solved, edits: 2, at: 30, score: 0 });
  const found = [0, 10, 11, 20, 21].map((begun) => bestSince('one-key', begun));
  expect(await Promise.all(found)).toEqual([1, 1, 3, 3, undefined]);
  expect(await bestSince('no-favourites', 0)).toBeUndefined();
});
