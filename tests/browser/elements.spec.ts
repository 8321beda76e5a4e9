/** The elements by one script tag in pages of another site, and the site that shows how it is done. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Ajv from 'ajv';
import { faults } from './axe.ts';
import { expect, Foreign, frame, press, test } from './foreign.ts';
import { Figure, test as own } from './lesson.ts';

const SCRIPT = '<script src="LESSON/elements/define.js"></script>';
const cell = 'al-matrix[name="output"] td[data-row="0"][data-col="0"]';

/** Notes the events of every element of the page. */
const NOTE = () => {
  const noted: [id: string, type: string, detail: unknown][] = [];
  const names = 'attention-lesson, attention-figure, attention-lab, recall-deck';
  for (const element of document.querySelectorAll(names))
    for (const type of ['ready', 'state', 'answer', 'progress', 'complete', 'resize', 'error'])
      element.addEventListener(type, (event) =>
        noted.push([element.id, type, (event as CustomEvent).detail]),
      );
  (window as unknown as { noted: unknown }).noted = noted;
};

interface Noting {
  noted: [id: string, type: string, detail: { code?: string; state?: string }][];
}

test('several elements on a page of a strict policy, each by itself', async ({ foreign, page }) => {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${new URL(foreign.lesson).origin}`,
    `frame-src ${new URL(foreign.lesson).origin}`,
    "style-src 'self'",
    "img-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  await foreign.open(
    `<main>${SCRIPT}<attention-figure id="a" state="1~~ticket"></attention-figure>
    <attention-figure id="b" readonly></attention-figure>
    <attention-lesson id="c" section="shapes"></attention-lesson>
    <attention-lab id="d" name="six-steps"></attention-lab></main>`,
    { 'Content-Security-Policy': policy },
  );
  await page.evaluate(NOTE);
  const inside = (id: string) => page.locator(`#${id} iframe`).contentFrame();
  await expect(inside('a').locator(cell)).toHaveText('1');
  await page.locator('#b').scrollIntoViewIfNeeded();
  await expect(inside('b').locator(cell)).toHaveText('1.144');
  await expect(inside('c').locator('section#shapes')).toBeVisible();
  await page.locator('#d').scrollIntoViewIfNeeded();
  await expect(inside('d').locator('lab-figure figure')).toBeVisible();

  // Looked at only: neither fields nor buttons take anything, while a host still may.
  const field = inside('b').locator('al-entry-grid input').first();
  await expect(field).toHaveAttribute('readonly', '');
  await expect(inside('b').locator('#causal')).toBeDisabled();
  await expect(inside('b').locator('al-mask-grid button').first()).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  // One is changed by the learner: its state is told, and the other's is as it was.
  await press(inside('a').locator('#causal'), 'Space');
  const state = () =>
    page.locator('#a').evaluate((element) => (element as unknown as { state: string }).state);
  await expect.poll(state).toContain('-tl-');
  await expect(inside('b').locator(cell)).toHaveText('1.144');
  // As high as its content.
  const heightOf = (id: string) =>
    page.locator(`#${id} iframe`).evaluate((one) => (one as HTMLElement).offsetHeight);
  await expect.poll(() => heightOf('a')).toBeGreaterThan(900);

  const noted = await page.evaluate(() => (window as unknown as Noting).noted);
  for (const id of ['a', 'b', 'c', 'd'])
    expect(noted.filter(([of, type]) => of === id && type === 'error')).toEqual([]);
  expect(noted.some(([id, type]) => id === 'a' && type === 'state')).toBe(true);
});

