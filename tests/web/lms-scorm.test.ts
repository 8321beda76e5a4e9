/** The SCORM adapters over an LMS of the test that knows the standards' limits and refuses what they forbid. */
import { describe, expect, test } from 'vitest';
import type { Lms, Problem, Report } from '../../web/embed/lms/lms.ts';
import { findApi } from '../../web/embed/lms/scorm-api.ts';
import { openScorm12, ROOM } from '../../web/embed/lms/scorm12.ts';
import { openScorm2004 } from '../../web/embed/lms/scorm2004.ts';
import { isoDuration, moment2004, timespan12 } from '../../web/embed/lms/times.ts';
import type { Attempt } from '../../web/storage/types.ts';

type Values = Record<string, string>;

/** What the standards allow, for what the lesson sets. */
const FORMS: Readonly<Record<'scorm12' | 'scorm2004', Readonly<Record<string, RegExp>>>> = {
  scorm12: {
    'cmi.core.lesson_status': /^(passed|completed|failed|incomplete|browsed)$/,
    'cmi.core.lesson_location': /^.{0,255}$/s,
    'cmi.core.score.(raw|min|max)': /^(100|\d{1,2})(\.\d+)?$/,
    'cmi.core.session_time': /^\d{2,4}:\d{2}:\d{2}(\.\d{1,2})?$/,
    'cmi.core.exit': /^(time-out|suspend|logout|)$/,
    'cmi.suspend_data': /^.{0,4096}$/s,
    'cmi.interactions.\\d+.id': /^[\w.-]{1,255}$/,
    'cmi.interactions.\\d+.type':
      /^(true-false|choice|fill-in|matching|performance|sequencing|likert|numeric)$/,
    'cmi.interactions.\\d+.time': /^\d{2}:\d{2}:\d{2}(\.\d{1,2})?$/,
    'cmi.interactions.\\d+.student_response': /^.{0,255}$/s,
    'cmi.interactions.\\d+.result': /^(correct|wrong|unanticipated|neutral|\d+(\.\d+)?)$/,
  },
  scorm2004: {
    'cmi.completion_status': /^(completed|incomplete|not attempted|unknown)$/,
    'cmi.success_status': /^(passed|failed|unknown)$/,
    'cmi.progress_measure': /^(1|0(\.\d+)?)$/,
    'cmi.score.scaled': /^-?(1|0(\.\d+)?)$/,
    'cmi.score.(raw|min|max)': /^\d+(\.\d+)?$/,
    'cmi.location': /^.{0,1000}$/s,
    'cmi.exit': /^(time-out|suspend|logout|normal|)$/,
    'cmi.session_time': /^PT(\d+H)?(\d+M)?\d+(\.\d{1,2})?S$/,
    'cmi.suspend_data': /^.{0,64000}$/s,
    'cmi.interactions.\\d+.id': /^[\w.-]{1,4000}$/,
    'cmi.interactions.\\d+.type': /^other$/,
    'cmi.interactions.\\d+.timestamp': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
    'cmi.interactions.\\d+.learner_response': /^.{1,4000}$/s,
    'cmi.interactions.\\d+.result': /^(correct|incorrect|unanticipated|neutral|\d+(\.\d{1,7})?)$/,
    'cmi.interactions.\\d+.description': /^.{1,250}$/s,
  },
};

class FakeLms {
  readonly calls: string[] = [];
  error = 0;
  state: 'new' | 'running' | 'over' = 'new';
  failing = false;

  constructor(
    readonly standard: 'scorm12' | 'scorm2004',
    readonly values: Values = {},
  ) {}

