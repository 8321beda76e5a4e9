/** The figures of the part "Concept", by what a person does and sees. */
import type { Locator, Page } from '@playwright/test';
import { faults } from './axe.ts';
import { comeNear, expect, test, type } from './lesson.ts';

const FIGURES = [
  'parts-figure',
  'shapes-figure',
  'six-tokens',
  'block-figure',
  'share-figure',
  'recurrence-figure',
];

/** A figure, in view and with its core. */
async function open(page: Page, tag: string): Promise<Locator> {
  if (page.url() === 'about:blank') await page.goto('./');
  const figure = page.locator(tag);
  await comeNear(figure, figure.getByRole('button', { name: 'Reset' }));
  return figure;
}

const words = (figure: Locator) => figure.locator('.words');
const alert = (figure: Locator) => figure.getByRole('alert');

/** The cells of a data table by its caption, row by row, without the row's name. */
async function table(figure: Locator, caption: string): Promise<string[][]> {
  const details = figure.locator('details.data');
  if (!(await details.evaluate((one) => (one as HTMLDetailsElement).open)))
    await details.locator('summary').click();
  const rows = details.getByRole('table', { name: caption }).locator('tbody tr');
  return rows.evaluateAll((all) =>
    all.map((row) => Array.from(row.querySelectorAll('td'), (cell) => cell.textContent ?? '')),
  );
}

test.describe('parts', () => {
  const ringed = (figure: Locator, stage: string) => figure.locator(`.${stage} td.marked`);

  test('a value moves no weight; a query moves its own row; a key moves the rows that can tell', async ({
    page,
  }) => {
    const figure = await open(page, 'parts-figure');
    await expect(ringed(figure, 'output')).toHaveCount(0);
    await figure.getByLabel('the value of flight').check();
    await expect(ringed(figure, 'weights')).toHaveCount(0);
    await expect(ringed(figure, 'output')).toHaveCount(6);
    await expect(words(figure)).toContainText(
      'No weight moved; outputs moved in the rows of flight, was and late',
    );
    await figure.getByLabel('the query of late').check();
    await expect(ringed(figure, 'weights')).toHaveCount(3);
    await expect(words(figure)).toContainText(
      'Weights moved in the rows of late; outputs moved in the rows of late.',
    );
    await figure.getByLabel('the key of flight').check();
    // The query of "was" is (0, 1): it cannot tell (2, 1) from (0, 1).
    await expect(words(figure)).toContainText('Weights moved in the rows of flight and late');
    const rows = await table(figure, 'Weights');
    const shown = await figure.locator('.weights td[data-row]').allTextContents();
    expect(rows.flat()).toEqual(shown);
    await figure.getByRole('button', { name: 'Reset' }).click();
    await expect(ringed(figure, 'output')).toHaveCount(0);
  });
});

test.describe('recurrence', () => {
  test('n - 1 steps against 1, and the scores that it costs', async ({ page }) => {
    const figure = await open(page, 'recurrence-figure');
    await expect(figure.locator('.recurrent .way')).toHaveCount(7);
    await expect(figure.locator('.attention .way')).toHaveCount(1);
    await type(figure.getByLabel('tokens n'), '20');
    await expect(figure.locator('.recurrent')).toContainText('19 steps');
    await expect(words(figure)).toContainText('400 scores for each head');
    expect(
      await table(figure, 'Steps from the first token to the last, and what they cost'),
    ).toContainEqual(['4,095', '1', '16,777,216']);
    for (const [typed, code] of [
      ['33', 'figure-size'],
      ['1', 'figure-size'],
      ['2.5', 'size-not-whole'],
    ] as const) {
      await type(figure.getByLabel('tokens n'), typed);
      await expect(alert(figure)).toHaveAttribute('data-code', code);
      await expect(figure.locator('.recurrent .way')).not.toHaveCount(0);
    }
  });
});

