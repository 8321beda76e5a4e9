/** The figures of Application and Build: each asks first, computes, answers its controls, refuses in the core's words. */
import type { Locator, Page } from '@playwright/test';
import { faults } from './axe.ts';
import { comeNear, expect, test, type } from './lesson.ts';

/** Gives a figure of a section, computed. */
async function open(page: Page, id: string): Promise<Locator> {
  await page.goto('./');
  return near(page, id);
}

async function near(page: Page, id: string): Promise<Locator> {
  const figure = page.locator(`#${id}`);
  await comeNear(figure, figure.locator('.words p').first());
  return figure;
}

/** The numbers of a grid of the figure, by its label. */
const grid = (figure: Locator, label: string): Promise<string[]> =>
  figure
    .locator('al-matrix')
    .filter({ has: figure.page().getByRole('grid', { name: label, exact: true }) })
    .locator('td[data-row]')
    .allTextContents();

const run = (figure: Locator) => figure.getByRole('button', { name: 'Run the checks' }).click();
const check = (figure: Locator, id: string) => figure.locator(`[data-check="${id}"]`);

test.describe('hand-task', () => {
  const step = (figure: Locator, name: string) => figure.locator(`[data-step="${name}"]`);
  async function answer(figure: Locator, name: string, typed: readonly string[]): Promise<Locator> {
    const group = step(figure, name);
    for (const [i, text] of typed.entries()) await group.getByRole('textbox').nth(i).fill(text);
    await group.getByRole('button', { name: 'Check this step' }).click();
    return group;
  }

  test('accepts the row of bag, rounded as typed, and keeps it over a reload', async ({ page }) => {
    let figure = await open(page, 'application-task');
    for (const [name, typed] of [
      ['raw', ['1', '1', '0']],
      ['scaled', ['sqrt(2)/2', '0.71', '0']],
      ['weights', ['0.401', '0.4011', '0.198']],
      ['output', ['1', '1.00']],
    ] as const) {
      await expect(await answer(figure, name, typed)).toContainText('All right.');
    }
    await expect(figure.locator('.words')).toContainText('The output of bag is (1, 1).');
    await page.reload();
    figure = await near(page, 'application-task');
    await expect(step(figure, 'weights').getByRole('textbox').nth(1)).toHaveValue('0.4011');
  });

  test('names the slip', async ({ page }) => {
    const figure = await open(page, 'application-task');
    await expect(await answer(figure, 'weights', ['0.422', '0.422', '0.155'])).toContainText(
      'Scores are not divided by the root of the key width.',
    );
    await expect(await answer(figure, 'scaled', ['0.5', '0.5', '0'])).toContainText(
      'Scores are divided by the key width, not by its root.',
    );
    await expect(await answer(figure, 'weights', ['2.03', '2.03', '1'])).toContainText(
      'The exponentials are not divided by their sum.',
    );
    await expect(await answer(figure, 'weights', ['0.401', '0.248', '0.198'])).toContainText(
      'Softmax runs over the wrong axis',
    );
    await expect(await answer(figure, 'weights', ['0.41', '0.41', '0.18'])).toContainText(
      'rounded too early',
    );
    await expect(await answer(figure, 'weights', ['0.7', '0.2', '0.1'])).toContainText(
      'No slip that is known here',
    );
    await figure.getByLabel('The token that asks').selectOption('delayed');
    await expect(await answer(figure, 'raw', ['1', '1', '0'])).toContainText(
      'These are the numbers of another row.',
    );
    await expect(await answer(figure, 'output', ['0.599', '0.802'])).toContainText(
      'The weights mix the keys in place of the values.',
    );
    await figure.getByLabel('causal mask on').check();
    await expect(await answer(figure, 'weights', ['0.33', '0.67', '0'])).toContainText(
      'All right.',
    );
    await expect(await answer(figure, 'weights', ['0.198', '0.401', '0.401'])).toContainText(
      'The mask is accepted and not applied.',
    );
    const tied = await answer(figure, 'weights', ['0.248', '0.503', '0.248']);
    await expect(tied).toContainText('These two slips give the same numbers');
    await expect(tied).toContainText('Blocked scores are set to 0');
    await expect(tied).toContainText('These are the numbers of another row.');
  });

  test('refuses what is no number in the core’s words, and checks by Enter', async ({ page }) => {
    const figure = await open(page, 'application-task');
    const group = await answer(figure, 'raw', ['1', 'one', '0']);
    await expect(figure.getByRole('alert')).toContainText('one');
    await expect(group.getByRole('textbox').nth(1)).toHaveAttribute('aria-invalid', 'true');
    await expect(group.getByRole('textbox').nth(1)).toHaveValue('one');
    await group.getByRole('textbox').nth(1).fill('1');
    await page.keyboard.press('Enter');
    await expect(group).toContainText('All right.');
    await expect(figure.getByRole('alert')).toHaveCount(0);
    await answer(figure, 'scaled', ['0.7', '', '0']);
    await expect(step(figure, 'scaled')).toContainText('Fill in every number of this step.');
  });
});

