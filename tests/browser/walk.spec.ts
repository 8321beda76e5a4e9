/** Every section of the lesson by its link, and the whole page from top to bottom. */
import type { Page } from '@playwright/test';
import { readLesson } from '../../.scripts/lesson/lesson.mjs';
import { expect, test } from './lesson.ts';

const parts = readLesson().parts;

test.describe('each section opens by its link', () => {
  for (const { id: part, sections } of parts) {
    test(part, async ({ page }) => {
      await page.goto('./');
      for (const { id } of sections) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, id);
        // Sections of the depth are folded until they are asked for.
        await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
        await expect(page.locator(`[id="${id}-title"]`)).toBeVisible();
      }
    });
  }
});

test('every figure is there for whoever reads to the end, and shows no refusal', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await page.goto('./');
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details.depth')) {
      (fold as HTMLDetailsElement).open = true;
    }
  });
  const tags = await page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll('main *')]
        .map((one) => one.localName)
        .filter((name) => name.includes('-')),
    ),
  ]);
  expect(tags.length).toBeGreaterThan(15);
  for (const tag of tags) {
    const all = page.locator(tag);
    for (let i = 0; i < (await all.count()); i++) {
      await all.nth(i).scrollIntoViewIfNeeded();
      await expect.poll(() => page.evaluate((name) => !!customElements.get(name), tag)).toBe(true);
      await expect(all.nth(i).getByText('Loading the computing core')).toHaveCount(0);
      await expect(all.nth(i).getByRole('alert')).toHaveCount(0);
    }
  }
});

/** What of the whole page is wider than the screen, or a target of less than 24 pixels. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const parentOf = (one: Element): Element | null =>
      one.assignedSlot ??
      one.parentElement ??
      (one.getRootNode() as ShadowRoot).host ??
      /* the document */ null;
    const all: Element[] = [];
    const gather = (root: ParentNode) => {
      for (const one of root.querySelectorAll('*')) {
        all.push(one);
        if (one.shadowRoot) gather(one.shadowRoot);
      }
    };
    gather(document);
    const scrolled = (one: Element) => {
      for (let box = parentOf(one); box && box !== document.body; box = parentOf(box)) {
        if (getComputedStyle(box).overflowX !== 'visible') return true;
      }
      return false;
    };
    const told = (one: Element) => {
      const names = [];
      for (let box: Element | null = one; box; box = parentOf(box)) names.push(box.localName);
      return names.slice(0, 6).join(' < ');
    };
    const seen = all.filter((one) => !one.closest('.skip, svg *') && one.checkVisibility());
    const width = document.documentElement.clientWidth;
    const wide = seen
      .filter((one) => one.getBoundingClientRect().right > width + 1 && !scrolled(one))
      .map((one) => `wide: ${told(one)}`);
    // A link in a sentence is as high as its line.
    const small = seen
      .filter((one) => one.matches('button, input, select, textarea, summary'))
      .filter((one) => {
        const target = one.matches('[type=radio], [type=checkbox]') ? one.closest('label') : one;
        const { width, height } = (target ?? one).getBoundingClientRect();
        return Math.min(width, height) < 23.9;
      })
      .map((one) => `small: ${told(one)}`);
    return [...new Set([...wide, ...small])];
  });

test('at 320 pixels the whole page fits, with the text spacing of WCAG too, and each target is large enough', async ({
  page,
}) => {
  test.setTimeout(240_000); // all figures are loaded
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('./');
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('main details')) {
      (fold as HTMLDetailsElement).open = true;
    }
  });
  const figures = page.locator('main :is([id^="figure-"], [id$="-experiment"], [id$="-fresh"])');
  for (const figure of await figures.all()) await figure.scrollIntoViewIfNeeded();
  await expect(page.locator('tensor-doctor').locator('input[type=file]').first()).toBeVisible();
  expect(await misfits(page)).toEqual([]);

  // Success criterion 1.4.12.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    const spread = (root: Document | ShadowRoot) => {
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) spread(shadowRoot);
    };
    spread(document);
  });
  expect(await misfits(page)).toEqual([]);
});

test('nothing moves when the core arrives', async ({ page, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium measures layout shifts');
  await page.addInitScript(() => {
    (window as unknown as { shift: number }).shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number;
        hadRecentInput: boolean;
      }[]) {
        if (!entry.hadRecentInput) (window as unknown as { shift: number }).shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('./');
  await expect(page.locator('ticket-map').getByText(/Computed just now/)).toBeVisible();
  await page.waitForLoadState('networkidle');
  // 0.1 is what the Web Vitals call good.
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(
    0.1,
  );
});
