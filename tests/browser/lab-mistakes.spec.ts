/** The mistakes bench and the hidden mistake, as a person uses them. */
import type { Locator, Page } from '@playwright/test';
import { faults } from './axe.ts';
import { expect, LIGHT_ALONE, test, type } from './lesson.ts';

async function open(page: Page, tag: string, hash = 'lab-mistakes'): Promise<Locator> {
  await page.goto(`./#${hash}`);
  const figure = page.locator(tag);
  await expect(async () => {
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.locator('.words')).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  return figure;
}

const button = (figure: Locator, name: string) => figure.getByRole('button', { name, exact: true });

test.describe('the mistakes bench', () => {
  test('finds a mistake, shows where it acts and what it changes', async ({ page }) => {
    const bench = await open(page, 'mistakes-bench');
    await expect(bench.locator('.catalogue input')).toHaveCount(38);
    await bench.getByLabel('Find a mistake').pressSequentially('llama.cpp#2665');
    await expect(bench.getByText('1 of 38 mistakes.')).toBeVisible();
    await bench.getByLabel('largest score not subtracted').check();
    await expect(bench.locator('#name')).toHaveText('largest score not subtracted');
    await expect(bench.locator('.pipeline [aria-current="step"]')).toContainText('softmax');
    const report = bench.getByRole('link', { name: 'ggml-org/llama.cpp#2665' });
    await expect(report).toHaveAttribute(
      'href',
      'https://github.com/ggml-org/llama.cpp/issues/2665',
    );
    // exp overflows: the faulty rows are NaN, and ringed.
    await expect(bench.locator('al-matrix').nth(1).locator('td.nan').first()).toBeVisible();
    await expect(bench.locator('al-matrix').nth(1).locator('td.marked').first()).toBeVisible();
    await expect(bench.locator('al-matrix').nth(0).locator('td.marked')).toHaveCount(0);
    await bench.getByLabel('Find a mistake').pressSequentially(' nothing');
    await expect(bench.getByText('No mistake has these words.')).toBeVisible();
  });

  test('asks for a prediction, runs the checks, and says what you named', async ({ page }) => {
    const bench = await open(page, 'mistakes-bench', 'mistake-scale-missing');
    await expect(bench.locator('#name')).toHaveText('no scale');
    await expect(bench.locator('.words')).toContainText('The checks have not been run.');
    await button(bench, 'Commit and run the checks').click();
    await expect(bench.getByRole('alert')).toHaveText(
      'Tick a check first, or run without predicting.',
    );
    await bench.getByLabel('rows sum to 1').check();
    await bench.getByLabel('scores of deviation 1').check();
    await button(bench, 'Commit and run the checks').press('Enter');
    const found = bench.locator('.found');
    await expect(found).toBeFocused();
    await expect(found).toContainText('You named 1 of the 1 check that fail, and 1 that do not.');
    // Keys of variance 1 and width 4: undivided scores have deviation 2.
    await expect(found.locator('tbody tr').first().locator('td')).toHaveText([
      'notices',
      'fails',
      '1',
      '2',
    ]);
    await expect(bench.locator('.words')).toContainText('Checks that fail: scores of deviation 1.');
    // What was said of one mistake stays while another is looked at.
    await bench.getByLabel('softmax twice').check();
    await button(bench, 'Run without predicting').click();
    await expect(found).toContainText('No check notices this here');
    await bench.getByLabel('no scale', { exact: true }).check();
    await expect(found).toContainText('You named 1 of the 1');
    await button(bench, 'Predict again').click();
    await expect(bench.getByLabel('rows sum to 1')).toBeChecked();
  });

  test('an anchor opens its mistake, also on the open page; a wrong one says so', async ({
    page,
  }) => {
    const bench = await open(page, 'mistakes-bench', 'mistake-heads-averaged');
    await expect(bench.locator('#name')).toHaveText('map averaged over heads');
    await expect(bench).toBeInViewport();
    await page.evaluate(() => {
      location.hash = '#mistake-cache-offset';
    });
    await expect(bench.locator('#name')).toHaveText('cache one slot late');
    await page.evaluate(() => {
      location.hash = '#mistake-typo';
    });
    await expect(bench.getByRole('alert')).toContainText('"typo" is not in the library');
    await expect(bench.locator('#name')).toHaveText('cache one slot late');
  });

  test('the matrix is computed here, and names what no check notices', async ({ page }) => {
    const bench = await open(page, 'mistakes-bench');
    await button(bench, 'Compute the matrix').press('Enter');
    const matrix = bench.locator('.matrix');
    await expect(matrix).toBeFocused();
    await expect(matrix.locator('tbody tr')).toHaveCount(38);
    await expect(matrix.locator('thead th')).toHaveCount(23);
    await expect(
      bench.getByText('No check notices: sines and cosines in another order and softmax twice.'),
    ).toBeVisible();
    const twice = matrix.locator('tr', { hasText: 'softmax twice' });
    await expect(twice.locator('td.fail')).toHaveCount(0);
    await expect(twice.locator('td').last()).toHaveText('no check notices');
    const missing = matrix.locator('tr', { hasText: 'no scale' });
    await expect(missing.locator('td.fail')).toHaveText('✗fails');
    await matrix.getByRole('button', { name: 'Switch on: no scale' }).press('Enter');
    await expect(bench.locator('#name')).toHaveText('no scale');
    await expect(bench.getByRole('radio', { name: 'no scale' })).toBeFocused();
  });

  test('its program is shown, and PyTorch’s where the mistake is its convention', async ({
    page,
  }) => {
    const bench = await open(page, 'mistakes-bench', 'mistake-mask-polarity-inverted');
    await bench.getByText('Take it home').click();
    await expect(bench.locator('.home pre')).toHaveCount(2);
    await expect(bench.locator('.home pre').first()).toContainText('MISTAKE = True');
    await expect(bench.locator('.home pre').last()).toContainText('torch.nn.MultiheadAttention');
    await expect(
      bench.locator('.home').getByRole('button', { name: 'Copy as PyTorch' }),
    ).toBeVisible();
  });
});

test.describe('the hidden mistake', () => {
  test('is found by probes, named, and switched off', async ({ page }) => {
    const figure = await open(page, 'hidden-mistake');
    await type(figure.getByLabel('Seed'), '10');
    await expect(figure.getByText('0 probes made.')).toBeVisible();
    await button(figure, 'Add one number to all scores').press('Enter');
    await expect(figure.getByText('1 probe made.').first()).toBeVisible();
    const readings = figure.locator('table.results tbody tr').first();
    await expect(readings.locator('td').first()).toHaveText('broken');
    // A probe that was made does not count again.
    await figure
      .getByRole('button', { name: 'Add one number to all scores (made)' })
      .press('Enter');
    await expect(figure.getByText('1 probe made.').first()).toBeVisible();
    await button(figure, 'Zero the queries').click();
    await expect(
      figure.getByText(/By which of them broke, \d+ of 36 mistakes still fit/),
    ).toBeVisible();

    await button(figure, 'Name it').click();
    await expect(figure.getByRole('alert')).toHaveText('Choose a mistake first.');
    await figure.getByLabel('The mistake is').selectOption('scale-missing');
    await button(figure, 'Name it').click();
    await expect(figure.locator('.answer')).toContainText(
      'Not so. With “no scale” the output of row',
    );
    await figure.getByLabel('The mistake is').selectOption('no-max-subtraction');
    await button(figure, 'Name it').click();
    await expect(figure.locator('.solved')).toBeFocused();
    await expect(figure.locator('.solved')).toContainText('Right: largest score not subtracted.');
    await expect(figure.locator('.solved')).toContainText('You made 2 probes. 2 are enough');
    await button(figure, 'Switch it off and run all checks').press('Enter');
    await expect(
      figure.getByText(/^Repaired\. \d+ checks pass on 12 setups, none fails\.$/),
    ).toBeVisible();
    await button(figure, 'Hide another').click();
    await expect(figure.getByText('0 probes made.')).toBeVisible();
    await expect(figure.locator('table.results')).toHaveCount(0);
  });

  test('takes what cannot be told apart, and tells when asked', async ({ page }) => {
    const figure = await open(page, 'hidden-mistake');
    // Seed 21 hides the division by the width; scaling twice is the same.
    await type(figure.getByLabel('Seed'), '21');
    await figure.getByLabel('The mistake is').selectOption('scale-twice');
    await button(figure, 'Name it').click();
    await expect(figure.locator('.solved')).toContainText(
      'divided by the width, not its root would give the same numbers on every setup',
    );
    await type(figure.getByLabel('Seed'), '13');
    await button(figure, 'Tell me').click();
    await expect(figure.locator('.solved')).toHaveText('It was: map averaged over heads.');
    await type(figure.getByLabel('Seed'), '-1');
    await expect(figure.getByRole('alert')).toBeVisible();
    await expect(figure.getByLabel('Seed')).toHaveAttribute('aria-invalid', 'true');
  });
});

test.describe('the translator', () => {
  test('reads a pasted mask as two libraries, and says where they disagree', async ({ page }) => {
    const figure = await open(page, 'mask-translator', 'mistakes-masks');
    await expect(figure.getByText('They disagree on 16 of 16 cells.').first()).toBeVisible();
    await expect(figure.locator('al-matrix').last().locator('td.marked')).toHaveCount(16);
    await figure.getByLabel('It is handed to').selectOption('keras');
    await expect(figure.getByText('Both read the same cells.').first()).toBeVisible();

    // 1 and 0 block in Keras; in PyTorch they are numbers, and added.
    await figure.getByLabel('It is written for').selectOption('keras');
    await figure.getByLabel('It is handed to').selectOption('sdpa');
    await figure.getByLabel('Your mask').fill('tensor([[1, 0], [1, 1]])');
    await expect(figure.locator('al-matrix').first().locator('td[data-row]')).toHaveText([
      '1',
      '0',
      '0.50',
      '0.50',
    ]);
    await expect(figure.locator('al-matrix').last().locator('td[data-row]')).toHaveText([
      '0.73',
      '0.27',
      '0.50',
      '0.50',
    ]);
    await expect(figure.locator('.words')).toContainText('The numbers are added and block nothing');
    await expect(figure.locator('p[role=status]')).toContainText('The numbers are added');
    await expect(figure.locator('.encodings pre').last()).toHaveText('causal=True');

    // Nothing is left to a row: NaN by the formula, and zeros in one of PyTorch's functions.
    await expect(figure.locator('.words')).not.toContainText('may read nothing');
    await figure.getByLabel('Your mask').fill('[[True, False], [False, False]]');
    await expect(figure.locator('.words')).toContainText('gives zeros from version 2.5 on');
  });

  test('refuses what is no mask, and keeps the text and the last picture', async ({ page }) => {
    const figure = await open(page, 'mask-translator', 'mistakes-masks');
    const box = figure.getByLabel('Your mask');
    for (const [pasted, code] of [
      ['1 0\n1', 'mask-ragged'],
      ['True 0', 'mask-mixed'],
      ['yes no', 'number-unreadable'],
      ['', 'block-empty'],
    ] as const) {
      await box.fill(pasted);
      await expect(figure.getByRole('alert')).toHaveAttribute('data-code', code);
      await expect(box).toHaveValue(pasted);
      await expect(figure.locator('al-matrix')).toHaveCount(2);
    }
    await figure.getByLabel('It is written for').selectOption('hf');
    await box.fill('1 1\n1 0');
    await expect(figure.getByRole('alert')).toHaveAttribute('data-code', 'mask-row');
    await box.fill('1 0.5');
    await expect(figure.getByRole('alert')).toHaveAttribute('data-code', 'mask-truth');
  });
});

test('memory: whose numbers a head gets, with strides', async ({ page }) => {
  const figure = await open(page, 'layout-figure', 'mistakes-memory');
  const order = (step: number) =>
    figure
      .locator('.strip')
      .nth(step)
      .locator('.run')
      .evaluateAll((boxes) =>
        boxes
          .map((box) => box.firstChild?.textContent + (box.textContent ?? ''))
          .map((words) => Number.parseInt(words, 10)),
      );
  expect(await order(2)).toEqual([0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11]);
  await expect(figure.locator('.strip').nth(2)).toContainText('Strides (2, 4, 1). Not contiguous');
  expect(await order(4)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  await figure.getByLabel('split by reshape alone').check();
  await expect(figure.locator('.wrongly')).toContainText('x.reshape(2, 3, 2)');
  await figure.getByLabel('groups repeated AABB').check();
  await expect(figure.locator('.strip').nth(2)).toContainText('Strides (2, 0, 4, 1)');
});

test('precision: four formats, and their units from float64', async ({ page }) => {
  const figure = await open(page, 'precision-figure', 'mistakes-precision');
  await expect(figure.locator('al-matrix')).toHaveCount(8);
  await expect(figure.locator('al-matrix').nth(4).locator('td[data-row]').first()).toHaveText(
    '0.400391',
  );
  await expect(figure.locator('al-matrix').nth(5).locator('td[data-row]').first()).toHaveText('1');
  await figure.getByLabel('Step').selectOption('output');
  await expect(figure.locator('.words')).toContainText('float64: at most 0 units');
});

for (const scheme of ['light', 'dark'] as const) {
  test(`accessible in ${scheme}`, async ({ page, browserName }) => {
    test.skip(browserName === 'firefox' && scheme === 'dark', LIGHT_ALONE);
    if (browserName !== 'firefox') await page.emulateMedia({ colorScheme: scheme });
    const bench = await open(page, 'mistakes-bench');
    await button(bench, 'Run without predicting').click();
    // Its 800 cells have the same colours in each row; axe takes a minute for all.
    await button(bench, 'Compute the matrix').click();
    await expect(bench.locator('.matrix')).toBeVisible();
    await bench.locator('.matrix tbody').evaluate((body) => {
      for (const row of [...body.children].slice(12)) row.remove();
    });
    const hidden = await open(page, 'hidden-mistake', 'mistakes-hidden');
    await button(hidden, 'Look at row and column sums').click();
    for (const tag of ['mask-translator', 'layout-figure', 'precision-figure']) {
      await page.locator(tag).scrollIntoViewIfNeeded();
      await expect(page.locator(tag).locator('.words')).toBeVisible();
    }
    const parts = ['#lab-mistakes'];
    // In the dark, other colours are all that is new.
    const rules = scheme === 'dark' ? { rules: ['color-contrast'] } : {};
    expect(await faults(page, { parts, tags: 'default', ...rules })).toEqual([]);
  });
}

test('a narrow page does not scroll sideways', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const bench = await open(page, 'mistakes-bench', 'mistake-group-repeat-order');
  await button(bench, 'Compute the matrix').click();
  await expect(bench.locator('.matrix')).toBeVisible();
  for (const tag of ['hidden-mistake', 'mask-translator', 'layout-figure', 'precision-figure']) {
    await page.locator(tag).scrollIntoViewIfNeeded();
    await expect(page.locator(tag).locator('.words')).toBeVisible();
  }
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wide).toBeLessThanOrEqual(0);
});
