// The device: versions, tabs, and what goes wrong on it.
import { IDBDatabase, IDBFactory, IDBObjectStore, IDBOpenDBRequest } from 'fake-indexeddb';
import { openDB } from 'idb';
import { describe, expect, test, vi } from 'vitest';
import { MIGRATIONS, NAME, VERSION } from '../../web/storage/device.ts';
import type { LessonStore } from '../../web/storage/lesson-store.ts';
import type { StoreChange } from '../../web/storage/types.ts';
import {
  attempt,
  freshDevice,
  localStorageOf,
  newCard,
  openTab,
  passed,
  rejection,
} from './storage-support.ts';
import v1 from './storage-v1.json' with { type: 'json' };
import v2 from './storage-v2.json' with { type: 'json' };

freshDevice();

const review = { day: 101, grade: 'pass', at: 1 } as const;
const changed = (store: LessonStore, until: (change: StoreChange) => boolean) =>
  new Promise<StoreChange>((resolve) => {
    const end = store.subscribe((change) => {
      if (!until(change)) return;
      end();
      resolve(change);
    });
  });

describe('version 1, the notes in localStorage', () => {
  test('is taken over at the first opening without loss, and then is there no more', async () => {
    const local = localStorageOf(v1);
    vi.stubGlobal('localStorage', local);
    const store = await openTab();
    expect(store.where).toBe('device');
    expect(Object.fromEntries((await store.notes()).map(({ key, text }) => [key, text]))).toEqual(
      Object.fromEntries(
        Object.entries(v1).filter(([key]) => key !== 'lesson/read' && key !== 'another-page/theme'),
      ),
    );
    expect((await store.read()).map(({ id }) => id)).toEqual(['glance', 'recall', 'start']);
    expect(Object.keys(local)).toEqual(['another-page/theme']);
    await store.close();
    expect(await (await openTab()).note('lesson/lab/shape')).toBe('(6, 8)');
  });

  test('what other pages of the same site keep under names like ours stays theirs', async () => {
    const theirs = {
      'lesson/progress': '7',
      'lesson/write/essay': 'a draft',
      'lesson/lab': 'open',
      'lesson/choose/a/b': '1',
      'lesson/readers': 'ada',
      'attention-lesson:theme': 'dark',
    };
    const local = localStorageOf({ ...theirs, ...v1 });
    vi.stubGlobal('localStorage', local);
    const store = await openTab();
    expect(await store.notes()).toHaveLength(Object.keys(v1).length - 2);
    expect(Object.fromEntries(Object.entries(local))).toEqual({
      ...theirs,
      'another-page/theme': 'dark',
    });
  });

  test('what a tab of that version writes later is taken too, but not over what is newer', async () => {
    vi.stubGlobal('localStorage', localStorageOf(v1));
    const store = await openTab();
    await store.setNote('lesson/lab/shape', 'newer', 50);
    await store.markRead('glance', 60);
    await store.close();
    vi.stubGlobal(
      'localStorage',
      localStorageOf({
        'lesson/lab/shape': 'older',
        'lesson/choose/build-select-1': '0',
        'lesson/choose/other': '1',
        'lesson/read': 'glance,shapes',
      }),
    );
    const again = await openTab();
    expect(await again.note('lesson/lab/shape')).toBe('newer');
    expect(await again.note('lesson/choose/build-select-1')).toBe('0');
    expect(await again.note('lesson/choose/other')).toBe('1');
    expect((await again.read()).map(({ id }) => id)).toContain('shapes');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test('when taking it over breaks half way, it is still there', async () => {
    const local = localStorageOf(v1);
    vi.stubGlobal('localStorage', local);
    let puts = 0;
    const put = IDBObjectStore.prototype.put;
    const broken = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...given
    ) {
      if (++puts > 3) throw new DOMException('no room', 'QuotaExceededError');
      return put.apply(this, given);
    });
    const store = await openTab();
    expect([store.where, store.notice]).toEqual(['memory', 'storage-full']);
    // Shown all the same.
    expect(await store.note('lesson/lab/shape')).toBe('(6, 8)');
    expect(Object.keys(local)).toHaveLength(Object.keys(v1).length);
    broken.mockRestore();
    const again = await openTab();
    expect(again.where).toBe('device');
    expect(await again.notes()).toHaveLength(Object.keys(v1).length - 2);
    expect(Object.keys(local)).toEqual(['another-page/theme']);
  });

  test('a localStorage that is refused is as good as none', async () => {
    vi.stubGlobal(
      'localStorage',
      new Proxy(localStorageOf(v1), {
        ownKeys() {
          throw new DOMException('refused', 'SecurityError');
        },
      }),
    );
    const store = await openTab();
    expect([store.where, await store.notes()]).toEqual(['device', []]);
  });
});

