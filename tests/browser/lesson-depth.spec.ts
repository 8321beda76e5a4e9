/** The figures of the technical depth: each computes, answers its controls, refuses in the core's words. */
import type { Locator, Page } from '@playwright/test';
import { faults } from './axe.ts';
import { comeNear, expect, test, type } from './lesson.ts';

/** Opens the folded section and gives its figure, computed. */
async function open(page: Page, section: string, tag: string): Promise<Locator> {
  await page.goto(`./#${section}`);
  const figure = page.locator(tag);
  await comeNear(figure, figure.locator('.words p').first());
  return figure;
}

/** The rows of a figure's table of numbers, cell by cell. */
async function rowsOf(figure: Locator, table = 0): Promise<string[][]> {
  await figure.locator('details.data').evaluate((details) => {
    (details as HTMLDetailsElement).open = true;
  });
  return figure
    .locator('details.data table')
    .nth(table)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => Array.from(row.children, (cell) => cell.textContent ?? '')),
    );
}

const words = (figure: Locator) => figure.locator('.words');

test.describe('scale', () => {
  test('measures dot products, and what they do to softmax', async ({ page }) => {
    const figure = await open(page, 'depth-scale', 'scale-figure');
    const rows = await rowsOf(figure);
    expect(rows.map(([width]) => width)).toEqual(['2', '4', '8', '16', '32', '64', '128', '256']);
    for (const [width, raw, theory, scaled] of rows) {
      // 2,560 draws: the SD is known to a few per cent.
      expect(Math.abs(Number(raw) / Number(theory) - 1), `width ${width}`).toBeLessThan(0.1);
      expect(Math.abs(Number(scaled) - 1), `width ${width}`).toBeLessThan(0.1);
    }
    expect(rows.at(-1)?.slice(2, 3)).toEqual(['16']);
    expect(Number(rows.at(-1)?.[4])).toBeGreaterThan(5);
    expect(Number(rows.at(-1)?.[5])).toBeLessThan(1.5);
    const told = rows[5];
    await expect(words(figure)).toContainText(
      `an SD of ${told?.[1]}; theory says ${told?.[2]}. After division by the square root of the width it is ${told?.[3]}.`,
    );
    await expect(figure.locator('line-chart svg')).toHaveCount(2);
  });

  test('draws again, refuses a seed that is none, and keeps what it showed', async ({ page }) => {
    const figure = await open(page, 'depth-scale', 'scale-figure');
    const before = await rowsOf(figure);
    await figure.getByRole('button', { name: 'Draw again' }).click();
    await expect(figure.getByLabel('Seed', { exact: true })).toHaveValue('40');
    const after = await rowsOf(figure);
    expect(after).not.toEqual(before);
    await figure.getByLabel('Seed', { exact: true }).fill('-1');
    await expect(figure.getByRole('alert')).toContainText('seed');
    await expect(figure.getByLabel('Seed', { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    expect(await rowsOf(figure)).toEqual(after);
    await figure.getByRole('button', { name: 'Reset' }).click();
    await expect(figure.getByRole('alert')).toHaveCount(0);
    expect(await rowsOf(figure)).toEqual(before);
  });
});

test.describe('row', () => {
  test('a row is worked out step by step, by keyboard, and not before', async ({ page }) => {
    await page.goto('./#depth-softmax');
    const figure = page.locator('#figure-row');
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.getByText('transfer asks with (1, 1, 0, 1)')).toBeVisible();
    await expect(figure.getByText('0.576')).toHaveCount(0);
    const next = figure.getByRole('button', { name: 'Next step' });
    await next.focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press('Enter');
    const weights = figure.locator('table.plain').first().locator('tbody td:last-child');
    await expect(weights).toHaveText(['0.212', '0.576', '0.212']);
    await page.keyboard.press('Enter');
    await expect(figure.getByRole('status')).toContainText('the output is (0.424, 0.788)');
    await expect(next).toBeDisabled();
    await figure.getByLabel('Scale').uncheck();
    await expect(weights).toHaveText(['0.107', '0.787', '0.107']);
    await figure.getByRole('button', { name: 'Reset' }).click();
    await expect(figure.getByText('Step 0 of 5')).toBeVisible();
  });

  test('the mask is a step of its own', async ({ page }) => {
    await page.goto('./#depth-mask');
    const figure = page.locator('#figure-row-causal');
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.getByText('Step 0 of 6')).toBeVisible();
    const next = figure.getByRole('button', { name: 'Next step' });
    for (let step = 0; step < 3; step++) await next.click();
    const last = figure.locator('table.plain').first().locator('tbody td:last-child');
    await expect(last).toHaveText(['0', '0.500', '−∞']);
    for (let step = 0; step < 2; step++) await next.click();
    await expect(last).toHaveText(['0.378', '0.622', '0']);
  });
});

test.describe('spread', () => {
  test('three sizes of one row, step by step; the factor is the learner’s', async ({ page }) => {
    const figure = await open(page, 'depth-scale', 'spread-figure');
    const cells = () => figure.locator('table.size-table tbody tr').last().locator('td');
    await expect(figure.getByText('Step 0 of 9')).toBeVisible();
    await expect(cells()).toHaveText(['…', '…', '…', '…', '…']);
    const next = figure.getByRole('button', { name: 'Next step' });
    await next.focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press('Enter');
    await expect(figure.getByRole('status')).toContainText(
      'Divide by the sum: (0.401, 0.401, 0.198)',
    );
    for (let step = 0; step < 6; step++) await page.keyboard.press('Enter');
    await expect(next).toBeDisabled();
    const [scores, , weights, keys, slope] = await cells().allTextContents();
    expect([scores, weights]).toEqual(['(8, 8, 0)', '(0.500, 0.500, 0.0002)']);
    expect(Number(keys)).toBeCloseTo(2, 2);
    expect(slope).toBe('0.0002');
    const factor = figure.getByLabel('Largest factor');
    await type(factor, '-3');
    await expect(cells().first()).toHaveText('(−3, −3, 0)');
    await expect(figure.getByRole('status')).toContainText('0.909');
    await type(factor, '1/0');
    await expect(figure.getByRole('alert')).toContainText('divides by 0');
    await expect(factor).toHaveAttribute('aria-invalid', 'true');
    await expect(cells().first()).not.toHaveText('…');
    await figure.getByRole('button', { name: 'Reset' }).click();
    await expect(figure.getByText('Step 0 of 9')).toBeVisible();
    await expect(factor).toHaveValue('8');
  });
});

test.describe('formulas', () => {
  /** What the formulas that follow a figure say, by the names of its numbers. */
  const said = (page: Page, id: string) =>
    page
      .locator(`[data-live^="${id}/"]`)
      .evaluateAll((places) =>
        places.map((place) => [
          place.getAttribute('data-live')?.split('/')[1] ?? '',
          place.textContent ?? '',
        ]),
      );

  test('at the start they say what stands in the page without JavaScript', async ({
    page,
    browser,
    baseURL,
  }) => {
    const still = await browser.newPage({
      javaScriptEnabled: false,
      ...(baseURL && { baseURL }),
    });
    await still.goto('./');
    for (const [id, section] of [
      ['figure-row', 'depth-softmax'],
      ['figure-row-causal', 'depth-mask'],
      ['figure-scale', 'depth-scale'],
      ['figure-spread', 'depth-scale'],
    ] as const) {
      const before = await said(still, id);
      expect(before.length, id).toBeGreaterThan(1);
      await page.goto(`./#${section}`);
      const figure = page.locator(`#${id}`);
      await figure.scrollIntoViewIfNeeded();
      await expect(figure.locator('.words p').first()).toBeVisible();
      expect(await said(page, id)).toEqual(before);
    }
    await still.close();
  });

  test('they follow the row, the mask and the scale of the figure', async ({ page }) => {
    await page.goto('./#depth-softmax');
    const figure = page.locator('#figure-row');
    await figure.scrollIntoViewIfNeeded();
    await figure.getByLabel('Event that asks').selectOption('new-device');
    await figure.getByLabel('Causal mask').check();
    const shown = async () => Object.fromEntries(await said(page, 'figure-row'));
    await expect.poll(shown).toMatchObject({
      'masked.2': '−∞',
      'weight.0': '0.378',
      'weight.1': '0.622',
      'weight.2': '0',
    });
    const next = figure.getByRole('button', { name: 'Next step' });
    for (let step = 0; step < 6; step++) await next.click();
    const [table, output] = [await rowsOf(figure, 0), await rowsOf(figure, 1)];
    const { 'output.0': first, 'output.1': second, 'masked.1': score } = await shown();
    expect(output).toEqual([['new-device', first, second]]);
    expect(table[1]?.[3]).toBe(score);
    // Another figure of the same kind has its own formulas.
    expect(Object.fromEntries(await said(page, 'figure-row-causal'))['masked.2']).toBe('−∞');
    await figure.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(shown).toMatchObject({ 'weight.1': '0.576', 'masked.2': '0.500' });
  });

  test('they follow the width and the factor', async ({ page }) => {
    const scale = await open(page, 'depth-scale', 'scale-figure');
    await scale.getByLabel('Width to tell of').selectOption('256');
    await expect
      .poll(() => said(page, 'figure-scale'))
      .toEqual([
        ['width', '256'],
        ['theory', '16'],
      ]);
    await expect(words(scale)).toContainText('At width 256');
    const spread = await open(page, 'depth-scale', 'spread-figure');
    await type(spread.getByLabel('Largest factor'), '-2');
    await expect
      .poll(async () => (await said(page, 'figure-spread')).map(([, number]) => number))
      .toEqual(['−2', '−2', '0', '0.107', '0.107', '0.787']);
  });
});

test.describe('conventions', () => {
  test('each row of the table is computed, right and mistaken', async ({ page }) => {
    const figure = await open(page, 'depth-mask', 'conventions-figure');
    const choose = (name: string) => figure.getByRole('radio', { name, exact: true }).check();
    const maps = async () => {
      const tables = await figure.locator('details.data table').count();
      return Promise.all(Array.from({ length: tables }, (_, table) => rowsOf(figure, table)));
    };
    const said = figure.getByRole('status');
    await expect(said).toContainText(
      'transfer reads new-device with 0.576. With scale=1 it is 0.787',
    );
    await type(figure.getByLabel('scale=', { exact: true }), '1/2');
    await expect(said).toContainText('With scale=0.500 it is 0.576');
    const [usual, half] = await maps();
    expect(half).toEqual(usual);

    await choose('is_causal=False');
    await expect(said).toContainText('reads transfer, which comes later, with 0.506');
    await choose('is_causal with attn_mask');
    await expect(figure.getByRole('group', { name: 'The call' })).toContainText(
      'RuntimeError: Explicit attn_mask should not be set when is_causal=True',
    );
    await expect(said).toContainText('Joined they block 7.');
    await choose('is_causal, fewer queries than keys');
    await expect(said).toContainText('reads login with 1. It is the last');
    expect((await maps())[0]).toEqual([['transfer', '1', '0', '0']]);
    await choose('SDPA: boolean attn_mask');
    expect((await maps())[1]?.[2]).toEqual(['transfer', 'NaN', 'NaN', 'NaN']);
    await choose('MHA: key_padding_mask');
    expect((await maps()).map((map) => map[0]?.at(-1))).toEqual(['0', '1']);
    await choose('MHA: boolean attn_mask');
    await expect(said).toContainText('should read login with 0.378');
    await choose('MHA: batch_first=False');
    expect((await maps())[1]?.map(([, ...weights]) => weights)).toEqual([
      ['1', '0', '0'],
      ['0', '1', '0'],
      ['0', '0', '1'],
    ]);
    await choose('MHA: need_weights=True');
    const [first, second, mean] = (await maps()).map((map) => map[1]?.slice(1).map(Number) ?? []);
    expect(first).not.toEqual(second);
    mean?.forEach((weight, key) => {
      // Three numbers rounded to three digits.
      expect(Math.abs(weight - ((first?.[key] ?? 0) + (second?.[key] ?? 0)) / 2)).toBeLessThan(
        0.0011,
      );
    });
  });

  test('by arrow keys; and a factor that is no number is refused in the core’s words', async ({
    page,
  }) => {
    const figure = await open(page, 'depth-mask', 'conventions-figure');
    await type(figure.getByLabel('scale=', { exact: true }), 'x');
    await expect(figure.getByRole('alert')).toContainText('cannot be read as a number');
    await expect(figure.getByRole('status')).toContainText('0.576');
    await figure.getByRole('button', { name: 'Reset' }).click();
    await expect(figure.getByRole('alert')).toHaveCount(0);
    await figure.getByRole('radio', { name: 'scale=None', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(figure.getByRole('radio', { name: 'is_causal=False', exact: true })).toBeChecked();
    await expect(figure.getByRole('status')).toContainText('No shape differs.');
  });

  test('the link brings the convention back', async ({ page }) => {
    const figure = await open(page, 'depth-mask', 'conventions-figure');
    await figure.getByRole('radio', { name: 'MHA: batch_first=False', exact: true }).check();
    await expect.poll(() => page.url()).toContain('batch-first');
    await page.reload();
    // Firefox goes back to where the page was, in its own time: the reader then comes near once more.
    await expect(async () => {
      await figure.scrollIntoViewIfNeeded();
      const said = figure.getByRole('status');
      await expect(said).toContainText('three sequences of one event', { timeout: 3_000 });
    }).toPass();
  });
});

test.describe('mask', () => {
  test('a mask is painted by keyboard; weights, words and encodings follow', async ({ page }) => {
    const figure = await open(page, 'depth-mask', 'mask-figure');
    await expect(words(figure)).toContainText('7 of 16 cells are blocked.');
    await figure.getByRole('button', { name: 'causal', exact: true }).click();
    await expect(words(figure)).toContainText('6 of 16 cells are blocked.');
    await expect(words(figure)).toContainText(
      'new-device reads login and new-device (0.378 and 0.622).',
    );
    await expect(figure.getByText('SDPA: is_causal=True')).toBeVisible();
    const cell = figure.getByRole('switch', { name: 'login may not read new-device' });
    await figure.getByRole('switch', { name: 'login may read login' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(cell).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(words(figure)).toContainText('5 of 16 cells are blocked.');
    await expect(words(figure)).toContainText('login reads login and new-device');
    const sdpa = figure.getByRole('group', { name: 'SDPA, boolean attn_mask' });
    await expect(sdpa).toContainText('[[ True,  True, False, False]');
    const mha = figure.getByRole('group', { name: 'MultiheadAttention, boolean attn_mask' });
    await expect(mha).toContainText('[[False, False,  True,  True]');
    const added = figure.getByRole('group', { name: 'Both, floating-point attn_mask' });
    await expect(added).toContainText('[[ 0.0,  0.0, -inf, -inf]');
  });

  test('a row that may read nothing is NaN or zeros; True mistaken reads what is blocked', async ({
    page,
  }) => {
    const figure = await open(page, 'depth-mask', 'mask-figure');
    await figure.getByRole('button', { name: 'causal', exact: true }).click();
    await figure.getByRole('switch', { name: 'login may read login' }).click();
    await expect(words(figure)).toContainText('login may read nothing: its row is NaN.');
    await figure.getByLabel('zeros, as SDPA means it').check();
    await expect(words(figure)).toContainText('login may read nothing: its row is 0.');
    await figure.getByRole('button', { name: 'padding', exact: true }).click();
    await expect(figure.getByText('[[False, False, False, True]]', { exact: false })).toBeVisible();
    await figure.getByLabel('Mistake the meaning of True').check();
    await expect(words(figure)).toContainText('login reads padding (1).');
    expect((await rowsOf(figure)).map((row) => row.at(-1))).toEqual(['1', '1', '1', '1']);
  });
});

test.describe('properties', () => {
  const verdicts = (figure: Locator) => figure.locator('table.results .verdict').allTextContents();

  test('tests run on the numbers, the mask and the mistake of the moment', async ({ page }) => {
    const figure = await open(page, 'depth-properties', 'properties-figure');
    expect(await verdicts(figure)).toEqual([
      ...['holds', 'holds', 'holds', 'holds', 'holds', 'holds'],
      ...['does not apply', 'does not apply'],
    ]);
    await figure.getByLabel('Causal mask').check();
    await expect
      .poll(() => verdicts(figure))
      .toEqual(['does not apply', ...Array.from({ length: 7 }, () => 'holds')]);
    await figure.locator('select[name="mistake"]').selectOption({ label: 'mask after softmax' });
    await expect(words(figure)).toContainText('The weights of each query sum to 1.');
    expect((await verdicts(figure))[1]).toBe('fails');
    const table = await rowsOf(figure);
    const failed = table.filter((row) => row[2] === 'fails');
    await expect(words(figure)).toContainText(`${failed.length} fail`);
    for (const [, what = ''] of failed) await expect(words(figure)).toContainText(what);
    await figure.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(async () => (await verdicts(figure))[1]).toBe('holds');
  });

  test('a number is edited; what is no number stays in its cell with the core’s words', async ({
    page,
  }) => {
    const figure = await open(page, 'depth-properties', 'properties-figure');
    const before = figure.getByText(/weights \(0\.248, 0\.503, 0\.248\)/);
    await expect(before).toBeVisible();
    const entry = figure.getByRole('textbox', {
      name: 'query of refund, component 0',
      exact: true,
    });
    await entry.fill('3');
    await entry.press('Enter');
    await expect(before).toHaveCount(0);
    await entry.fill('x');
    await entry.press('Enter');
    await expect(figure.getByText(/"x" cannot be read as a number|cannot be read/)).toBeVisible();
    await expect(entry).toHaveValue('x');
  });
});

test.describe('heads', () => {
  test('two heads, each with its own weights; three are refused in the core’s words', async ({
    page,
  }) => {
    const figure = await open(page, 'depth-heads', 'heads-figure');
    await expect(figure.locator('section.head')).toHaveCount(2);
    await expect(words(figure)).toContainText(
      '2 heads of width 4; each gives (3, 4), side by side (3, 8).',
    );
    const first = await rowsOf(figure, 0);
    expect(await rowsOf(figure, 1)).not.toEqual(first);
    for (const [, ...weights] of first) {
      const sum = weights.reduce((total, weight) => total + Number(weight), 0);
      expect(Math.abs(sum - 1)).toBeLessThan(0.0021); // three numbers rounded to three digits
    }
    await figure.getByLabel('Heads', { exact: true }).fill('3');
    await expect(figure.getByRole('alert')).toContainText('does not divide by 3 heads');
    await expect(figure.locator('section.head')).toHaveCount(2);
    await figure.getByLabel('Heads', { exact: true }).fill('4');
    await expect(figure.locator('section.head')).toHaveCount(4);
    await expect(figure.getByRole('alert')).toHaveCount(0);
  });

  test('without the transpose a head holds whole tokens', async ({ page }) => {
    const figure = await open(page, 'depth-heads', 'heads-figure');
    const right = await rowsOf(figure, 0);
    await expect(figure.getByText(/^Transpose to \(2, 3, 4\)/)).toBeVisible();
    await figure.getByLabel('Leave out the transpose when splitting').check();
    await expect(figure.locator('.wrongly .run').first()).toContainText('bag, taken for head 1');
    await expect(words(figure)).toContainText('The transpose is left out');
    expect(await rowsOf(figure, 0)).not.toEqual(right);
  });
});

test.describe('positions', () => {
  test('the likeness of two positions depends on their offset alone', async ({ page }) => {
    const figure = await open(page, 'depth-positions', 'positions-figure');
    for (const [, first, second, third] of await rowsOf(figure)) {
      expect([second, third]).toEqual([first, first]);
    }
    await expect(words(figure)).toContainText(/at no offset is their SD above \de−16/);
    await figure.getByLabel('Third start', { exact: true }).fill('350');
    await expect(figure.getByRole('alert')).toContainText('leaves the codes');
    await figure.getByLabel('Third start', { exact: true }).fill('300');
    await expect(figure.getByRole('alert')).toHaveCount(0);
    await expect(words(figure)).toContainText('The curves from 0, 25 and 300 agree');
    await figure.locator('select[name="width"]').selectOption('16');
    await expect(figure.getByText('32 positions, 16 columns')).toBeVisible();
  });

  test('a rotary score stays when both move; ALiBi takes the slope of its head', async ({
    page,
  }) => {
    const figure = await open(page, 'depth-positions', 'positions-figure');
    const scores = () => figure.locator('.rotary tbody td:last-child').allTextContents();
    const [given, both, one] = await scores();
    expect(both).toBe(given);
    expect(one).not.toBe(given);
    await figure.getByLabel('Shift by', { exact: true }).fill('7');
    await expect.poll(async () => (await scores())[1]).toBe(given);
    await figure.getByLabel('Key at', { exact: true }).fill('2');
    await expect.poll(async () => (await scores())[0]).not.toBe(given);
    await figure.getByLabel('Key at', { exact: true }).fill('-2');
    await expect(figure.getByRole('alert')).toContainText('below 0');
    await figure.getByLabel('Key at', { exact: true }).fill('1');
    await figure.locator('select[name="head"]').selectOption('2');
    await expect(figure.getByText('slope 0.25')).toBeVisible();
    expect((await rowsOf(figure, 1))[2]).toEqual(['2', '−0.5', '−0.25', '0', '−∞', '−∞', '−∞']);
  });
});

test('the folded sections open by their links, read well, and fit a narrow screen', async ({
  page,
}) => {
  test.setTimeout(240_000); // a scan looks at every cell, and takes minutes on a busy machine
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('./');
  const ids = await page
    .locator('details.depth > section')
    .evaluateAll((sections) => sections.map(({ id }) => id));
  expect(ids).toHaveLength(10);
  for (const id of ids) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, id);
    await expect(page.locator(`#${id}`)).toBeVisible();
  }
  for (const tag of [
    'scale',
    'spread',
    'mask',
    'conventions',
    'properties',
    'heads',
    'positions',
  ]) {
    const figure = page.locator(`${tag}-figure`);
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.locator('.words p').first()).toBeVisible();
    const { right, viewport } = await figure.evaluate((element) => ({
      right: Math.max(
        ...Array.from(
          element.shadowRoot?.querySelectorAll('figure, section, .row, .panels') ?? [],
          (part) => part.getBoundingClientRect().right,
        ),
      ),
      viewport: document.documentElement.clientWidth,
    }));
    expect(right, tag).toBeLessThanOrEqual(viewport);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await faults(page, { parts: ['[data-part="depth"]'] })).toEqual([]);
});
