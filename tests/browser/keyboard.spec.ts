/** Every figure by keyboard alone: each control is reached in order and seen, works, and lets go again. */
import type { Page } from '@playwright/test';
import { registry } from '../../web/elements/registry.ts';
import {
  type Deed,
  type EveryFigure,
  FRAMED,
  find,
  focused,
  look,
  named,
  OTHERS,
} from './every-figure.ts';
import { expect, test } from './lesson.ts';

/** Elements of the page that are no figures: their own tests work them by keyboard. */
const NO_FIGURES = [
  ...['lesson-search', 'write-box', 'choose-one', 'code-listing', 'recall-due', 'recall-deck'],
  ...['exercise-task', 'exercise-set', 'goal-puzzles'],
];
const MOST_STOPS = 250;
const BEFORE = 'before the figure';
const BEHIND = 'behind the figure';

test('no figure is left out', () => {
  const walked = [...Object.values(FRAMED).flat(), ...OTHERS].map(({ tag }) => tag);
  expect([...new Set([...walked, ...NO_FIGURES])].sort()).toEqual(Object.keys(registry).sort());
});

/** Puts a button before and one behind the figure, to come from and to go to. */
const fence = (element: Element) => {
  const [before, after] = ['before the figure', 'behind the figure'].map((text) => {
    const button = document.createElement('button');
    button.textContent = text;
    button.className = 'fence';
    return button;
  });
  if (!before || !after) return;
  element.before(before);
  element.after(after);
  before.focus();
};

const unfence = () => {
  for (const one of document.querySelectorAll('.fence')) one.remove();
};

/** The names of what Tab should reach, in the order of the figure's flat tree. */
const stopsOf = (element: Element) => {
  const stops: string[] = [];
  const groups = new Set<string>();
  const nameOf = (one: Element) =>
    (
      one.getAttribute('aria-label') ??
      (one as HTMLInputElement).labels?.[0]?.textContent ??
      one.textContent ??
      ''
    )
      .replace(/\s+/g, ' ')
      .trim();
  const seen = (one: Element) => one.checkVisibility({ visibilityProperty: true });
  const walk = (one: Element): void => {
    if (!seen(one) && one.localName !== 'slot') return;
    const root = one.getRootNode() as ShadowRoot;
    if (one.matches('button, input, select, textarea, summary, a[href], [tabindex]')) {
      const radio = one.matches('input[type="radio"]') ? (one as HTMLInputElement) : undefined;
      const others = radio
        ? [...root.querySelectorAll<HTMLInputElement>(`input[name="${radio.name}"]`)]
        : [];
      // Of a group of radio buttons one takes the focus: the checked one, or the first.
      const turn = radio
        ? radio === (others.find(({ checked }) => checked) ?? others[0])
        : (one as HTMLElement).tabIndex >= 0;
      if (turn && !(one as HTMLButtonElement).disabled) stops.push(nameOf(one));
      if (radio) groups.add(radio.name);
    }
    const inside =
      one instanceof HTMLSlotElement
        ? one.assignedElements()
        : [...(one.shadowRoot ?? one).children];
    for (const child of inside) walk(child);
  };
  for (const child of (element.shadowRoot ?? element).children) walk(child);
  return stops;
};

async function walk(page: Page, figure: EveryFigure): Promise<void> {
  const root = await find(page, figure);
  await root.evaluate(fence);
  const expected = await root.evaluate(stopsOf);
  expect(expected.length).toBeGreaterThan(1);
  const reached: string[] = [];
  const unseen: string[] = [];
  for (let i = 0; i < MOST_STOPS; i++) {
    await page.keyboard.press('Tab');
    const { name, visible } = await focused(page);
    if (name === BEHIND) break;
    reached.push(name);
    if (!visible) unseen.push(name);
  }
  await expect(page.getByRole('button', { name: BEHIND })).toBeFocused();
  expect(unseen, 'focus that cannot be seen').toEqual([]);
  // A box that scrolls takes the focus too: it is no control.
  const controls: string[] = [];
  for (const name of reached) if (name === expected[controls.length]) controls.push(name);
  expect(controls).toEqual(expected);
  await page.keyboard.press('Shift+Tab');
  expect((await focused(page)).figure).toBe(figure.tag);
}

/** To the control by Tab alone, then its keys. */
async function act(page: Page, figure: EveryFigure, { on, keys }: Deed): Promise<void> {
  const root = await find(page, figure);
  await page.getByRole('button', { name: BEFORE }).focus();
  for (let i = 0; i < MOST_STOPS; i++) {
    await page.keyboard.press('Tab');
    const { name } = await focused(page);
    if (name.startsWith(on)) break;
    expect(name, `${on} is reached`).not.toBe(BEHIND);
  }
  const before = await look(root);
  for (const key of keys) await page.keyboard.press(key);
  await expect.poll(() => look(root), `${on}: ${keys} changes what is shown`).not.toBe(before);
  await expect(root.getByRole('alert')).toHaveCount(0);
  expect((await focused(page)).figure, 'the focus stays in the figure').toBe(figure.tag);
}

for (const [part, figures] of Object.entries({ ...FRAMED, others: OTHERS })) {
  test(`${part}: Tab reaches each control of each figure in order, its keys work, and it lets go`, async ({
    page,
  }) => {
    test.setTimeout(300_000); // hundreds of keys, each looked at
    await page.goto('./');
    for (const figure of figures) {
      await test.step(named(figure), async () => {
        await walk(page, figure);
        for (const deed of figure.deeds) await act(page, figure, deed);
        await page.evaluate(unfence);
      });
    }
  });
}
