/** What goes from the store to a system and back, over a system of the test. */
import { describe, expect, test } from 'vitest';
import type { Lms, Problem, Report } from '../../web/embed/lms/lms.ts';
import { progressOf } from '../../web/embed/lms/progress.ts';
import { LmsSession } from '../../web/embed/lms/session.ts';
import { decodeState, encodeState, REPORTED } from '../../web/embed/lms/state.ts';
import type { Attempt, Store } from '../../web/storage/types.ts';
import { attempt, freshDevice, newCard, nothing, openTab } from './storage-support.ts';

freshDevice();

/** Keeps what it is given, as one launch after the other sees it. */
class FakeLms implements Lms {
  readonly learner = 'ada';
  readonly leave = '';
  place = '';
  state = '';
  readonly reports: Report[] = [];
  saves = 0;
  failing = false;
  ended = false;

  constructor(readonly room = 4096) {}

  put(report: Report): void {
    this.reports.push(report);
    this.state = report.state ?? this.state;
    this.place = report.place;
  }
  async commit(): Promise<boolean> {
    if (!this.failing) this.saves++;
    return !this.failing;
  }
  end(): void {
    this.ended = true;
  }
  get last(): Report | undefined {
    return this.reports.at(-1);
  }
  get answered(): readonly string[] {
    return this.reports.flatMap(({ attempts }) => attempts.map(({ kind }) => kind));
  }
}

const never = { put: 1e6, commit: 1e6 };

async function begun(lms: FakeLms, store: Store, delays = never) {
  const told: Problem[] = [];
  const session = new LmsSession({
    ...{ lms, store, delays },
    tell: (problem) => told.push(problem),
    sections: ['start', 'softmax'],
    kinds: async () => ['softmax-row', 'output-row'],
    place: () => 'softmax',
  });
  await session.begin();
  return { session, told };
}

const tried = { ...attempt, score: 1, slips: [] };

test('a first launch reports what is there; a second one on another device begins where it ended', async () => {
  const lms = new FakeLms();
  const first = await openTab({ name: 'one' });
  const { session } = await begun(lms, first);
  await first.markRead('start', 1000);
  await first.addAttempt(tried);
  await first.startCards(['shapes'], newCard);
  await first.setNote('lesson/write/a', 'my own words', 2000);
  await session.flush();
  expect(lms.last).toMatchObject({ completed: false, done: 0.5, score: 0.5, place: 'softmax' });
  session.end();
  expect(lms.ended).toBe(true);

  const second = await openTab({ name: 'two' });
  const again = await begun(lms, second);
  expect(again.told).toEqual([]);
  expect(await second.note('lesson/write/a')).toBe('my own words');
  expect((await second.read()).map(({ id }) => id)).toEqual(['start']);
  expect(await second.attempts()).toMatchObject([{ kind: 'softmax-row', score: 1 }]);
  expect(await second.cards()).toHaveLength(1);
  await second.markRead('softmax', 3000);
  await again.session.flush();
  expect(lms.last).toMatchObject({ completed: true, done: 1, score: 0.5 });
});

test('each answer is handed over once, and again only where it was not saved', async () => {
  const lms = new FakeLms();
  const store = await openTab();
  const { session } = await begun(lms, store);
  await store.addAttempt({ ...tried, kind: 'output-row', at: 10 });
  await session.flush();
  await store.addAttempt({ ...tried, kind: 'softmax-row', at: 20 });
  lms.failing = true;
  const { state } = lms;
  await session.flush();
  await session.flush();
  expect(lms.answered).toEqual(['output-row', 'softmax-row']);
  expect(await store.note(REPORTED)).toBe('10');
  session.end();

  // The next launch: the second one did not get there.
  lms.failing = false;
  lms.state = state;
  lms.reports.length = 0;
  const next = await begun(lms, store);
  await next.session.flush();
  expect(lms.answered).toEqual(['softmax-row']);
  expect(await store.note(REPORTED)).toBe('20');
  next.session.end();

  // On a third device, whose system has all of it, none is handed over again.
  lms.reports.length = 0;
  const third = await begun(lms, await openTab({ name: 'third' }));
  await third.session.flush();
  expect(lms.answered).toEqual([]);
  expect(lms.last).toMatchObject({ score: 1 });
  third.session.end();
});