test.describe('shapes', () => {
  test('every shape follows the sizes', async ({ page }) => {
    const figure = await open(page, 'shapes-figure');
    await expect(words(figure)).toContainText('X (3, 3) gives Q and K (3, 2) and V (3, 2)');
    for (const [name, size] of [
      ['tokens n', '5'],
      ['model width d_model', '8'],
      ['key width d_k', '4'],
      ['value width d_v', '6'],
      ['batch', '2'],
      ['heads', '4'],
    ] as const)
      await type(figure.getByLabel(name, { exact: true }), size);
    await expect(words(figure)).toContainText(
      'X (5, 8) gives Q and K (5, 4) and V (5, 6). Scores and weights are (5, 5), the output is (5, 6).',
    );
    await expect(words(figure)).toContainText('scores (2, 5, 5), output (2, 5, 6)');
    await expect(words(figure)).toContainText('4 heads, each gets the width 2');
    await expect(words(figure)).toContainText('200 scores. At 2 bytes each that is 400 bytes.');
    await expect(figure.locator('.chain').first()).toContainText('weights (5, 5)');
    await expect(figure.locator('.chain').last()).toContainText('weights of a head (5, 5) × 4');
    expect(await table(figure, 'Shapes')).toContainEqual(['(5, 6)', '(2, 5, 6)']);
    await expect(alert(figure)).toHaveCount(0);
    await figure.getByRole('button', { name: 'Reset' }).click();
    await expect(figure.getByLabel('tokens n')).toHaveValue('3');
  });

  test('what does not fit is refused in the core’s words, and the last good shapes stay', async ({
    page,
  }) => {
    const figure = await open(page, 'shapes-figure');
    await type(figure.getByLabel('heads', { exact: true }), '2');
    await expect(alert(figure)).toHaveAttribute('data-code', 'heads-divide');
    await expect(alert(figure)).toContainText('does not divide by 2 heads');
    await expect(figure.getByLabel('heads', { exact: true })).toHaveValue('2');
    await expect(words(figure)).toContainText('In a layer of 3 heads');
    await type(figure.getByLabel('heads', { exact: true }), '3');
    await expect(alert(figure)).toHaveCount(0);
    for (const [mistake, code] of [
      ['W_Q has one row too many', 'inner-width'],
      ['W_K has one column too many', 'query-key-width'],
      ['V has one row more than K', 'key-value-length'],
      ['K and V hold one example more than Q', 'batch-size'],
    ] as const) {
      await figure.getByLabel('Mistake').selectOption(mistake);
      await expect(alert(figure)).toHaveAttribute('data-code', code);
      await expect(figure.locator('.chain').first()).toContainText('weights (3, 3)');
    }
    await figure.getByLabel('Mistake').selectOption('none');
    await expect(alert(figure)).toHaveCount(0);
    for (const [typed, code, last] of [
      ['-1', 'negative-size', 3],
      ['2.5', 'size-not-whole', 2],
      ['', 'number-empty', 2],
      ['129', 'figure-size', 12],
    ] as const) {
      await type(figure.getByLabel('tokens n'), typed);
      await expect(alert(figure)).toHaveAttribute('data-code', code);
      await expect(figure.getByLabel('tokens n')).toHaveAttribute('aria-invalid', 'true');
      await expect(words(figure)).toContainText(`X (${last}, 3)`);
    }
  });
});

