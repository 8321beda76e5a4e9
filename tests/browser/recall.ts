/** The recall cards of a page, by what a person sees of them, and the right answers, which the engine gives. */
import type { Locator, Page } from '@playwright/test';
import { createEngine, type Engine } from 'attention-lesson/engine';
import { expect } from './lesson.ts';

export type Grade = 'pass' | 'miss';

let engine: Engine | undefined;
export async function engineHere(): Promise<Engine> {
  engine ??= await createEngine();
  return engine;
}

export class Deck {
  readonly root: Locator;
  readonly card: Locator;

  constructor(readonly page: Page) {
    this.root = page.locator('recall-deck');
    this.card = this.root.locator('section.card');
  }

  /** The page on a day of the learner's calendar, at ten in the morning. */
  static async open(page: Page, day: string): Promise<Deck> {
    await setDay(page, day);
    await keepBlobs(page);
    await page.goto('./#cards');
    const deck = new Deck(page);
    await deck.ready();
    return deck;
  }

  async ready(): Promise<void> {
    await this.root.scrollIntoViewIfNeeded();
    await expect(this.root.locator('#head')).toBeVisible();
  }

  async scheduleNow(): Promise<void> {
    await this.root.locator('button.elsewhere').click();
    await expect(this.root.locator('button.elsewhere')).toHaveCount(0);
  }

  /** What is said of today. */
  get sum(): Locator {
    return this.root.locator('.sum');
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name });
  }

  fold(name: 'calendar' | 'history' | 'numbers' | 'files' | 'text'): Locator {
    return this.root.locator(`details.${name}`);
  }

  async unfold(name: 'calendar' | 'history' | 'numbers' | 'files' | 'text'): Promise<Locator> {
    const fold = this.fold(name);
    await fold.locator('> summary').click();
    await expect(fold).toHaveAttribute('open', '');
    return fold;
  }

  /** Id of the card that is asked. */
  async current(): Promise<string> {
    return (await this.card.getAttribute('data-card')) ?? '';
  }

  /** Answers the card that is asked, and gives its id. Of fresh numbers the engine knows the answer. */
  async answer(grade: Grade): Promise<string> {
    const id = await this.current();
    if (await this.card.locator('exercise-task').count()) await this.#task(grade);
    else if (await this.card.locator('recall-prediction').count()) await this.#predict(grade);
    else {
      await this.button('Show the answer').click();
      await this.button(grade === 'pass' ? 'I had it' : 'I missed it').click();
    }
    await expect(this.card).toHaveAttribute('data-phase', 'kept');
    await expect(this.card.locator('.kept b')).toHaveText(grade === 'pass' ? 'Right.' : 'Missed.');
    return id;
  }

  async #task(grade: Grade): Promise<void> {
    const task = this.card.locator('exercise-task');
    await expect(task.getByRole('button', { name: 'Check' })).toBeVisible();
    const [kind, seed] = await task.evaluate((element) => {
      const { kind: of, seed: number } = element as unknown as { kind: string; seed: string };
      return [of, number] as const;
    });
    const { exercise } = await engineHere();
    const { asks } = exercise.make({ kind, seed });
    const right = exercise.solve({ kind, seed });
    for (const [a, ask] of asks.entries()) {
      const solution = right[a]?.data ?? new Float64Array();
      if (ask.kind === 'choice') {
        const choice = ask.choices[solution[0] ?? 0] ?? '';
        const other = ask.choices.find((one) => one !== choice) ?? '';
        const value = grade === 'pass' ? choice : other;
        await task.locator(`input[data-ask="${a}"][value="${value}"]`).check();
        continue;
      }
      const cells = task.locator(`input[data-ask="${a}"]`);
      for (const [i, value] of [...solution].entries())
        await cells.nth(i).fill(grade === 'pass' ? String(value) : '7777');
    }
    await task.getByRole('button', { name: 'Check' }).click();
  }

  async #predict(grade: Grade): Promise<void> {
    const prediction = this.card.locator('recall-prediction');
    await expect(prediction.getByRole('radio').first()).toBeVisible();
    const [kind, seed] = await prediction.evaluate((element) => {
      const { kind: of, seed: number } = element as unknown as { kind: string; seed: string };
      return [of, number] as const;
    });
    const { exercise, attention } = await engineHere();
    const { inputs, sizes } = exercise.make({ kind, seed });
    if (!inputs) throw new Error(`${kind} has no head`);
    const row = sizes.find(({ name }) => name === 'row')?.value ?? 0;
    const { strongest } = attention(inputs);
    const flags = [...strongest.data].slice(row * strongest.cols, (row + 1) * strongest.cols);
    const wanted = flags.findIndex((flag) => (flag === 1) === (grade === 'pass'));
    await prediction.getByRole('radio').nth(wanted).check();
    await prediction.getByRole('button', { name: 'Commit my prediction' }).click();
  }

  async next(): Promise<void> {
    await this.card.locator('#next').click();
    await expect(this.card).not.toHaveAttribute('data-phase', 'kept');
  }

  /** Goes through what is due; gives the ids in the order in which they were asked. */
  async reviewDue(gradeOf: (id: string) => Grade): Promise<string[]> {
    await this.button(/^Review \d+ cards?$/).click();
    const asked: string[] = [];
    while ((await this.card.getAttribute('data-phase')) !== 'end') {
      asked.push(await this.answer(gradeOf(await this.current())));
      await this.next();
    }
    await this.button('Back to the deck').click();
    await expect(this.root.locator('#head')).toBeFocused();
    return asked;
  }

  /** The backup that the page offers, as it would be saved. */
  async backup(): Promise<string> {
    const files = this.fold('files');
    if (!(await files.evaluate((fold) => (fold as HTMLDetailsElement).open)))
      await this.unfold('files');
    const prepare = files.getByRole('button', { name: 'Prepare the files' });
    if (await prepare.count()) await prepare.click();
    return contentOf(files.locator('a[data-file="backup"]'));
  }
}

type Blobs = typeof globalThis & { blobs: Map<string, Blob> };

/** The policy lets the page fetch no blob, and Firefox's driver sees no download: what is offered is noted as it is made. */
async function keepBlobs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [blobs, make] = [new Map<string, Blob>(), URL.createObjectURL];
    (globalThis as Blobs).blobs = blobs;
    URL.createObjectURL = (blob: Blob) => {
      const href = make.call(URL, blob);
      blobs.set(href, blob);
      return href;
    };
  });
}

/** What a link saves. */
export const contentOf = (link: Locator): Promise<string> =>
  link.evaluate(async (element) => {
    const blob = (globalThis as Blobs).blobs.get((element as HTMLAnchorElement).href);
    if (!blob) throw new Error('The link leads to nothing that the page made.');
    return blob.text();
  });

export const setDay = (page: Page, day: string): Promise<void> =>
  page.clock.setFixedTime(new Date(`${day}T10:00:00`));

/** The page is looked at again on another day, without a reload. */
export async function wakeOn(page: Page, day: string): Promise<void> {
  await setDay(page, day);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** "2026-12-01" and so many days on. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
