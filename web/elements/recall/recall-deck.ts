/**
 * <recall-deck>: the cards of the lesson. Starts a session over what is due, or over all; shows the calendar, the history
 * of each card and the learner's own numbers; takes everything along as files and brings it back. Its own text, the list
 * of cards with their answers, is what a reader without JavaScript gets, and what is printed.
 */
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { CalendarDay } from '../../engine/types.ts';
import { messages } from '../../messages/index.ts';
import type { Attempt, StoredReview } from '../../storage/types.ts';
import { controls, theme } from '../shared/styles.ts';
import { calendarStyles, type Month, monthFrom, renderDays, renderMonth } from './calendar.ts';
import { cardsByDay } from './counts.ts';
import { recallStyles } from './recall.styles.ts';
import { Recall, type Reckoning, type Standing } from './recall.ts';
import './recall-files.ts';
import { type RecallSession, SESSION } from './recall-session.ts';
import { renderHistory, renderNumbers } from './record-view.ts';
import { type Session, startSession } from './session.ts';
import { completion, dueSentence, elsewhere, notHere, progress } from './standing-view.ts';

const text = messages.recall;

export class RecallDeck extends LitElement {
  static override properties = {
    running: { state: true },
    printing: { type: Boolean, reflect: true },
    months: { state: true },
    reviews: { state: true },
    attempts: { state: true },
  };
  static override styles = [
    theme,
    controls,
    recallStyles,
    calendarStyles,
    css`
      :host {
        max-width: 52rem;
      }
      .folds {
        margin-top: 0.75rem;
      }
      @media print {
        :host([printing]) .frame > :not(.folds),
        :host([printing]) .folds > :not(.text),
        :host([printing]) :is(.text > summary, .print) {
          display: none;
        }
        :host([printing]) :is(.frame, details) {
          border: 0;
          padding: 0;
        }
      }
    `,
  ];

  /** A session stands in place of the overview. */
  declare running: boolean;
  /** The cards alone are on their way to the printer. */
  declare printing: boolean;
  /** The month that the calendar shows: so many after this one. */
  declare months: number;
  declare reviews: readonly StoredReview[];
  declare attempts: readonly Attempt[];

  readonly recall = new Recall(this, true);
  #unsubscribe = () => {};

  constructor() {
    super();
    this.running = false;
    this.printing = false;
    this.months = 0;
    this.reviews = [];
    this.attempts = [];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe();
    this.#unsubscribe = () => {};
  }

  /** Starts a session with what is due, or with every card. */
  async start(scope: Session['scope']): Promise<void> {
    await this.recall.ready;
    const { standing, reckoning } = this.recall;
    if (!standing || !reckoning) return;
    this.running = true;
    await this.updateComplete;
    const queue = scope === 'due' ? reckoning.due : standing.cards;
    await this.#session?.begin(this.recall, startSession(scope, queue));
    this.scrollIntoView({ behavior: 'instant', block: 'start' });
  }

  /** Opens the files, for whoever is told that nothing is saved here. */
  async openFiles(): Promise<void> {
    await this.recall.ready;
    this.running = false;
    await this.updateComplete;
    const fold = this.renderRoot.querySelector<HTMLDetailsElement>('details.files');
    if (!fold) return;
    fold.open = true;
    fold.scrollIntoView({ behavior: 'instant', block: 'start' });
    fold.querySelector('summary')?.focus({ preventScroll: true });
  }

