import { centreOf, expect, Figure, test } from './lesson.ts';

test('shows the whole computation at once', async ({ page }) => {
  const figure = await Figure.open(page, '?attention=1~~ticket');
  expect(await figure.shown('raw')).toEqual([
    ['1', '1', '0'],
    ['0', '1', '1'],
    ['1', '2', '1'],
  ]);
  expect(await figure.shown('scaled')).toEqual([
    ['0.707', '0.707', '0'],
    ['0', '0.707', '0.707'],
    ['0.707', '1.414', '0.707'],
  ]);
  expect(await figure.shown('weights')).toEqual([
    ['0.401', '0.401', '0.198'],
    ['0.198', '0.401', '0.401'],
    ['0.248', '0.503', '0.248'],
  ]);
  expect(await figure.shown('output')).toEqual([
    ['1', '1'],
    ['0.797', '1.203'],
    ['0.745', '1.255'],
  ]);
  await expect(figure.cell('weights', 0, 4)).toHaveText('2.867');
});

test('grids, words and engine agree', async ({ page }) => {
  const figure = await Figure.open(page, '?attention=1~~bank-session');
  await figure.type(figure.entry('query', 'transfer', 2), '1/3');
  const trace = await figure.root.evaluate((element) => {
    const { trace } = element as unknown as {
      trace: Record<string, { data: Float64Array; cols: number; rows: number }>;
    };
    return Object.fromEntries(
      ['raw', 'scaled', 'masked', 'weights', 'output'].map((name) => {
        const { rows = 0, cols = 0, data = new Float64Array() } = trace[name] ?? {};
        return [
          name,
          Array.from({ length: rows }, (_, r) =>
            Array.from(data.subarray(r * cols, (r + 1) * cols)),
          ),
        ];
      }),
    );
  });
  for (const name of ['raw', 'scaled', 'masked', 'weights', 'output'] as const) {
    const shown = await figure.shown(name);
    trace[name]?.forEach((row, i) => {
      row.forEach((value, j) => {
        const number = Number(shown[i]?.[j]?.replace('−', '-'));
        expect(Math.abs(number - value) <= 0.0005 + 1e-12, `${name} ${i},${j}`).toBe(true);
      });
    });
  }
  for (const row of await figure.shown('output')) {
    await expect(figure.words).toContainText(`output (${row.join(', ')})`);
  }
});

