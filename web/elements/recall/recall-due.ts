/**
 * <recall-due for="recall-deck">: what is due today, how many cards and about how long, and a button that starts with
 * them in the page's <recall-deck>. Before the lesson is completed: how far it is read. Its own text is what a reader
 * without JavaScript gets.
 */
import { css, html, LitElement, nothing } from 'lit';
import { messages } from '../../messages/index.ts';
import { controls, theme } from '../shared/styles.ts';
import { recallStyles } from './recall.styles.ts';
import { Recall } from './recall.ts';
import type { RecallDeck } from './recall-deck.ts';
import {
  completion,
  dueSentence,
  elsewhere,
  nextDates,
  notHere,
  progress,
} from './standing-view.ts';

const text = messages.recall;
const MOST_DATES = 4;

export class RecallDue extends LitElement {
  static override properties = { for: { type: String } };
  static override styles = [
    theme,
    controls,
    recallStyles,
    css`
      :host {
        max-width: 52rem;
      }
    `,
  ];

  declare for: string;
  readonly recall = new Recall(this);

  constructor() {
    super();
    this.for = 'recall-deck';
  }

  override render() {
    const { standing, reckoning, failure } = this.recall;
    if (failure) return html`<p class="problem" role="alert">${text.failed(failure.message)}</p>`;
    if (!standing) return html`<p class="loading" role="status">${text.loading}</p>`;
    return html`<section class="frame" aria-labelledby="title">
      <h3 id="title">${text.due.title}</h3>
      ${notHere(this.recall, () => void this.#deck((deck) => deck.openFiles()))}
      ${progress(this.recall)}
      ${standing.completion ? nothing : html`<div class="row">${elsewhere(this.recall)}</div>`}
      ${
        standing.stored.length > 0 && reckoning
          ? html`<p class="sum" role="status">${dueSentence(standing, reckoning)}</p>
              <div class="row">
                ${
                  reckoning.due.length > 0
                    ? html`<button type="button" class="primary" @click=${() => void this.#deck((deck) => deck.start('due'))}>
                        ${text.due.start(reckoning.due.length)}
                      </button>`
                    : nothing
                }
                <a class="button" href=${`#${this.for}`}>${text.due.toDeck}</a>
              </div>
              ${nextDates(standing, reckoning, MOST_DATES)} ${completion(standing, reckoning)}`
          : nothing
      }
    </section>`;
  }

  async #deck(then: (deck: RecallDeck) => void): Promise<void> {
    const deck = document.getElementById(this.for) as RecallDeck | null;
    if (!deck) return;
    await import('./recall-deck.ts');
    await deck.updateComplete;
    then(deck);
  }
}

if (!customElements.get('recall-due')) customElements.define('recall-due', RecallDue);