test('taken out and put in again it has its state, no second life goes on; only colours go in, and nothing comes out', async ({
  foreign,
  page,
}) => {
  await foreign.open(
    `<style>* { color: rgb(255 0 0) !important; letter-spacing: 9px !important; } p { font: 20px serif; }</style>
    <p id="p">The host.</p>${SCRIPT}<div id="place"><attention-figure id="a" state="1~~ticket"></attention-figure></div>`,
  );
  const inside = page.locator('#a iframe').contentFrame();
  await expect(inside.locator(cell)).toHaveText('1');
  await page
    .locator('#a')
    .evaluate((element) =>
      (element as unknown as { setState(text: string): Promise<void> }).setState('1~~default'),
    );
  await expect(inside.locator(cell)).toHaveText('1.144');
  for (let i = 0; i < 3; i++) {
    await page.locator('#place').evaluate((place) => {
      const element = place.firstElementChild as Element;
      element.remove();
      place.append(element);
    });
  }
  await expect(page.locator('#a iframe')).toHaveCount(1);
  await expect(inside.locator(cell)).toHaveText('1.144');
  await page.evaluate(NOTE);
  await press(inside.locator('#causal'), 'Space');
  await expect
    .poll(() =>
      page.evaluate(
        () => (window as unknown as Noting).noted.filter(([, type]) => type === 'state').length,
      ),
    )
    .toBe(1);

  await page
    .locator('#a')
    .evaluate((element) =>
      (element as HTMLElement).style.setProperty('--al-accent', 'rgb(0 100 0)'),
    );
  // The loud style of the page stays outside, and the lesson's inside.
  const title = inside.locator('#title');
  expect(await title.evaluate((one) => getComputedStyle(one).color)).not.toBe('rgb(255, 0, 0)');
  expect(await title.evaluate((one) => getComputedStyle(one).letterSpacing)).toBe('normal');
  expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
  expect(await page.locator('#p').evaluate((one) => getComputedStyle(one).fontSize)).toBe('20px');

  const accent = () =>
    inside.locator('html').evaluate((root) => root.style.getPropertyValue('--al-accent'));
  await expect.poll(accent).toBe('rgb(0 100 0)');
  // What cannot be done is an event and a refusal, not an exception in the page.
  await page.locator('#a').evaluate((element) => element.setAttribute('state', '9~~broken'));
  await expect
    .poll(() =>
      page.evaluate(() =>
        (window as unknown as Noting).noted
          .filter(([, type]) => type === 'error')
          .map(([, , detail]) => detail.code),
      ),
    )
    .toEqual(['state-broken']);
  const gone = await page.locator('#a').evaluate(async (element) => {
    element.remove();
    const { trace } = element as unknown as { trace(): Promise<unknown> };
    return trace.call(element).catch((reason: { code: string }) => reason.code);
  });
  expect(gone).toBe('closed');
});

test('the embed code of a figure shows it elsewhere, as it is', async ({
  foreign,
  page,
  baseURL,
}) => {
  await page.goto(`${baseURL}?attention=1~~ticket#figure-attention`);
  const figure = page.locator('#figure-attention');
  await figure.locator('#causal').check();
  await figure.getByRole('button', { name: 'Show me without predicting' }).click();
  await figure.getByRole('button', { name: 'Copy embed code' }).click();
  const code = await figure.locator('al-take-away textarea').inputValue();
  expect(code).toMatch(/^<iframe [^<>]*><\/iframe>$/);
  await foreign.open(code);
  const inside = page.locator('iframe').contentFrame();
  await expect(inside.locator('#causal')).toBeChecked();
});

