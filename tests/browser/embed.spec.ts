/** The lesson in a frame of another site: what a host may do by messages, and what nobody else may. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { createEngine } from 'attention-lesson/engine';
import { browsers } from '../../.scripts/browsers.mjs';
import { expect, Foreign, frame, press, test } from './foreign.ts';

const cell = 'al-matrix[name="output"] td[data-row="0"][data-col="0"]';

/** Raw scores in place of scaled ones: the slip that the core names. */
async function wrongAnswer(seed: string): Promise<string[]> {
  const engine = await createEngine();
  const task = engine.exercise.make({ kind: 'scaled-scores', seed });
  if (!task.inputs) throw new Error('the task has no inputs');
  const { raw } = engine.attention(task.inputs);
  const row = task.sizes.find(({ name }) => name === 'row')?.value ?? 0;
  return Array.from(raw.data.slice(row * raw.cols, (row + 1) * raw.cols), String);
}

test('a host asks for an exercise, hears the answer with its named slip, and keeps the progress', async ({
  foreign,
  page,
}) => {
  await foreign.open(frame('show=lesson&section=parts&progress=host&host=ORIGIN'));
  await foreign.waitFor('ready');
  const lesson = page.frameLocator('iframe');
  expect(await foreign.ask({ type: 'set-progress', backup: '' })).toMatchObject({ type: 'done' });
  await expect(lesson.locator('section#parts')).toBeVisible();
  await expect(lesson.locator('section#shapes')).toBeHidden();
  expect(await foreign.ask({ type: 'open-section', section: 'shapes' })).toMatchObject({
    type: 'done',
  });
  await expect(lesson.locator('section#shapes')).toBeVisible();
  await expect(lesson.locator('section#parts')).toBeHidden();

  const asked = { type: 'ask-exercise', kind: 'scaled-scores', seed: '7' };
  expect(await foreign.ask(asked)).toMatchObject({
    type: 'exercise',
    kind: 'scaled-scores',
    seed: '7',
  });
  const task = lesson.locator('exercise-set exercise-task');
  const fields = task.locator('.asks input');
  for (const [i, text] of (await wrongAnswer('7')).entries()) await fields.nth(i).fill(text);
  await press(task.getByRole('button', { name: 'Check' }), 'Enter');
  await foreign.waitFor('answer');
  expect((await foreign.said('answer'))[0]).toMatchObject({
    attempt: {
      source: 'exercise',
      kind: 'scaled-scores',
      seed: '7',
      slips: [{ id: 'scale-missing', description: expect.stringContaining('not divided') }],
    },
  });
  const { backup } = await foreign.ask({ type: 'get-progress' });
  expect(JSON.parse(String(backup)).attempts).toHaveLength(1);
  await expect(lesson.locator('#hears')).toContainText(`${foreign.origin} shows this lesson`);

  // Another frame, on another day: what the host kept is there again, and is no news.
  await foreign.open(frame('show=deck&progress=host&host=ORIGIN'));
  await foreign.waitFor('ready');
  await foreign.ask({ type: 'set-progress', backup });
  const deck = lesson.locator('recall-deck');
  await press(deck.locator('details.numbers > summary'), 'Enter');
  await expect(deck.locator('table[data-table="slips"]')).toContainText('not divided');
  expect(await foreign.said('answer')).toEqual([]);
});

