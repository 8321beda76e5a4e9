/** Opens the store of this page: on the device where the browser allows it, in memory where it does not. */
import { MemoryBackend } from './backend.ts';
import { DeviceBackend, type DeviceOptions, NAME } from './device.ts';
import { readLegacy } from './legacy.ts';
import { LessonStore, noticeOf } from './lesson-store.ts';
import type { Contents, Notice, Store } from './types.ts';

/**
 * How long the page waits for the device: long, since without it a reader would find the boxes empty. What is written until a
 * device answers that comes later is merged into it.
 */
const PATIENCE_MS = 5000;

export interface StoreOptions extends Omit<DeviceOptions, 'onNewer'> {
  readonly patience?: number;
}

let opened: Promise<Store> | undefined;

/**
 * The one store of this page; `options` are those of the first call. Never rejects. Nothing asks for persistent storage here:
 * that may put a question.
 */
export function openStore(options: StoreOptions = {}): Promise<Store> {
  opened ??= newStore(options);
  return opened;
}

/** For a page inside a host: the store that `openStore` gives from now on. Called before anything asks for one. */
export function provideStore(store: Promise<Store>): void {
  if (opened) throw new Error('the store of this page is open already');
  opened = store;
}

/** A store of its own, for tests. */
export async function newStore(options: StoreOptions = {}): Promise<LessonStore> {
  const { patience = PATIENCE_MS, name = NAME } = options;
  let store: LessonStore | undefined;
  const device = openDevice({
    ...options,
    onNewer: async () => store?.goOnInMemory('storage-newer'),
  });
  const first = await Promise.race([device, later(patience)]);
  if (first instanceof DeviceBackend) {
    store = new LessonStore(first, name);
    return store;
  }
  const inMemory = new LessonStore(new MemoryBackend(older()), name, first);
  store = inMemory;
  // Perhaps it opens yet.
  if (first === 'storage-blocked') {
    void device.then((late) => {
      if (late instanceof DeviceBackend) return adopt(inMemory, late);
      inMemory.explain(late);
    });
  }
  return inMemory;
}

async function adopt(store: LessonStore, device: DeviceBackend): Promise<void> {
  try {
    await store.adopt(device);
  } catch (reason) {
    device.close();
    store.explain(noticeOf(reason) ?? 'storage-failed');
  }
}

/** The device, or why there is none. */
async function openDevice(options: DeviceOptions): Promise<DeviceBackend | Notice> {
  try {
    // Missing in some private windows and in frames without an origin; there its getter may throw.
    if (!globalThis.indexedDB) return 'storage-refused';
    return await DeviceBackend.open(options);
  } catch (reason) {
    // What Firefox says in a private window where it refuses.
    if ((reason as Error | null)?.name === 'InvalidStateError') return 'storage-refused';
    return noticeOf(reason) ?? 'storage-failed';
  }
}

function later(ms: number): Promise<Notice> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('storage-blocked'), ms);
  });
}

/** What version 1 left, to be read while the device cannot be. */
function older(): Contents {
  const { notes, sections } = readLegacy();
  return { cards: [], reviews: [], attempts: [], completions: [], notes, sections };
}