  set(element: string, value: string): string {
    const form = Object.entries(FORMS[this.standard]).find(([name]) =>
      new RegExp(`^${name}$`).test(element),
    )?.[1];
    const [, place] = /^cmi\.interactions\.(\d+)\./.exec(element) ?? [];
    const count = Number(this.values['cmi.interactions._count'] ?? 0);
    const outOfOrder = place !== undefined && Number(place) > count;
    if (this.state !== 'running' || !form?.test(value) || outOfOrder) return this.fail(405);
    this.values[element] = value;
    if (place !== undefined)
      this.values['cmi.interactions._count'] = String(Math.max(count, Number(place) + 1));
    return this.pass();
  }

  get(element: string): string {
    const value = this.values[element];
    if (value === undefined) return this.fail(401) && '';
    this.error = 0;
    return value;
  }

  fail(error: number): string {
    this.error = error;
    return 'false';
  }

  pass(): string {
    this.error = 0;
    return 'true';
  }

  /** The object that content finds, with the names of its standard. */
  api(): object {
    const end = (call: string) => () => {
      this.calls.push(call);
      if (this.failing || this.state !== 'running') return this.fail(101);
      if (call === 'finish') this.state = 'over';
      return this.pass();
    };
    const calls: Record<string, (...given: string[]) => string> = {
      Initialize: () => {
        if (this.failing || this.state !== 'new') return this.fail(101);
        this.state = 'running';
        return this.pass();
      },
      GetValue: (element = '') => this.get(element),
      SetValue: (element = '', value = '') => this.set(element, value),
      Commit: end('commit'),
      Finish: end('finish'),
      GetLastError: () => String(this.error),
      GetErrorString: (error = '') => (error === '0' ? '' : `error ${error}`),
      GetDiagnostic: () => '',
    };
    calls.Terminate = calls.Finish as () => string;
    const prefix = this.standard === 'scorm12' ? 'LMS' : '';
    return Object.fromEntries(Object.entries(calls).map(([name, call]) => [prefix + name, call]));
  }
}

/** A frame in a frame with the LMS's object in the outermost window. */
function windowIn(outer: object): Window {
  const top = { ...outer } as { parent?: unknown };
  top.parent = top;
  return { parent: { parent: top } } as unknown as Window;
}

function started(standard: 'scorm12' | 'scorm2004', values: Values = {}) {
  const fake = new FakeLms(standard, values);
  const told: Problem[] = [];
  const name = standard === 'scorm12' ? 'API' : 'API_1484_11';
  const open = standard === 'scorm12' ? openScorm12 : openScorm2004;
  const lms = open(windowIn({ [name]: fake.api() }), (problem) => told.push(problem)) as Lms;
  return { fake, told, lms };
}

const attempt: Attempt = {
  ...{ id: 'a1', source: 'exercise', kind: 'softmax-row', score: 0.5, slips: ['softmax-twice'] },
  ...{ day: 20_000, at: Date.UTC(2026, 10, 30, 12, 0, 5) },
};
const report = (more: Partial<Report> = {}): Report => ({
  ...{
    completed: false,
    done: 0.25,
    score: undefined,
    place: 'softmax',
    state: 'a1:AA',
    attempts: [],
  },
  ...more,
});

