/** The cards of the page: their text stands in it as HTML, made from the lesson's data, and reads without JavaScript. */

export interface RecallCard {
  /** Stable: reviews, backups and exports name it. */
  readonly id: string;
  readonly title: string;
  /** `write`: graded by the learner. `task` and `predict`: fresh numbers, graded by the core. */
  readonly kind: 'write' | 'task' | 'predict';
  /** Kind of the core's exercise that draws the numbers; empty for `write`. */
  readonly exercise: string;
  readonly minutes: number;
  /** Id of the place in the page that teaches it. */
  readonly step: string;
  readonly front: Element;
  readonly back: Element;
  readonly points: readonly Element[];
}

function cardOf(item: HTMLElement): RecallCard | undefined {
  const [front, back] = [item.querySelector('.front'), item.querySelector('.back')];
  const { kind, exercise = '', minutes } = item.dataset;
  if (!front || !back || (kind !== 'write' && kind !== 'task' && kind !== 'predict'))
    return undefined;
  return {
    id: item.id,
    title: item.querySelector('h2, h3, h4')?.textContent ?? item.id,
    kind,
    exercise,
    minutes: Number(minutes ?? 1),
    step: item.querySelector<HTMLAnchorElement>('.step a')?.hash.slice(1) ?? '',
    ...{ front, back },
    points: [...item.querySelectorAll('.points > li')],
  };
}

/** In the order of the page. */
export const cardsIn = (root: ParentNode): readonly RecallCard[] =>
  [...root.querySelectorAll<HTMLElement>('li.card')].flatMap((item) => cardOf(item) ?? []);

/** What a section is called, without its minutes. */
const sectionTitle = (id: string): string =>
  (document.getElementById(`${id}-title`)?.firstChild?.textContent ?? id).trim();

/** Of a heading its own words, else the title of the section that the place is in. */
export function titleOfPlace(id: string): string {
  const place = document.getElementById(id);
  if (place && /^H[1-6]$/.test(place.tagName)) return place.textContent ?? id;
  return sectionTitle(place?.closest('section[id]')?.id ?? id);
}

/** The sections to read before the lesson is completed. */
export const coreSectionsIn = (
  root: ParentNode,
): readonly { readonly id: string; readonly title: string }[] =>
  [...root.querySelectorAll<HTMLElement>('section[data-core]')].map(({ id }) => ({
    id,
    title: sectionTitle(id),
  }));
