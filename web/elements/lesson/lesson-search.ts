/**
 * <lesson-search>: finds words in the sections of the page and lists where they stand. The list replaces nothing: the
 * contents stay below it.
 */
import { messages } from '../../messages/index.ts';

/** Letters of text shown on each side of what was found. */
const AROUND = 40;
const MOST = 12;

interface Found {
  readonly id: string;
  readonly title: string;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

function textOf(section: Element): string {
  return (section.textContent ?? '').replaceAll(/\s+/g, ' ');
}

export function find(words: string, sections: readonly Element[]): Found[] {
  const wanted = words.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  if (wanted.length < 2) return [];
  const found: Found[] = [];
  for (const section of sections) {
    const title = document.getElementById(`${section.id}-title`)?.firstChild?.textContent ?? '';
    const text = `${title}. ${textOf(section)}`;
    const at = text.toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    const end = at + wanted.length;
    found.push({
      id: section.id,
      title,
      before: text.slice(Math.max(0, at - AROUND), at),
      match: text.slice(at, end),
      after: text.slice(end, end + AROUND),
    });
  }
  return found;
}

export class LessonSearch extends HTMLElement {
  connectedCallback(): void {
    if (this.querySelector('input')) return; // moved about in the page
    const text = messages.lesson;
    const label = document.createElement('label');
    const name = document.createElement('span');
    name.textContent = text.search;
    const input = document.createElement('input');
    input.type = 'search';
    input.dataset.look = '';
    label.append(name, input);
    const status = document.createElement('p');
    status.setAttribute('role', 'status');
    const list = document.createElement('ul');
    input.addEventListener('input', () => {
      const sections = [...document.querySelectorAll('main section[id]')];
      const found = find(input.value, sections);
      status.textContent = input.value.trim().length < 2 ? '' : text.found(found.length);
      list.replaceChildren(...found.slice(0, MOST).map((one) => this.#item(one)));
    });
    this.append(label, status, list);
  }

  #item({ id, title, before, match, after }: Found): HTMLElement {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = `#${id}`;
    link.textContent = title;
    const where = document.createElement('p');
    const mark = document.createElement('mark');
    mark.textContent = match;
    where.append(`…${before}`, mark, `${after}…`);
    item.append(link, where);
    return item;
  }
}

if (!customElements.get('lesson-search')) customElements.define('lesson-search', LessonSearch);
