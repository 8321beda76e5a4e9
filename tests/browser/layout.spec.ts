/** The first screen does not wait for the layout of the rest, and whoever goes on finds the page at its full length. */
import { expect, test } from './lesson.ts';

const below = 'main .part > section:not(.hero)';

test('what is below is laid out once the reader moves', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('ticket-map').getByText(/Computed just now/)).toBeVisible();
  await expect(page.locator(`${below}.laid-out`)).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.locator(`${below}:not(.laid-out)`)).toHaveCount(0);
});

test('a link into the page has all of it laid out at once', async ({ page }) => {
  await page.goto('./#references');
  await expect(page.locator('#references-title')).toBeInViewport();
  await expect(page.locator(`${below}:not(.laid-out)`)).toHaveCount(0);
});

test('without a move nothing is hidden from a search or a screen reader', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('heading', { name: 'References' })).toHaveCount(1);
});
