/**
 * The packages in a learning-management system: scorm-again around the content of the zip, and a record store for cmi5. What
 * was done is in the system's record; a launch in another browser begins where the last one ended.
 */
import { createRequire } from 'node:module';
import type { APIRequestContext, Browser, FrameLocator, Page } from '@playwright/test';
import { createEngine } from 'attention-lesson/engine';
import { encodeState } from '../../web/embed/lms/state.ts';
import type { Contents } from '../../web/storage/types.ts';
import { faults } from './axe.ts';
import { expect, test } from './lesson.ts';
import { Course, type Record12, type Record2004, Records } from './lms.ts';

// A CommonJS module, whose types say otherwise.
const require = createRequire(import.meta.url);
const { default: faultsOf } = require('xapi-validation') as {
  default: (statement: unknown) => readonly unknown[];
};

const engine = await createEngine();
const KINDS = engine.exercise.kinds().length;
const SLIP = 'softmax-twice';
const SET = 'practice-set';

/** A task of softmax, right answers, and the answers of somebody who took softmax twice. */
const task = (() => {
  for (let seed = 1; ; seed++) {
    const made = engine.exercise.make({ kind: 'softmax-row', seed });
    const [solution] = engine.exercise.solve({ kind: made.kind, seed });
    if (!made.inputs || !solution) continue;
    const { weights } = engine.mistakes.apply(SLIP, made.inputs);
    const row = made.sizes.find(({ name }) => name === 'row')?.value ?? 0;
    const wrong = [...weights.data.subarray(row * weights.cols, (row + 1) * weights.cols)];
    const texts = (numbers: readonly number[]) => numbers.map((one) => one.toFixed(4));
    const answers = [texts(wrong)];
    const { slips } = engine.exercise.grade({ kind: made.kind, seed, answers });
    if (slips.length === 1 && slips[0]?.id === SLIP)
      return { seed, wrong: texts(wrong), right: texts([...solution.data]) };
  }
})();
const TASK = `?${SET}=1~~kind~softmax-row~~seed~${task.seed}`;

async function answer(lesson: Page | FrameLocator): Promise<void> {
  const box = lesson.locator(`#${SET} exercise-task`);
  const check = box.getByRole('button', { name: 'Check', exact: true });
  const cells = box.locator('input[data-ask="0"][data-row]');
  await lesson.locator(`#${SET}`).scrollIntoViewIfNeeded();
  await expect(check).toBeVisible();
  for (const [texts, said] of [
    [task.wrong, 'One slip explains your answer'],
    [task.right, 'All right.'],
  ] as const) {
    for (const [i, text] of texts.entries()) await cells.nth(i).fill(text);
    await check.click();
    await expect(box.locator('.result')).toContainText(said);
  }
}

/** What somebody kept who has read all of the core path but the first section. */
async function almostDone(request: APIRequestContext): Promise<string> {
  const html = await (await request.get('./')).text();
  const ids = [...html.matchAll(/<section id="([^"]+)"[^>]* data-core/g)].map(([, id = '']) => id);
  expect(ids.length).toBeGreaterThan(10);
  const contents: Contents = {
    ...{ cards: [], reviews: [], attempts: [], completions: [] },
    sections: ids
      .filter((id) => id !== 'start')
      .map((id, i) => ({ id, at: 1_790_000_000_000 + i })),
    notes: [
      { key: 'lesson/write/recall-product/text', text: 'my own words', at: 1_790_000_000_000 },
    ],
  };
  return encodeState(contents, 4096).text;
}

/** Past the first section, as somebody who reads. */
async function readStart(lesson: Page | FrameLocator): Promise<void> {
  await lesson.locator('#start').scrollIntoViewIfNeeded();
  await expect(lesson.locator('.contents a[href="#start"]')).toHaveAttribute(
    'aria-current',
    'location',
  );
  await lesson
    .locator('#recall')
    .evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
  await expect(lesson.locator('.contents a[href="#start"]')).toHaveClass('read');
}