describe('versions of the database', () => {
  const next = {
    ...MIGRATIONS,
    [VERSION + 1]: async (_db: unknown, upgrade: Parameters<(typeof MIGRATIONS)[2]>[1]) => {
      const notes = upgrade.objectStore('notes');
      for (const key of await notes.getAllKeys()) {
        const note = await notes.get(key);
        await notes.put?.({ ...note, text: `${note.text}!` }, key);
      }
    },
  };

  /** Devices as each version left them, written without today's code; a new version brings its own here. */
  const left: Readonly<Record<number, () => Promise<void>>> = {
    1: async () => {
      vi.stubGlobal('localStorage', localStorageOf(v1));
    },
    2: async () => {
      const db = await openDB(NAME, 2, {
        upgrade: (made) => {
          for (const table of Object.keys(v2)) made.createObjectStore(table);
        },
      });
      for (const [table, records] of Object.entries(v2))
        for (const [key, record] of Object.entries(records)) await db.put(table, record, key);
      db.close();
    },
  };
  /** What must still be there, as the tables hold it. */
  const held: Readonly<Record<number, object>> = {
    1: {
      notes: Object.entries(v1)
        .filter(([key]) => key !== 'lesson/read' && key !== 'another-page/theme')
        .map(([key, text]) => ({ key, text, at: 0 }))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
      sections: ['glance', 'recall', 'start'].map((id) => ({ id, at: 0 })),
    },
    2: Object.fromEntries(
      Object.entries(v2).map(([table, records]) => [table, Object.values(records)]),
    ),
  };

  test('every version has its step and its device here', () => {
    const versions = Array.from({ length: VERSION }, (_, i) => String(i + 1));
    expect(Object.keys(left)).toEqual(versions);
    expect(Object.keys(MIGRATIONS)).toEqual(versions.slice(1));
  });

  test.each(Object.keys(left).map(Number))('what version %d left is all there', async (version) => {
    await left[version]?.();
    const store = await openTab();
    expect(store.where).toBe('device');
    expect(await store.exportAll()).toMatchObject(held[version] ?? {});
    await store.close();
    // And once more, from the device alone.
    vi.stubGlobal('localStorage', localStorageOf());
    expect(await (await openTab()).exportAll()).toMatchObject(held[version] ?? {});
  });

  test.each(Object.keys(left).map(Number))(
    'from version %d on to one that is still to come',
    async (version) => {
      await left[version]?.();
      const store = await openTab({ version: VERSION + 1, migrations: next });
      expect(store.where).toBe('device');
      const { notes, ...others } = await store.exportAll();
      const { notes: before, ...same } = held[version] as { notes: { text: string }[] };
      expect(others).toMatchObject(same);
      // Version 1 is read after the step, into tables that are new already.
      const changed = before.map((note) =>
        version === 1 ? note : { ...note, text: `${note.text}!` },
      );
      expect(notes).toEqual(changed);
    },
  );

  test('each step runs once, from the version that is there', async () => {
    const store = await openTab();
    await store.setNote('a', 'b', 1);
    await store.close();
    const options = { version: VERSION + 1, migrations: next };
    const later = await openTab(options);
    expect(await later.notes()).toEqual([{ key: 'a', text: 'b!', at: 1 }]);
    await later.close();
    expect(await (await openTab(options)).note('a')).toBe('b!');
  });

  test('from nothing, all steps run', async () => {
    const store = await openTab({ version: VERSION + 1, migrations: next });
    expect([store.where, await store.notes()]).toEqual(['device', []]);
  });

  test.each([
    ['aborts', undefined],
    ['throws', new RangeError('not foreseen')],
    ['finds no room', new DOMException('no room', 'QuotaExceededError')],
  ])('a step that %s changes nothing, and the page goes on in memory', async (_how, thrown) => {
    const store = await openTab();
    await store.setNote('a', 'b', 1);
    await store.setNote('c', 'd', 1);
    await store.close();
    const broken = {
      ...MIGRATIONS,
      [VERSION + 1]: async (_db: unknown, upgrade: Parameters<(typeof MIGRATIONS)[2]>[1]) => {
        await upgrade.objectStore('notes').put?.({ key: 'a', text: 'half', at: 2 }, 'a');
        if (thrown) throw thrown;
        upgrade.abort();
      },
    };
    const later = await openTab({ version: VERSION + 1, migrations: broken });
    const notice = thrown instanceof DOMException ? 'storage-full' : 'storage-failed';
    expect([later.where, later.notice]).toEqual(['memory', notice]);
    await later.close();
    const before = await openTab();
    expect(before.where).toBe('device');
    expect((await before.notes()).map(({ text }) => text)).toEqual(['b', 'd']);
  });

  test('what a newer page wrote is left alone', async () => {
    const newer = await openTab({ version: VERSION + 1, migrations: next });
    await newer.setNote('a', 'b', 1);
    await newer.close();
    const store = await openTab();
    expect([store.where, store.notice]).toEqual(['memory', 'storage-newer']);
    await store.setNote('a', 'in memory', 2);
    expect(await store.note('a')).toBe('in memory');
    await store.close();
    const again = await openTab({ version: VERSION + 1, migrations: next });
    expect(await again.note('a')).toBe('b');
  });

  test('a tab steps aside for a newer one, and goes on in memory with all that it had', async () => {
    const store = await openTab();
    await store.startCards(['a'], newCard);
    const moved = changed(store, ({ by }) => by === 'place');
    const newer = await openTab({ version: VERSION + 1, migrations: next });
    expect(newer.where).toBe('device');
    await moved;
    expect([store.where, store.notice]).toEqual(['memory', 'storage-newer']);
    await store.putReview('a', review, passed(101));
    expect((await store.cards())[0]?.card.reviews).toBe(1);
    expect((await newer.cards())[0]?.card.reviews).toBe(0);
  });

  test('an older tab that does not step aside: in memory until it closes, and then kept', async () => {
    await (await openTab()).close();
    const old = await openDB(NAME, VERSION);
    const store = await openTab({ version: VERSION + 1, migrations: next, patience: 20 });
    expect([store.where, store.notice]).toEqual(['memory', 'storage-blocked']);
    await store.setNote('a', 'written meanwhile', 5);
    await store.startCards(['a'], newCard);
    const moved = changed(store, ({ by }) => by === 'place');
    old.close();
    await moved;
    expect([store.where, store.notice]).toEqual(['device', undefined]);
    await store.close();
    const again = await openTab({ version: VERSION + 1, migrations: next });
    expect(await again.note('a')).toBe('written meanwhile');
    expect(await again.cards()).toHaveLength(1);
  });

  test('a database that is deleted under the page is made anew', async () => {
    const store = await openTab();
    await store.setNote('a', 'b', 1);
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(NAME).onsuccess = resolve;
    });
    await store.setNote('c', 'd', 2);
    expect(store.where).toBe('device');
    expect(await store.notes()).toEqual([{ key: 'c', text: 'd', at: 2 }]);
  });
});