test('ticket-run: the steps of the listing, with and without the mask', async ({ page }) => {
  const figure = await open(page, 'application-run');
  expect(await grid(figure, 'weights')).toEqual([
    '0.401',
    '0.401',
    '0.198',
    '0.198',
    '0.401',
    '0.401',
    '0.248',
    '0.503',
    '0.248',
  ]);
  await figure.getByLabel('causal mask on').check();
  await expect(figure.locator('.words')).toContainText(
    'delayed: weights (0.330, 0.670, 0), output (0.660, 1.340).',
  );
  expect((await grid(figure, 'weights')).slice(0, 3)).toEqual(['1', '0', '0']);
});

test.describe('experiment-figure', () => {
  test('select: another value moves the output and no weight; the wrong axis fails', async ({
    page,
  }) => {
    const figure = await open(page, 'select-experiment');
    expect(await figure.locator('.sides').count()).toBe(0);
    await run(figure);
    await expect(figure.getByRole('status')).toContainText(
      'You foresaw 5 of 5. All 5 checks pass.',
    );
    const kept = await grid(figure, 'Weights, Without the change');
    expect(await grid(figure, 'Weights, With the change')).toEqual(kept);
    expect(await grid(figure, 'Output, With the change')).toEqual(['34.159', '29.800']);
    await figure.getByLabel('third value, component 0').fill('many');
    await run(figure);
    await expect(figure.getByRole('alert')).toContainText('many');
    await expect(figure.getByLabel('third value, component 0')).toHaveValue('many');
    await figure.getByLabel('Softmax over the queries').check();
    await expect(figure.getByRole('alert')).toHaveCount(0);
    await figure.getByLabel('The weights of each query sum to 1.').check();
    await run(figure);
    await expect(check(figure, 'rows-sum-to-one')).toHaveText(
      /Fails, as you foresaw\.\s+1 was expected, 3 came out\./,
    );
    await figure.getByRole('button', { name: 'Reset' }).click();
    await expect(figure.getByLabel('third value, component 0')).toHaveValue('100');
  });

  test('verify: softmax over the queries fails four checks, a missing scale none', async ({
    page,
  }) => {
    const figure = await open(page, 'verify-experiment');
    await run(figure);
    await expect(check(figure, 'zero-queries')).toContainText('20 was expected, 30 came out.');
    await expect(figure.getByRole('status')).toContainText('You foresaw 1 of 5. 4 of 5 fail.');
    await expect(figure.locator('.words')).toContainText(
      'Output of query 1: (20) without the change, (32.311)',
    );
    await figure.getByLabel('No scale').check();
    await expect(figure.locator('.sides')).toHaveCount(0);
    await run(figure);
    await expect(figure.getByRole('status')).toContainText('All 5 checks pass.');
  });

  test('mask: rows before the change stay only under the right mask', async ({ page }) => {
    const figure = await open(page, 'mask-experiment');
    await figure.getByLabel('Changing later tokens leaves earlier outputs alone.').check();
    await run(figure);
    await expect(check(figure, 'future-isolation')).toContainText('Fails, as you foresaw.');
    const side = (i: number) => figure.locator('.side').nth(i);
    await expect(side(0).getByText('the same, to the last bit')).toHaveCount(2);
    await expect(side(1).getByText('the same, to the last bit')).toHaveCount(0);
    await figure.getByLabel('Weights set to 0 after softmax').check();
    await run(figure);
    await expect(check(figure, 'rows-sum-to-one')).toContainText('Fails');
    await expect(check(figure, 'forbidden-mass')).toContainText('Passes');
    await figure.getByLabel('The mask read the other way round').check();
    await run(figure);
    await expect(check(figure, 'rows-sum-to-one')).toContainText('1 was expected, NaN came out.');
    await figure.getByLabel('The triangle reversed').check();
    await run(figure);
    await expect(check(figure, 'future-isolation')).toContainText('Fails, as you foresaw.');
    await expect(check(figure, 'forbidden-mass')).toContainText('Fails');
    await expect(check(figure, 'rows-sum-to-one')).toContainText('Passes');
    await expect(figure.locator('.words')).toContainText('every output row moves');
  });

  test('block: four tokens stay with the mask, none without; 5 heads are refused', async ({
    page,
  }) => {
    const figure = await open(page, 'block-experiment');
    await run(figure);
    const side = (i: number) => figure.locator('.side').nth(i);
    await expect(side(0).getByText('the same, to the last bit')).toHaveCount(4);
    await expect(side(1).getByText('moved')).toHaveCount(5);
    await type(figure.getByLabel('heads', { exact: true }), '5');
    await run(figure);
    await expect(figure.getByRole('alert')).toHaveAttribute('data-code', 'heads-divide');
    await expect(figure.getByLabel('heads', { exact: true })).toHaveValue('5');
    await type(figure.getByLabel('heads', { exact: true }), '8');
    await run(figure);
    await expect(figure.getByRole('alert')).toHaveCount(0);
    await expect(figure.locator('.side')).toHaveCount(2);
  });
});

