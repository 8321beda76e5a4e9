/** What a learner's record holds: each card with its reviews, and their own numbers, as tables. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Slip } from '../../engine/types.ts';
import { percentFormat } from '../../format/number.ts';
import { messages } from '../../messages/index.ts';
import type { Attempt, StoredReview } from '../../storage/types.ts';
import type { RecallCard } from './cards.ts';
import { attemptsBySource, intervalsOf, retentionOf, slipCounts } from './counts.ts';
import { shortDate } from './days.ts';
import type { Reckoning, Standing } from './recall.ts';

const { history: past, numbers: own, days } = messages.recall;

const dateText = ({ engine }: Reckoning, day: number) => shortDate(engine.review.dateOf({ day }));

const scrolling = (caption: string, table: TemplateResult): TemplateResult =>
  html`<div class="scroll" tabindex="0" role="group" aria-label=${caption}>${table}</div>`;

const headRow = (names: readonly string[], numeric: (i: number) => boolean): TemplateResult =>
  html`<thead>
    <tr>${names.map((name, i) => html`<th scope="col" class=${numeric(i) ? 'num' : ''}>${name}</th>`)}</tr>
  </thead>`;

/** Every card of the page with its dates; under it the reviews of each card that has some. */
export function renderHistory(
  { cards, stored }: Standing,
  reckoning: Reckoning,
  reviews: readonly StoredReview[],
): TemplateResult {
  const known = new Map(stored.map(({ id, card }) => [id, card]));
  const intervals = intervalsOf(reckoning.engine.review);
  const interval = (stage: number) => days(intervals[stage] ?? Number.NaN);
  const table = html`<table>
    <caption class="hidden">${past.caption}</caption>
    ${headRow(past.head, (i) => i > 2)}
    <tbody>
      ${cards.map(({ id, title }) => {
        const card = known.get(id);
        return html`<tr data-card=${id}>
          <th scope="row">${title}</th>
          <td class="date">${card ? dateText(reckoning, card.due) : past.notScheduled}</td>
          <td class="date">${card ? interval(card.stage) : ''}</td>
          <td class="num">${card?.reviews ?? ''}</td>
          <td class="num">${card?.misses ?? ''}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
  return html`${scrolling(past.caption, table)} ${cards.map((card) => reviewsOf(card, reckoning, reviews, interval))}`;
}

function reviewsOf(
  { id, title }: RecallCard,
  reckoning: Reckoning,
  all: readonly StoredReview[],
  interval: (stage: number) => string,
): TemplateResult | typeof nothing {
  const reviews = all.filter(({ card }) => card === id);
  if (reviews.length === 0) return nothing;
  const caption = past.reviews(title);
  const table = html`<table>
    <caption class="hidden">${caption}</caption>
    ${headRow(past.columns, () => false)}
    <tbody>
      ${reviews.map(
        ({ day, grade, stage, counted }) =>
          html`<tr>
            <th scope="row" class="date">${dateText(reckoning, day)}</th>
            <td>${past.grades[grade]}</td>
            <td>${interval(stage)}</td>
            <td>${counted ? past.counted : past.notCounted}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
  return html`<details data-history=${id}>
    <summary>${caption} (${reviews.length})</summary>
    ${scrolling(caption, table)}
  </details>`;
}

const percent = percentFormat();

/** Attempts, slips by kind, and what was still known after each interval. */
export function renderNumbers(
  reckoning: Reckoning,
  reviews: readonly StoredReview[],
  attempts: readonly Attempt[],
): TemplateResult {
  const about = html`<p class="muted">${own.about}</p>`;
  if (reviews.length === 0 && attempts.length === 0) return html`${about}<p>${own.none}</p>`;
  const { review, exercise } = reckoning.engine;
  return html`${about} ${retention(retentionOf(reviews, intervalsOf(review)))}
  ${attemptTable(attemptsBySource(attempts))} ${slipTable(slipCounts(attempts), exercise.slips())}`;
}

function retention(rows: ReturnType<typeof retentionOf>): TemplateResult {
  const table = html`<table data-table="retention">
    <caption>${own.retention}</caption>
    ${headRow(own.retentionHead, (i) => i > 0)}
    <tbody>
      ${rows.map(
        ({ interval, reviews, passes, share }) =>
          html`<tr>
            <th scope="row">${days(interval)}</th>
            <td class="num">${reviews}</td>
            <td class="num">${passes}</td>
            <td class="num">${share === undefined ? '–' : percent(share)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
  return scrolling(own.retention, table);
}

function attemptTable(rows: ReturnType<typeof attemptsBySource>): TemplateResult {
  const table = html`<table data-table="attempts">
    <caption>${own.attempts}</caption>
    ${headRow(own.attemptsHead, (i) => i > 0)}
    <tbody>
      ${rows.map(
        ({ source, attempts, right }) =>
          html`<tr>
            <th scope="row">${own.sources[source]}</th>
            <td class="num">${attempts}</td>
            <td class="num">${right}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
  return scrolling(own.attempts, table);
}

function slipTable(rows: ReturnType<typeof slipCounts>, known: readonly Slip[]): TemplateResult {
  if (rows.length === 0) return html`<p>${own.noSlips}</p>`;
  const nameOf = (id: string) => known.find((slip) => slip.id === id)?.description ?? id;
  const table = html`<table data-table="slips">
    <caption>${own.slips}</caption>
    ${headRow(own.slipsHead, (i) => i > 0)}
    <tbody>
      ${rows.map(
        ({ id, count }) =>
          html`<tr>
            <th scope="row">${nameOf(id)}</th>
            <td class="num">${count}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
  return scrolling(own.slips, table);
}
