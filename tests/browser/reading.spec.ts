/** A lesson that is shown for reading: nothing in it can be changed, answered or started; looking goes on. */
import type { Page } from '@playwright/test';
import { faults } from './axe.ts';
import { type EveryFigure, FRAMED, find, look, named, OTHERS } from './every-figure.ts';
import { expect, test as foreignTest, frame } from './foreign.ts';
import { test } from './lesson.ts';

/** Every control that can be used, through every shadow root, but for those that only look: what it is and where. */
const usable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const read = (root: ParentNode, place: string): void => {
      for (const one of root.querySelectorAll('*')) {
        if (one.shadowRoot) read(one.shadowRoot, `${place} ${one.localName}`);
        if (!one.matches('button, input, select, textarea')) continue;
        if (one.matches('[data-look], [data-look] *, [aria-disabled="true"], :disabled')) continue;
        if ((one as HTMLInputElement).readOnly) continue;
        found.push(`${place}: ${one.outerHTML.slice(0, 120)}`);
      }
      for (const one of root.querySelectorAll('[contenteditable], [draggable="true"]'))
        found.push(`${place}: ${one.outerHTML.slice(0, 120)}`);
    };
    read(document, '');
    return found;
  });

/** What can be pressed in a figure, for the keys of its deeds. */
async function tryAll(page: Page, figure: EveryFigure): Promise<void> {
  const root = await find(page, figure);
  const before = await look(root, true);
  for (const { on, keys } of figure.deeds) {
    if (on === 'Next step') continue; // of an explanation: that is looking
    const button = root.getByRole('button', { name: new RegExp(`^${on}`) });
    const control = (await button.count()) > 0 ? button.first() : root.getByLabel(on).first();
    await control.focus();
    for (const key of [...keys, '7', 'Enter', 'Alt+ArrowUp', 'Delete'])
      await page.keyboard.press(key);
    await control.click({ force: true, timeout: 2000 }).catch(() => undefined);
  }
  expect(await look(root, true), named(figure)).toBe(before);
}

for (const [part, figures] of Object.entries({ ...FRAMED, others: OTHERS })) {
  test(`${part}: shown for reading, no control of any figure can be used`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.goto('embed.html?readonly');
    await expect(page.locator('.for-reading')).toHaveCount(1);
    for (const figure of figures) await test.step(named(figure), () => tryAll(page, figure));
    expect(await usable(page)).toEqual([]);
  });
}

test('exercises, puzzles, cards and questions cannot be answered; their text is there to read', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.goto('embed.html?readonly');
  for (const tag of [
    'exercise-set',
    'goal-puzzles',
    'recall-deck',
    'recall-due',
    'exercise-task',
  ]) {
    const one = page.locator(tag).first();
    await one.evaluate((element) => {
      for (let fold = element.closest('details'); fold; ) {
        fold.open = true;
        fold = fold.parentElement?.closest('details') ?? null;
      }
    });
    await expect(async () => {
      await one.scrollIntoViewIfNeeded();
      expect(
        await one.evaluate((element) => element.shadowRoot?.childElementCount ?? 0),
      ).toBeGreaterThan(0);
    }).toPass({ timeout: 30_000 });
  }
  await expect(page.locator('recall-deck [data-notice="read-only"]')).toBeAttached();
  expect(await usable(page)).toEqual([]);
  // A question shows what it asks, and its reasons in folds.
  const question = page.locator('choose-one').first();
  await question.scrollIntoViewIfNeeded();
  await expect(question.locator('input')).toHaveCount(0);
  await question.locator('summary').first().click();
  await expect(question.locator('details').first()).toHaveAttribute('open', '');
  const writing = page.locator('write-box').first();
  await writing.scrollIntoViewIfNeeded();
  await expect(writing.locator('textarea')).toHaveCount(0);
  await writing.locator('summary').first().click();
  await expect(writing.locator('details').first()).toHaveAttribute('open', '');
});

test('looking goes on: search, a number’s arithmetic, copying, the next step, digits', async ({
  page,
}) => {
  await page.goto('embed.html?readonly');
  await page.locator('lesson-search input').fill('softmax');
  await expect(page.locator('lesson-search li').first()).toBeVisible();
  const figure = await find(page, { tag: 'attention-figure', id: 'figure-attention', deeds: [] });
  const cell = figure.locator('al-matrix[name="output"] td[data-row="0"][data-col="0"]');
  await cell.click();
  await expect(figure.locator('al-explain h4')).toBeVisible();
  await figure.getByLabel('Digits').selectOption('6');
  await expect(cell).toHaveText('1.143966');
  // Text that is read only can still be walked and copied.
  const entry = figure.getByLabel('query of flight, component 0');
  await entry.focus();
  await expect(entry).toHaveAttribute('readonly', '');
  await page.keyboard.press('ArrowRight');
  await expect(figure.getByLabel('query of flight, component 1')).toBeFocused();
  await figure.getByRole('button', { name: 'Copy as NumPy' }).click();
  await expect(figure.locator('al-take-away textarea')).toHaveValue(/import numpy/);
  const row = await find(page, { tag: 'row-figure', id: 'figure-row', deeds: [] });
  await row.getByRole('button', { name: 'Next step' }).click();
  await expect(row.locator('.steps')).toContainText('1 of');
  const parts = ['.for-reading', '#figure-attention'];
  expect(await faults(page, { parts, tags: 'default' })).toEqual([]);
});

foreignTest(
  'a state of the host is shown and asks no prediction; the host may set another, and hears no answer',
  async ({ foreign, page }) => {
    await foreign.open(
      frame('show=figure&state=1~~bank-session&readonly&progress=host&host=ORIGIN'),
    );
    await foreign.waitFor('ready');
    const figure = page.frameLocator('iframe').locator('attention-figure');
    await expect(page.frameLocator('iframe').locator('.for-reading')).toHaveCount(1);
    await expect(figure.locator('al-predict-causal')).toHaveCount(0);
    const cell = figure.locator('al-matrix[name="output"] td[data-row="0"][data-col="0"]');
    await expect(cell).toBeVisible();
    expect(await foreign.ask({ type: 'set-state', state: '1~~ticket' })).toMatchObject({
      type: 'done',
    });
    await expect(cell).toHaveText('1');
    expect(await foreign.said('answer')).toEqual([]);
  },
);