test('oEmbed: the page links a document whose HTML is a frame', async ({
  page,
  baseURL,
  request,
}) => {
  await page.goto(baseURL ?? '');
  const link = page.locator('link[type="application/json+oembed"]');
  const href = await link.evaluate((one) => (one as HTMLLinkElement).href);
  const document = await (await request.get(href)).json();
  expect(document).toMatchObject({
    version: '1.0',
    type: 'rich',
    html: expect.stringMatching(/^<iframe src="http/),
  });
  for (const side of ['width', 'height', 'thumbnail_width', 'thumbnail_height'])
    expect(document[side]).toBeGreaterThan(0);
});

test('what the frame says is what the published schema says', async ({ foreign }) => {
  const path = join(
    import.meta.dirname,
    '../../web/public/schemas/attention-lesson-protocol.schema.json',
  );
  const schema = JSON.parse(readFileSync(path, 'utf8'));
  const valid = new Ajv({ strict: false, strictNumbers: false }).compile({
    ...schema,
    oneOf: [{ $ref: '#/definitions/fromLesson' }],
  });
  await foreign.open(frame('show=figure&host=ORIGIN'));
  await foreign.waitFor('ready');
  await foreign.ask({ type: 'get-trace' });
  await foreign.ask({ type: 'set-state', state: '1~~ticket' });
  await foreign.ask({ type: 'set-state', state: '9' });
  await foreign.waitFor('state');
  const own = (await foreign.heard()).map(({ data }) => data).filter((data) => data.protocol);
  expect(new Set(own.map(({ type }) => type))).toEqual(
    new Set(['ready', 'trace', 'done', 'error', 'state']),
  );
  for (const message of own) expect(valid(message), JSON.stringify(valid.errors)).toBe(true);
});

own(
  'the study site drives the lesson both ways and keeps the progress over a reload',
  async ({ page }) => {
    await page.goto('./host-demo.html');
    const frameOf = page.locator('#frame').contentFrame();
    await page.getByLabel('Section').selectOption('shapes');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(frameOf.locator('section#shapes')).toBeVisible();
    await page.getByRole('button', { name: 'Give me an exercise' }).click();
    const task = frameOf.locator('exercise-set exercise-task');
    await task.locator('.asks input').first().fill('99');
    await task.getByRole('button', { name: 'Check' }).click();
    await expect(page.locator('#answers')).toContainText('right');
    await expect(page.locator('#standing')).toContainText('1 answer');
    await page.reload();
    await expect(page.locator('#standing')).toContainText('1 answer');
    await page.getByRole('button', { name: 'Read the weights' }).click();
    await expect(page.locator('#read')).toContainText('0.401');
    const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
    expect(await faults(page, { without: ['iframe', 'attention-figure'], tags })).toEqual([]);
    await page.getByRole('button', { name: 'Forget my progress' }).click();
    await expect(page.locator('#standing')).toContainText('0 answers');
    await expect(new Figure(page).root).toBeVisible();
  },
);

/** The codes of the `error` events of each element, by its id. */
const errorsOf = (page: Page, id: string) =>
  page.evaluate(
    (wanted) =>
      (window as unknown as Noting).noted
        .filter(([of, type]) => of === wanted && type === 'error')
        .map(([, , detail]) => detail.code),
    id,
  );

test('an attribute that asks for what there is not is an error with its code, and nothing is lost', async ({
  foreign,
  page,
}) => {
  // The listeners first: what is wrong from the start must be heard.
  await foreign.open('<div id="place"></div>');
  await page.locator('#place').evaluate((place) => {
    place.innerHTML = `<attention-lesson id="section" section="no-such"></attention-lesson>
      <attention-lesson id="locale" section="shapes" locale="xx"></attention-lesson>
      <attention-figure id="theme" theme="blue"></attention-figure>
      <attention-figure id="state" state="9~~broken"></attention-figure>
      <attention-lab id="lab" name="no-such"></attention-lab>
      <attention-lab id="set" name="figure-parts" state='{"__proto__":1}&amp;progress=host'></attention-lab>
      <attention-figure id="good" theme="auto" locale="en" state="1~~ticket"></attention-figure>`;
  });
  await page.evaluate(NOTE);
  await page.addScriptTag({ url: `${foreign.lesson}elements/define.js` });
  const expected = {
    section: ['section-unknown'],
    locale: ['locale-unknown'],
    theme: ['theme-invalid'],
    state: ['state-broken'],
    lab: ['lab-unknown'],
    set: ['state-broken'],
  };
  for (const [id, codes] of Object.entries(expected)) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await expect.poll(() => errorsOf(page, id), { message: id }).toEqual(codes);
  }
  await page.locator('#good').scrollIntoViewIfNeeded();
  const good = page.locator('#good iframe').contentFrame().locator(cell);
  await expect(good).toHaveText('1');

  // While it runs: the same codes, and it stands as it stood.
  await page.locator('#good').evaluate((element) => {
    element.setAttribute('theme', 'blue');
    element.setAttribute('locale', 'xx');
    element.setAttribute('state', '{"state":{"q":[[1]]}}');
  });
  await expect
    .poll(() => errorsOf(page, 'good'))
    .toEqual(['theme-invalid', 'locale-unknown', 'state-broken']);
  await expect(good).toHaveText('1');
});

