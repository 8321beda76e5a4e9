import { faults } from './axe.ts';
import { centreOf, expect, Figure, test } from './lesson.ts';

test('is served under the strict policy, and keeps it as a file of any server', async ({
  page,
  request,
  watch,
}) => {
  watch.expected.push(/policy: style-src|Content.Security.Policy|blocked an inline style/i);
  const answer = await request.get('./');
  const header = answer.headers()['content-security-policy'] ?? '';
  for (const rule of [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "require-trusted-types-for 'script'",
  ]) {
    expect(header).toContain(rule);
  }
  expect(header).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/);
  await Figure.open(page);
  const meta = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute('content');
  expect(meta).toContain("default-src 'none'");
  // The policy is in force, not only written: a forbidden thing is refused.
  const refused = await page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        addEventListener('securitypolicyviolation', () => resolve(true), { once: true });
        const style = document.createElement('div');
        style.setAttribute('style', 'color: red');
        setTimeout(() => resolve(false), 1000);
      }),
  );
  expect(refused).toBe(true);
});

test.describe('the first screen', () => {
  test('computes the colleague’s map and lets you doubt it', async ({ page }) => {
    await page.goto('./');
    const map = page.locator('ticket-map');
    await expect(
      map.getByText('Computed just now: delayed gives refund 40 % of its weight.'),
    ).toBeVisible();
    const weights = () => map.locator('al-matrix td[data-row]').allTextContents();
    const before = await weights();
    expect(before).toEqual([
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
    await map.getByRole('button', { name: /Replace what refund hands over/ }).click();
    await expect(map.getByText('The map is the same, digit for digit.')).toBeVisible();
    await expect(
      map.getByText(/Output of delayed: \(40\.\d+, 40\.\d+\), before it was \(0\.797, 1\.203\)/),
    ).toBeVisible();
    expect(await weights()).toEqual(before);
    await map.getByRole('button', { name: 'Open this map in the figure' }).click();
    await expect(new Figure(page).entry('value', 'refund', 0)).toHaveValue('100');
  });
});

test.describe('accessibility', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(colorScheme, () => {
      test.use({ colorScheme });
      test.setTimeout(400_000); // a scan looks at every cell, and takes minutes on a busy machine
      const parts = ['attention-figure'];

      test('no violation as it opens', async ({ page }) => {
        await Figure.open(page);
        expect(await faults(page, { parts: ['body'] })).toEqual([]);
      });

      test('no violation with a number opened, an error, a NaN, a notice and dense grids', async ({
        page,
      }) => {
        const figure = await Figure.open(page, '?attention=9~~x');
        for (let i = 0; i < 4; i++) await figure.button('Add a token').click();
        await figure.type(figure.entry('query', 'was', 0), 'x');
        await figure.type(figure.entry('key', 'was', 0), 'nan');
        await figure.cell('weights', 0, 0).click();
        await figure.button('Copy as NumPy').click();
        await expect(figure.explanation).toBeVisible();
        expect(await faults(page, { parts })).toEqual([]);
      });

      test('no violation while predicting and after', async ({ page }) => {
        const figure = await Figure.open(page);
        await figure.root.getByLabel('custom').check();
        await figure.causal.check();
        expect(await faults(page, { parts })).toEqual([]);
        await figure.root.getByLabel('only itself').check();
        await figure.button('Commit my answer').click();
        expect(await faults(page, { parts })).toEqual([]);
      });
    });
  }

  test('a scan tells what is wrong, in a shadow root too', async ({ page }) => {
    const figure = await Figure.open(page);
    const matrix = figure.root.locator('al-matrix').first();
    await matrix.evaluate(({ shadowRoot: root }) => {
      const pale = document.createElement('p');
      pale.textContent = 'Hardly to be read';
      pale.style.cssText = 'color: #aaa; background: #fff';
      root?.append(pale, document.createElement('button'));
    });
    await expect(matrix.getByText('Hardly to be read')).toBeVisible();
    const found = (await faults(page, { parts: ['attention-figure'] })).join('\n');
    expect(found).toContain('color-contrast');
    expect(found).toContain('button-name');
  });

  test('everything in the figure is reached and worked by keyboard alone', async ({ page }) => {
    const figure = await Figure.open(page);
    const seen = new Set<string>();
    await page.locator('a.skip').focus();
    for (let i = 0; i < 120 && !seen.has('Copy link'); i++) {
      await page.keyboard.press('Tab');
      seen.add(
        await page.evaluate(() => {
          let focused = document.activeElement;
          while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
          const host = (focused?.getRootNode() as ShadowRoot | undefined)?.host;
          const text = focused?.getAttribute('aria-label') ?? focused?.textContent?.trim() ?? '';
          if (focused?.matches('td')) return host?.getAttribute('name') ?? '';
          return text || focused?.id || focused?.getAttribute('value') || focused?.tagName || '';
        }),
      );
    }
    for (const stop of [
      'query of flight, component 0',
      'key of flight, component 0',
      'value of flight, component 0',
      'flight may read flight',
      'causal',
      'raw',
      'scaled',
      'masked',
      'weights',
      'output',
      'Copy as NumPy',
      'Copy link',
    ]) {
      expect([...seen]).toContain(stop);
    }
    await expect(figure.button('Copy link')).toBeFocused();
  });
});

