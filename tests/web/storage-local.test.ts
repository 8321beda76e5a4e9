// The facade of the elements: synchronous, and never behind or ahead of the store for long.
import { afterEach, expect, test, vi } from 'vitest';
import type { Store } from '../../web/storage/types.ts';
import { freshDevice, localStorageOf, openTab } from './storage-support.ts';
import v1 from './storage-v1.json' with { type: 'json' };

freshDevice();

/** The facade as a page loads it, with its store. */
async function page(): Promise<typeof import('../../web/storage/local.ts') & { store: Store }> {
  vi.resetModules();
  const local = await import('../../web/storage/local.ts');
  const { openStore } = await import('../../web/storage/store.ts');
  const store = await openStore();
  open.push(store);
  return { ...local, store };
}
const open: Store[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((store) => store.close()));
});

test('is ready with what was kept, also by version 1', async () => {
  vi.stubGlobal('localStorage', localStorageOf(v1));
  const { recall, recallRead } = await page();
  expect(recall('lesson/lab/shape')).toBe('(6, 8)');
  expect(recall('lesson/read')).toBeUndefined();
  expect([...recallRead()].sort()).toEqual(['glance', 'recall', 'start']);
});

test('what is kept is there at once, and in the next page and the backup too', async () => {
  const { keep, recall, keepRead, recallRead, store } = await page();
  keep('a', 'first');
  keep('a', 'second');
  keep('b', 'gone');
  keep('b', undefined);
  keepRead('start');
  expect([recall('a'), recall('b')]).toEqual(['second', undefined]);
  expect([...recallRead()]).toEqual(['start']);
  const backup = await store.exportAll();
  expect(backup.notes.map(({ key, text }) => [key, text])).toEqual([
    ['a', 'second'],
    ['b', null],
  ]);
  await store.close();
  const next = await page();
  expect([next.recall('a'), next.recall('b')]).toEqual(['second', undefined]);
  expect([...next.recallRead()]).toEqual(['start']);
});

test('a page that ends right after a key press has kept it', async () => {
  const { keep, store } = await page();
  keep('a', 'the last letter');
  await store.close(); // before any answer of the device
  expect((await page()).recall('a')).toBe('the last letter');
});

test('a later text is later even if the clock was set back', async () => {
  const { keep, store } = await page();
  keep('a', 'first');
  vi.spyOn(Date, 'now').mockReturnValue(1000);
  keep('a', 'second');
  const [note] = await store.notes();
  expect(note?.text).toBe('second');
  expect(note?.at).toBeGreaterThan(1e12);
});

test('what another tab or an import writes is read', async () => {
  const { recall, recallRead, store } = await page();
  const other = await openTab();
  await other.setNote('a', 'from another tab', 5);
  await vi.waitFor(() => expect(recall('a')).toBe('from another tab'));
  const backup = { ...(await store.exportAll()), notes: [], sections: [{ id: 'shapes', at: 1 }] };
  await store.importBackup(backup, 'replace');
  await vi.waitFor(() => expect(recall('a')).toBeUndefined());
  expect([...recallRead()]).toEqual(['shapes']);
});

test('works in memory where nothing is kept', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const { keep, recall, store } = await page();
  keep('a', 'b');
  expect([recall('a'), store.where]).toEqual(['b', 'memory']);
  expect((await store.exportAll()).notes).toHaveLength(1);
});
