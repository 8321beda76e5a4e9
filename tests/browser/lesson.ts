/**
 * The page under watch: every test fails on a console error, an uncaught exception, a violation of the security policy or
 * a request that leaves the origin.
 */
import { test as base, expect, type Locator, type Page } from '@playwright/test';

export { expect } from '@playwright/test';

/** What a test expects to be reported, where the report is the point of the test. */
interface Watch {
  readonly expected: RegExp[];
}

export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ page, baseURL }, use) => {
      const faults: string[] = [];
      const expected: RegExp[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          faults.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
      page.on('request', (request) => {
        const url = new URL(request.url());
        const inside =
          url.origin === new URL(baseURL ?? '').origin || ['data:', 'blob:'].includes(url.protocol);
        if (!inside) faults.push(`request to ${request.url()}`);
      });
      await page.addInitScript(() => {
        // Each test would install the page anew. tests/browser/offline.spec.ts has the service worker.
        Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });
        addEventListener('securitypolicyviolation', (event) => {
          console.error(
            `policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`,
          );
        });
      });
      await use({ expected });
      expect(faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual(
        [],
      );
    },
    { auto: true },
  ],
});

/** Why a test of the dark colours is left out in Firefox. */
export const LIGHT_ALONE = 'the driver of this Firefox cannot ask for dark colours';

/** Where a person would press an element that is scrolled into view. */
export async function centreOf(element: Locator): Promise<[x: number, y: number]> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('the element has no box');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/**
 * Scrolls to a figure until its sign of life is there. Figures above it grow when they come, and may push it far from the
 * window again, where nothing is loaded: a reader then scrolls on.
 */
export async function comeNear(figure: Locator, sign: Locator): Promise<void> {
  await figure.scrollIntoViewIfNeeded();
  await expect(async () => {
    await figure.scrollIntoViewIfNeeded();
    await expect(sign).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 10_000 }); // as long as the other expectations
}

/** Types into a number field, as a person does: what is passed on the way is computed too. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.press('ControlOrMeta+a');
  await field.press('Delete');
  if (text) await field.pressSequentially(text);
}

/** The attention figure of a page, by what a person sees of it. */
export class Figure {
  readonly root: Locator;

  constructor(readonly page: Page) {
    this.root = page.locator('attention-figure');
  }

  static async open(page: Page, search = ''): Promise<Figure> {
    await page.goto(`./${search}`);
    const figure = new Figure(page);
    // It is loaded when the reader comes near.
    await figure.root.scrollIntoViewIfNeeded();
    await expect(figure.cell('output', 0, 0)).toBeVisible();
    return figure;
  }

  entry(input: 'query' | 'key' | 'value', token: string, component: number): Locator {
    return this.root.getByRole('textbox', {
      name: `${input} of ${token}, component ${component}`,
      exact: true,
    });
  }

  stage(name: 'raw' | 'scaled' | 'masked' | 'weights' | 'output'): Locator {
    return this.root.locator(`al-matrix[name="${name}"]`);
  }

  cell(
    name: 'raw' | 'scaled' | 'masked' | 'weights' | 'output',
    row: number,
    col: number,
  ): Locator {
    return this.stage(name).locator(`td[data-row="${row}"][data-col="${col}"]`);
  }

  /** The numbers of a stage as shown, row by row, without the columns beside it. */
  async shown(name: 'raw' | 'scaled' | 'masked' | 'weights' | 'output'): Promise<string[][]> {
    return this.stage(name).evaluate((view) => {
      const { cols } = (view as unknown as { matrix: { cols: number } }).matrix;
      const lines = view.shadowRoot?.querySelectorAll('tbody tr') ?? [];
      return Array.from(lines, (line) =>
        Array.from(line.querySelectorAll('td'), (cell) => cell.textContent ?? '').slice(0, cols),
      );
    });
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name, exact: typeof name === 'string' });
  }

  get preset(): Locator {
    return this.root.getByLabel('Start from');
  }

  get causal(): Locator {
    return this.root.locator('#causal');
  }

  get words(): Locator {
    return this.root.locator('.words');
  }

  get problems(): Locator {
    return this.root.locator('.problem');
  }

  get explanation(): Locator {
    return this.root.locator('al-explain section');
  }

  async type(entry: Locator, text: string): Promise<void> {
    await entry.focus();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
  }

  /** Turns the mask on and passes the prediction. */
  async causalOn(): Promise<void> {
    await this.causal.check();
    await this.button('Show me without predicting').click();
  }
}
