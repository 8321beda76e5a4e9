/** Every figure of the lesson: where it stands, and what in it changes by which key. */
import { expect, type Locator, type Page } from '@playwright/test';

export interface Deed {
  /** The accessible name of the control, or its beginning. */
  readonly on: string;
  readonly keys: readonly string[];
  /** What has changed is a setting: it is in the link. Left out: it is not. */
  readonly setting?: boolean;
}

export interface EveryFigure {
  readonly tag: string;
  /** Without one, the first of its tag. */
  readonly id?: string;
  readonly deeds: readonly Deed[];
  /** There is no NumPy program: its table is copied. */
  readonly tableOnly?: boolean;
}

const setting = (on: string, ...keys: string[]): Deed => ({ on, keys, setting: true });
const deed = (on: string, ...keys: string[]): Deed => ({ on, keys });
const experiment = (name: string): EveryFigure => ({
  tag: 'experiment-figure',
  id: `${name}-experiment`,
  deeds: [deed('Run the checks', 'Enter')],
});

const CONCEPT: readonly EveryFigure[] = [
  { tag: 'parts-figure', id: 'figure-parts', deeds: [setting('nothing', 'ArrowDown')] },
  {
    tag: 'shapes-figure',
    id: 'figure-shapes',
    deeds: [setting('tokens n', 'ArrowUp'), setting('batch', 'ArrowUp')],
  },
  {
    tag: 'six-tokens',
    id: 'figure-six-tokens',
    deeds: [setting('Seed', 'ArrowUp'), setting('Draw again', 'Enter')],
  },
  {
    tag: 'block-figure',
    id: 'figure-block',
    deeds: [setting('post-norm', 'ArrowDown'), setting('Input rows times', 'ArrowUp')],
  },
  {
    tag: 'share-figure',
    id: 'figure-share',
    deeds: [setting('tokens n', 'ArrowUp'), setting('model width d_model', 'ArrowUp')],
  },
  {
    tag: 'recurrence-figure',
    id: 'figure-recurrence',
    deeds: [setting('tokens n', 'ArrowUp')],
    tableOnly: true,
  },
];

const BUILD: readonly EveryFigure[] = [
  {
    tag: 'hand-task',
    id: 'application-task',
    deeds: [deed('Show me this step', 'Enter')],
    tableOnly: true,
  },
  {
    tag: 'ticket-run',
    id: 'application-run',
    deeds: [setting('causal mask on', 'Space')],
  },
  experiment('select'),
  experiment('verify'),
  experiment('mask'),
  experiment('block'),
  {
    tag: 'families-figure',
    id: 'families-tracer',
    // The order shows in the tables, which stand there when the marks are graded.
    deeds: [deed('Grade my marks', 'Enter'), setting('passage, then question', 'ArrowDown')],
    tableOnly: true,
  },
  {
    tag: 'memory-figure',
    id: 'memory-calculator',
    deeds: [setting('batch', 'ArrowUp'), setting('heads', 'ArrowDown')],
  },
];

const DEPTH: readonly EveryFigure[] = [
  {
    tag: 'row-figure',
    id: 'figure-row',
    deeds: [setting('Causal mask', 'Space'), deed('Next step', 'Enter')],
  },
  {
    tag: 'row-figure',
    id: 'figure-row-causal',
    deeds: [deed('Next step', 'Space'), setting('Causal mask', 'Space')],
  },
  { tag: 'scale-figure', id: 'figure-scale', deeds: [setting('Draw again', 'Enter')] },
  {
    tag: 'spread-figure',
    id: 'figure-spread',
    deeds: [deed('Next step', 'Enter'), setting('Largest factor', 'End', '0')],
  },
  { tag: 'mask-figure', id: 'figure-mask', deeds: [setting('padding', 'Space')] },
  {
    tag: 'conventions-figure',
    id: 'figure-conventions',
    deeds: [setting('scale=None', 'ArrowDown')],
  },
  {
    tag: 'properties-figure',
    id: 'figure-properties',
    deeds: [setting('Causal mask', 'Space')],
    // Its table says which checks hold.
    tableOnly: true,
  },
  { tag: 'heads-figure', id: 'figure-heads', deeds: [setting('Draw again', 'Enter')] },
  { tag: 'positions-figure', id: 'figure-positions', deeds: [setting('Shift by', 'End', '1')] },
];