describe.each(['scorm12', 'scorm2004'] as const)('%s', (standard) => {
  const is12 = standard === 'scorm12';
  const status = is12 ? 'cmi.core.lesson_status' : 'cmi.completion_status';
  const raw = is12 ? 'cmi.core.score.raw' : 'cmi.score.raw';

  test('begins incomplete, keeps place and state, ends suspended', async () => {
    const { fake, told, lms } = started(standard);
    lms.put(report());
    expect(await lms.commit()).toBe(true);
    lms.end();
    expect(told).toEqual([]);
    expect(fake.values).toMatchObject({ [status]: 'incomplete', 'cmi.suspend_data': 'a1:AA' });
    expect(fake.values[is12 ? 'cmi.core.lesson_location' : 'cmi.location']).toBe('softmax');
    expect(fake.values[is12 ? 'cmi.core.exit' : 'cmi.exit']).toBe('suspend');
    expect(fake.calls).toEqual(['commit', 'finish']);
    expect(fake.values[raw]).toBeUndefined();
  });

  test('a crash ends nothing: what was saved until then is already marked to be resumed', async () => {
    const { fake, lms } = started(standard);
    lms.put(report());
    await lms.commit();
    expect(fake.values[is12 ? 'cmi.core.exit' : 'cmi.exit']).toBe('suspend');
    expect(fake.calls).toEqual(['commit']);
  });

  test('after the end nothing is set, and a second end is none', async () => {
    const { fake, told, lms } = started(standard);
    lms.end();
    lms.put(report({ completed: true }));
    expect(await lms.commit()).toBe(true);
    lms.end();
    expect(fake.values[status]).toBeUndefined();
    expect(fake.calls).toEqual(['finish']);
    expect(told).toEqual([]);
  });

  test('what was kept is given back', () => {
    const { lms } = started(standard, {
      'cmi.suspend_data': 'a1:BB',
      [is12 ? 'cmi.core.lesson_location' : 'cmi.location']: 'mask',
      [is12 ? 'cmi.core.student_id' : 'cmi.learner_id']: 'ada',
    });
    expect(lms).toMatchObject({ state: 'a1:BB', place: 'mask', learner: 'ada' });
  });

  test('answers: what, when, how right, and the slip; the next session goes on counting', () => {
    const { fake, told, lms } = started(standard, { 'cmi.interactions._count': '3' });
    const slips = Array.from({ length: 900 }, (_, i) => `slip-${i}`);
    lms.put(
      report({
        attempts: [
          attempt,
          { ...attempt, score: 1, slips },
          { ...attempt, score: 0, slips: [], kind: 'ü 🂡' },
        ],
      }),
    );
    expect(told).toEqual([]);
    const of = (i: number, field: string) => fake.values[`cmi.interactions.${i}.${field}`];
    const response = is12 ? 'student_response' : 'learner_response';
    expect(of(3, 'id')).toBe('exercise.softmax-row');
    expect(of(3, response)).toBe('softmax-twice');
    expect([3, 4, 5].map((i) => of(i, 'result'))).toEqual([
      '0.5',
      'correct',
      is12 ? 'wrong' : 'incorrect',
    ]);
    expect(of(5, response)).toBe('none');
    expect(fake.values['cmi.interactions._count']).toBe('6');
    if (!is12) expect(of(3, 'description')).toContain('Slip: softmax-twice');
  });

  test('the score goes up and never down, also against what the LMS holds', () => {
    const { fake, lms } = started(standard, is12 ? { [raw]: '40' } : { 'cmi.score.scaled': '0.4' });
    lms.put(report({ score: 1 / 3 }));
    expect(fake.values[raw]).toBe('40');
    lms.put(report({ score: 2 / 3 }));
    expect(fake.values[raw]).toBe('66.67');
  });

  test('what was completed stays so', () => {
    const { fake, lms } = started(standard, { [status]: 'completed' });
    lms.put(report());
    expect(fake.values[status]).toBe('completed');
  });

  test('without a score to pass nothing is passed or failed', () => {
    const { fake, lms } = started(standard);
    lms.put(report({ completed: true, score: 1 }));
    expect(fake.values[status]).toBe('completed');
    expect(fake.values['cmi.success_status']).toBeUndefined();
  });

  test('with one: failed below it once completed, passed at it, and passed for good', () => {
    const given: Values = is12
      ? { 'cmi.student_data.mastery_score': '70' }
      : { 'cmi.scaled_passing_score': '0.7' };
    const success = is12 ? status : 'cmi.success_status';
    const { fake, lms } = started(standard, given);
    lms.put(report({ score: 0.5 }));
    expect(fake.values[success]).toBe(is12 ? 'incomplete' : undefined);
    lms.put(report({ score: 0.5, completed: true }));
    expect(fake.values[success]).toBe('failed');
    lms.put(report({ score: 0.7, completed: true }));
    expect(fake.values[success]).toBe('passed');
    const again = started(standard, { ...given, [success]: 'passed' });
    again.lms.put(report({ score: 0.1, completed: true }));
    expect(again.fake.values[success]).toBe('passed');
  });

  test('in a review nothing counts', () => {
    const { fake, lms } = started(standard, {
      [is12 ? 'cmi.core.lesson_mode' : 'cmi.mode']: 'review',
    });
    lms.put(report({ completed: true, score: 1, attempts: [attempt] }));
    expect(fake.values[status]).toBeUndefined();
    expect(fake.values['cmi.interactions._count']).toBeUndefined();
  });

  test('a refusal is told with the LMS’s own words, and the rest goes on', async () => {
    const { fake, told, lms } = started(standard);
    lms.put(report({ state: 'x'.repeat(64_001) }));
    expect(told).toEqual([{ code: 'lms-refused', detail: 'cmi.suspend_data: 405. error 405' }]);
    expect(fake.values[status]).toBe('incomplete');
    fake.failing = true;
    expect(await lms.commit()).toBe(false);
    expect(told[1]).toMatchObject({
      code: 'lms-not-saved',
      detail: expect.stringContaining('101'),
    });
  });

  test('an LMS that refuses to begin is told of', () => {
    const name = is12 ? 'API' : 'API_1484_11';
    const fake = new FakeLms(standard);
    fake.failing = true;
    const told: Problem[] = [];
    const open = is12 ? openScorm12 : openScorm2004;
    expect(open(windowIn({ [name]: fake.api() }), (one) => told.push(one))).toBeUndefined();
    expect(told.map(({ code }) => code)).toEqual(['lms-not-started']);
  });

  test('no LMS, or one that throws at each call, throws nothing here', () => {
    const told: Problem[] = [];
    const open = is12 ? openScorm12 : openScorm2004;
    expect(open(windowIn({}), (one) => told.push(one))).toBeUndefined();
    const broken = new Proxy(
      {},
      {
        get: () => () => {
          throw new Error('offline');
        },
      },
    );
    const name = is12 ? 'API' : 'API_1484_11';
    expect(open(windowIn({ [name]: broken }), (one) => told.push(one))).toBeUndefined();
    expect(told.map(({ code }) => code)).toEqual(['lms-missing', 'lms-not-started']);
  });
});