describe('two tabs', () => {
  test('each is told of what the other writes, and reads it', async () => {
    const [a, b] = [await openTab(), await openTab()];
    const heard = changed(b, () => true);
    await a.startCards(['a'], newCard);
    expect(await heard).toEqual({ tables: ['cards'], by: 'elsewhere' });
    expect(await b.cards()).toEqual([{ id: 'a', card: newCard }]);
  });

  test('reviews of one card in both at once are both counted', async () => {
    const [a, b] = [await openTab(), await openTab()];
    await a.startCards(['a'], newCard);
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        (i % 2 ? a : b).putReview('a', { ...review, at: i }, passed(101)),
      ),
    );
    expect((await a.cards())[0]?.card.reviews).toBe(30);
    expect(await b.history('a')).toHaveLength(30);
    expect((await b.history('a')).map(({ stage }) => stage).sort((x, y) => x - y)).toEqual(
      Array.from({ length: 30 }, (_, i) => i),
    );
  });

  test('a tab in memory tells nobody, and hears nobody', async () => {
    const a = await openTab();
    await a.goOnInMemory('storage-failed');
    const b = await openTab();
    const heard: StoreChange[] = [];
    a.subscribe((change) => heard.push(change));
    b.subscribe((change) => heard.push(change));
    await a.setNote('a', 'b', 1);
    await b.setNote('c', 'd', 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(heard).toEqual([
      { tables: ['notes'], by: 'here' },
      { tables: ['notes'], by: 'here' },
    ]);
    expect(await a.note('c')).toBeUndefined();
  });
});

