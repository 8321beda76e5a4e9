/** The recall cards: 40 days of them, by mouse and by keyboard, on a device that keeps and on one that does not. */
import type { Page } from '@playwright/test';
import { faults } from './axe.ts';
import { NO_ADAPTER } from './gpu.ts';
import { expect, LIGHT_ALONE, test } from './lesson.ts';
import { contentOf, Deck, dayAfter, type Grade, setDay, wakeOn } from './recall.ts';

/** A session over every card takes long on a busy machine. */
test.setTimeout(180_000);

const FIRST = '2026-12-01';
/** Around a night that is an hour shorter in Europe, and one in America. */
const SPRING = '2027-03-10';
const WRITTEN = 'card-shapes';

/** What version 1 of the page left on a device: texts under keys of localStorage. */
const VERSION_1 = {
  'lesson/write/recall-product/text': '(3, 3)',
  'lesson/choose/trap-mask-first': '0',
  'lesson/read': 'start,glance',
};

/** Put down once, before this version is opened for the first time. */
async function leftByVersion1(page: Page, left: Readonly<Record<string, string>>): Promise<void> {
  await page.addInitScript((texts) => {
    // Firefox runs this for its empty first page too, which has no storage.
    if (!location.protocol.startsWith('http') || localStorage.getItem('test:left')) return;
    localStorage.setItem('test:left', 'yes');
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
  }, left);
}

/** Reckoned by hand, apart from the core: intervals of 1, 3, 7, 14, 30, 30 days; a miss begins anew. */
class ByHand {
  static readonly INTERVALS = [1, 3, 7, 14, 30, 30];
  readonly #cards: Map<string, { stage: number; due: string }>;

  constructor(ids: readonly string[], day: string) {
    this.#cards = new Map(ids.map((id) => [id, { stage: 0, due: dayAfter(day, 1) }]));
  }

  due(day: string): string[] {
    return [...this.#cards].filter(([, { due }]) => due <= day).map(([id]) => id);
  }

  dueOn(id: string): string {
    return this.#cards.get(id)?.due ?? '';
  }

  review(id: string, grade: Grade, day: string): void {
    const before = this.#cards.get(id);
    if (!before) throw new Error(`no card ${id}`);
    const stage = grade === 'pass' ? Math.min(before.stage + 1, 5) : 0;
    this.#cards.set(id, { stage, due: dayAfter(day, ByHand.INTERVALS[stage] ?? 0) });
  }
}

const cardIds = (page: Page) =>
  page.locator('recall-deck li.card').evaluateAll((all) => all.map((one) => one.id));

const chooseFile = (deck: Deck, name: string, content: string) =>
  deck.root.locator('input[type="file"]').setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(content),
  });