test('put in and taken out fifty times it leaves no frame and no listener; at 240 pixels it fits', async ({
  foreign,
  page,
}) => {
  await foreign.open(`${SCRIPT}<div id="place" style="width: 240px"></div>`);
  const left = await page.evaluate(async () => {
    let listeners = 0;
    for (const target of [window, document] as EventTarget[]) {
      const [add, remove] = [target.addEventListener, target.removeEventListener];
      target.addEventListener = (...given: Parameters<typeof add>) => {
        listeners += 1;
        add.apply(target, given);
      };
      target.removeEventListener = (...given: Parameters<typeof remove>) => {
        listeners -= 1;
        remove.apply(target, given);
      };
    }
    const place = document.querySelector('#place') as Element;
    const element = document.createElement('attention-figure');
    for (let i = 0; i < 50; i++) {
      place.append(element);
      if (i % 5 === 0) await new Promise((resume) => setTimeout(resume, 20));
      document.body.prepend(element); // moved
      element.remove();
    }
    const after = listeners;
    place.append(element);
    element.setAttribute('readonly', '');
    element.setAttribute('base', '/elsewhere');
    element.removeAttribute('base');
    element.removeAttribute('readonly');
    await Promise.resolve();
    return { after, now: listeners, frames: element.shadowRoot?.querySelectorAll('iframe').length };
  });
  expect(left).toEqual({ after: 0, now: 2, frames: 1 });
  await expect(page.locator('#place iframe').contentFrame().locator(cell)).toHaveText('1.144');

  await page.locator('#place').evaluate((place) => {
    place.innerHTML = `<attention-figure id="f"></attention-figure><attention-lesson id="l" section="shapes"></attention-lesson>
      <attention-lab id="s" name="six-steps"></attention-lab><recall-deck id="d"></recall-deck>
      <attention-lab id="t" name="figure-doctor"></attention-lab>
      <attention-lesson id="tall" style="height: 4000px"></attention-lesson>`;
  });
  for (const id of ['f', 'l', 's', 'd', 't', 'tall']) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    const root = page.locator(`#${id} iframe`).contentFrame().locator('html');
    await expect(root).toHaveClass(/settled/);
    await expect
      .poll(() => root.evaluate((one) => one.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
  }
});

test('a policy that forbids the frame, and a lesson that is not there, are errors with a way out', async ({
  page,
  baseURL,
}) => {
  const foreign = new Foreign(page, new URL(baseURL ?? '').href);
  await foreign.open(`<main><attention-figure id="a"></attention-figure></main>`, {
    'Content-Security-Policy': "frame-src 'self'",
  });
  await page.evaluate(NOTE);
  await page.addScriptTag({ url: `${foreign.lesson}elements/define.js` });
  await expect.poll(() => errorsOf(page, 'a')).toEqual(['frame-blocked']);
  await expect(page.locator('#a a')).toHaveAttribute('href', /embed\.html\?show=figure/);
  await expect(page.locator('#a')).toContainText('cannot be shown here');

  await foreign.open(
    `<main><attention-figure id="a" base="${foreign.lesson}no-such"></attention-figure></main>`,
  );
  await page.evaluate(NOTE);
  await page.addScriptTag({ url: `${foreign.lesson}elements/define.js` });
  await expect.poll(() => errorsOf(page, 'a')).toEqual(['lesson-silent']);
  // The lesson comes after all, from another place: nothing is left of the sentence.
  await page.locator('#a').evaluate((element) => element.removeAttribute('base'));
  await expect(page.locator('#a iframe').contentFrame().locator(cell)).toHaveText('1.144');
  await expect(page.locator('#a')).not.toContainText('cannot be shown here');
  await foreign.close();
});
