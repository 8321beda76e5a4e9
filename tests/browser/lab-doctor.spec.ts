/** The tensor doctor as a person uses it: an example, real files, a hostile one, pasted text, roles, a search, the keyboard. */
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test, type } from './lesson.ts';

const FILES = join(import.meta.dirname, '../fixtures/tensors');
const file = (name: string) => join(FILES, name);

async function open(page: Page): Promise<Locator> {
  await page.goto('./#lab-doctor');
  const figure = page.locator('tensor-doctor');
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.getByRole('button', { name: 'a forgotten scale' })).toBeVisible();
  return figure;
}

const verdict = (figure: Locator) => figure.locator('.verdict p').first();
const search = (figure: Locator) =>
  figure.getByRole('button', { name: 'Find what made these numbers' });

test('an example by keyboard: the explanation, the ranks, the checks and a program to take along', async ({
  page,
}) => {
  const figure = await open(page);
  await figure.getByRole('button', { name: 'a forgotten scale' }).focus();
  await page.keyboard.press('Enter');
  await expect(figure.locator('.case')).toContainText('1 sequence, 2 heads, 4 queries and 4 keys');
  await search(figure).focus();
  await page.keyboard.press('Enter');
  await expect(verdict(figure)).toContainText('scale-missing', { timeout: 30_000 });
  await expect(search(figure)).toBeFocused();
  await expect(figure.locator('.words')).toContainText('scale-missing');
  const ranked = figure.locator('.data table', { hasText: 'Explanations, best first' });
  await expect(ranked.locator('tbody tr').first()).toContainText('yes');
  await figure.getByRole('button', { name: 'Copy this part for NumPy' }).click();
  await expect(figure.locator('al-take-away.findings textarea')).toHaveValue(/seen_output = np/);
  await figure.getByText('Every intermediate').click();
  await figure.getByLabel('Shown').selectOption('best');
  await expect(figure.locator('.look')).toContainText('output seen: 4 by 4');
  const { violations } = await new AxeBuilder({ page }).include('tensor-doctor').analyze();
  expect(violations).toEqual([]);
});

test('files by NumPy; roles and what was meant can be changed; a hostile file takes nothing away', async ({
  page,
}) => {
  const figure = await open(page);
  await figure.locator('input[type=file]').setInputFiles(file('deflated.npz'));
  await expect(figure.locator('fieldset table').first()).toContainText('(1, 2, 3, 4)');
  await expect(figure.locator('.case')).toContainText('batch, heads, seq, dim');
  await expect(search(figure)).toBeEnabled();
  await figure.locator('input[type=file]').setInputFiles(file('checkpoint.pt'));
  await expect(figure.getByRole('alert')).toContainText('checkpoint of torch.save');
  await expect(figure.getByRole('alert')).toHaveAttribute('data-code', 'zip-pickle');
  await expect(figure.locator('fieldset table').first()).toContainText('(1, 2, 3, 4)');
  await type(figure.getByLabel('Scale ('), '1/0');
  await expect(figure.getByRole('alert')).toContainText('divides by 0');
  await expect(figure.getByLabel('Scale (')).toHaveAttribute('aria-invalid', 'true');
  await type(figure.getByLabel('Scale ('), '1/4');
  await expect(figure.getByRole('alert')).toHaveCount(0);
  // Nothing was seen: there is nothing to explain.
  await search(figure).click();
  await expect(figure.getByRole('alert')).toContainText('nothing to explain');
  await figure.getByLabel('Role of v').selectOption('not used');
  await expect(figure.locator('.case')).toContainText('give three tensors these roles');
  await expect(search(figure)).toBeDisabled();
});

test('what print shows, pasted: none fits numbers of no attention', async ({ page }) => {
  const figure = await open(page);
  const box = figure.getByLabel('Or paste what print(q) shows');
  await box.fill('q = [[1, 2, ...]]');
  await figure.getByRole('button', { name: 'Read this text' }).click();
  await expect(figure.getByRole('alert')).toContainText('set_printoptions');
  await expect(box).toHaveValue('q = [[1, 2, ...]]');
  await box.fill(
    'q = tensor([[1., 0.], [0., 1.]])\nk tensor([[1., 1.], [0., 2.]])\nv: [[3. 4.]\n [5. 7.]]\nout = array([[100., -3.], [9., 9.]])',
  );
  await figure.getByRole('button', { name: 'Read this text' }).click();
  await expect(figure.getByRole('alert')).toHaveCount(0);
  await expect(box).toHaveValue('');
  await search(figure).click();
  await expect(verdict(figure)).toContainText('None fits', { timeout: 30_000 });
  await figure.getByRole('button', { name: 'Reset' }).click();
  await expect(figure.locator('.words')).toContainText('No tensor has been read yet.');
});