test.describe('editing', () => {
  test('typing redraws at every key; Enter keeps, Escape takes back', async ({ page }) => {
    const figure = await Figure.open(page);
    const entry = figure.entry('query', 'flight', 0);
    await entry.focus();
    await page.keyboard.type('3');
    await expect(figure.cell('raw', 0, 0)).toHaveText('6');
    await page.keyboard.press('Enter');
    await expect(figure.entry('query', 'was', 0)).toBeFocused();
    await page.keyboard.type('9');
    await expect(figure.cell('raw', 1, 0)).toHaveText('19');
    await page.keyboard.press('Escape');
    await expect(figure.cell('raw', 1, 0)).toHaveText('1');
    await expect(entry).toHaveValue('3');
  });

  test('arrow keys move, Alt with an arrow nudges, Home and End jump', async ({ page }) => {
    const figure = await Figure.open(page);
    await figure.entry('key', 'flight', 0).focus();
    await page.keyboard.press('ArrowRight');
    await expect(figure.entry('key', 'flight', 1)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await expect(figure.entry('key', 'was', 0)).toBeFocused();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(figure.entry('key', 'was', 0)).toHaveValue('0.3');
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect(figure.entry('key', 'was', 0)).toHaveValue('-0.7');
    await expect(figure.cell('raw', 0, 1)).toHaveText('−0.700');
    await page.keyboard.press('Control+End');
    await expect(figure.entry('key', 'late', 1)).toBeFocused();
  });

  test('one grid is one tab stop', async ({ page }) => {
    const figure = await Figure.open(page);
    const stops = await figure.root.locator('al-entry-grid input[tabindex="0"]').count();
    expect(stops).toBe(3);
    for (const name of ['raw', 'scaled', 'masked', 'weights', 'output'] as const) {
      await expect(figure.stage(name).locator('td[tabindex="0"]')).toHaveCount(1);
    }
  });

  test('fractions and roots are numbers', async ({ page }) => {
    const figure = await Figure.open(page, '?attention=1~~zero-queries');
    await figure.type(figure.entry('query', 'flight', 0), 'sqrt(2)');
    await expect(figure.cell('scaled', 0, 0)).toHaveText(/^2(\.000)?$/);
    await figure.type(figure.entry('query', 'flight', 0), '1/4');
    await expect(figure.cell('raw', 0, 0)).toHaveText('0.500');
    await expect(figure.entry('query', 'flight', 0)).toHaveValue('1/4');
  });

  test('a bad entry is marked with the core’s message; the drawing and the text stay', async ({
    page,
  }) => {
    const figure = await Figure.open(page);
    const before = await figure.shown('output');
    const entry = figure.entry('value', 'was', 1);
    await figure.type(entry, 'two');
    await expect(entry).toHaveAttribute('aria-invalid', 'true');
    await expect(entry).toHaveValue('two');
    const said = await page.evaluate(() => {
      const { engine } = document.querySelector('attention-figure') as unknown as {
        engine: { parseNumber(text: string, where: object): number };
      };
      try {
        engine.parseNumber('two', { name: 'v', row: 1, col: 1 });
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(said).toContain('two');
    await expect(figure.problems).toHaveText([said]);
    expect(await figure.shown('output')).toEqual(before);
    // Work elsewhere does not lose it.
    await figure.type(figure.entry('query', 'flight', 0), '2');
    await expect(entry).toHaveValue('two');
    await figure.type(entry, '2');
    await expect(entry).toHaveAttribute('aria-invalid', 'false');
    await expect(figure.problems).toHaveCount(0);
  });

  test('dragging sideways scrubs, as one step to undo; a press without a drag is a click', async ({
    page,
  }) => {
    const figure = await Figure.open(page);
    const entry = figure.entry('query', 'late', 0);
    const [x, y] = await centreOf(entry);
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let dx = 1; dx <= 66; dx += 5) await page.mouse.move(x + dx, y);
    await expect(entry).toHaveValue('3');
    await expect(figure.cell('raw', 2, 0)).toHaveText('7');
    await page.mouse.up();
    await expect(entry).not.toBeFocused();
    await figure.button('Undo').click();
    await expect(entry).toHaveValue('2');
    await expect(figure.button('Undo')).toBeDisabled();
    await entry.click();
    await expect(entry).toBeFocused();
  });

  test('a block pasted from a spreadsheet fills the grid and makes it grow', async ({ page }) => {
    const figure = await Figure.open(page);
    await putOnClipboard(page, '1\t2\t3\n4\t5\t6\n7\t8\t9\n1/2\t0\t0');
    await figure.entry('key', 'flight', 0).focus();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(figure.entry('key', 'token 3', 0)).toHaveValue('1/2');
    await expect(figure.entry('key', 'late', 2)).toHaveValue('9');
    await expect(figure.entry('query', 'flight', 2)).toHaveValue('0');
    await expect(figure.entry('value', 'token 3', 1)).toHaveValue('0');
    await figure.button('Undo').click();
    await expect(figure.entry('key', 'flight', 1)).toHaveValue('1');
    await expect(figure.entry('key', 'token 3', 0)).toHaveCount(0);
  });

  test('a bad cell in a pasted block is marked, the others are taken', async ({ page }) => {
    const figure = await Figure.open(page);
    await putOnClipboard(page, '[[5, x],\n [6, 7]]');
    await figure.entry('query', 'flight', 0).focus();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(figure.entry('query', 'was', 1)).toHaveValue('7');
    await expect(figure.entry('query', 'flight', 1)).toHaveValue('x');
    await expect(figure.entry('query', 'flight', 1)).toHaveAttribute('aria-invalid', 'true');
    await expect(figure.cell('raw', 0, 0)).toHaveText('10');
  });

  test('a block that is too big is refused, and nothing changes', async ({ page }) => {
    const figure = await Figure.open(page);
    const before = await figure.shown('raw');
    await putOnClipboard(page, Array.from({ length: 13 }, () => '1\t1').join('\n'));
    await figure.entry('key', 'flight', 0).focus();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(figure.root.getByRole('alert').filter({ hasText: '13 rows' })).toBeVisible();
    expect(await figure.shown('raw')).toEqual(before);
  });
});

async function putOnClipboard(page: import('@playwright/test').Page, text: string): Promise<void> {
  await page.evaluate((value) => {
    const area = document.createElement('textarea');
    area.id = 'clipboard';
    area.value = value;
    document.body.append(area);
    area.focus();
    area.select();
  }, text);
  await page.keyboard.press('ControlOrMeta+c');
  await page.evaluate(() => document.getElementById('clipboard')?.remove());
}

test('presets, reset and the words for each', async ({ page }) => {
  const figure = await Figure.open(page);
  await figure.preset.selectOption({ label: 'zero queries' });
  await expect(figure.words).toContainText(
    'was reads all 3 keys evenly, with 0.333 each; output (1, 1), their plain mean.',
  );
  await figure.preset.selectOption({ label: 'single query' });
  expect(await figure.shown('weights')).toEqual([['0.576', '0.140', '0.284']]);
  expect(await figure.shown('output')).toEqual([['6.896', '3.104']]);
  await figure.preset.selectOption({ label: 'bank session' });
  expect((await figure.shown('weights'))[1]).toEqual(['0.212', '0.576', '0.212']);
  await figure.button('Reset').click();
  await expect(figure.preset).toHaveValue('default');
});

test('undo and redo by button and by key, through every kind of change', async ({ page }) => {
  const figure = await Figure.open(page);
  await figure.type(figure.entry('query', 'flight', 0), '4');
  await figure.root.getByLabel('off', { exact: true }).first().check();
  await figure.button('Add a token').click();
  await expect(figure.entry('key', 'token 3', 0)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(figure.entry('key', 'token 3', 0)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(figure.cell('scaled', 0, 0)).toHaveText('5.657');
  await figure.button('Undo').click();
  await expect(figure.entry('query', 'flight', 0)).toHaveValue('1');
  await figure.button('Redo').click();
  await expect(figure.entry('query', 'flight', 0)).toHaveValue('4');
  await figure.entry('query', 'flight', 0).focus();
  await page.keyboard.press('Control+Shift+z');
  await expect(figure.cell('scaled', 0, 0)).toHaveText('8');
});

test('scale: off, custom, and a factor that cannot be used', async ({ page }) => {
  const figure = await Figure.open(page, '?attention=1~~ticket');
  await figure.root.getByLabel('custom').check();
  const factor = figure.root.getByRole('textbox', { name: 'Factor' });
  await figure.type(factor, '1/2');
  await expect(figure.cell('scaled', 2, 1)).toHaveText('1');
  await figure.type(factor, 'inf');
  await expect(figure.root.getByRole('alert').filter({ hasText: 'scale' })).toBeVisible();
  await expect(figure.cell('scaled', 2, 1)).toHaveText('1');
  await figure.type(factor, '2');
  await expect(figure.cell('scaled', 2, 1)).toHaveText('4');
  await expect(figure.problems).toHaveCount(0);
});

test('the mask: block a cell, block a row, choose what an empty row gives', async ({ page }) => {
  const figure = await Figure.open(page, '?attention=1~~ticket');
  const toggle = (key: string) =>
    figure.root.getByRole('switch', { name: new RegExp(`^delayed may (not )?read ${key}$`) });
  await toggle('refund').click();
  await expect(figure.cell('masked', 1, 2)).toHaveText('−∞');
  await expect(figure.cell('weights', 1, 2)).toHaveText('0');
  await expect(toggle('refund')).toHaveAttribute('aria-checked', 'false');
  await toggle('bag').click();
  await toggle('delayed').focus();
  await page.keyboard.press('Space');
  await expect(figure.cell('weights', 1, 0)).toHaveText('NaN');
  await expect(figure.words).toContainText('delayed may read no key: its row is 0/0, NaN.');
  await figure.root.getByLabel('zeros').check();
  await expect(figure.cell('weights', 1, 0)).toHaveText('0');
  await figure.button('Allow all cells').click();
  await expect(figure.cell('weights', 1, 0)).toHaveText('0.198');
});

test('NaN is named with the cell that it came from', async ({ page }) => {
  const figure = await Figure.open(page, '?attention=1~~ticket');
  await figure.type(figure.entry('value', 'refund', 0), 'nan');
  await expect(figure.cell('output', 0, 0)).toHaveText('NaN');
  await expect(figure.cell('output', 0, 1)).toHaveText('1');
  await expect(figure.words).toContainText('component 0 of the value of refund');
});

test.describe('opening a number', () => {
  for (const [stage, row, col, title, says] of [
    ['raw', 2, 1, 'Raw score: query of refund · key of delayed = 2', '1 × 1 + 1 × 1 = 2'],
    ['scaled', 2, 1, 'Scaled score: refund to delayed = 1.414', '2 × 0.707 = 1.414'],
    ['masked', 2, 1, 'Masked score: refund to delayed = 1.414', 'passes unchanged'],
    ['weights', 0, 2, 'Weight: how much bag reads refund = 0.198', '0.493 / 2.493 = 0.198'],
    [
      'output',
      1,
      0,
      'Output of delayed, component 0 = 0.797',
      '0.198 × 2 + 0.401 × 0 + 0.401 × 1 = 0.797',
    ],
    ['weights', 0, 3, 'Sum of the weights of bag = 1', '0.401 + 0.401 + 0.198 = 1'],
    ['weights', 0, 4, 'Effective keys of bag = 2.867', '= 2.867'],
  ] as const) {
    test(title, async ({ page }) => {
      const figure = await Figure.open(page, '?attention=1~~ticket');
      await figure.cell(stage, row, col).click();
      await expect(figure.explanation.getByRole('heading')).toHaveText(title);
      await expect(figure.explanation).toContainText(says);
    });
  }

  test('by keyboard: Enter opens, Escape closes and goes back', async ({ page }) => {
    const figure = await Figure.open(page, '?attention=1~~ticket');
    await figure.cell('weights', 0, 0).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(figure.cell('weights', 1, 1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(figure.explanation.getByRole('heading')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(figure.explanation).toHaveCount(0);
    await expect(figure.cell('weights', 1, 1)).toBeFocused();
  });

  test('stays open and follows the numbers', async ({ page }) => {
    const figure = await Figure.open(page, '?attention=1~~ticket');
    await figure.cell('raw', 0, 0).click();
    await figure.type(figure.entry('query', 'bag', 0), '-3');
    await expect(figure.explanation).toContainText('−3 × 1 + 0 × 0 = −3');
  });

  test('pointing at a number lights up exactly what it was made from', async ({ page }) => {
    const figure = await Figure.open(page, '?attention=1~~ticket');
    const lit = () =>
      figure.root.evaluate((element) => {
        const found: string[] = [];
        const { shadowRoot } = element;
        for (const grid of shadowRoot?.querySelectorAll('al-entry-grid, al-matrix') ?? []) {
          const name = grid.getAttribute('name') ?? (grid as unknown as { input: string }).input;
          for (const cell of grid.shadowRoot?.querySelectorAll('td.marked') ?? []) {
            const place = (cell.querySelector('input') ?? (cell as HTMLElement)).dataset;
            found.push(`${name}${place.row}${place.col}`);
          }
        }
        return found;
      });
    await figure.cell('raw', 2, 0).hover();
    await expect.poll(lit).toEqual(['q20', 'q21', 'k00', 'k01']);
    await figure.cell('output', 1, 1).hover();
    await expect.poll(lit).toEqual(['v01', 'v11', 'v21', 'weights10', 'weights11', 'weights12']);
    await figure.cell('scaled', 0, 1).hover();
    await expect.poll(lit).toEqual(['raw01']);
    await page.mouse.move(0, 0);
    await expect.poll(lit).toEqual([]);
  });
});

test.describe('predict first', () => {
  test('the mask’s result waits for an answer, and the answer is judged', async ({ page }) => {
    const figure = await Figure.open(page, '?attention=1~~ticket');
    await figure.causal.check();
    expect((await figure.shown('weights'))[0]).toEqual(['?', '?', '?']);
    expect((await figure.shown('raw'))[0]).toEqual(['1', '1', '0']);
    await expect(figure.root.getByRole('switch', { name: /causal mask/ })).toHaveCount(0);
    await figure.button('Commit my answer').click();
    await expect(figure.root.getByText('Choose an answer first.')).toBeVisible();
    await figure.root.getByLabel('all of them').check();
    await figure.button('Commit my answer').click();
    await expect(figure.root.getByText('Not so.')).toBeVisible();
    await expect(figure.root.getByText('bag reads bag (weight 1).')).toBeVisible();
    expect(await figure.shown('weights')).toEqual([
      ['1', '0', '0'],
      ['0.330', '0.670', '0'],
      ['0.248', '0.503', '0.248'],
    ]);
  });

  test('a right answer is kept over a reload and can be given again', async ({ page }) => {
    const figure = await Figure.open(page);
    await figure.causal.check();
    await figure.root.getByLabel('only itself').check();
    await figure.button('Commit my answer').click();
    await expect(figure.root.getByText('Right.')).toBeVisible();
    await expect(figure.page).toHaveURL(/attention=1~~sqrt-tl/);
    await page.reload();
    await expect(figure.cell('weights', 0, 0)).toHaveText('1');
    await figure.button('Predict again').click();
    await expect(figure.cell('weights', 0, 0)).toHaveText('?');
  });

  test('with fewer queries than keys the two alignments can be compared', async ({ page }) => {
    const figure = await Figure.open(page, '?attention=1~~bank-session');
    await figure.causal.check();
    expect((await figure.shown('weights'))[0]).toEqual(['1', '0', '0']);
    await figure.root.getByLabel('aligned at the last key').check();
    expect((await figure.shown('weights'))[0]).toEqual(['0.378', '0.622', '0']);
  });
});

test.describe('the address', () => {
  test('holds the state, and a reload brings it back', async ({ page }) => {
    const figure = await Figure.open(page);
    await figure.type(figure.entry('query', 'flight', 0), 'sqrt(3)/2');
    await figure.root.getByRole('textbox', { name: 'Name of token 1' }).fill('wäs ~ & more');
    await expect(page).toHaveURL(/attention=1~~sqrt-off-nan-self~~flight~w%C3%A4s/);
    await page.reload();
    await expect(figure.entry('query', 'flight', 0)).toHaveValue('sqrt(3)/2');
    await expect(figure.entry('query', 'wäs ~ & more', 1)).toHaveValue('1');
    await figure.button('Reset').click();
    await expect(page).toHaveURL(/\/$/);
  });

  test('has an edit at once: a reload in the next moment finds it', async ({ page }) => {
    const figure = await Figure.open(page);
    const entry = figure.entry('query', 'flight', 0);
    await entry.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('7');
    await page.reload();
    await expect(entry).toHaveValue('7');
    await expect(figure.cell('output', 0, 0)).toBeVisible();
    await figure.type(entry, '-1/3');
    await page.reload();
    await expect(entry).toHaveValue('-1/3');
  });

  test('is written sparingly while a number is dragged, and as soon as it is let go', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const { replaceState } = history;
      const counted = globalThis as unknown as { writes: number };
      counted.writes = 0;
      history.replaceState = function (...args) {
        counted.writes += 1;
        replaceState.apply(this, args);
      };
    });
    const written = () => page.evaluate(() => (globalThis as unknown as { writes: number }).writes);
    const figure = await Figure.open(page);
    const entry = figure.entry('query', 'flight', 0);
    const [x, y] = await centreOf(entry);
    await page.mouse.move(x, y);
    const start = Date.now();
    await page.mouse.down();
    for (let dx = 6; dx <= 480; dx += 6) await page.mouse.move(x + dx, y);
    // At most 10 a second, however many moves there were.
    const seconds = (Date.now() - start) / 1000;
    expect(await written()).toBeLessThanOrEqual(1 + Math.ceil(10 * seconds));
    await page.mouse.up();
    const value = await entry.inputValue();
    expect(Number(value)).toBeGreaterThan(5);
    const { search } = new URL(await page.evaluate(() => location.href));
    expect(search).toContain(`~~${value}~0_`);
  });

  test('holds what waits when the page is hidden or left, or the figure taken out', async ({
    page,
  }) => {
    const figure = await Figure.open(page);
    // All in one turn of the page: nothing but the event can have written it.
    const addressAfter = (
      what: 'pagehide' | 'visibilitychange' | 'removal' | 'another page',
      to: string,
    ) =>
      figure.root.evaluate(
        (element, { what, to }) => {
          const target = element as HTMLElement & { state: object; show(state: object): void };
          const before = location.search;
          target.show({ ...target.state, scale: 'custom', customScale: to });
          if (location.search !== before) throw new Error('written before the event');
          if (what === 'pagehide') dispatchEvent(new PageTransitionEvent(what));
          else if (what === 'visibilitychange') document.dispatchEvent(new Event(what));
          else {
            if (what === 'another page') history.pushState(null, '', 'another');
            const { parentElement } = element;
            element.remove();
            parentElement?.append(element);
          }
          return location.pathname + location.search;
        },
        { what, to },
      );
    expect(await addressAfter('pagehide', '11')).toMatch(/~~11$/);
    expect(await addressAfter('visibilitychange', '12')).toMatch(/~~12$/);
    expect(await addressAfter('removal', '13')).toMatch(/~~13$/);
    expect(await addressAfter('another page', '14')).toBe('/another');
  });

  test('is left alone without a url-key, and there is no link to copy', async ({ page }) => {
    const figure = await Figure.open(page);
    await expect(figure.button('Copy link')).toBeVisible();
    await page.evaluate(() => {
      const plain = document.createElement('attention-figure');
      document.querySelector('attention-figure')?.replaceWith(plain);
    });
    await expect(figure.button('Copy as NumPy')).toBeEnabled();
    await expect(figure.button('Copy link')).toHaveCount(0);
    await figure.type(figure.entry('query', 'flight', 0), '5');
    await expect(figure.cell('raw', 0, 0)).toHaveText('10');
    await expect(page).toHaveURL(/\/$/);
  });

  for (const broken of [
    '2~~default',
    '1~~nothing',
    '1~~sqrt-off-nan-self~~a~~one~~1~~1',
    '%E0%A4%A',
    '1~~custom-off-nan-self~~a~~1~~1~~1~~inf',
  ]) {
    test(`a broken link falls back with a notice: ${broken}`, async ({ page }) => {
      const figure = await Figure.open(page, `?attention=${broken}`);
      await expect(figure.root.getByText('The link could not be read:')).toBeVisible();
      await expect(figure.preset).toHaveValue('default');
      await figure.button('Dismiss').click();
      await expect(figure.root.getByText('The link could not be read:')).toHaveCount(0);
    });
  }
});

test.describe('tokens and widths', () => {
  test('1 to 12 tokens, named, in every grid', async ({ page }) => {
    const figure = await Figure.open(page);
    for (let i = 0; i < 9; i++) await figure.button('Add a token').click();
    await expect(figure.button('Add a token')).toBeDisabled();
    await expect(figure.stage('weights').getByRole('row')).toHaveCount(13);
    for (let i = 0; i < 11; i++)
      await figure.root
        .getByRole('button', { name: /^Remove / })
        .first()
        .click();
    await expect(figure.root.getByRole('button', { name: /^Remove / })).toBeDisabled();
    expect(await figure.shown('weights')).toEqual([['1']]);
  });

  test('removing a token keeps the keyboard in place', async ({ page }) => {
    const figure = await Figure.open(page);
    await figure.button('Remove was').focus();
    await page.keyboard.press('Enter');
    await expect(figure.root.getByRole('textbox', { name: 'Name of token 1' })).toBeFocused();
    await expect(figure.root.getByRole('textbox', { name: 'Name of token 1' })).toHaveValue('late');
  });

  test('key and value widths change by themselves', async ({ page }) => {
    const figure = await Figure.open(page);
    await figure.button('Make the Values one column wider').click();
    await expect(figure.entry('value', 'late', 2)).toHaveValue('0');
    await expect(figure.entry('key', 'late', 2)).toHaveCount(0);
    await figure.button('Make the Queries / Keys one column narrower').first().click();
    await expect(figure.entry('query', 'late', 1)).toHaveCount(0);
    await expect(figure.cell('output', 2, 2)).toHaveText('0');
  });

  test('queries of their own', async ({ page }) => {
    const figure = await Figure.open(page);
    await figure.root.getByLabel(/Queries and keys come from the same tokens/).uncheck();
    await figure.root
      .getByRole('group', { name: 'Query tokens' })
      .getByRole('button', { name: 'Remove was' })
      .click();
    await expect(figure.stage('weights').getByRole('row')).toHaveCount(3);
    await figure.root.getByLabel(/Queries and keys come from the same tokens/).check();
    await expect(figure.stage('weights').getByRole('row')).toHaveCount(4);
  });
});

test('takes along NumPy, PyTorch, numbers and a link', async ({ page, browserName, context }) => {
  if (browserName === 'chromium')
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const figure = await Figure.open(page, '?attention=1~~ticket');
  const area = figure.root.locator('al-take-away textarea');
  for (const [button, part] of [
    ['Copy as NumPy', 'weights = exps / exps.sum(axis=1, keepdims=True)'],
    ['Copy as PyTorch', 'torch.softmax(masked, dim=-1)'],
    ['Copy all numbers', '0.4011120926797859'],
    ['Copy link', '?attention=1~~ticket#figure-attention'],
  ] as const) {
    await figure.button(button).click();
    await expect(area).toHaveValue(new RegExp(part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
    if (browserName === 'chromium') {
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        await area.inputValue(),
      );
    }
  }
});

test('says what changed, once, when the learner pauses', async ({ page }) => {
  const figure = await Figure.open(page, '?attention=1~~ticket');
  await page.waitForTimeout(900);
  await figure.type(figure.entry('query', 'bag', 0), '5');
  await expect(figure.root.locator('.hidden[aria-live="polite"]')).toHaveText(
    /^Changed: bag reads bag and delayed most, equally/,
  );
});

test.describe('faults that were found', () => {
  test('a press that leaves the grid does not edit when the mouse comes back', async ({ page }) => {
    const figure = await Figure.open(page);
    const entry = figure.entry('query', 'late', 0);
    const [x, y] = await centreOf(entry);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 300, { steps: 5 });
    await page.mouse.up();
    for (let dx = 0; dx <= 60; dx += 5) await page.mouse.move(x + dx, y);
    await expect(entry).toHaveValue('2');
    await expect(figure.button('Undo')).toBeDisabled();
  });

  test('a text that could not be read goes with reset, paste and undo, and only then', async ({
    page,
  }) => {
    const figure = await Figure.open(page);
    const entry = figure.entry('query', 'flight', 0);
    await figure.type(entry, 'abc');
    await figure.button('Reset').click();
    await expect(entry).toHaveValue('1');
    await figure.type(entry, 'x');
    await putOnClipboard(page, '1\t2');
    await entry.focus();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(entry).toHaveValue('1');
    await expect(entry).toHaveAttribute('aria-invalid', 'false');
    await figure.type(figure.entry('value', 'flight', 0), '7');
    await entry.focus();
    await page.keyboard.type('y');
    await page.keyboard.press('Control+z');
    await expect(entry).toHaveValue('1');
    await expect(figure.entry('value', 'flight', 0)).toHaveValue('7');
  });

  test('each bad cell is described by its own message', async ({ page }) => {
    const figure = await Figure.open(page);
    for (const [token, text] of [
      ['flight', 'a'],
      ['was', 'b'],
    ] as const) {
      await figure.type(figure.entry('key', token, 1), text);
    }
    await expect(figure.entry('key', 'flight', 1)).toHaveAccessibleDescription(/"a"/);
    await expect(figure.entry('key', 'was', 1)).toHaveAccessibleDescription(/"b"/);
  });

  test('Escape goes back to what was kept, not to what was there at first', async ({ page }) => {
    const figure = await Figure.open(page);
    const entry = figure.entry('query', 'late', 0);
    await figure.type(entry, '5');
    await page.keyboard.type('7');
    await page.keyboard.press('Escape');
    await expect(entry).toHaveValue('5');
  });

  test('a remembered prediction is not judged where nothing was asked', async ({ page }) => {
    const figure = await Figure.open(page);
    await figure.causal.check();
    await figure.root.getByLabel('only itself').check();
    await figure.button('Commit my answer').click();
    await expect(figure.root.locator('al-predict-causal .verdict')).toBeFocused();
    await figure.type(figure.entry('key', 'flight', 0), 'nan');
    await expect(figure.root.locator('al-predict-causal')).toHaveCount(0);
  });

  test('a row that is 0 by policy is not explained by the plain formula', async ({ page }) => {
    const figure = await Figure.open(page, '?attention=1~~sqrt-off-zero-self~~a~~1~~1~~1~~1~~0-0');
    await figure.cell('weights', 0, 0).click();
    await expect(figure.explanation).toContainText('by the policy chosen its weights are 0');
    await figure.cell('weights', 0, 2).click();
    await expect(figure.explanation).toContainText('by the policy chosen its weights are 0');
  });
});