/** Every write fails from the `after`-th on, as browsers do it: at once, or when the transaction ends. */
function noRoom(when: 'put' | 'commit', after = 0) {
  let puts = 0;
  const put = IDBObjectStore.prototype.put;
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...given
  ) {
    if (++puts <= after) return put.apply(this, given);
    if (when === 'put') throw new DOMException('no room', 'QuotaExceededError');
    const request = put.apply(this, given);
    const tx = this.transaction as unknown as { _abort(name: string): void };
    request.addEventListener('success', () => tx._abort('QuotaExceededError'));
    return request;
  });
}

describe.each(['put', 'commit'] as const)('a device without room, found at the %s', (when) => {
  test('the page goes on in memory with all that it had, and says so', async () => {
    const store = await openTab();
    await store.startCards(['a'], newCard);
    const moved = changed(store, ({ by }) => by === 'place');
    noRoom(when);
    const after = await store.putReview('a', review, passed(101));
    await moved;
    expect([store.where, store.notice]).toEqual(['memory', 'storage-full']);
    await store.setNote('b', 'c', 3);
    expect(await store.cards()).toEqual([{ id: 'a', card: after }]);
    const backup = await store.exportAll();
    expect([backup.cards.length, backup.reviews.length, backup.notes.length]).toEqual([1, 1, 1]);
  });

  test('nothing half-done stays on the device', async () => {
    const store = await openTab();
    await store.startCards(['a'], newCard);
    // The card is written, its review is not.
    const full = noRoom(when, 1);
    await store.putReview('a', review, passed(101));
    full.mockRestore();
    const other = await openTab();
    expect(await other.cards()).toEqual([{ id: 'a', card: newCard }]);
    expect(await other.history()).toEqual([]);
    expect(await store.history()).toHaveLength(1);
  });

  test('once there is room, the next write brings all of it back to the device', async () => {
    const store = await openTab();
    await store.startCards(['a', 'b'], newCard);
    const full = noRoom(when);
    await store.putReview('a', review, passed(101));
    await store.addAttempt(attempt);
    expect(store.where).toBe('memory');
    full.mockRestore();
    const other = await openTab();
    await other.putReview('b', review, passed(101));
    await store.setNote('c', 'd', 3);
    expect([store.where, store.notice]).toEqual(['device', undefined]);
    await store.close();
    expect((await other.cards()).map(({ card }) => card.reviews)).toEqual([1, 1]);
    expect(await other.attempts()).toHaveLength(1);
    expect(await other.note('c')).toBe('d');
    expect(await other.history()).toHaveLength(2);
  });

  test('an import that finds no room leaves the device as it was', async () => {
    const store = await openTab();
    await store.startCards(['a', 'b', 'c'], newCard);
    const file = await store.exportAll();
    const more = { ...file, notes: [{ key: 'x', text: 'y', at: 1 }], sections: [] };
    const full = noRoom(when, 2);
    await store.importBackup(more, 'replace');
    expect(store.where).toBe('memory');
    expect(await store.note('x')).toBe('y');
    full.mockRestore();
    const other = await openTab();
    expect([await other.cards(), await other.notes()]).toEqual([file.cards, []]);
    // And replaces it once there is room.
    await other.setNote('gone', 'soon', 1);
    await store.markRead('start', 1);
    expect(store.where).toBe('device');
    expect((await other.notes()).map(({ key }) => key)).toEqual(['x']);
  });
});