test.describe('six tokens', () => {
  const maps = async (figure: Locator) =>
    figure.locator('al-matrix').evaluateAll((all) =>
      all.map((map) => {
        const { data } = (map as unknown as { matrix: { data: Float64Array } }).matrix;
        return Array.from(data);
      }),
    );

  test('three maps of the seed that NumPy draws too', async ({ page }) => {
    const figure = await open(page, 'six-tokens');
    // The listing of the section prints the same three.
    await expect(figure.locator('.spread')).toHaveText([
      'Average spread: 5.2 of 6 keys',
      'Average spread: 3.3 of 6 keys',
      'Average spread: 2.9 of 6 keys',
    ]);
    await expect(page.locator('#six-tokens .listing').last()).toContainText(
      /5\.2\s.*3\.3\s.*2\.9/s,
    );
    const [plain = [], causal = [], unscaled = []] = await maps(figure);
    expect(causal.slice(0, 6)).toEqual([1, 0, 0, 0, 0, 0]);
    for (let row = 0; row < 6; row++)
      for (let col = row + 1; col < 6; col++) expect(causal[row * 6 + col]).toBe(0);
    expect(causal.slice(30)).toEqual(plain.slice(30)); // the last token reads all
    expect(Math.max(...unscaled)).toBeGreaterThan(Math.max(...plain));
    const rows = await table(figure, 'Weights, no mask');
    expect(rows[1]?.slice(0, 6)).toEqual(plain.slice(6, 12).map((weight) => weight.toFixed(3)));
    await expect(words(figure)).toContainText('Seed 39: a query spreads over 5.2 of 6');
  });

  test('draws again, and refuses what is no seed', async ({ page }) => {
    const figure = await open(page, 'six-tokens');
    const before = await maps(figure);
    await figure.getByRole('button', { name: 'Draw again' }).click();
    await expect(figure.getByLabel('Seed')).toHaveValue('40');
    await expect(words(figure)).toContainText('Seed 40');
    const after = await maps(figure);
    expect(after[0]).not.toEqual(before[0]);
    await type(figure.getByLabel('Seed'), '-1');
    await expect(alert(figure)).toHaveAttribute('data-code', 'seed-range');
    expect(await maps(figure)).toEqual(after);
    await expect(words(figure)).toContainText('Seed 40');
    await figure.getByRole('button', { name: 'Reset' }).click();
    await expect(alert(figure)).toHaveCount(0);
    expect(await maps(figure)).toEqual(before);
  });
});

test.describe('block', () => {
  test('post-norm ends at deviation 1 whatever came in; pre-norm keeps the length', async ({
    page,
  }) => {
    const figure = await open(page, 'block-figure');
    const stages = figure.locator('.stages li');
    await expect(stages).toHaveCount(7);
    await expect(stages.first()).toContainText('Input');
    await expect(stages.last()).toContainText('LayerNorm 2');
    await expect(stages.last()).toContainText('deviation 1.00');
    await type(figure.getByLabel('Input rows times'), '10');
    await expect(stages.first()).toContainText(/deviation 1\d\.\d\d to/);
    await expect(stages.last()).toContainText('deviation 1.00');
    await figure.getByLabel('pre-norm').check();
    await expect(stages.nth(1)).toContainText('LayerNorm 1');
    await expect(stages.last()).toContainText('Residual 2');
    await expect(stages.last()).toContainText(/deviation 1\d\.\d\d to/);
    await expect(words(figure)).toContainText('In pre-norm the rows leave the block');
    const rows = await table(figure, 'Rows after each step: standard deviation');
    const last = (rows.at(-1) ?? []).map(Number);
    expect(last).toHaveLength(4);
    for (const deviation of last) expect(deviation).toBeGreaterThan(8);
    const stack = await table(figure, 'Average deviation after each block');
    expect(stack).toHaveLength(9);
    for (const [post] of stack.slice(1)) expect(Number(post).toFixed(2)).toBe('1.00');
  });

  test('heads that do not divide the width are refused, and the picture stays', async ({
    page,
  }) => {
    const figure = await open(page, 'block-figure');
    const before = await figure.locator('.stages').textContent();
    await type(figure.getByLabel('Heads'), '3');
    await expect(alert(figure)).toHaveAttribute('data-code', 'heads-divide');
    await expect(figure.getByLabel('Heads')).toHaveValue('3');
    expect(await figure.locator('.stages').textContent()).toBe(before);
    await type(figure.getByLabel('Heads'), '8');
    await expect(alert(figure)).toHaveCount(0);
    expect(await figure.locator('.stages').textContent()).not.toBe(before);
    await type(figure.getByLabel('Input rows times'), '0');
    await expect(figure.locator('.stages li').first()).toContainText('deviation 0');
  });
});