test.describe('small, zoomed and printed', () => {
  for (const width of [320, 360, 640, 1280]) {
    test(`nothing is cut at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const figure = await Figure.open(page);
      for (let i = 0; i < 9; i++) await figure.button('Add a token').click();
      for (let i = 0; i < 6; i++) await figure.button('Make the Values one column wider').click();
      await figure.cell('weights', 0, 0).click();
      await expect(figure.explanation).toBeVisible();
      const { content, viewport } = await page.evaluate(() => ({
        content: document.documentElement.scrollWidth,
        viewport: document.documentElement.clientWidth,
      }));
      expect(content).toBeLessThanOrEqual(viewport);
    });
  }

  test('on a phone the arithmetic opens under its own stage', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const figure = await Figure.open(page);
    await figure.cell('raw', 0, 0).click();
    const explained = await figure.explanation.boundingBox();
    const next = await figure.stage('scaled').boundingBox();
    expect(explained && next && explained.y < next.y).toBe(true);
    await expect(figure.explanation).toBeInViewport();
  });

  test('targets are at least 24 pixels in both directions', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const figure = await Figure.open(page);
    for (const control of await figure.root
      .locator('button, select, al-entry-grid input, td[data-row]')
      .all()) {
      const box = await control.boundingBox();
      if (!box) continue;
      expect(
        Math.min(box.width, box.height),
        await control.evaluate((e) => e.outerHTML),
      ).toBeGreaterThanOrEqual(24);
    }
  });

  test('print shows numbers and words, not controls', async ({ page, browserName }) => {
    test.skip(browserName === 'firefox', 'this Firefox is driven without media emulation');
    const figure = await Figure.open(page);
    await page.emulateMedia({ media: 'print' });
    await expect(figure.button('Undo')).toBeHidden();
    await expect(figure.button('Copy as NumPy')).toBeHidden();
    await expect(figure.cell('weights', 0, 0)).toBeVisible();
    await expect(figure.words).toBeVisible();
    const task = page.locator('#application-fresh');
    await task.scrollIntoViewIfNeeded();
    await expect(task.locator('input').first()).toBeVisible();
    await expect(task.getByText('Check', { exact: true })).toBeHidden();
  });
});

test('forced colours keep the ring around a number and the hatching of what is blocked', async ({
  page,
  browserName,
}) => {
  test.skip(browserName === 'firefox', 'this Firefox is driven without media emulation');
  await page.emulateMedia({ forcedColors: 'active' });
  const figure = await Figure.open(page);
  await figure.cell('raw', 0, 0).click();
  await expect(figure.cell('raw', 0, 0)).toHaveCSS('outline-style', 'solid');
  await page.goto('./#figure-mask');
  const blocked = page.locator('mask-figure al-matrix .hatched').first();
  await expect(blocked).toHaveCSS('background-image', /gradient/);
  await expect(blocked).toHaveCSS('forced-color-adjust', 'none');
  await page.goto('./#figure-share');
  const parts = page.locator('share-figure .bar span');
  await expect(parts).toHaveCount(3);
  const colours = await parts.evaluateAll((all) =>
    all.map((one) => getComputedStyle(one).backgroundColor),
  );
  expect(new Set(colours).size).toBe(3);
});

test('nothing can be edited before the core is there', async ({ page }) => {
  let deliver = () => {};
  const asked = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route('**/*.wasm', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('./');
  const figure = new Figure(page);
  await figure.root.scrollIntoViewIfNeeded();
  const frame = figure.root.locator('.frame');
  await expect(frame).toHaveAttribute('inert', '');
  const entry = figure.entry('query', 'flight', 0);
  await expect(entry).toHaveValue('1');
  await page.mouse.click(...(await centreOf(entry)));
  await page.keyboard.type('9');
  await entry.evaluate((field) => (field as HTMLElement).focus());
  await page.keyboard.type('9');
  await expect(entry).not.toBeFocused();
  await expect(entry).toHaveValue('1');
  deliver();
  await expect(figure.cell('output', 0, 0)).toBeVisible();
  await expect(frame).not.toHaveAttribute('inert');
  await expect(figure.button('Undo')).toBeDisabled();
  await figure.type(entry, '9');
  await expect(figure.cell('raw', 0, 0)).toHaveText('18');
});

test.describe('when the core cannot run', () => {
  test('a browser without WebAssembly SIMD gets a message, not a blank page', async ({ page }) => {
    await page.addInitScript(() => {
      WebAssembly.validate = () => false;
    });
    await page.goto('./');
    await page.locator('attention-figure').scrollIntoViewIfNeeded();
    await expect(page.locator('attention-figure').getByRole('alert')).toContainText(
      'no WebAssembly SIMD',
    );
    await expect(page.getByRole('heading', { name: 'Is this map the reason?' })).toBeVisible();
  });

  test('a core that does not arrive is said, with what to do', async ({ page, watch }) => {
    watch.expected.push(/Failed to load resource|status of 404/);
    await page.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('./');
    await page.locator('attention-figure').scrollIntoViewIfNeeded();
    await expect(page.locator('attention-figure').getByRole('alert')).toContainText(
      'did not load (404',
    );
  });

  test('a core that is damaged is said', async ({ page, watch }) => {
    watch.expected.push(/wasm|Aborted|CompileError/);
    await page.route('**/*.wasm', (route) => route.fulfill({ status: 200, body: 'no wasm' }));
    await page.goto('./');
    await page.locator('attention-figure').scrollIntoViewIfNeeded();
    await expect(page.locator('attention-figure').getByRole('alert')).toContainText('did not load');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test.skip(
    ({ browserName }) => browserName === 'firefox',
    'this Firefox is driven without switching scripts off',
  );
  test('the text is there and says what is missing', async ({ page }) => {
    await page.goto('./');
    await expect(page.getByRole('heading', { name: 'Attention, every number' })).toBeVisible();
    await expect(page.getByText('it needs JavaScript and WebAssembly')).toBeVisible();
  });
});