test('a change is put and saved by itself, soon, and many changes at once', async () => {
  const lms = new FakeLms();
  const store = await openTab();
  const { session } = await begun(lms, store, { put: 5, commit: 20 });
  await new Promise((done) => setTimeout(done, 100));
  const [reports, saves] = [lms.reports.length, lms.saves];
  for (let i = 0; i < 20; i++) await store.setNote('lesson/write/a', `text ${i}`, i + 1);
  await expect.poll(() => decodeState(lms.state).notes[0]?.text).toBe('text 19');
  await expect.poll(() => lms.saves).toBeGreaterThan(saves);
  expect(lms.reports.length - reports).toBeLessThan(20);
  session.end();
});

describe('a state that cannot be used', () => {
  test('of a newer lesson stays as it is; progress is reported all the same', async () => {
    const lms = new FakeLms();
    lms.state = 'a9:AAAA';
    const store = await openTab();
    const { session, told } = await begun(lms, store);
    await store.markRead('start', 1);
    await session.flush();
    expect(told.map(({ code }) => code)).toEqual(['lms-state-newer']);
    expect(lms.state).toBe('a9:AAAA');
    expect(lms.last).toMatchObject({ done: 0.5, state: undefined });
    session.end();
  });

  test.each([
    'of another course',
    encodeState({ ...nothing, sections: [{ id: 's', at: -1 }] }, 4096).text,
  ])('damaged is told, what is here stays and takes its place: %s', async (state) => {
    const lms = new FakeLms();
    lms.state = state;
    const store = await openTab();
    await store.markRead('start', 1);
    const { session, told } = await begun(lms, store);
    await session.flush();
    expect(told.map(({ code }) => code)).toEqual(['lms-state-damaged']);
    expect(decodeState(lms.state).sections).toEqual([{ id: 'start', at: 1 }]);
    session.end();
  });
});

test('while the core is missing all but the score is reported', async () => {
  const lms = new FakeLms();
  const store = await openTab();
  let offline = true;
  const session = new LmsSession({
    ...{ lms, store, delays: never, tell: () => {}, sections: ['start'], place: () => '' },
    kinds: async () => {
      if (offline) throw new Error('the core did not load');
      return ['softmax-row'];
    },
  });
  await session.begin();
  await store.addAttempt(tried);
  await store.markRead('start');
  await session.flush();
  expect(lms.last).toMatchObject({ score: undefined, completed: true });
  expect(lms.answered).toEqual(['softmax-row']);
  offline = false;
  await session.flush();
  expect(lms.last).toMatchObject({ score: 1 });
  session.end();
});

describe('progress', () => {
  const course = { sections: ['a', 'b', 'c', 'd'], kinds: ['x', 'y', 'z', 'w'] };
  const at = (kind: string, score: number, source: Attempt['source'] = 'exercise'): Attempt => ({
    ...attempt,
    ...{ id: `${kind}${score}${source}`, kind, score, source },
  });

  test('the score is the mean over all kinds of the best attempt at each', () => {
    const attempts = [
      at('x', 0.5),
      at('x', 1),
      at('x', 0.25),
      at('y', 0.5),
      at('z', 1, 'card'),
      at('old', 1),
    ];
    expect(progressOf([], attempts, course).score).toBe(0.375);
    expect(progressOf([], [at('z', 1, 'card')], course).score).toBeUndefined();
    expect(progressOf([], [at('x', 0)], course).score).toBe(0);
  });

  test('every section of the core path, and no other, completes', () => {
    const read = (...ids: string[]) => ids.map((id) => ({ id, at: 0 }));
    expect(progressOf(read('a', 'b', 'extra'), [], course)).toMatchObject({
      done: 0.5,
      completed: false,
    });
    expect(progressOf(read('a', 'b', 'c', 'd'), [], course)).toMatchObject({
      done: 1,
      completed: true,
    });
    expect(progressOf([], [], { sections: [], kinds: [] })).toEqual({
      done: 0,
      completed: false,
      score: undefined,
    });
  });
});
