/** The heat map on trial as a person uses it: train, read a ticket, predict the verdict, try, judge, export; own tickets. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { faults } from './axe.ts';
import { expect, test, type } from './lesson.ts';

// Models are trained here: seconds, on a quiet machine.
test.beforeEach(() => test.slow());

const button = (trial: Locator, name: string) => trial.getByRole('button', { name, exact: true });

async function openTrial(page: Page): Promise<Locator> {
  await page.goto('./#lab-trial');
  const trial = page.locator('heat-trial');
  await expect(async () => {
    await trial.scrollIntoViewIfNeeded();
    await expect(button(trial, 'Train')).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  return trial;
}

/** Small and quick: half the width, one head. */
async function trainSmall(trial: Locator): Promise<void> {
  await trial.locator('select[name="width"]').selectOption('8');
  await trial.locator('select[name="heads"]').selectOption('1');
  await button(trial, 'Train').click();
  await expect(trial.getByText('Trained.')).toBeVisible({ timeout: 90_000 });
}

const rowsOf = (trial: Locator, caption: string) =>
  trial
    .locator('details.data table', { hasText: caption })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')),
    );

const percent = (text: string | undefined) => Number(/^(\d+)\s%$/.exec(text ?? '')?.[1]);

test('the whole court: train, read, predict, try, judge, change a rule, export', async ({
  page,
  browserName,
}) => {
  const trial = await openTrial(page);
  await trainSmall(trial);
  await expect(button(trial, 'Train')).toBeFocused();
  await expect(trial.locator('line-chart svg').first()).toBeVisible();
  // Order decides: attention beats the bag of words.
  const [model, bag] = await rowsOf(trial, 'Held-out tickets');
  expect(percent(model?.[1])).toBeGreaterThanOrEqual(90);
  expect(percent(bag?.[1])).toBeLessThan(80);

  await expect(trial.locator('.predicted')).toContainText(/Predicted queue: \w+, probability/);
  await trial.locator('input[name="ticket"]').fill('want unicorn because bag late');
  await button(trial, 'Read this ticket').click();
  await expect(trial.locator('.predicted')).toContainText('read as [mask]: unicorn.');
  await expect(trial.getByRole('grid', { name: 'Block 1, head 1' })).toContainText('because');

  // The verdict is asked for before it is told.
  await expect(trial.locator('.verdict')).toHaveCount(0);
  await button(trial, 'Commit and open the trial').click();
  await expect(trial.getByText('Choose a verdict first.')).toBeVisible();
  await trial.getByLabel('decoration:').check();
  await trial.locator('select[name="tickets"]').selectOption('20');
  await button(trial, 'Commit and open the trial').click();
  await expect(trial.getByText('The trial is over.')).toBeVisible({ timeout: 90_000 });
  const verdict = trial.locator('.verdict');
  await expect(verdict).toContainText(/Verdict: (evidence of reliance|decoration)\./);
  await expect(verdict).toContainText('You expected');
  const figures = await rowsOf(trial, 'Figures over 20 held-out tickets');
  expect(figures).toHaveLength(9); // with the other seeds
  for (const [name, ...numbers] of figures)
    for (const number of numbers) expect(number, name).toMatch(/^−?\d+(\.\d+)?$/);
  await expect(trial.locator('.sides')).toContainText('Trained with uniform attention');

  // Rules decide: one that cannot hold, and then none that can fail.
  const top = 'masking and map name the same first word';
  await type(trial.getByLabel(`Threshold: ${top}`), '1.5');
  await expect(verdict).toHaveAttribute('data-verdict', 'decoration');
  await expect(trial.locator('.words')).toContainText(`Not fulfilled: ${top}`);
  await type(trial.getByLabel(`Threshold: ${top}`), 'x');
  await expect(trial.getByRole('alert')).toBeVisible();
  await expect(trial.getByLabel(`Threshold: ${top}`)).toHaveAttribute('aria-invalid', 'true');
  for (const threshold of await trial.locator('.rules input[type="text"]').all())
    await type(
      threshold,
      (await threshold.getAttribute('aria-label'))?.includes('far') ? '2' : '-2',
    );
  await expect(trial.getByRole('alert')).toHaveCount(0);
  await expect(verdict).toHaveAttribute('data-verdict', 'reliance');

  // Beside the verdict: models that are trained against the map.
  await expect(trial.getByText('The map as a guide, less equal shares')).toHaveCount(0);
  await button(trial, 'Train guided models and adversary').click();
  await expect(trial.getByText('Both tests are over.')).toBeVisible({ timeout: 90_000 });
  await expect(button(trial, 'Train guided models and adversary')).toBeFocused();
  const guides = await rowsOf(trial, 'Held-out tickets that a simple model gets right');
  expect(guides.map(([name]) => name)).toEqual([
    'equal shares',
    'shares of its own',
    'this map',
    'the adversary’s map',
  ]);
  // Order decides: a model of single words cannot know it, and the map tells it.
  expect(percent(guides[0]?.[1])).toBeLessThan(80);
  expect(percent(guides[2]?.[1])).toBeGreaterThan(percent(guides[0]?.[1]) + 10);
  await expect(trial.getByText('it carries some of the task')).toBeVisible();
  expect(await rowsOf(trial, 'The trained adversary against the model')).toHaveLength(2);
  await expect(verdict).toHaveAttribute('data-verdict', 'reliance');

  expect(await faults(page, { parts: ['#lab-trial'], tags: 'default' })).toEqual([]);

  // Firefox tells the test nothing of downloads.
  if (browserName === 'firefox') return;
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(trial, 'Export the report').click(),
  ]);
  const report = await readFile(await file.path(), 'utf8');
  const parts = ['seed of the tickets: 39', 'seed of the model: 1', '## Verdict', top];
  for (const part of [...parts, '## Two more tests', 'this map', 'movement of the prediction |'])
    expect(report).toContain(part);
  expect(report).toContain('Verdict: evidence of reliance.');
});