const PRACTICE: readonly EveryFigure[] = [
  {
    tag: 'parameters-figure',
    id: 'figure-parameters',
    deeds: [setting('Width d', 'End', '0'), setting('Head width', 'End', '0')],
  },
  {
    tag: 'context-figure',
    id: 'figure-context',
    deeds: [setting('Tokens after', 'End', '0')],
  },
  {
    tag: 'lab-figure',
    id: 'figure-lab',
    deeds: [setting('Tokens', 'Home', 'Delete', '4'), deed('Run all steps', 'Enter')],
  },
  {
    tag: 'tensor-doctor',
    id: 'figure-doctor',
    deeds: [deed('a forgotten scale', 'Enter'), setting('Causal mask', 'ArrowDown')],
    // Its programs are of what was found.
    tableOnly: true,
  },
];

const MISTAKES: readonly EveryFigure[] = [
  {
    tag: 'mistakes-bench',
    id: 'figure-mistakes',
    deeds: [
      setting('softmax over the wrong axis', 'ArrowDown'),
      deed('Run without predicting', 'Enter'),
    ],
  },
  {
    tag: 'hidden-mistake',
    id: 'figure-hidden',
    deeds: [setting('Hide another', 'Enter'), deed('Look at row and column sums', 'Enter')],
    tableOnly: true,
  },
  {
    tag: 'mask-translator',
    id: 'figure-translator',
    // Downwards stands one that a table of four rows cannot be handed to.
    deeds: [setting('It is handed to', 'ArrowUp')],
  },
  {
    tag: 'layout-figure',
    id: 'figure-layout',
    deeds: [setting('split into heads and merge', 'ArrowDown')],
  },
  {
    tag: 'precision-figure',
    id: 'figure-precision',
    deeds: [setting('Step', 'ArrowDown')],
    tableOnly: true,
  },
];

/** Figures in the frame of the lesson, with its furniture, by part: the page is opened once for each. */
export const FRAMED = {
  concept: CONCEPT,
  build: BUILD,
  depth: DEPTH,
  practice: PRACTICE,
  mistakes: MISTAKES,
};

/** Figures with a frame of their own. */
export const OTHERS: readonly EveryFigure[] = [
  { tag: 'scaling-bench', id: 'figure-scaling', deeds: [] },
  {
    tag: 'heat-trial',
    id: 'figure-trial',
    deeds: [],
    tableOnly: true,
  },
  { tag: 'ticket-map', deeds: [deed('Replace what refund hands over', 'Enter')] },
  {
    tag: 'attention-figure',
    id: 'figure-attention',
    deeds: [
      setting('query of flight, component 0', '9', 'Enter'),
      setting('flight may read flight', 'Space'),
    ],
  },
];

export const named = ({ id, tag }: EveryFigure): string => id ?? tag;

/** Its element, in view and with its core. */
export async function find(page: Page, { tag, id }: EveryFigure): Promise<Locator> {
  const figure = id ? page.locator(`${tag}[id="${id}"]`) : page.locator(tag).first();
  // A figure of the depth stands in a fold.
  await figure.evaluate((element) => {
    for (let fold = element.closest('details'); fold; ) {
      fold.open = true;
      fold = fold.parentElement?.closest('details') ?? null;
    }
  });
  // Others on the way are loaded too, and the page grows with them.
  await expect(async () => {
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.locator('button').first()).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
  return figure;
}

/**
 * All that a figure shows: every text of it and of the elements in it, and what its pictures are drawn from; `controls`:
 * also what is typed and chosen.
 */
export const look = (figure: Locator, controls = false): Promise<string> =>
  figure.evaluate((element, asked) => {
    const parts: string[] = [];
    const read = (node: Node): void => {
      if (node.nodeType === Node.TEXT_NODE) parts.push(node.textContent ?? '');
      if (!(node instanceof Element)) return;
      if (node.localName === 'al-take-away' || node.localName === 'style') return;
      for (const name of ['d', 'x', 'y', 'width', 'height', 'class', 'aria-label', 'aria-checked'])
        parts.push(node.getAttribute(name) ?? '');
      if (asked && node instanceof HTMLInputElement) parts.push(node.value, String(node.checked));
      if (asked && node instanceof HTMLSelectElement) parts.push(node.value);
      if (node.shadowRoot) for (const child of node.shadowRoot.childNodes) read(child);
      for (const child of node.childNodes) read(child);
    };
    const root = element.shadowRoot ?? element;
    for (const child of root.childNodes) read(child);
    return parts.filter((part) => part.trim() !== '').join('|');
  }, controls);

/** What has the focus, through every shadow root: its accessible name, or what it is called by. */
export const focused = (page: Page): Promise<{ name: string; figure: string; visible: boolean }> =>
  page.evaluate(() => {
    let one = document.activeElement;
    const figure = one?.localName ?? '';
    while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
    if (!one) return { name: '', figure, visible: false };
    const labels = (one as HTMLInputElement).labels;
    const name =
      one.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? one.textContent ?? '';
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return {
      name: name.replace(/\s+/g, ' ').trim(),
      figure,
      visible: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
    };
  });