test.describe('families-figure', () => {
  const family = (figure: Locator, name: string) =>
    figure.getByRole('group', { name, exact: true });

  test('grades who reads whom, in both orders, by keyboard', async ({ page }) => {
    const figure = await open(page, 'families-tracer');
    await expect(figure.locator('svg')).toHaveCount(0);
    const boxes = family(figure, 'Encoder-only').getByRole('checkbox');
    await boxes.first().focus();
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('Space');
      await page.keyboard.press('Tab');
    }
    await family(figure, 'Decoder-only').getByLabel('Question rows read the passage.').check();
    await family(figure, 'Encoder-decoder').getByLabel('Question rows read the passage.').check();
    await figure.getByRole('button', { name: 'Grade my marks' }).focus();
    await page.keyboard.press('Enter');
    // The source reads all of itself: one mark is missing.
    await expect(figure.getByRole('status')).toHaveText('8 of 9 are right.');
    await family(figure, 'Encoder-decoder')
      .getByLabel(/The first passage row/)
      .check();
    await figure.getByRole('button', { name: 'Grade my marks' }).click();
    await expect(figure.getByRole('status')).toHaveText('All 9 are right.');
    await expect(figure.locator('.words')).toContainText('120 of 225 cells are open');
    await expect(figure.locator('svg').nth(1).locator('.may')).toHaveCount(120);

    await figure.getByLabel('question, then passage').check();
    await expect(figure.locator('svg')).toHaveCount(0);
    await family(figure, 'Decoder-only').getByLabel('Passage rows read the question.').check();
    await figure.getByRole('button', { name: 'Grade my marks' }).click();
    await expect(figure.locator('.words')).toContainText(
      'Decoder-only: passage rows read the question; question rows do not read the passage',
    );
  });

  test('draws other sizes, and keeps the last tables at a refusal', async ({ page }) => {
    const figure = await open(page, 'families-tracer');
    await figure.getByRole('button', { name: 'Grade my marks' }).click();
    await type(figure.getByLabel('passage tokens'), '4');
    await expect(figure.locator('svg').first().locator('.may')).toHaveCount(49);
    await type(figure.getByLabel('passage tokens'), '-4');
    await expect(figure.getByRole('alert')).toHaveAttribute('data-code', 'negative-size');
    await expect(figure.getByLabel('passage tokens')).toHaveAttribute('aria-invalid', 'true');
    await expect(figure.locator('svg').first().locator('.may')).toHaveCount(49);
    await type(figure.getByLabel('passage tokens'), '400');
    await expect(figure).toContainText('40 together at the most');
    await expect(figure.locator('svg').first().locator('.may')).toHaveCount(49);
  });
});

