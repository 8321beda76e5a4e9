/** Every section of the lesson by its link, and the whole page from top to bottom. */
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
