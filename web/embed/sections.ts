/**
 * One section of the lesson at a time, with the way to the one before and the one after. A link inside the lesson leads
 * to the section of its target.
 */
import { openTarget } from '../elements/lesson/open-target.ts';
import { messages } from '../messages/index.ts';

export const sectionsOf = (lesson: ParentNode): readonly HTMLElement[] => [
  ...lesson.querySelectorAll<HTMLElement>('section[id]'),
];

export const titleOf = (section: Element): string =>
  (document.getElementById(`${section.id}-title`)?.firstChild?.textContent ?? section.id).trim();

/** The section that an id stands in, or is. */
export const sectionAt = (id: string): HTMLElement | undefined =>
  document.getElementById(id)?.closest<HTMLElement>('section[id]') ?? undefined;

export class OneSection {
  readonly #sections: readonly HTMLElement[];
  readonly #ways = document.createElement('nav');

  constructor(lesson: HTMLElement) {
    this.#sections = sectionsOf(lesson);
    this.#ways.className = 'ways';
    this.#ways.setAttribute('aria-label', messages.embed.ways);
    lesson.after(this.#ways);
    addEventListener('hashchange', () => this.#follow());
  }

  /** Of `sectionAt`. */
  show(section: HTMLElement): void {
    for (const one of this.#sections) {
      const fold = one.parentElement?.closest('details.depth');
      (fold instanceof HTMLDetailsElement ? fold : one).hidden = one !== section;
      if (one === section && fold instanceof HTMLDetailsElement) fold.open = true;
    }
    for (const part of document.querySelectorAll<HTMLElement>('main .part[data-part]'))
      part.hidden = !part.contains(section);
    this.#offer(this.#sections.indexOf(section));
  }

  #follow(): void {
    const section = sectionAt(decodeURIComponent(location.hash.slice(1)));
    if (!section) return;
    this.show(section);
    openTarget();
  }

  #offer(at: number): void {
    const text = messages.embed;
    const link = (section: HTMLElement | undefined, label: (title: string) => string) => {
      if (!section) return [];
      const a = document.createElement('a');
      a.href = `#${section.id}`;
      a.textContent = label(titleOf(section));
      return [a];
    };
    this.#ways.replaceChildren(
      ...link(this.#sections[at - 1], text.before),
      ...link(this.#sections[at + 1], text.after),
    );
  }
}
