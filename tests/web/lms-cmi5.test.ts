/** cmi5 where a record store or a launch is not as it should be; tests/browser/lms.spec.ts has the ordinary way. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCmi5 } from '../../web/embed/lms/cmi5.ts';
import type { Lms, Problem, Report } from '../../web/embed/lms/lms.ts';
import { launchAddress } from '../../web/embed/lms/lrs.ts';
import { attempt, localStorageOf, rejection } from './storage-support.ts';

const given = {
  endpoint: 'https://lrs.example/xapi',
  fetch: 'https://lms.example/token?1',
  actor: '{"account":{"homePage":"https://school.example","name":"ada"}}',
  registration: '16fd2706-8baf-433b-82eb-8c7fada847da',
  activityId: 'https://school.example/lesson',
};
const search = (more: Partial<typeof given> = {}) =>
  `?${new URLSearchParams({ ...given, ...more })}`;

interface Call {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  readonly keepalive: boolean;
}

let calls: Call[];
let launchData: object;
/** What the record store answers; undefined: as it should. */
let answer: (call: Call) => Response | undefined;
let policies: string[];

beforeEach(() => {
  calls = [];
  policies = [];
  launchData = { launchMode: 'Normal', masteryScore: 0.5, contextTemplate: {} };
  answer = () => undefined;
  vi.stubGlobal('sessionStorage', localStorageOf());
  vi.stubGlobal('document', {
    createElement: () => ({}),
    head: { append: ({ content }: { content: string }) => policies.push(content) },
  });
  vi.stubGlobal('fetch', async (input: URL, init: RequestInit = {}) => {
    const url = new URL(input);
    const { method = 'GET', keepalive = false } = init;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const call = { method, url, body, keepalive };
    calls.push(call);
    const special = answer(call);
    if (special) return special;
    if (url.pathname === '/token') return Response.json({ 'auth-token': 'abc' });
    if (url.searchParams.get('stateId') === 'LMS.LaunchData') return Response.json(launchData);
    if (method === 'GET') return new Response('', { status: 404 });
    return Response.json([]);
  });
});
afterEach(() => vi.unstubAllGlobals());

async function launched(query = search()): Promise<{ lms: Lms | undefined; told: Problem[] }> {
  const told: Problem[] = [];
  return { lms: await openCmi5(query, (problem) => told.push(problem)), told };
}

const report = (more: Partial<Report> = {}): Report => ({
  ...{ completed: false, done: 0, score: undefined, place: 'mask', state: 'a1:AA', attempts: [] },
  ...more,
});
const verbs = () =>
  calls
    .filter(({ url, method }) => url.pathname.endsWith('/statements') && method === 'POST')
    .flatMap(({ body }) => body as { verb: { id: string } }[])
    .map(({ verb }) => verb.id.split('/').at(-1));

test('a page that nobody launched is told so and asks nothing', async () => {
  const { lms, told } = await launched('?attention=1~~ticket');
  expect(lms).toBeUndefined();
  expect(told.map(({ code }) => code)).toEqual(['lms-missing']);
  expect(calls).toEqual([]);
});

test.each([
  ['no address', { endpoint: 'lrs' }, '"endpoint" is "lrs", and no address of the web.'],
  [
    'an address that is a script',
    { fetch: 'javascript:alert(1)' },
    '"fetch" is "javascript:alert(1)"',
  ],
  ['no agent', { actor: 'ada' }, '"actor" is no agent.'],
  ['no registration', { registration: '' }, '"registration" is missing.'],
])('a launch with %s is refused in so many words', async (_what, more, words) => {
  const { lms, told } = await launched(search(more));
  expect(lms).toBeUndefined();
  expect(told).toMatchObject([{ code: 'lms-launch', detail: expect.stringContaining(words) }]);
  expect(calls).toEqual([]);
  const error = await rejection(Promise.resolve().then(() => launchAddress(search(more))));
  expect(error.message).toContain(words);
});

