/** What every figure has beside its picture: words, data, reset, its numbers and its code to copy, a link to its state. */
import type { Locator, Page } from '@playwright/test';
import { faults } from './axe.ts';
import { type Deed, type EveryFigure, FRAMED, find, look, named } from './every-figure.ts';
import { expect, LIGHT_ALONE, test, type } from './lesson.ts';

const ALL = Object.values(FRAMED).flat();

/** The tables of the data, as a spreadsheet gets them. */
const tables = (figure: Locator) =>
  figure.locator('details.data').evaluate((details) =>
    Array.from(details.querySelectorAll('table'), (table) => {
      const cellsOf = (row: Element) => Array.from(row.children, (cell) => cell.textContent ?? '');
      return [[table.caption?.textContent ?? ''], ...Array.from(table.rows, cellsOf)]
        .map((line) => line.join('\t'))
        .join('\n');
    })
      .join('\n\n')
      .replaceAll('\u00a0%', '%')
      .replaceAll('−', '-')
      .replaceAll('∞', 'inf'),
  );

const copied = (figure: Locator) => figure.locator('al-take-away textarea');

async function copy(figure: Locator, what: 'as NumPy' | 'all numbers' | 'link'): Promise<string> {
  await figure.getByRole('button', { name: `Copy ${what}` }).click();
  await expect(copied(figure)).toBeVisible();
  return copied(figure).inputValue();
}

/** The text under a figure's key in the address; nothing while it is as it starts. */
const stateIn = (page: Page, id: string) => new URL(page.url()).searchParams.get(id);

test('every figure of the page in this frame is looked at', async ({ page }) => {
  await page.goto('./');
  const tags = [...new Set(ALL.map(({ tag }) => tag))].join(',');
  const ids = await page.locator(tags).evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.sort()).toEqual(ALL.map(named).sort());
});

/** What stands beside the picture, and that the data is what is copied. */
async function furniture(page: Page, figure: EveryFigure): Promise<void> {
  const root = await find(page, figure);
  await expect(root.locator('figcaption h4')).not.toBeEmpty();
  await expect(root.locator('figcaption p')).not.toBeEmpty();
  await expect(root.locator('details.words p').first()).not.toBeEmpty();
  await expect(root.locator('.notice')).toHaveCount(0);
  // A property of the same name would hide what every element has.
  expect(
    await root.evaluate((element) =>
      Object.keys((element.constructor as unknown as { settings: object }).settings).filter(
        (name) => name in HTMLElement.prototype,
      ),
    ),
  ).toEqual([]);
  const numbers = await tables(root);
  expect(numbers).not.toBe('');
  expect(await copy(root, 'all numbers')).toBe(numbers);
  const numpy = root.getByRole('button', { name: 'Copy as NumPy' });
  if (figure.tableOnly) await expect(numpy).toHaveCount(0);
  else expect(await copy(root, 'as NumPy')).toContain('print(');
  expect(await copy(root, 'link')).toBe(`${page.url()}#${named(figure)}`);
}

/** Changes a setting and takes the link; gives what then is shown. */
async function change(page: Page, figure: EveryFigure, { on, keys }: Deed): Promise<string> {
  const root = await find(page, figure);
  const before = await look(root, true);
  const button = root.getByRole('button', { name: on, exact: true });
  await ((await button.count()) > 0 ? button : root.getByLabel(on).first()).focus();
  for (const key of keys) await page.keyboard.press(key);
  await expect.poll(() => stateIn(page, named(figure)) ?? '').toMatch(/^1~~/);
  const changed = await look(root, true);
  expect(changed).not.toBe(before);
  expect(await copy(root, 'link')).toBe(`${page.url()}#${named(figure)}`);
  return changed;
}

for (const [part, figures] of Object.entries(FRAMED)) {
  test(`${part}: each figure’s furniture, and its state in the address and in a link`, async ({
    page,
  }) => {
    test.setTimeout(300_000); // the page is opened twice, with all its figures
    // A host's own words in the address stay, as they are.
    const host = '?course=a%20b&course=c';
    await page.goto(`./${host}`);
    const first = new Map<string, string>();
    const changed = new Map<string, string>();
    for (const figure of figures) {
      await test.step(named(figure), async () => {
        await furniture(page, figure);
        first.set(named(figure), await look(await find(page, figure), true));
        const deed = figure.deeds.find(({ setting }) => setting);
        if (deed) changed.set(named(figure), await change(page, figure, deed));
      });
    }
    const link = page.url();
    expect(new URL(link).search.startsWith(`${host}&`)).toBe(true);

    for (const figure of figures) {
      const root = await find(page, figure);
      await root.getByRole('button', { name: 'Reset' }).click();
      await expect.poll(() => stateIn(page, named(figure))).toBe(null);
      await expect.poll(() => look(root, true)).toBe(first.get(named(figure)));
    }
    expect(new URL(page.url()).search).toBe(host);

    await page.goto('about:blank');
    await page.goto(link);
    for (const figure of figures.filter((one) => changed.has(named(one)))) {
      const root = await find(page, figure);
      await expect.poll(() => look(root, true)).toBe(changed.get(named(figure)));
      await expect(root.locator('.notice')).toHaveCount(0);
    }
    expect(page.url()).toBe(link);
  });
}