describe('a browser that gives no storage', () => {
  const refusing = (name: string) => {
    const factory = new IDBFactory();
    vi.spyOn(factory, 'open').mockImplementation(() => {
      throw new DOMException('refused', name);
    });
    return factory;
  };

  test.each<[string, () => unknown, string]>([
    ['no IndexedDB', () => undefined, 'storage-refused'],
    ['null, as in some frames', () => null, 'storage-refused'],
    ['SecurityError', () => refusing('SecurityError'), 'storage-refused'],
    ['InvalidStateError', () => refusing('InvalidStateError'), 'storage-refused'],
    ['UnknownError', () => refusing('UnknownError'), 'storage-failed'],
    ['QuotaExceededError', () => refusing('QuotaExceededError'), 'storage-full'],
  ])('%s', async (_name, factory, notice) => {
    vi.stubGlobal('indexedDB', factory());
    vi.stubGlobal('localStorage', localStorageOf(v1));
    const store = await openTab();
    expect([store.where, store.notice]).toEqual(['memory', notice]);
    await store.startCards(['a'], newCard);
    await store.putReview('a', review, passed(101));
    expect((await store.exportAll()).reviews).toHaveLength(1);
    // What version 1 left can be read, and stays where it is.
    expect(await store.note('lesson/lab/shape')).toBe('(6, 8)');
    expect(Object.keys(localStorage)).toHaveLength(Object.keys(v1).length);
  });

  test('a getter that throws', async () => {
    Object.defineProperty(globalThis, 'indexedDB', {
      configurable: true,
      get() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
    const store = await openTab();
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, writable: true });
    expect([store.where, store.notice]).toEqual(['memory', 'storage-refused']);
  });

  test('one that never answers: the page does not wait for it', async () => {
    const factory = new IDBFactory();
    vi.spyOn(factory, 'open').mockImplementation(
      () => new IDBOpenDBRequest() as never, // which nobody answers
    );
    vi.stubGlobal('indexedDB', factory);
    const store = await openTab({ patience: 10 });
    expect([store.where, store.notice]).toEqual(['memory', 'storage-blocked']);
    await store.setNote('a', 'b', 1);
    expect(await store.note('a')).toBe('b');
  });

  test('without BroadcastChannel, a tab works alone', async () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const store = await openTab();
    await store.setNote('a', 'b', 1);
    expect([store.where, await store.note('a')]).toEqual(['device', 'b']);
  });

  test('nothing asks for persistent storage', async () => {
    const persist = vi.fn();
    vi.stubGlobal('navigator', { storage: { persist } });
    await (await openTab()).setNote('a', 'b', 1);
    expect(persist).not.toHaveBeenCalled();
  });
});

describe('a storage that breaks while the page is open', () => {
  test('on a read, with what can no longer be read left on the device', async () => {
    const store = await openTab();
    await store.setNote('a', 'b', 1);
    const broken = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      throw new DOMException('disk', 'UnknownError');
    });
    expect(await store.note('a')).toBe('b'); // the whole could be read yet
    expect([store.where, store.notice]).toEqual(['memory', 'storage-failed']);
    broken.mockRestore();
    expect(await (await openTab()).note('a')).toBe('b');
  });

  test('a record that cannot be copied is the fault of its caller', async () => {
    const store = await openTab();
    const error = await rejection(store.setNote('a', (() => {}) as unknown as string, 1));
    expect(error.name).toBe('DataCloneError');
    expect([store.where, await store.notes()]).toEqual(['device', []]);
  });

  test('a connection that the browser ended is opened anew', async () => {
    const store = await openTab();
    await store.setNote('a', 'b', 1);
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('closing', 'InvalidStateError');
    });
    await store.setNote('c', 'd', 2);
    expect(store.where).toBe('device');
    expect((await (await openTab()).notes()).map(({ key }) => key)).toEqual(['a', 'c']);
  });
});