  /** In the light DOM: the page styles what a card says. */
  get #session(): RecallSession | null {
    return this.querySelector('recall-session');
  }

  override willUpdate(): void {
    if (!this.running) this.#session?.remove();
    else if (!this.#session) {
      const session = document.createElement('recall-session');
      session.slot = 'session';
      session.id = SESSION; // where a step that is opened in a figure leads back to
      session.addEventListener('session-end', this.#onEnd);
      this.append(session);
    }
  }

  #onEnd = async () => {
    this.running = false;
    await this.recall.refresh();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('#head')?.focus();
  };

  override render() {
    const { standing, reckoning, failure } = this.recall;
    if (failure)
      return html`<p class="problem" role="alert">${text.failed(failure.message)}</p>
        <slot></slot>`;
    if (!standing || !reckoning)
      return html`<p class="loading" role="status">${text.loading}</p>
        <slot></slot>`;
    return html`<section class="frame" aria-label=${text.deck.title}>
      ${notHere(this.recall, () => void this.openFiles())}
      ${
        this.running
          ? html`<slot name="session"></slot>`
          : html`${this.#overview(standing, reckoning)} ${this.#folds(standing, reckoning)}`
      }
    </section>`;
  }

  #overview(standing: Standing, reckoning: Reckoning): TemplateResult {
    const { due } = reckoning;
    const label = text.deck;
    return html`<h3 id="head" tabindex="-1">${label.title}</h3>
      ${standing.stored.length > 0 ? html`<p class="sum" role="status">${dueSentence(standing, reckoning)}</p>` : nothing}
      ${progress(this.recall)}
      <div class="row">
        ${
          due.length > 0
            ? html`<button type="button" class="primary" @click=${() => void this.start('due')}>${label.startDue(due.length)}</button>`
            : nothing
        }
        <button type="button" @click=${() => void this.start('all')}>${label.startAll(standing.cards.length)}</button>
        ${elsewhere(this.recall)}
      </div>
      <p class="muted">${standing.completion ? label.allHint : label.beforeHint}</p>
      ${completion(standing, reckoning)}`;
  }

  #folds(standing: Standing, reckoning: Reckoning): TemplateResult {
    return html`<div class="folds">
      <details class="calendar">
        <summary>${text.calendar.title}</summary>
        <div class="in">${this.#calendar(standing, reckoning)}</div>
      </details>
      <details class="history" @toggle=${this.#readRecord}>
        <summary>${text.history.title}</summary>
        <div class="in">${renderHistory(standing, reckoning, this.reviews)}</div>
      </details>
      <details class="numbers" @toggle=${this.#readRecord}>
        <summary>${text.numbers.title}</summary>
        <div class="in">${renderNumbers(reckoning, this.reviews, this.attempts)}</div>
      </details>
      <details class="files">
        <summary>${text.files.title}</summary>
        <div class="in"><recall-files .recall=${this.recall} .standing=${standing}></recall-files></div>
      </details>
      <details class="text">
        <summary>${text.deck.asText(standing.cards.length)}</summary>
        <div class="in">
          <button type="button" class="print" data-look @click=${this.#print}>${text.deck.print}</button>
          <slot></slot>
        </div>
      </details>
    </div>`;
  }

  #calendar({ stored, cards }: Standing, { engine: { review }, today }: Reckoning) {
    if (stored.length === 0) return html`<p>${text.calendar.empty}</p>`;
    const shown: CalendarDay = monthFrom(review.dateOf({ day: today }), this.months);
    const month: Month = {
      ...{ review, shown, today, days: cardsByDay(stored, today) },
      move: (months) => {
        this.months += months;
      },
    };
    const titles = new Map(cards.map(({ id, title }) => [id, title]));
    return html`${renderMonth(month)} ${renderDays(month, (id) => titles.get(id) ?? id)}`;
  }

  /** Reviews and attempts are read when somebody looks, and again after each change. */
  #readRecord = async () => {
    const { store } = this.recall;
    if (!store) return;
    const read = async () => {
      [this.reviews, this.attempts] = await Promise.all([store.history(), store.attempts()]);
    };
    this.#unsubscribe();
    this.#unsubscribe = store.subscribe(({ tables }) => {
      if (tables.includes('reviews') || tables.includes('attempts')) void read();
    });
    await read();
  };

  /** The page's print style shows the cards alone, each with its answer. */
  #print = async () => {
    const root = document.documentElement;
    const folds = [
      ...this.renderRoot.querySelectorAll<HTMLDetailsElement>('details.text'),
      ...this.querySelectorAll('details'),
    ];
    const closed = folds.filter((fold) => !fold.open);
    for (const fold of closed) fold.open = true;
    root.classList.add('print-cards');
    this.printing = true;
    const after = () => {
      root.classList.remove('print-cards');
      this.printing = false;
      for (const fold of closed) fold.open = false;
    };
    addEventListener('afterprint', after, { once: true });
    await this.updateComplete;
    print();
  };
}

if (!customElements.get('recall-deck')) customElements.define('recall-deck', RecallDeck);

declare global {
  interface HTMLElementTagNameMap {
    'recall-deck': RecallDeck;
    'recall-session': RecallSession;
  }
}