test.describe('share', () => {
  test('gives the share, and half of it at six widths', async ({ page }) => {
    const figure = await open(page, 'share-figure');
    await expect(words(figure)).toContainText('takes 40 % of the layer’s multiply-adds');
    await expect(figure.getByRole('img')).toHaveAccessibleName(/Share of the n × n part/);
    expect(await table(figure, 'Share of the n × n part')).toEqual([
      ['40\u00a0%', 'n = 6,144'],
      ['47.1\u00a0%', 'n = 4,608'],
      ['14.3\u00a0%', 'n = 24,576'],
    ]);
    await type(figure.getByLabel('tokens n'), '6144');
    await expect(words(figure)).toContainText('takes 50 % of');
    await expect(words(figure)).toContainText('you are at that');
    const widths = await figure
      .locator('.bar li')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    const [projections = 0, feedForward = 0, square = 0] = widths;
    // Within the gaps between the bars.
    expect(Math.abs(projections + feedForward - square)).toBeLessThanOrEqual(4);
    await type(figure.getByLabel('model width d_model'), '768');
    await expect(figure.locator('line-chart')).toContainText('768 (yours)');
    await expect(words(figure)).toContainText('you are above that');
  });

  test('refuses what is no size, and keeps the chart', async ({ page }) => {
    const figure = await open(page, 'share-figure');
    for (const [typed, code, last] of [
      ['0', 'size-zero', '4,096'],
      ['2.5', 'size-not-whole', '2'],
      ['99999999', 'size-too-large', '9,999,999'],
    ] as const) {
      await type(figure.getByLabel('tokens n'), typed);
      await expect(alert(figure)).toHaveAttribute('data-code', code);
      await expect(figure.getByLabel('tokens n')).toHaveValue(typed);
      await expect(words(figure)).toContainText(`At ${last} tokens`);
    }
    await type(figure.getByLabel('tokens n'), '16777216');
    await expect(alert(figure)).toHaveCount(0);
    await expect(words(figure)).toContainText('At 16,777,216 tokens');
  });
});

test('each figure is worked by keyboard alone', async ({ page }) => {
  const figure = await open(page, 'block-figure');
  await figure.getByLabel('post-norm (2017)').focus();
  await page.keyboard.press('ArrowDown');
  await expect(figure.getByLabel('pre-norm')).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await expect(figure.getByLabel('Input rows times')).toHaveValue('2');
  await page.keyboard.press('Tab');
  await expect(figure.getByLabel('Heads')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(figure.getByLabel('Seed')).toBeFocused();
  for (const name of ['In words', 'All numbers']) {
    await page.keyboard.press('Tab');
    await expect(figure.locator('summary', { hasText: name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(figure.getByLabel('post-norm (2017)')).toBeChecked();
});

test('no violation in the sections, with refusals and tables open', async ({ page }) => {
  test.setTimeout(200_000); // a scan takes long on a busy machine
  for (const tag of FIGURES) {
    const figure = await open(page, tag);
    await figure.locator('details.data > summary').click();
    if (tag === 'parts-figure') continue; // it has nothing to refuse
    await type(figure.locator('input[type="number"]').last(), '-1');
    await expect(alert(figure)).toBeVisible();
  }
  const ids = [
    ...['glance', 'recall', 'due', 'lookup', 'parts', 'shapes', 'six-tokens'],
    ...['block', 'share', 'recurrence', 'assumptions'],
  ];
  expect(await faults(page, { parts: ids.map((id) => `#${id}`) })).toEqual([]);
});

for (const width of [320, 360, 640]) {
  test(`nothing is cut at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const tag of FIGURES) await open(page, tag);
    const { content, viewport } = await page.evaluate(() => ({
      content: document.documentElement.scrollWidth,
      viewport: document.documentElement.clientWidth,
    }));
    expect(content).toBeLessThanOrEqual(viewport);
  });
}