test('the LMS is found around this window and around the one that opened it, past windows that refuse to be read', () => {
  const api = {};
  expect(findApi(windowIn({ API: api }), 'API')).toBe(api);
  const opener = windowIn({ API: api });
  const alone = { opener } as { opener: unknown; parent?: unknown };
  alone.parent = alone;
  expect(findApi(alone as unknown as Window, 'API')).toBe(api);
  const closed = new Proxy(
    { parent: windowIn({ API: api }) },
    {
      get(target, name) {
        if (name !== 'parent') throw new DOMException('', 'SecurityError');
        return target.parent;
      },
    },
  );
  expect(findApi(closed as unknown as Window, 'API')).toBe(api);
  // A chain without an end.
  const endless = (): object =>
    new Proxy({}, { get: (_, name) => (name === 'parent' ? endless() : undefined) });
  expect(findApi(endless() as unknown as Window, 'API')).toBeUndefined();
});

test('times as the standards write them', () => {
  expect([0, 61_234, 3_600_000, 59_999].map(timespan12)).toEqual([
    ...['0000:00:00.00', '0000:01:01.23', '0001:00:00.00', '0000:01:00.00'],
  ]);
  expect([0, 61_230, 7_200_500, 59_999].map(isoDuration)).toEqual([
    ...['PT0S', 'PT1M1.23S', 'PT2H0.5S', 'PT1M0S'],
  ]);
  expect(timespan12(1e15)).toBe('9999:00:00.00');
  expect(moment2004(Date.UTC(2026, 10, 30, 12, 0, 5, 678))).toBe('2026-11-30T12:00:05Z');
  expect(ROOM).toBe(4096);
});