test.describe('a link that is broken', () => {
  test('is said and changes nothing; the next edit writes a good one', async ({ page }) => {
    await page.goto('./?figure-share=1~~n~4096~~width~7#figure-share');
    const figure = await find(page, { tag: 'share-figure', id: 'figure-share', deeds: [] });
    const notice = figure.locator('.notice');
    await expect(notice).toContainText(
      'The link could not be read: it names a setting that does not exist. The figure starts as usual instead.',
    );
    await expect(figure.getByLabel('tokens n')).toHaveValue('4096');
    await figure.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect(notice).toHaveCount(0);
    // The focus stays in the figure when what had it is gone.
    await expect(figure.getByLabel('tokens n')).toBeFocused();
    await type(figure.getByLabel('model width d_model'), '512');
    await expect.poll(() => stateIn(page, 'figure-share')).toBe('1~~dModel~512');
  });

  for (const [what, search, says] of [
    ['made by another version', 'figure-share=2~~n~1', 'it was made by another version'],
    ['with a value that is none', 'figure-block=1~~order~sideways', 'a value that does not exist'],
    ['damaged', 'figure-shapes=1~~n~%ZZ', 'it is damaged'],
    [
      'refused by the core',
      'figure-six-tokens=1~~seed~-1',
      'its numbers cannot be computed with. ',
    ],
    ['of a size that is not drawn', 'families-tracer=1~~passage~400', '40 together at the most'],
  ] as const) {
    test(`${what}: is refused as a whole`, async ({ page }) => {
      const id = search.split('=')[0] ?? '';
      const found = ALL.find((one) => named(one) === id);
      if (!found) throw new Error(`no figure ${id}`);
      await page.goto('./');
      const usual = await look(await find(page, found), true);
      await page.goto('about:blank');
      await page.goto(`./?${search}#${id}`);
      const figure = await find(page, found);
      await expect(figure.locator('.notice')).toContainText(says);
      await expect(figure.getByRole('alert')).toHaveCount(0);
      await figure.getByRole('button', { name: 'Dismiss' }).click();
      await expect.poll(() => look(figure, true)).toBe(usual);
    });
  }

  test('a link never has what the core refuses', async ({ page }) => {
    await page.goto('./');
    const figure = await find(page, { tag: 'share-figure', id: 'figure-share', deeds: [] });
    await type(figure.getByLabel('tokens n'), '6144');
    await expect.poll(() => stateIn(page, 'figure-share')).toBe('1~~n~6144');
    await type(figure.getByLabel('tokens n'), '2.5');
    await expect(figure.getByRole('alert')).toBeVisible();
    // On the way to 2.5 there was a 2.
    await expect.poll(() => stateIn(page, 'figure-share')).toBe('1~~n~2');
    expect(await copy(figure, 'link')).toMatch(/\?figure-share=1~~n~2#figure-share$/);
  });
});

test.describe('the whole page, every fold open and every figure there', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(colorScheme, () => {
      test.use({ colorScheme });
      test(`no violation, ${colorScheme}`, async ({ page, browserName }) => {
        test.skip(browserName === 'firefox' && colorScheme === 'dark', LIGHT_ALONE);
        test.setTimeout(900_000); // a scan looks at every cell of every figure
        // Firefox's process ends under a scan with all of them there at once.
        for (const figures of browserName === 'firefox' ? Object.values(FRAMED) : [ALL]) {
          await page.goto('./');
          await page.evaluate(() => {
            for (const fold of document.querySelectorAll('details')) fold.open = true;
          });
          for (const figure of figures) {
            const root = await find(page, figure);
            await root.locator('details.data').evaluate((one: HTMLDetailsElement) => {
              one.open = true;
            });
          }
          expect(
            await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches),
          ).toBe(colorScheme === 'dark');
          expect(await faults(page)).toEqual([]);
        }
      });
    });
  }
});
