/** Sentences and buttons on where the learner stands: what is due, what is still to read, whether anything is saved. */
import { html, nothing, type TemplateResult } from 'lit';
import { messages } from '../../messages/index.ts';
import { cardsByDay } from './counts.ts';
import { longDate } from './days.ts';
import type { Recall, Reckoning, Standing } from './recall.ts';
import { minutesOf } from './session.ts';

const text = messages.recall;

/** Why nothing is saved here, and the way to a file. */
export function notHere({ store }: Recall, open?: () => void): TemplateResult | typeof nothing {
  if (!store?.notice) return nothing;
  const reads = store.notice === 'read-only'; // nothing is done there that could be lost
  return html`<div class="notice" role="status" data-notice=${store.notice}>
    <p><b>${text.notHere.title}</b> ${text.notHere.why[store.notice]} ${reads ? nothing : text.notHere.until}</p>
    ${open && !reads ? html`<button type="button" data-look @click=${open}>${text.notHere.export}</button>` : nothing}
  </div>`;
}

export const dateText = ({ engine }: Reckoning, day: number): string =>
  longDate(engine.review.dateOf({ day }));

/** What is due today, how many and about how long; else the next date. */
export function dueSentence(standing: Standing, reckoning: Reckoning): string {
  const { due, today } = reckoning;
  if (due.length > 0) return text.due.some(due.length, minutesOf(due));
  const [next] = cardsByDay(standing.stored, today);
  if (!next) return text.due.none;
  return `${text.due.none} ${text.due.next(dateText(reckoning, next[0]), next[1].length)}`;
}

/** The days after today on which cards come back. */
export function nextDates(standing: Standing, reckoning: Reckoning, most: number): TemplateResult {
  const days = [...cardsByDay(standing.stored, reckoning.today)].filter(
    ([day]) => day > reckoning.today,
  );
  return html`<ul class="plain dates">
    ${days.slice(0, most).map(([day, ids]) => html`<li>${text.due.on(dateText(reckoning, day), ids.length)}</li>`)}
  </ul>`;
}

/** Before the cards are scheduled: how far the core path is read, and what is missing. */
export function progress(recall: Recall): TemplateResult | typeof nothing {
  const { standing } = recall;
  if (!standing || standing.completion) return nothing;
  const { missing, sections, cards } = standing;
  return html`<p>${text.due.notYet(cards.length)} ${sections > 0 ? text.due.progress(sections - missing.length, sections) : nothing}</p>
    ${
      missing.length > 0
        ? html`<details class="missing">
            <summary>${text.due.missing(missing.length)}</summary>
            <ul class="plain in">
              ${missing.map(({ id, title }) => html`<li><a href=${`#${id}`}>${title}</a></li>`)}
            </ul>
          </details>`
        : nothing
    }`;
}

/** The way round reading it here; nothing once the cards are scheduled. */
export function elsewhere(recall: Recall): TemplateResult | typeof nothing {
  if (!recall.standing || recall.standing.completion) return nothing;
  return html`<button type="button" class="elsewhere" @click=${() => void recall.schedule('elsewhere')}>
    ${text.due.elsewhere}
  </button>`;
}

export function completion(
  { completion: done }: Standing,
  reckoning: Reckoning,
): TemplateResult | typeof nothing {
  if (!done) return nothing;
  return html`<p class="muted">${text.due.completed[done.by](dateText(reckoning, done.day))}</p>`;
}
