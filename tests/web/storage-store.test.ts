// What every store does, on the device and in memory.
import { describe, expect, test, vi } from 'vitest';
import type { StoreChange } from '../../web/storage/types.ts';
import { attempt, freshDevice, newCard, openTab, passed, rejection } from './storage-support.ts';

freshDevice();

const places = {
  device: () => openTab(),
  memory: () => {
    vi.stubGlobal('indexedDB', undefined);
    return openTab();
  },
};

describe.each(['device', 'memory'] as const)('a store on the %s', (place) => {
  const opened = async () => {
    const store = await places[place]();
    expect(store.where).toBe(place);
    return store;
  };

  test('is empty at first', async () => {
    const store = await opened();
    expect(await store.cards()).toEqual([]);
    expect(await store.history()).toEqual([]);
    expect(await store.attempts()).toEqual([]);
    expect(await store.read()).toEqual([]);
    expect(await store.notes()).toEqual([]);
    expect(await store.completed()).toBeUndefined();
    expect(await store.note('lesson/write/a')).toBeUndefined();
  });

  test('starts cards once', async () => {
    const store = await opened();
    expect(await store.startCards(['b', 'a'], newCard)).toEqual(['b', 'a']);
    await store.putReview('a', { day: 101, grade: 'pass', at: 5 }, passed(101));
    expect(await store.startCards(['a', 'c'], { ...newCard, due: 500 })).toEqual(['c']);
    expect(await store.cards()).toEqual([
      { id: 'a', card: passed(101)(newCard) },
      { id: 'b', card: newCard },
      { id: 'c', card: { ...newCard, due: 500 } },
    ]);
  });

  test('keeps each review with the stage before, and whether it counted', async () => {
    const store = await opened();
    await store.startCards(['a', 'b'], newCard);
    expect(await store.putReview('a', { day: 101, grade: 'pass', at: 7 }, passed(101))).toEqual(
      passed(101)(newCard),
    );
    await store.putReview('a', { day: 101, grade: 'pass', at: 9 }, (card) => card);
    await store.putReview('b', { day: 101, grade: 'miss', at: 8 }, passed(101));
    const of = ({ card, day, grade, at, stage, counted }: Record<string, unknown>) =>
      [card, day, grade, at, stage, counted].join(' ');
    expect((await store.history('a')).map((one) => of({ ...one }))).toEqual([
      'a 101 pass 7 0 true',
      'a 101 pass 9 1 false',
    ]);
    const all = await store.history();
    expect(all.map(({ at }) => at)).toEqual([7, 8, 9]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
  });

  test('a review of a card that was not started, or that the core refuses, leaves nothing', async () => {
    const store = await opened();
    await store.startCards(['a'], newCard);
    const review = { day: 101, grade: 'pass', at: 1 } as const;
    const unknown = await rejection(store.putReview('z', review, passed(101)));
    expect([unknown.code, unknown.message]).toEqual([
      'unknown-card',
      'No card "z" was started: start it first.',
    ]);
    const thrown = await rejection(
      store.putReview('a', review, () => {
        throw new RangeError('refused');
      }),
    );
    expect(thrown.message).toBe('refused');
    expect(store.where).toBe(place);
    expect(await store.cards()).toEqual([{ id: 'a', card: newCard }]);
    expect(await store.history()).toEqual([]);
  });

  test('reviews that come at once are all counted', async () => {
    const store = await opened();
    await store.startCards(['a'], newCard);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        store.putReview('a', { day: 101, grade: 'pass', at }, passed(101)),
      ),
    );
    expect((await store.cards())[0]?.card.reviews).toBe(20);
    expect(await store.history('a')).toHaveLength(20);
  });

  test('keeps attempts in their order, each with an id of its own', async () => {
    const store = await opened();
    const late = await store.addAttempt({ ...attempt, at: 20 });
    const early = await store.addAttempt({ ...attempt, at: 10, seed: undefined, slips: [] });
    expect(await store.attempts()).toEqual([early, late]);
    expect(late).toMatchObject({ ...attempt, at: 20 });
    expect(early.id).toMatch(/^[0-9a-f]{32}$/);
    expect(early.id).not.toBe(late.id);
    for (const score of [Number.NaN, -0.1, 1.1]) {
      const error = await rejection(store.addAttempt({ ...attempt, score }));
      expect(error.code).toBe('score-range');
      expect(error.message).toContain(String(score));
    }
    expect(await store.attempts()).toHaveLength(2);
  });

  test('keeps notes, and deletes them', async () => {
    const store = await opened();
    await store.setNote('a', 'first', 1);
    await store.setNote('a', 'second', 2);
    await store.setNote('b', '', 3);
    expect([await store.note('a'), await store.note('b')]).toEqual(['second', '']);
    await store.setNote('a', undefined, 4);
    expect(await store.note('a')).toBeUndefined();
    expect(await store.notes()).toEqual([
      { key: 'a', text: null, at: 4 },
      { key: 'b', text: '', at: 3 },
    ]);
  });

  test('the first reading of a section and the first completion stay', async () => {
    const store = await opened();
    await store.markRead('start', 5);
    await store.markRead('start', 9);
    expect(await store.read()).toEqual([{ id: 'start', at: 5 }]);
    const first = { day: 100, at: 5, by: 'read' } as const;
    expect(await store.setCompleted(first)).toEqual(first);
    expect(await store.setCompleted({ day: 101, at: 6, by: 'elsewhere' })).toEqual(first);
    expect(await store.completed()).toEqual(first);
  });

  test('tells of each change until the end of the subscription', async () => {
    const store = await opened();
    const heard: StoreChange[] = [];
    const end = store.subscribe((change) => heard.push(change));
    await store.startCards(['a'], newCard);
    await store.putReview('a', { day: 101, grade: 'pass', at: 1 }, passed(101));
    await store.cards();
    await store.setNote('a', 'b');
    end();
    await store.markRead('start');
    expect(heard).toEqual([
      { tables: ['cards'], by: 'here' },
      { tables: ['cards', 'reviews'], by: 'here' },
      { tables: ['notes'], by: 'here' },
    ]);
  });
});
