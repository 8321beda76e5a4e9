/** What the tests of the store share: a browser's storage in memory, and records. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, vi } from 'vitest';
import type { ReviewCard } from '../../web/engine/types/review.ts';
import type { LessonStore } from '../../web/storage/lesson-store.ts';
import { newStore, type StoreOptions } from '../../web/storage/store.ts';
import type { Contents, NewAttempt, TableName } from '../../web/storage/types.ts';

/** localStorage as browsers have it: its keys are its own fields. */
export class FakeLocalStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (this[key] as string) : null;
  }
  setItem(key: string, text: string): void {
    this[key] = text;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

export function localStorageOf(texts: Record<string, string> = {}): FakeLocalStorage {
  return Object.assign(new FakeLocalStorage(), texts);
}

const open: LessonStore[] = [];

/** Opens a store and closes it after the test. Each call is another tab. */
export async function openTab(options: StoreOptions = {}): Promise<LessonStore> {
  const store = await newStore(options);
  open.push(store);
  return store;
}

/** A device with nothing on it before each test. */
export function freshDevice(): void {
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    vi.stubGlobal('localStorage', localStorageOf());
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((store) => store.close()));
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

export const newCard: ReviewCard = { stage: 0, due: 101, reviews: 0, misses: 0 };

/** Stands in for `engine.review.next`: what the store does must not depend on it. */
export const passed =
  (day: number) =>
  (card: ReviewCard): ReviewCard => ({
    stage: card.stage + 1,
    due: day + 3,
    last: day,
    reviews: card.reviews + 1,
    misses: card.misses,
  });

export const attempt: NewAttempt = {
  source: 'exercise',
  kind: 'softmax-row',
  seed: '39',
  score: 0.5,
  slips: ['scale-missing'],
  day: 100,
  at: 1000,
};

export const nothing: Contents = {
  cards: [],
  reviews: [],
  attempts: [],
  sections: [],
  notes: [],
  completions: [],
};

export const counts = (some: Partial<Record<TableName, number>> = {}) => ({
  ...{ cards: 0, reviews: 0, attempts: 0, sections: 0, notes: 0, completions: 0 },
  ...some,
});

/** The reason why a promise was rejected; one that was not fails the test. */
export async function rejection(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  try {
    await promise;
  } catch (reason) {
    return reason as Error;
  }
  throw new Error('not rejected');
}