test('lives through 40 days: misses, reloads, an update of the page, and a second browser', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(900_000); // some 150 reviews
  await leftByVersion1(page, VERSION_1);
  let deck = await Deck.open(page, SPRING);
  // What the version before left is here.
  await expect(page.locator('#recall-product textarea')).toHaveValue('(3, 3)');
  await deck.scheduleNow();
  await expect(deck.sum).toContainText('No card is due today.');

  const ids = await cardIds(page);
  const byHand = new ByHand(ids, SPRING);
  // Some are missed now and then, and one again and again.
  const gradeOf = (id: string, day: number): Grade =>
    (id === 'card-scale' && day < 9) || (ids.indexOf(id) * 7 + day) % 6 === 0 ? 'miss' : 'pass';

  let misses = 0;
  for (let n = 1; n <= 40; n++) {
    const day = dayAfter(SPRING, n);
    if (n % 8 === 0) {
      await setDay(page, day);
      await page.reload();
      await deck.ready();
    } else {
      await wakeOn(page, day);
    }
    // On some days nobody comes: what was due is overdue the day after.
    if (n % 11 === 10) continue;
    const due = byHand.due(day);
    if (due.length === 0) {
      await expect(deck.sum).toContainText('No card is due today.');
      continue;
    }
    await expect(deck.sum).toContainText(
      `${due.length} ${due.length === 1 ? 'card is' : 'cards are'} due today`,
    );
    const asked = await deck.reviewDue((id) => gradeOf(id, n));
    expect([...asked].sort(), day).toEqual([...due].sort());
    for (const id of asked) {
      byHand.review(id, gradeOf(id, n), day);
      if (gradeOf(id, n) === 'miss') misses++;
    }
    // A later version of the page: one card is gone, one is new. Nothing that was kept is lost.
    if (n === 20) {
      await page.route(/\/(#.*)?$/, async (route) => {
        const response = await route.fetch();
        const body = await response.text();
        const newer = body.replaceAll('id="card-softmax"', 'id="card-of-the-update"');
        await route.fulfill({ response, body: newer });
      });
      await page.reload();
      await deck.ready();
      expect(await cardIds(page)).toContain('card-of-the-update');
      const kept = JSON.parse(await deck.backup()) as { cards: { id: string }[] };
      expect(kept.cards.map(({ id }) => id)).toEqual(
        expect.arrayContaining(['card-softmax', 'card-of-the-update']),
      );
      await page.unroute(/\/(#.*)?$/);
      await page.reload();
      await deck.ready();
    }
  }
  expect(misses).toBeGreaterThan(10);

  // Another browser takes over.
  const backup = await deck.backup();
  const kept = JSON.parse(backup) as {
    cards: { id: string; card: { reviews: number; misses: number } }[];
    reviews: unknown[];
    notes: { key: string; text: string }[];
  };
  expect(kept.cards.reduce((sum, { card }) => sum + card.misses, 0)).toBe(misses);
  expect(kept.notes).toContainEqual(
    expect.objectContaining({ key: 'lesson/write/recall-product/text', text: '(3, 3)' }),
  );
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const second = await context.newPage();
  const faults: string[] = [];
  second.on('pageerror', ({ message }) => faults.push(message));
  const last = dayAfter(SPRING, 41);
  deck = await Deck.open(second, last);
  await deck.unfold('files');
  await chooseFile(deck, 'backup.json', backup);
  await expect(deck.root.locator('[data-report="merge"] tr', { hasText: 'reviews' })).toContainText(
    String(kept.reviews.length),
  );
  await deck.button('Bring it in').click();
  await expect(async () => {
    expect(faults).toEqual([]);
    await expect(deck.root.getByText('Done. This was changed:')).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  const due = byHand.due(last);
  if (due.length > 0) await expect(deck.sum).toContainText(`${due.length} card`);
  const dues = new Map(ids.map((id) => [id, byHand.dueOn(id)]));
  await deck.unfold('history');
  for (const [id, day] of dues) {
    const shown = await second.evaluate(
      (noon) =>
        new Intl.DateTimeFormat(undefined, {
          day: 'numeric',
          month: 'short',
          year: 'numeric',
        }).format(new Date(noon)),
      `${day}T12:00:00`,
    );
    await expect(deck.root.locator(`tr[data-card="${id}"]`), id).toContainText(shown);
  }
  await context.close();
});

test('a session can be stopped at any card, and the page left: nothing is lost', async ({
  page,
}) => {
  const deck = await Deck.open(page, FIRST);
  await deck.scheduleNow();
  const ids = await cardIds(page);
  await wakeOn(page, dayAfter(FIRST, 1));
  await deck.button(`Review ${ids.length} cards`).click();
  await expect(deck.card.locator('.progress')).toHaveText(`Card 1 of ${ids.length}`);
  await deck.answer('pass');
  await deck.next();
  await deck.answer('miss');
  await deck.next();
  // Half an answer is typed, and the page goes away.
  await deck.root.getByLabel('Your answer, from memory').fill('half an answer');
  const third = await deck.current();
  await page.reload();
  await deck.ready();
  await expect(deck.sum).toContainText(`${ids.length - 2} cards are due today`);
  await deck.button(`Review ${ids.length - 2} cards`).click();
  expect(await deck.current()).toBe(third);
  await expect(deck.root.getByLabel('Your answer, from memory')).toHaveValue('half an answer');
  await deck.button('Stop here').click();
  await expect(deck.root.getByRole('heading', { name: 'Session stopped' })).toBeFocused();
  await expect(deck.root.getByText(`${ids.length - 2} cards still due today.`)).toBeVisible();
});

test('a card that was missed leads to the step that teaches it', async ({ page }) => {
  const deck = await Deck.open(page, FIRST);
  await deck.button(/^Practise all/).click();
  expect(await deck.current()).toBe(WRITTEN);
  await deck.answer('miss');
  await deck.card.getByRole('link', { name: /^Read again/ }).click();
  await expect(page.locator('#shapes')).toBeInViewport();
});

test('fresh numbers: a wrong answer is named, the figure opens with them, and a card draws others each time', async ({
  page,
  watch,
}) => {
  watch.expected.push(NO_ADAPTER); // the page is passed from end to end
  const deck = await Deck.open(page, FIRST);
  await deck.scheduleNow();
  const seeds = new Set<string>();
  for (const _ of [1, 2]) {
    await deck.button(/^Practise all/).click();
    while ((await deck.current()) !== 'card-fresh-scaled') {
      await deck.answer('pass');
      await deck.next();
    }
    seeds.add(
      await deck.card
        .locator('exercise-task')
        .evaluate((element) => (element as unknown as { seed: string }).seed),
    );
    await deck.answer('miss');
    await deck.card.getByRole('button', { name: /in the figure/ }).click();
    // The second time the explanation of the first still stands there: the address says when the step was taken.
    await expect.poll(() => page.url()).toContain('#figure-attention');
    await expect(page.locator('attention-figure al-explain section')).toBeVisible();
    await page.goBack();
    await deck.button('Stop here').click();
    await deck.button('Back to the deck').click();
  }
  expect(seeds.size).toBe(2);
});

test('read to the end, the lesson schedules its cards; before that it says what is missing', async ({
  page,
  watch,
}) => {
  watch.expected.push(NO_ADAPTER);
  await setDay(page, FIRST);
  await leftByVersion1(page, { 'lesson/read': 'start,glance,recall' });
  await page.goto('./');
  const due = page.locator('recall-due');
  await due.scrollIntoViewIfNeeded();
  const core = await page
    .locator('main section[data-core]')
    .evaluateAll((all) => all.map((one) => one.id));
  // Those of the version before; what is passed on the way here counts too.
  await expect(due).toContainText(new RegExp(`You have read [3-5] of the ${core.length} sections`));
  await due.getByText(/^Still to read/).click();
  expect(await due.locator('.missing a').count()).toBeGreaterThanOrEqual(core.length - 5);
  await expect(due.locator('.missing a', { hasText: 'Recall first' })).toHaveCount(0);
  await expect(due.locator('.missing a').last()).toHaveText('Interview: four times the context');

  // Each section crosses the window, as for a person who reads. Figures that load meanwhile push it about.
  const show = (id: string) =>
    page.evaluate((at) => document.getElementById(at)?.scrollIntoView({ behavior: 'instant' }), id);
  for (const id of core) {
    const link = page.locator(`.contents a[href="#${id}"]`);
    await expect(async () => {
      await show(id);
      await expect(link).toHaveAttribute('aria-current', 'location', { timeout: 500 });
    }).toPass();
  }
  await show('references');
  await due.scrollIntoViewIfNeeded();
  await expect(due.locator('.sum')).toContainText('No card is due today. Next:', {
    timeout: 60_000, // every figure of the page has been loaded meanwhile
  });
  await expect(due).toContainText('You completed the core path on');

  await wakeOn(page, dayAfter(FIRST, 1));
  await due.getByRole('button', { name: /^Start with/ }).click();
  const deck = new Deck(page);
  await expect(deck.card.locator('#head')).toBeFocused();
  await expect(deck.card).toBeInViewport();
});

test('by keyboard alone', async ({ page }) => {
  const deck = await Deck.open(page, FIRST);
  await deck.root.locator('button.elsewhere').focus();
  await page.keyboard.press('Enter');
  await expect(deck.sum).toBeVisible();
  await wakeOn(page, dayAfter(FIRST, 1));
  await deck.button(/^Review/).focus();
  await page.keyboard.press('Enter');
  await expect(deck.card.locator('#head')).toBeFocused();

  // A card in writing: the box, the answer, the points, the grade.
  await page.keyboard.press('Tab');
  await expect(deck.button('Stop here')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(deck.root.getByLabel('Your answer, from memory')).toBeFocused();
  await page.keyboard.type('(n, n)');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(deck.root.getByRole('heading', { name: 'Answer', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(deck.card.getByRole('checkbox').first()).toBeFocused();
  await page.keyboard.press('Space');
  await expect(deck.card.getByRole('checkbox').first()).toBeChecked();
  const points = await deck.card.getByRole('checkbox').count();
  for (let i = 0; i < points; i++) await page.keyboard.press('Tab');
  await expect(deck.button('I had it')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(deck.button('Next card')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(deck.card.locator('#head')).toBeFocused();
  await expect(deck.card.locator('.progress')).toContainText('Card 2 of');

  // Out of the session, and through the calendar.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(deck.card.locator('#head')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(deck.root.locator('#head')).toBeFocused();
  await deck.fold('calendar').locator('> summary').focus();
  await page.keyboard.press('Enter');
  await expect(deck.fold('calendar').locator('table.month td[aria-current="date"]')).toBeVisible();
});

test('calendar, history and own numbers show what was done', async ({ page }) => {
  const deck = await Deck.open(page, FIRST);
  await deck.scheduleNow();
  await wakeOn(page, dayAfter(FIRST, 1));
  const all = (await cardIds(page)).length;
  await deck.reviewDue((id) => (id === WRITTEN ? 'miss' : 'pass'));

  const calendar = await deck.unfold('calendar');
  // Reviewed on 2 December: one back on the 3rd, the others on the 5th.
  const cell = (day: number) =>
    calendar.locator('table.month td', {
      has: page.locator(`.date:text-matches("^\\\\s*${day}\\\\b")`),
    });
  await expect(cell(3)).toContainText('1 card due');
  await expect(cell(5)).toContainText(`${all - 1} cards due`);
  await calendar.getByText('In words').click();
  await expect(calendar.locator('dl')).toContainText('Shapes, and what softmax is over');
  await calendar.getByRole('button', { name: 'Month after' }).click();
  await expect(calendar.locator('td.some')).toHaveCount(0);

  await deck.unfold('history');
  const row = deck.root.locator(`tr[data-card="${WRITTEN}"]`);
  await expect(row.locator('td')).toHaveText([/2026/, '1 day', '1', '1']);
  await deck.root.locator(`details[data-history="${WRITTEN}"] > summary`).click();
  await expect(deck.root.locator(`details[data-history="${WRITTEN}"] tbody tr`)).toHaveCount(1);

  const numbers = await deck.unfold('numbers');
  await expect(numbers.locator('[data-table="retention"] tbody tr').first()).toContainText(
    new RegExp(`1 day\\s*${all}\\s*${all - 1}\\s*95`),
  );
  await expect(numbers.locator('[data-table="attempts"]')).toContainText('cards');
});

test('files: a backup, the cards for Anki, the dates; and what is no backup is refused in words', async ({
  page,
}) => {
  const deck = await Deck.open(page, FIRST);
  await deck.scheduleNow();
  const backup = await deck.backup();
  const files = deck.fold('files');
  const link = (kind: string) => files.locator(`a[data-file="${kind}"]`);
  for (const kind of ['backup', 'anki', 'calendar']) {
    await expect(link(kind)).toHaveAttribute('href', /^blob:/);
    await expect(link(kind)).toHaveAttribute('download', /^attention-lesson/);
  }
  const anki = await contentOf(link('anki'));
  expect(anki).toMatch(/^#separator:tab\n/);
  const ids = await cardIds(page);
  for (const id of ids) expect(anki).toContain(id);
  expect(anki).toContain('<math');
  const dates = await contentOf(link('calendar'));
  expect(dates).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(dates).toContain('DTSTART;VALUE=DATE:20261202');

  for (const [name, content, code] of [
    ['notes.txt', 'not json', 'backup-not-json'],
    ['list.json', '[1, 2]', 'backup-format'],
    ['other.json', '{"format": "other"}', 'backup-format'],
    ['newer.json', backup.replace('"version": 1', '"version": 99'), 'backup-newer'],
    ['broken.json', backup.replace('"stage": 0', '"stage": "none"'), 'backup-invalid'],
  ] as const) {
    await chooseFile(deck, name, content);
    await expect(files.getByRole('alert'), name).toHaveAttribute('data-code', code);
    await expect(files.locator('button.apply')).toHaveCount(0);
  }

  // An older file must not take back what was done since; a replacement says what would be lost.
  await wakeOn(page, dayAfter(FIRST, 1));
  await deck.reviewDue(() => 'pass');
  await deck.unfold('files');
  await chooseFile(deck, 'backup.json', backup);
  await expect(files.locator('[data-report="merge"] tr', { hasText: /^\s*cards/ })).toContainText(
    new RegExp(`cards\\s*0\\s*0\\s*${ids.length}`),
  );
  await files.getByRole('radio', { name: /^Replace/ }).check();
  await expect(
    files.locator('[data-report="replace"] tr', { hasText: /^\s*reviews/ }),
  ).toContainText(new RegExp(`reviews\\s*0\\s*0\\s*0\\s*${ids.length}`));
  await deck.button('Replace what is here').click();
  await expect(deck.sum).toContainText(`${ids.length} cards are due today`);
});

test('two tabs: each sees what the other did, and no review is lost', async ({ page, context }) => {
  const deck = await Deck.open(page, FIRST);
  await deck.scheduleNow();
  const all = (await cardIds(page)).length;
  await wakeOn(page, dayAfter(FIRST, 1));
  const other = await Deck.open(await context.newPage(), dayAfter(FIRST, 1));
  await deck.button(`Review ${all} cards`).click();
  await other.button(`Review ${all} cards`).click();
  const first = await deck.current();
  expect(await other.current()).toBe(first);
  // Both are at the same card: it is missed here and had there.
  await deck.answer('miss');
  await other.answer('pass');
  await deck.next();
  const second = await deck.answer('pass');
  // The other tab leaves out what was reviewed here meanwhile.
  await other.next();
  expect(await other.current()).not.toBe(second);
  await expect(other.card.locator('.progress')).toContainText(`of ${all - 1}`);
  await page.reload();
  await deck.ready();
  const { reviews } = JSON.parse(await deck.backup()) as {
    reviews: { card: string; grade: Grade }[];
  };
  expect(reviews.map(({ card, grade }) => [card, grade])).toEqual(
    expect.arrayContaining([
      [first, 'miss'],
      [first, 'pass'],
      [second, 'pass'],
    ]),
  );
});

test.describe('a device that does not keep', () => {
  const refused = (page: Page) =>
    page.addInitScript(() => {
      Object.defineProperty(globalThis, 'indexedDB', {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    });

  test('storage refused: it works in memory, says so and offers the file', async ({ page }) => {
    await refused(page);
    const deck = await Deck.open(page, FIRST);
    const notice = deck.root.locator('.notice');
    await expect(notice).toHaveAttribute('data-notice', 'storage-refused');
    await expect(notice).toContainText('Not saved here.');
    await deck.scheduleNow();
    await wakeOn(page, dayAfter(FIRST, 1));
    await deck.button(/^Review/).click();
    await deck.answer('pass');
    await deck.button('Stop here').click();
    await deck.button('Back to the deck').click();
    await deck.root.getByRole('button', { name: 'Export it to a file' }).click();
    await expect(deck.fold('files').locator('> summary')).toBeFocused();
    const kept = JSON.parse(await deck.backup()) as { reviews: unknown[] };
    expect(kept.reviews).toHaveLength(1);
    await page.locator('recall-due').scrollIntoViewIfNeeded();
    await expect(page.locator('recall-due .notice')).toContainText('Not saved here.');
  });

  test('no room left: what was done stays, in memory, and the page says so', async ({ page }) => {
    const deck = await Deck.open(page, FIRST);
    await deck.scheduleNow();
    const all = (await cardIds(page)).length;
    await wakeOn(page, dayAfter(FIRST, 1));
    await page.evaluate(() => {
      for (const name of ['put', 'add'] as const)
        IDBObjectStore.prototype[name] = () => {
          throw new DOMException('No room.', 'QuotaExceededError');
        };
    });
    await deck.button(`Review ${all} cards`).click();
    await deck.answer('pass');
    await expect(deck.root.locator('.notice')).toHaveAttribute('data-notice', 'storage-full');
    await deck.next();
    await deck.answer('miss');
    const stop = deck.button('Stop here');
    await stop.click();
    await deck.button('Back to the deck').click();
    await expect(deck.sum).toContainText(`${all - 2} cards are due today`);
    const kept = JSON.parse(await deck.backup()) as { reviews: unknown[] };
    expect(kept.reviews).toHaveLength(2);
  });
});

test('the cards are printed as questions with their answers', async ({ page, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium shows the print style');
  const deck = await Deck.open(page, FIRST);
  await page.evaluate(() => {
    window.print = () => {};
  });
  await deck.unfold('text');
  await deck.button('Print the cards').click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#card-shapes .front')).toBeVisible();
  await expect(page.locator('#card-shapes .back')).toBeVisible();
  // Over the width of the paper, not of the column that the contents leave behind.
  const { width = 0 } = (await page.locator('#card-shapes').boundingBox()) ?? {};
  expect(width).toBeGreaterThan(700);
  await expect(page.locator('#start')).toBeHidden();
  await expect(deck.root.locator('#head')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('#card-shapes .back')).toBeHidden();
  await expect(page.locator('html')).not.toHaveClass(/print-cards/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('questions, answers and dates can be read', async ({ page }) => {
    await page.goto('./#cards');
    await expect(page.locator('#card-shapes .front')).toBeVisible();
    await page.locator('#card-shapes summary').click();
    await expect(page.locator('#card-shapes .back')).toBeVisible();
    await expect(page.locator('#due')).toContainText('1, 3, 7, 14 and 30 days');
  });
});

test.describe('in every state', () => {
  test.setTimeout(360_000); // a scan takes long on a busy machine
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(colorScheme, () => {
      test.use({ colorScheme });
      test('no violation of accessibility', async ({ page, browserName }) => {
        test.skip(browserName === 'firefox' && colorScheme === 'dark', LIGHT_ALONE);
        const parts = ['recall-deck', 'recall-due'];
        const scan = async (state: string) =>
          expect(await faults(page, { parts }), state).toEqual([]);
        const deck = await Deck.open(page, FIRST);
        await scan('nothing scheduled');
        await deck.scheduleNow();
        await wakeOn(page, dayAfter(FIRST, 1));
        await deck.button(/^Review/).click();
        await scan('a question');
        await deck.button('Show the answer').click();
        await scan('an answer');
        await deck.button('I missed it').click();
        await scan('graded');
        await deck.next();
        while (!/fresh|predict/.test(await deck.current())) {
          await deck.answer('pass');
          await deck.next();
        }
        await scan('a task');
        await deck.answer('miss');
        await scan('a task, graded');
        await deck.next();
        while (!/predict/.test(await deck.current())) {
          await deck.answer('pass');
          await deck.next();
        }
        await deck.answer('miss');
        await scan('a prediction');
        await deck.button('Stop here').click();
        await scan('stopped');
        await deck.button('Back to the deck').click();
        for (const name of ['calendar', 'history', 'numbers', 'files', 'text'] as const)
          await deck.unfold(name);
        await deck.fold('files').getByRole('button', { name: 'Prepare the files' }).click();
        await scan('everything open');
      });
    });
  }

  for (const width of [320, 360]) {
    test(`nothing is cut at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const deck = await Deck.open(page, FIRST);
      await deck.scheduleNow();
      for (const name of ['calendar', 'history', 'numbers', 'files', 'text'] as const)
        await deck.unfold(name);
      const widest = () =>
        page
          .locator('#cards, #due')
          .evaluateAll((all) => Math.max(...all.map((one) => one.scrollWidth)));
      expect(await widest()).toBeLessThanOrEqual(width);
      await deck.button(/^Practise all/).click();
      while (!/predict/.test(await deck.current())) {
        expect(await widest(), await deck.current()).toBeLessThanOrEqual(width);
        await deck.answer('pass');
        await deck.next();
      }
      expect(await widest()).toBeLessThanOrEqual(width);
    });
  }
});
