/** The files that a learner takes along, as links to what the browser holds in memory. */
import { messages } from '../../messages/index.ts';
import { ankiDeck } from '../../storage/anki.ts';
import { calendarOf } from '../../storage/calendar.ts';
import type { Store } from '../../storage/types.ts';
import type { RecallCard } from './cards.ts';
import { cardsByDay } from './counts.ts';
import type { Reckoning, Standing } from './recall.ts';

/** No larger file is read at all; the store has limits of its own. */
export const MOST_MIB = 64;

export interface Download {
  readonly kind: 'backup' | 'anki' | 'calendar';
  /** Of the file. */
  readonly name: string;
  readonly href: string;
}

/** HTML as Anki shows it: links lead back to the lesson. */
function htmlOf(...elements: readonly Element[]): string {
  return elements
    .map((element) => {
      const copy = element.cloneNode(true) as Element;
      for (const link of copy.querySelectorAll('a'))
        link.href = new URL(link.href, location.href).href;
      return copy.innerHTML.trim();
    })
    .join('');
}

function ankiCardOf({ id, title, front, back, points }: RecallCard) {
  const list = points.map((point) => `<li>${htmlOf(point)}</li>`).join('');
  return {
    id,
    front: `<b>${htmlOf(titleOf(title))}</b>${htmlOf(front)}`,
    back: `${htmlOf(back)}${list ? `<ul>${list}</ul>` : ''}`,
    tags: ['attention'],
  };
}

function titleOf(title: string): Element {
  const element = document.createElement('span');
  element.textContent = title;
  return element;
}

function linkTo(kind: Download['kind'], name: string, type: string, content: string): Download {
  const blob = new Blob([content], { type: `${type};charset=utf-8` });
  return { kind, name, href: URL.createObjectURL(blob) };
}

export async function downloadsOf(
  store: Store,
  { cards, stored }: Standing,
  { engine, today }: Reckoning,
): Promise<readonly Download[]> {
  const { year, month, day } = engine.review.dateOf({ day: today });
  const stamp = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
  const days = [...cardsByDay(stored, today)].map(([due, ids]) => ({
    date: engine.review.dateOf({ day: due }),
    summary: messages.recall.calendarEvent(ids.length),
  }));
  const backup = JSON.stringify(await store.exportAll(), null, 1);
  const anki = ankiDeck(cards.map(ankiCardOf));
  return [
    linkTo('backup', `attention-lesson-${stamp}.json`, 'application/json', backup),
    linkTo('anki', 'attention-lesson-anki.txt', 'text/tab-separated-values', anki),
    // A calendar without a day is no file of iCalendar.
    ...(days.length === 0
      ? []
      : [
          linkTo('calendar', 'attention-lesson.ics', 'text/calendar', calendarOf(days, Date.now())),
        ]),
  ];
}