/** A launch on another computer: nothing is kept there. */
async function elsewhere(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function resumes(lesson: FrameLocator | Page): Promise<void> {
  await expect(lesson.locator('lms-bar')).toContainText('reports to your course');
  await expect(lesson.locator('.contents a[href="#glance"]')).toHaveClass(/\bread\b/);
  await expect(lesson.locator('.contents a[href="#start"]')).not.toHaveClass(/\bread\b/);
}

const inFrame = (page: Page) => page.frameLocator('iframe');

for (const standard of ['scorm12', 'scorm2004'] as const) {
  // Those @once do the same in every browser.
  test(`${standard}${standard === 'scorm2004' ? ' @once' : ''}: what is done is in the record, and comes back in another browser`, async ({
    page,
    watch,
    request,
    browser,
  }) => {
    const is12 = standard === 'scorm12';
    const course = await Course.open(standard);
    watch.expected.push(new RegExp(`^request to ${course.origin}/`));
    const state = await almostDone(request);
    const learner = is12
      ? { core: { student_id: 'ada', lesson_status: 'not attempted' } }
      : { learner_id: 'ada' };
    course.saved = { ...learner, suspend_data: state };
    await page.goto(course.launch(TASK));
    const lesson = inFrame(page);
    await resumes(lesson);
    await readStart(lesson);
    await answer(lesson);

    const score = 1 / KINDS;
    const record = () => course.record as Record12 & Record2004;
    const done = () => (is12 ? record()?.core?.lesson_status : record()?.completion_status);
    await expect.poll(done).toBe('completed');
    await expect.poll(() => Object.keys(record().interactions)).toHaveLength(2);
    if (is12) expect(Number(record().core.score.raw)).toBeCloseTo(100 * score, 1);
    else expect(Number(record().score.scaled)).toBeCloseTo(score, 3);
    if (!is12) expect(record().success_status).toBe('unknown');
    expect(record().suspend_data.length <= (is12 ? 4096 : 64_000)).toBe(true);
    const [first, second] = Object.values(record().interactions);
    expect(first).toMatchObject({
      id: 'exercise.softmax-row',
      [is12 ? 'student_response' : 'learner_response']: SLIP,
    });
    expect(first?.result).not.toBe('correct');
    expect(second).toMatchObject({ result: 'correct' });
    if (!is12) expect(first?.description).toContain(`Slip: ${SLIP}`);

    // What the LMS cannot save is told where somebody reads, until it can again.
    if (is12) {
      await page.evaluate(() => {
        const { API: api } = window as unknown as { API: { LMSCommit: () => string } };
        const commit = api.LMSCommit;
        const later = () => {
          api.LMSCommit = commit;
          return 'false';
        };
        api.LMSCommit = later;
      });
      const bar = lesson.locator('lms-bar');
      await lesson.locator('#references').scrollIntoViewIfNeeded();
      await expect(bar.locator('[data-code="lms-not-saved"]')).toBeInViewport();
      await bar.getByRole('button', { name: 'Dismiss' }).click();
      await expect(bar.locator('.problem')).not.toBeInViewport();
      await lesson.locator('#cards').scrollIntoViewIfNeeded();
      await expect(bar.locator('.problem')).toHaveCount(0);
    }

    // Left by a link of the course: the session ends, suspended.
    await page.goto(`${course.origin}/elsewhere`);
    await expect.poll(() => course.left).toBeDefined();
    const left = course.left as Record12 & Record2004;
    expect(is12 ? left.core.exit : left.exit).toBe('suspend');
    expect(is12 ? left.core.session_time : left.session_time).toMatch(
      is12 ? /^\d{2,4}:\d\d:\d\d\.\d\d$/ : /^PT\d/,
    );

    const { suspend_data } = left;
    const place = is12 ? left.core.lesson_location : left.location;
    expect(place).not.toBe('');
    course.saved = is12
      ? {
          core: { student_id: 'ada', lesson_status: 'completed', lesson_location: place },
          suspend_data,
        }
      : { learner_id: 'ada', completion_status: 'completed', location: place, suspend_data };
    course.record = undefined;
    const again = await elsewhere(browser, course.launch());
    const back = inFrame(again);
    await expect(back.locator('lms-bar')).toContainText('reports to your course');
    await expect(back.locator('.contents a[href="#start"]')).toHaveClass(/\bread\b/);
    await expect(back.locator(`#${place}`)).toBeInViewport();
    const box = back.locator('write-box#recall-product');
    await box.scrollIntoViewIfNeeded();
    await expect(box.locator('textarea')).toHaveValue('my own words');
    // No sentence promises that it stays here.
    await expect(box).toContainText('Kept on this device, and in your course.');
    await expect(back.locator('footer')).toContainText('is reported to the course');
    await expect(back.locator('footer')).not.toContainText('no number is sent away');
    await back.locator(`#${SET}`).scrollIntoViewIfNeeded();
    const card = back.locator(`#${SET} li`, { has: again.locator('[data-kind="softmax-row"]') });
    await expect(card).toContainText('2 attempts, 1 all right.');
    await expect.poll(done).toBe('completed');
    // Answers that the record has are not put down again.
    expect(Object.keys(record().interactions)).toEqual([]);
    // Loaded again alone, the frame has ended its session: that is said, and the learner's own work is there.
    if (!is12) {
      await back.locator('main').evaluate(() => location.reload());
      await expect(back.locator('[data-code="lms-over"]')).toBeAttached();
      await box.scrollIntoViewIfNeeded();
      await expect(box.locator('textarea')).toHaveValue('my own words');
    }
    await again.context().close();
    await course.close();
  });
}

test('cmi5: valid statements, each once, the slip in an extension; the state comes back', async ({
  page,
  watch,
  browser,
}) => {
  const course = await Course.open('cmi5', 0.01);
  const records = await Records.open();
  watch.expected.push(new RegExp(`^request to (${course.origin}|${records.origin})/`));
  // What a record store answers for a document that nobody put there yet.
  watch.expected.push(/^console: Failed to load resource: .* 404/);
  records.launchData = {
    launchMode: 'Normal',
    masteryScore: 0.01,
    moveOn: 'CompletedAndPassed',
    returnURL: 'https://school.example/courses/7',
    contextTemplate: {
      contextActivities: { grouping: [{ id: 'urn:attention-lesson:lesson' }] },
      extensions: { 'https://w3id.org/xapi/cmi5/context/extensions/sessionid': 's-1' },
    },
  };
  await page.goto(course.content(records.launch('one') + TASK.replace('?', '&')));
  const bar = page.locator('lms-bar');
  await expect(bar).toContainText('reports to your course');
  await expect(bar.getByRole('link')).toHaveAttribute('href', 'https://school.example/courses/7');
  await answer(page);
  await expect.poll(() => records.verbs()).toContain('passed');
  await expect.poll(() => records.state('attention-lesson')).toContain('"sent":["passed"]');

  // Only what the launch named may be asked.
  watch.expected.push(
    /policy: connect-src/,
    /Content.Security.Policy/i,
    /connect-src/,
    /request to http:\/\/127/,
  );
  const strange = course.origin.replace('localhost', '127.0.0.1');
  const asked = await page.evaluate(
    (url) =>
      fetch(url).then(
        () => 'reached',
        () => 'blocked',
      ),
    strange,
  );
  expect(asked).toBe('blocked');

  // Loaded again, the page has ended its session: that is said, and nothing more is sent.
  await page.reload();
  await expect(bar.locator('.problem')).toHaveAttribute('data-code', 'lms-over');
  await expect
    .poll(() => records.verbs())
    .toEqual([...['initialized', 'answered', 'answered', 'passed', 'terminated']]);
  const [, wrong, right, passed] = records.statements;
  expect(wrong?.result).toMatchObject({
    success: false,
    response: SLIP,
    extensions: { 'urn:attention-lesson:xapi:slips': [SLIP] },
  });
  expect(right?.result).toMatchObject({ success: true, score: { scaled: 1 } });
  expect(passed?.result).toMatchObject({ success: true, duration: expect.stringMatching(/^PT/) });
  expect(JSON.stringify(passed?.context)).toContain(
    '"https://w3id.org/xapi/cmi5/context/extensions/masteryscore":0.01',
  );
  for (const statement of records.statements) {
    expect(faultsOf(statement)).toEqual([]);
    expect(faultsOf({ ...statement, actor: 'ada' })).not.toEqual([]);
    expect(statement.context.extensions).toMatchObject({
      'https://w3id.org/xapi/cmi5/context/extensions/sessionid': 's-1',
    });
  }

  const again = await elsewhere(browser, course.content(records.launch('two')));
  await again.locator(`#${SET}`).scrollIntoViewIfNeeded();
  const card = again.locator(`#${SET} li`, { has: again.locator('[data-kind="softmax-row"]') });
  await expect(card).toContainText('2 attempts, 1 all right.');
  await again.goto(`${course.origin}/elsewhere`);
  await expect.poll(() => records.verbs().slice(5)).toEqual(['initialized', 'terminated']);
  await again.context().close();
  expect(records.refused).toEqual([]);
  await Promise.all([course.close(), records.close()]);
});

test('outside a course @once: the lesson says so and works', async ({ page, watch }) => {
  const course = await Course.open('scorm12');
  watch.expected.push(new RegExp(`^request to ${course.origin}/`));
  await page.goto(course.content());
  await expect(page.locator('lms-bar .problem')).toHaveAttribute('data-code', 'lms-missing');
  await expect(page.locator('lms-bar')).not.toContainText('reports to your course');
  await expect(page.locator('ticket-map al-matrix')).toBeVisible();
  await expect(page.locator('footer')).toContainText('no number is sent away');
  expect(await faults(page, { parts: ['lms-bar'], tags: 'default' })).toEqual([]);
  await course.close();
});
