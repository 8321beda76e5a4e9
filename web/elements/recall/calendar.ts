/** A month of the schedule as a grid of days, and the same in words. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { CalendarDay, Reviews } from '../../engine/types.ts';
import { messages } from '../../messages/index.ts';
import { firstWeekday, longDate, monthName, weekdayOf, weekdays } from './days.ts';

const text = messages.recall.calendar;

/** The first day of a month, that many months on. */
export function monthFrom({ year, month }: CalendarDay, months: number): CalendarDay {
  const at = year * 12 + (month - 1) + months;
  return { year: Math.floor(at / 12), month: (at % 12) + 1, day: 1 };
}

export interface MonthDay {
  readonly day: number;
  readonly date: CalendarDay;
}

/** The weeks of a month; undefined stands for a day of another month. */
export function weeksOf(
  review: Reviews,
  month: CalendarDay,
  first: number,
): readonly (readonly (MonthDay | undefined)[])[] {
  const start = review.dayOf(month);
  const end = review.dayOf(monthFrom(month, 1));
  const before = (weekdayOf(month) - (first - 1) + 7) % 7;
  const cells: (MonthDay | undefined)[] = Array.from({ length: before }, () => undefined);
  for (let day = start; day < end; day++) cells.push({ day, date: review.dateOf({ day }) });
  while (cells.length % 7 !== 0) cells.push(undefined);
  return Array.from({ length: cells.length / 7 }, (_, i) => cells.slice(i * 7, i * 7 + 7));
}

export interface Month {
  readonly review: Reviews;
  readonly shown: CalendarDay;
  readonly today: number;
  /** Ids of the cards that come back, by day. */
  readonly days: ReadonlyMap<number, readonly string[]>;
  readonly move: (months: number) => void;
}

export function renderMonth({ review, shown, today, days, move }: Month): TemplateResult {
  const first = firstWeekday();
  const order = Array.from({ length: 7 }, (_, i) => (first - 1 + i) % 7);
  const [long, short] = [weekdays('long'), weekdays('short')];
  const name = monthName(shown);
  const weeks = weeksOf(review, shown, first);
  return html`<div class="row">
      <button type="button" data-look @click=${() => move(-1)} aria-label=${text.previous}>‹</button>
      <b class="month" role="status">${name}</b>
      <button type="button" data-look @click=${() => move(1)} aria-label=${text.next}>›</button>
    </div>
    <table class="month">
      <caption class="hidden">${text.caption(name)}</caption>
      <thead>
        <tr>
          ${order.map((i) => html`<th scope="col"><span aria-hidden="true">${short[i]}</span><span class="hidden">${long[i]}</span></th>`)}
        </tr>
      </thead>
      <tbody>
        ${weeks.map((week) => html`<tr>${week.map((one) => cell(one, today, days))}</tr>`)}
      </tbody>
    </table>`;
}

function cell(
  one: MonthDay | undefined,
  today: number,
  days: ReadonlyMap<number, readonly string[]>,
): TemplateResult {
  if (!one) return html`<td></td>`;
  const count = days.get(one.day)?.length ?? 0;
  const now = one.day === today;
  return html`<td class=${count > 0 ? 'some' : ''} aria-current=${now ? 'date' : nothing} data-day=${one.day}>
    <span class="date">${one.date.day}${now ? html`<span class="hidden"> (${text.today})</span>` : nothing}</span>
    ${count > 0 ? html`<span class="count">${count}<span class="hidden"> ${text.due(count)}</span></span>` : nothing}
  </td>`;
}

/** Every day that has cards, in a list. */
export function renderDays(
  { review, days }: Month,
  titleOf: (id: string) => string,
): TemplateResult {
  return html`<details>
    <summary>${text.words}</summary>
    <dl>
      ${[...days].map(
        ([day, ids]) =>
          html`<dt>${longDate(review.dateOf({ day }))}: ${text.cards(ids.length)}</dt>
            <dd>${ids.map(titleOf).join(' · ')}</dd>`,
      )}
    </dl>
    <p class="muted">${text.overdue}</p>
  </details>`;
}

export const calendarStyles = css`
  table.month {
    width: 100%;
    max-width: 30rem;
    table-layout: fixed;
  }
  table.month :is(th, td) {
    padding: 0.25rem;
    border: 1px solid var(--_line);
    text-align: left;
  }
  table.month thead th {
    border: 0;
    text-align: center;
  }
  table.month td {
    height: 3.1rem;
  }
  table.month .date {
    display: block;
    font-size: 0.8125rem;
    color: var(--_muted);
  }
  table.month td.some {
    background: color-mix(in srgb, var(--_accent) 12%, transparent);
  }
  table.month .count {
    display: block;
    text-align: center;
    font-weight: 600;
  }
  table.month td[aria-current] {
    outline: 2px solid var(--_accent);
    outline-offset: -2px;
  }
  table.month td[aria-current] .date {
    font-weight: 600;
    color: var(--_accent);
  }
  b.month {
    min-width: 9rem;
    text-align: center;
  }
  dt {
    font-weight: 600;
    font-size: 0.9375rem;
  }
  dd {
    margin: 0 0 0.4rem;
    font-size: 0.9375rem;
    color: var(--_muted);
  }
`;