test('only the two origins of the launch are opened', async () => {
  await launched();
  expect(policies).toEqual(["connect-src 'self' https://lrs.example https://lms.example"]);
  expect(new Set(calls.map(({ url }) => url.origin))).toEqual(
    new Set(['https://lrs.example', 'https://lms.example']),
  );
});

test('a token that is refused: told, the learner is known, nothing is sent', async () => {
  answer = ({ url }) =>
    url.pathname === '/token'
      ? Response.json({ 'error-code': '2', 'error-text': 'expired' })
      : undefined;
  const { lms, told } = await launched();
  expect(told).toEqual([{ code: 'lms-not-started', detail: '200 2 expired' }]);
  lms?.put(report());
  expect(await lms?.commit()).toBe(false);
  lms?.end();
  expect(lms).toMatchObject({ learner: given.actor, room: 0 });
  expect(calls).toHaveLength(1);
});

test('what could not be sent is sent with the next save, in its order and once', async () => {
  const { lms, told } = await launched();
  answer = ({ method, url }) =>
    method === 'POST' && url.pathname.endsWith('statements')
      ? new Response('full', { status: 503 })
      : undefined;
  lms?.put(report({ attempts: [{ ...attempt, id: 'a' }] }));
  expect(await lms?.commit()).toBe(false);
  expect(told).toEqual([{ code: 'lms-not-saved', detail: 'POST statements: 503 full' }]);
  answer = () => undefined;
  calls.length = 0;
  lms?.put(report({ completed: true, score: 0.5 }));
  lms?.put(report({ completed: true, score: 1 }));
  expect(await lms?.commit()).toBe(true);
  expect(verbs()).toEqual(['answered', 'completed', 'passed']);
  expect(calls.at(-1)?.body).toEqual({
    state: 'a1:AA',
    place: 'mask',
    sent: ['completed', 'passed'],
  });
  calls.length = 0;
  expect(await lms?.commit()).toBe(true);
  expect(calls).toEqual([]);
});

test('a session that ends below the score after the lesson was completed has failed; one before has not', async () => {
  const { lms } = await launched();
  lms?.put(report({ completed: true, score: 0.25 }));
  lms?.end();
  expect(verbs()).toEqual(['initialized', 'completed', 'failed', 'terminated']);
  expect(calls.filter(({ keepalive }) => keepalive)).toHaveLength(2);
  lms?.end();
  lms?.put(report({ completed: true, score: 1 }));
  await lms?.commit();
  expect(verbs()).toEqual(['initialized', 'completed', 'failed', 'terminated']);
});

test('without a mastery score nothing is passed or failed', async () => {
  launchData = { launchMode: 'Normal' };
  const { lms } = await launched();
  lms?.put(report({ completed: true, score: 1 }));
  lms?.end();
  expect(verbs()).toEqual(['initialized', 'completed', 'terminated']);
});

test('in a review only the frame of the session is sent', async () => {
  launchData = { launchMode: 'Review', masteryScore: 0.5 };
  const { lms } = await launched();
  lms?.put(report({ completed: true, score: 1, attempts: [{ ...attempt, id: 'a' }] }));
  await lms?.commit();
  lms?.end();
  expect(verbs()).toEqual(['initialized', 'terminated']);
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
});

test('what was sent in this registration before is not sent again', async () => {
  answer = ({ url, method }) =>
    method === 'GET' && url.searchParams.get('stateId') === 'attention-lesson'
      ? Response.json({ state: 'a1:BB', place: 'mask', sent: ['completed', 'passed'] })
      : undefined;
  const { lms } = await launched();
  expect(lms).toMatchObject({ state: 'a1:BB', place: 'mask' });
  lms?.put(report({ completed: true, score: 0.1 }));
  lms?.end();
  expect(verbs()).toEqual(['initialized', 'terminated']);
});