test('a host sets the figure’s state and reads its numbers; a refusal changes nothing', async ({
  foreign,
  page,
}) => {
  await foreign.open(frame('show=figure&state=1~~ticket&theme=light&host=ORIGIN'));
  const output = page.frameLocator('iframe').locator(cell);
  await expect(output).toHaveText('1');
  expect(await foreign.ask({ type: 'set-state', state: '1~~default' })).toMatchObject({
    type: 'done',
  });
  await expect(output).toHaveText('1.144');
  const { trace, state } = await foreign.ask({ type: 'get-trace' });
  expect(state).toBe('1~~default');
  const { rows, cols, data } = (
    trace as { weights: { rows: number; cols: number; data: number[] } }
  ).weights;
  expect([rows, cols, data.length]).toEqual([3, 3, 9]);
  expect(Math.abs(data.slice(0, 3).reduce((sum, one) => sum + one, 0) - 1)).toBeLessThanOrEqual(
    1e-12,
  );

  const refused = [
    [{ type: 'set-state', state: '9~~x' }, 'state-broken'],
    [{ type: 'set-state', state: '1~~no-such-preset' }, 'state-broken'],
    [{ type: 'ask-exercise' }, 'nothing-here'],
    [{ type: 'open-section', section: 'shapes' }, 'section-unknown'],
    [{ type: 'get-progress' }, 'progress-not-held'],
    [{ type: 'set-progress', backup: '' }, 'progress-not-held'],
    [{ type: 'set-locale', locale: 'xx' }, 'locale-unknown'],
    [{ type: 'set-theme', properties: { accent: 'red; x: url(//evil.example)' } }, 'theme-invalid'],
    [{ type: 'set-theme', properties: { accent: 'url(https://evil.example/x)' } }, 'theme-invalid'],
    [{ type: 'hello', version: 9 }, 'version-unknown'],
    [{ type: 'no-such-thing' }, 'message-unknown'],
  ] as const;
  for (const [fields, code] of refused) {
    const answer = await foreign.ask(fields);
    expect(answer, JSON.stringify(fields)).toMatchObject({ type: 'error', code });
  }
  await expect(output).toHaveText('1.144');
  expect(
    await foreign.ask({ type: 'set-theme', scheme: 'dark', properties: { accent: '#0a5' } }),
  ).toMatchObject({ type: 'done' });
  const accent = () =>
    page
      .frameLocator('iframe')
      .locator('html')
      .evaluate((root) => getComputedStyle(root).getPropertyValue('--al-accent'));
  expect(await accent()).toBe('#0a5');
});

test('nobody else is obeyed, nor answered: wrong origin, wrong window, no host, huge and malformed messages', async ({
  foreign,
  page,
}) => {
  const other = 'https://other.example';
  await foreign.open(
    `${frame('show=figure&host=ORIGIN')}${frame(`show=figure&host=${other}`)}${frame('show=figure')}`,
  );
  const frames = page.locator('iframe');
  const outputs = [0, 1, 2].map((i) => frames.nth(i).contentFrame().locator(cell));
  for (const output of outputs) {
    await output.scrollIntoViewIfNeeded();
    await expect(output).toHaveText('1.144');
  }
  const command = {
    protocol: 'attention-lesson',
    version: 1,
    type: 'set-state',
    state: '1~~ticket',
  };
  // Named as host is another origin, or none: this page is not obeyed.
  await foreign.post(command, 1);
  await foreign.post(command, 2);
  // A frame beside it is not its parent, though it is of an origin that is heard elsewhere.
  await frames
    .nth(2)
    .contentFrame()
    .locator('body')
    .evaluate((_body, given) => (parent.frames[0] as Window).postMessage(given, '*'), command);
  for (const data of [
    'x'.repeat(1_000_000),
    [],
    { ...command, state: 'x'.repeat(1_000_000) },
    { ...command, state: { toString: 'evil' } },
    { ...command, extra: true },
    { protocol: 'attention-lesson', version: 1, type: '__proto__' },
  ]) {
    await foreign.post(data, 0);
  }
  const theme = '{"protocol":"attention-lesson","version":1,"type":"set-theme",';
  await foreign.postJson(`${theme}"__proto__":{"polluted":1}}`);
  await foreign.postJson(`${theme}"properties":{"__proto__":"red"}}`);
  await foreign.waitFor('error', 6);
  for (const output of outputs) await expect(output).toHaveText('1.144');
  const polluted = await frames
    .nth(0)
    .contentFrame()
    .locator('body')
    .evaluate(() => ({}) as { polluted?: number });
  expect(polluted.polluted).toBeUndefined();
  // To a page that is not its host a frame says its height and nothing else.
  const toStrangers = (await foreign.heard()).filter(({ frame: from }) => from > 0);
  expect(toStrangers.length).toBeGreaterThan(0);
  for (const { data } of toStrangers) {
    expect(['attn:resize', 'plugin.resize', undefined]).toContain(data.type);
    expect(data.type ?? data.subject).toMatch(/^(attn:resize|plugin\.resize|lti\.frameResize)$/);
  }
});