test('the tests that train other models can be cancelled, and a narrow model is told of', async ({
  page,
}) => {
  const trial = await openTrial(page);
  const narrow = trial.getByText('the first row reads each ticket once');
  await expect(narrow).toHaveCount(0);
  await trial.locator('select[name="pooling"]').selectOption('first');
  await expect(narrow).toHaveCount(0);
  await trial.locator('select[name="heads"]').selectOption('1');
  await expect(narrow).toBeVisible();
  await trial.locator('select[name="pooling"]').selectOption('mean');
  await expect(narrow).toHaveCount(0);

  // Wide enough that there is something to cancel.
  await trial.locator('select[name="width"]').selectOption('32');
  await button(trial, 'Train').click();
  await expect(trial.getByText('Trained.')).toBeVisible({ timeout: 90_000 });
  await trial.getByLabel('decoration:').check();
  await trial.locator('select[name="tickets"]').selectOption('20');
  await trial.locator('input[name="others"]').uncheck();
  await button(trial, 'Commit and open the trial').click();
  await expect(trial.getByText('The trial is over.')).toBeVisible({ timeout: 90_000 });
  await button(trial, 'Train guided models and adversary').click();
  // What it found before stays in sight.
  await expect(trial.locator('.verdict')).toBeVisible();
  await expect(trial.getByText(/Training (a simple model guided by|the adversary)/)).toBeVisible();
  await button(trial, 'Cancel').click();
  await expect(trial.getByText('Cancelled. What was trained to its end is shown.')).toBeVisible({
    timeout: 60_000,
  });
  await expect(button(trial, 'Train guided models and adversary')).toBeFocused();
});

test('training can be cancelled, settings go into the link, and a wrong seed is refused', async ({
  page,
}) => {
  const trial = await openTrial(page);
  await trial.locator('select[name="width"]').selectOption('32');
  await trial.locator('select[name="blocks"]').selectOption('2');
  await button(trial, 'Train').click();
  await expect(trial.getByText('Training: epoch 1 of 16')).toBeVisible({ timeout: 60_000 });
  await expect(button(trial, 'Cancel')).toBeFocused();
  await button(trial, 'Cancel').click();
  await expect(trial.getByText(/Cancelled after \d+ epochs?\./)).toBeVisible({ timeout: 60_000 });
  await expect(button(trial, 'Train')).toBeFocused();
  await expect
    .poll(() => new URL(page.url()).searchParams.get('figure-trial'))
    .toContain('width~32');

  await type(trial.getByLabel('Seed of the model'), '1.5');
  await expect(trial.getByRole('alert')).toContainText('1.5');
  await expect(trial.getByLabel('Seed of the model')).toHaveAttribute('aria-invalid', 'true');
  await type(trial.getByLabel('Seed of the model'), '2');
  await expect(trial.getByRole('alert')).toHaveCount(0);
  await expect(trial.getByText('The settings have changed since the training.')).toBeVisible();
});

test('own tickets are read here, and a bad file is refused with row and column', async ({
  page,
}) => {
  const trial = await openTrial(page);
  await trial.locator('select[name="source"]').selectOption({ index: 3 });
  await button(trial, 'Train').click();
  await expect(trial.getByText('Choose a CSV file first.')).toBeVisible();
  const choose = (name: string, buffer: Buffer) =>
    trial.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  const rows = Array.from({ length: 60 }, (_, i) =>
    i % 2 === 0 ? `"my bag, lost ${i % 7}",bag` : 'please pay me back,refund',
  );
  const bad: [string, Buffer, RegExp][] = [
    ['empty', Buffer.from(''), /empty/],
    ['utf16', Buffer.from('\ufefftext,label\n', 'utf16le'), /UTF-16/],
    ['latin1', Buffer.from('text,label\ngr\u00fc\u00dfe,a\n', 'latin1'), /Row 2 holds byte 252/],
    ['quotes', Buffer.from('text,label\nbag,a\n"lost,b\n'), /Row 3, column 1 opens a quote/],
    ['cell', Buffer.from(`text,label\n${'x'.repeat(2 ** 20)},a\n`), /Row 2, column 1 holds more/],
    ['label', Buffer.from(`text,label\n${'lost bag,a\n'.repeat(30)}`), /Every row has the label/],
  ];
  for (const [name, bytes, says] of bad) {
    await choose(`${name}.csv`, bytes);
    await button(trial, 'Train').click();
    await expect(trial.getByRole('alert'), name).toContainText(says);
    await expect(trial.locator('input[type="file"]')).toHaveAttribute('aria-invalid', 'true');
  }
  await choose('good.csv', Buffer.from(['text,label', ...rows].join('\n')));
  await expect(trial.getByRole('alert')).toHaveCount(0);
  await button(trial, 'Train').click();
  await expect(trial.getByText('Trained.')).toBeVisible({ timeout: 60_000 });
  await expect(trial.getByText(/48 tickets to learn from, 12 held out/)).toBeVisible();
  // A bag of words tells these apart as well.
  await expect(trial.getByText('The bag of words is as good')).toBeVisible();
});

test('on a phone nothing is cut, and everything is reached', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const trial = await openTrial(page);
  const wide = await trial.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