test('memory-figure: scores grow with the square, keys and values linearly; refusals keep the last numbers', async ({
  page,
}) => {
  const figure = await open(page, 'memory-calculator');
  await expect(figure.getByRole('status')).toContainText('1 times the bytes of the first.');
  const second = figure.locator('[data-setting="1"]');
  await type(second.getByLabel('tokens'), '4096');
  await expect(figure.getByRole('status')).toContainText(
    '4 times the bytes of the first. Keys and values: 2 times.',
  );
  await expect(second).toContainText('134,217,728 numbers, 268,435,456 bytes = 256 MiB');
  await type(second.getByLabel('heads'), '16');
  await expect(second).toContainText('= 512 MiB');
  await expect(figure.getByRole('status')).toContainText('8 times');
  await type(second.getByLabel('heads'), '1.5');
  await expect(figure.getByRole('alert')).toHaveAttribute('data-code', 'size-not-whole');
  await expect(second.getByLabel('heads')).toHaveAttribute('aria-invalid', 'true');
  await expect(figure.locator('[data-setting="0"]').getByLabel('heads')).toHaveAttribute(
    'aria-invalid',
    'false',
  );
  // On the way to 1.5 there was a 1: the last setting that could be computed stays.
  await expect(second).toContainText('= 32 MiB');
  await figure.getByRole('button', { name: 'Reset' }).click();
  await expect(second.getByLabel('heads')).toHaveValue('8');
  await expect(second).toContainText('= 64 MiB');
});

test('no violation in the sections, as they open and after the learner has answered', async ({
  page,
}) => {
  test.setTimeout(300_000); // a scan looks at every cell
  await page.goto('./');
  const ids = [
    'application-task',
    'application-run',
    'select-experiment',
    'verify-experiment',
    'mask-experiment',
    'block-experiment',
    'families-tracer',
    'memory-calculator',
  ];
  for (const id of ids) await near(page, id);
  const built = ['select', 'verify', 'mask', 'block', 'families', 'memory'];
  const parts = ['#application', ...built.map((name) => `#build-${name}`)];
  const scan = () => faults(page, { parts });
  expect(await scan()).toEqual([]);
  await page.getByRole('button', { name: 'Show me this step' }).first().click();
  await page.locator('[data-step="weights"]').getByRole('textbox').first().fill('x');
  await page.locator('[data-step="weights"]').getByRole('button', { name: 'Check' }).click();
  for (const id of ids.slice(2, 6)) await run(page.locator(`#${id}`));
  await page.getByRole('button', { name: 'Grade my marks' }).click();
  await type(page.locator('#memory-calculator').getByLabel('tokens').first(), '-1');
  for (const id of ids) await page.locator(`#${id} details.data > summary`).click();
  expect(await scan()).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } });
  test('the page is no wider than the screen, before and after answers', async ({ page }) => {
    await page.goto('./');
    for (const id of [
      'select-experiment',
      'verify-experiment',
      'mask-experiment',
      'block-experiment',
    ])
      await run(await near(page, id));
    for (const id of ['application-task', 'application-run', 'memory-calculator'])
      await near(page, id);
    await (await near(page, 'families-tracer'))
      .getByRole('button', { name: 'Grade my marks' })
      .click();
    const wide = await page.evaluate(() =>
      [
        'application',
        'build-select',
        'build-verify',
        'build-mask',
        'build-block',
        'build-families',
        'build-memory',
      ].filter((id) => (document.getElementById(id)?.scrollWidth ?? 0) > innerWidth),
    );
    expect(wide).toEqual([]);
  });
});