test('where the host does not hand over the progress, the page says that nothing is saved', async ({
  foreign,
  page,
}) => {
  await foreign.open(frame('show=deck&progress=host&host=ORIGIN'));
  const notice = page.frameLocator('iframe').locator('recall-deck .notice');
  await expect(notice).toHaveAttribute('data-notice', 'host-silent');
  expect(await foreign.said('progress')).toEqual([]);
  await foreign.ask({ type: 'set-progress', backup: 'no JSON' });
  await expect(notice).toBeVisible();
  await foreign.ask({ type: 'set-progress', backup: '' });
  await expect(notice).toHaveCount(0);
  await foreign.waitFor('progress');
});

test('with storage partitioned, as browsers have it, a frame keeps apart from the lesson’s own page', async ({
  baseURL,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'the flags are those of Chromium');
  const folder = mkdtempSync(join(tmpdir(), 'lesson-'));
  // None of the flags of the test runner, which switch partitioning off.
  const browser = await chromium.launchPersistentContext(folder, {
    executablePath: browsers.chromium,
    ignoreDefaultArgs: true,
    args: [
      ...['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${folder}`],
      ...['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    ],
  });
  const page = await browser.newPage();
  const foreign = new Foreign(page, new URL(baseURL ?? '').href);
  await foreign.open(frame('show=lesson&section=recall&host=ORIGIN'));
  await expect(page.frameLocator('iframe').locator('section#start')).toBeHidden();
  const box = page.frameLocator('iframe').locator('write-box textarea').first();
  await box.fill('written in a course');
  await page.goto(`${baseURL}#recall`);
  const own = page.locator('write-box textarea').first();
  await expect(own).toHaveValue('');
  await own.fill('written at home');
  await foreign.open(frame('show=lesson&section=recall&host=ORIGIN'));
  // Nobody's own device is told to a host, and another port is another site's partition or the same: never the page's own.
  await expect(box).not.toHaveValue('written at home');
  await foreign.close();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the whole lesson in a wide frame: contents beside the text, and its search', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1400, height: 800 });
  await page.goto(`${baseURL}embed.html`);
  const box = (selector: string) => page.locator(selector).first().boundingBox();
  await expect(page.locator('lesson-search input')).toBeVisible();
  const [contents, text] = [await box('.contents'), await box('main')];
  expect(contents?.y).toBe(0);
  expect(text?.y).toBe(0);
  expect(text?.x).toBeGreaterThanOrEqual((contents?.x ?? 0) + (contents?.width ?? 0));
  expect(text?.width).toBeGreaterThan(1000);
});

test('the lesson in one file stands in the place of embed.html, with its parameters and messages', async ({
  foreign,
  page,
}) => {
  const file = (query: string) => frame(query).replace('embed.html', 'attention-lesson.html');
  await foreign.open(file('show=figure&state=1~~ticket&readonly&host=ORIGIN'));
  await foreign.waitFor('ready');
  const lesson = page.frameLocator('iframe');
  await expect(lesson.locator(cell)).toHaveText('1');
  await expect(lesson.locator('.for-reading')).toBeVisible();
  await expect(lesson.getByRole('button', { name: 'Reset' })).toBeDisabled();
  expect(await foreign.ask({ type: 'set-state', state: '1~~default' })).toMatchObject({
    type: 'done',
  });
  await expect(lesson.locator(cell)).toHaveText('1.144');
});
