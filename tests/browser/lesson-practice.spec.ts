/** The figures of the close and the practice: the lab, the parameters, the longer context. */
import type { Locator, Page } from '@playwright/test';
import { faults } from './axe.ts';
import { comeNear, expect, test } from './lesson.ts';

async function open(page: Page, tag: string, section: string): Promise<Locator> {
  await page.goto(`./#${section}`);
  const figure = page.locator(tag);
  await comeNear(figure, figure.locator('.words'));
  return figure;
}

/** The rows of the figure's table of data that has this caption, as shown. */
async function dataOf(figure: Locator, caption: string): Promise<string[][]> {
  const table = figure.locator('details.data table', { hasText: caption });
  return table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')),
    );
}

const STEPS = [
  'the shape',
  'the norm',
  'shuffled tokens',
  'shuffled tokens, with positions',
  'the last token changes',
  'the scale',
  'the memory of the scores',
  'no residual connection',
] as const;

test.describe('the lab', () => {
  const step = (figure: Locator, name: string) =>
    figure.getByRole('region', { name: new RegExp(`^Step \\d: ${name}$`) });
  const check = (figure: Locator, name: string) =>
    figure.locator('#checks tbody tr', { hasText: name }).locator('td');

  test('asks before it shows, judges, and keeps the predictions over a reload', async ({
    page,
  }) => {
    const figure = await open(page, 'lab-figure', 'lab');
    await expect(figure.getByText('0 of 8 steps have been run.')).toBeVisible();
    await expect(figure.locator('.words')).toContainText('No step has been run yet.');
    await expect(figure.locator('al-matrix')).toHaveCount(0);
    const run = figure.getByRole('button', { name: 'Commit and run the step' });
    await run.click();
    await expect(figure.getByRole('alert')).toHaveText('Choose a prediction first.');

    await figure.getByLabel('(6, 4), that of one head').check();
    await run.click();
    const first = step(figure, STEPS[0]);
    await expect(first.locator('.verdict')).toContainText('Not so. You predicted: (6, 4)');
    await expect(first.locator('.verdict')).toContainText('The core gives: (6, 8)');
    await expect(first.locator('.verdict')).toBeFocused();
    await expect(first.locator('al-matrix')).toHaveCount(2);

    await figure.getByLabel('mean 0, deviation 1 or just below').check();
    await run.click();
    await expect(step(figure, STEPS[1]).locator('.verdict')).toContainText('Right.');
    await page.reload();
    await expect(figure.getByText('2 of 8 steps have been run.')).toBeVisible();
    await expect(step(figure, STEPS[0]).locator('.verdict')).toContainText('Not so.');
    await figure.getByRole('button', { name: 'Reset' }).click();
    await expect(figure.getByText('0 of 8 steps have been run.')).toBeVisible();
  });

  test('runs by keyboard alone', async ({ page }) => {
    const figure = await open(page, 'lab-figure', 'lab');
    for (const name of STEPS) {
      const choice = figure.getByRole('radio').first();
      await choice.focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Tab');
      await expect(figure.getByRole('button', { name: 'Commit and run the step' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(step(figure, name).locator('.verdict')).toBeFocused();
    }
    await expect(figure.getByText('8 of 8 steps have been run.')).toBeVisible();
  });

  test('shows NumPy’s numbers, in the picture, in words and in the table', async ({ page }) => {
    const figure = await open(page, 'lab-figure', 'lab');
    await figure.getByRole('button', { name: 'Run all steps' }).click();
    const shown = await step(figure, STEPS[0])
      .locator('al-matrix')
      .nth(1)
      .locator('td[data-row="0"]')
      .allTextContents();
    expect(shown).toEqual(['−0.04', '0.54', '0.61', '−1.18', '−1.29', '0.04', '−0.65', '1.96']);
    expect((await dataOf(figure, 'Output'))[0]?.slice(0, 3)).toEqual(['t0', '−0.042', '0.544']);
    await expect(figure.locator('.words')).toContainText('Step 4: shuffled tokens, with positions');
    await expect(check(figure, 'the same with positions added')).toHaveText([
      'does not hold',
      '2.739',
    ]);
    await expect(figure.locator('.words')).toContainText(
      'Check “the same with positions added”: does not hold (2.739).',
    );
    await expect(step(figure, STEPS[5])).toContainText('7.837');
    await expect(step(figure, STEPS[6])).toContainText('2,048');
  });

  test('one thing is changed at a time, and the checks say which noticed', async ({ page }) => {
    const figure = await open(page, 'lab-figure', 'lab');
    await figure.getByRole('button', { name: 'Run all steps' }).click();
    for (const [change, noticed] of [
      ['the causal mask is forgotten', ['causal mask: earlier rows stay']],
      ['the positions are forgotten', ['the same with positions added']],
      ['the residual connection is left out', []],
      ['the scores are not scaled', []],
      ['softmax runs over the queries', ['causal mask: earlier rows stay']],
    ] as const) {
      await figure.getByLabel('Change one thing').selectOption({ label: change });
      await expect(figure.locator('#checks thead th')).toHaveCount(4);
      await expect(figure.locator('#checks td.changed')).toHaveCount(noticed.length);
      for (const name of noticed)
        await expect(check(figure, name).nth(1)).toContainText('(changed)');
    }
  });

  test('another seed is another lab; what the core refuses stays typed, in its words', async ({
    page,
  }) => {
    const figure = await open(page, 'lab-figure', 'lab');
    await figure.getByRole('button', { name: 'Run all steps' }).click();
    const largest = check(figure, 'the same with positions added').last();
    await figure.getByRole('textbox', { name: 'Seed' }).fill('40');
    await expect(largest).not.toHaveText('2.739');
    await figure.getByRole('textbox', { name: 'Seed' }).fill('39');
    await expect(largest).toHaveText('2.739');

    await figure.getByRole('textbox', { name: 'Heads' }).fill('3');
    await expect(figure.getByRole('alert')).toHaveText(
      'dModel is 8, which does not divide by 3 heads: every head takes the same share of the width.',
    );
    await expect(figure.getByRole('textbox', { name: 'Heads' })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await expect(figure.getByRole('textbox', { name: 'Heads' })).toHaveValue('3');
    await expect(largest).toHaveText('2.739');
    await figure.getByRole('textbox', { name: 'Seed' }).fill('x');
    await expect(figure.getByRole('alert')).toContainText('The seed is "x"');
    await figure.getByRole('button', { name: 'Reset' }).click();
    await expect(figure.getByRole('alert')).toHaveCount(0);
    await expect(figure.getByRole('textbox', { name: 'Heads' })).toHaveValue('2');

    // A large lab is computed, and its tables stay away.
    await figure.getByRole('textbox', { name: 'Tokens' }).fill('64');
    await figure.getByRole('button', { name: 'Run all steps' }).click();
    await expect(figure.getByText('A table of 64 by 8 numbers').first()).toBeVisible();
  });
});

test('the parameters and the spread follow the sizes', async ({ page }) => {
  const figure = await open(page, 'parameters-figure', 'deep-dive');
  const counts = async () => Object.fromEntries(await dataOf(figure, 'Parameters of one layer'));
  expect(await counts()).toMatchObject({ W_Q: '262,144', layer: '3,145,728' });
  await expect(figure.locator('.words')).toContainText('1,048,576');
  await figure.getByLabel('Query heads').fill('16');
  await figure.getByLabel('Key-value heads').fill('2');
  await expect(figure.locator('.words')).toContainText('16 query heads share 2 key-value heads');
  expect(await counts()).toMatchObject({ W_Q: '262,144', W_K: '32,768' });
  await expect(figure.locator('.bars li', { hasText: 'W_K' })).toContainText('32,768');

  await figure.getByLabel('Head width').fill('256');
  await expect(figure.locator('.words')).toContainText(
    'has the variance 256 and the standard deviation 16; times 0.063 it has 1',
  );
  for (const [label, text, code] of [
    ['Query heads', '7', 'heads-divide'],
    ['Query heads', '', 'number-empty'],
    ['Head width', '1.5', 'size-not-whole'],
    ['Head width', '1000000', 'too-large'],
  ] as const) {
    const before = await figure.getByLabel(label).inputValue();
    await figure.getByLabel(label).fill(text);
    await expect(figure.getByRole('alert')).toHaveAttribute('data-code', code);
    await expect(figure.locator('.words')).toContainText('the standard deviation 16');
    await figure.getByLabel(label).fill(before);
    await expect(figure.getByRole('alert')).toHaveCount(0);
  }
  await figure.getByRole('button', { name: 'Reset' }).click();
  await expect(figure.getByLabel('Head width')).toHaveValue('64');
});

test('the context’s factors: four for what is linear, sixteen for the scores', async ({ page }) => {
  const figure = await open(page, 'context-figure', 'interview');
  const factor = (name: string) => figure.locator('.bars li', { hasText: name }).locator('.shown');
  await expect(factor('projections')).toHaveText('× 4');
  await expect(factor('stored scores')).toHaveText('× 16');
  await expect(factor('all multiply-adds')).toHaveText('× 6.18');
  await expect(figure.locator('.words')).toContainText('18 % of the work before and 47 % after');
  expect((await dataOf(figure, 'One layer'))[4]).toEqual([
    'all multiply-adds',
    '8,858,370,048',
    '54,760,833,024',
    '6.18',
  ]);
  await figure.getByLabel('Width d').fill('12288');
  await expect(factor('all multiply-adds')).toHaveText('× 4.16');
  await figure.getByLabel('Tokens before').fill('0');
  await expect(figure.getByRole('alert')).toHaveAttribute('data-code', 'size-zero');
  await figure.getByLabel('Tokens before').fill('2048');
  await expect(factor('tokens')).toHaveText('× 2');
});

test('references can be linked to, and each link leaves for a paper or a manual', async ({
  page,
}) => {
  await page.goto('./#interview-flash');
  const question = page.locator('#interview-flash');
  // The figure above it is loaded by and by, and must not push it away.
  await expect(page.locator('context-figure .words')).toBeAttached();
  await expect(question).toBeInViewport();
  await page.mouse.wheel(0, -3000);
  await expect(question).not.toBeInViewport();
  await page.evaluate(() => {
    location.hash = 'ref-dao-2022';
  });
  await expect(page.locator('#ref-dao-2022')).toBeInViewport();
  const links = await page
    .locator('#references .references a')
    .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).host));
  expect(links.length).toBeGreaterThan(12);
  expect([...new Set(links)].sort()).toEqual(['arxiv.org', 'docs.pytorch.org', 'doi.org']);
});

test('an outline is written before the rubric, and kept', async ({ page }) => {
  await page.goto('./#interview-question');
  const box = page.locator('#interview-outline');
  await box.getByRole('textbox').fill('Scores, then softmax.');
  await box.getByText('Compare with a model answer').click();
  await box.getByRole('checkbox').first().check();
  await page.reload();
  await expect(box.getByRole('textbox')).toHaveValue('Scores, then softmax.');
  await box.getByText('Compare with a model answer').click();
  await expect(box.getByRole('checkbox').first()).toBeChecked();
});

test.describe('in every state', () => {
  test.setTimeout(240_000); // a scan takes long on a busy machine
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(colorScheme, () => {
      test.use({ colorScheme });
      test('no violation of accessibility', async ({ page }) => {
        const figure = await open(page, 'lab-figure', 'lab');
        await figure.getByRole('button', { name: 'Run all steps' }).click();
        await figure.getByLabel('Change one thing').selectOption('axis');
        await figure.getByRole('textbox', { name: 'Heads' }).fill('3');
        for (const tag of ['parameters-figure', 'context-figure']) {
          await page.locator(tag).scrollIntoViewIfNeeded();
          await expect(page.locator(tag).locator('.words')).toBeVisible();
        }
        const names = ['close', 'practice', 'references'];
        const parts = names.map((name) => `[data-part="${name}"]`);
        expect(await faults(page, { parts })).toEqual([]);
      });
    });
  }

  for (const width of [320, 360]) {
    test(`nothing is cut at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const figure = await open(page, 'lab-figure', 'lab');
      await figure.getByRole('button', { name: 'Run all steps' }).click();
      await figure.locator('details.data summary').click();
      for (const part of ['close', 'practice', 'references']) {
        const right = await page
          .locator(`[data-part="${part}"] > section`)
          .evaluateAll((all) => Math.max(...all.map((one) => one.scrollWidth)));
        expect(right, part).toBeLessThanOrEqual(width);
      }
    });
  }
});
