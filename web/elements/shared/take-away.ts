/**
 * <al-take-away>: what a learner takes along from a figure, each a button: a link to its state, code that prints its
 * numbers, the numbers themselves. What was copied is shown too, for browsers that do not allow copying. Buttons in its
 * light DOM stand before its own.
 */
import { html, LitElement, nothing } from 'lit';
import { messages } from '../../messages/index.ts';
import { controls, theme } from './styles.ts';
import { takeAwayStyles } from './take-away.styles.ts';

export interface Offer {
  readonly button: string;
  /** What the copied text is called. */
  readonly name: string;
  text(): string;
}

const MOST_LINES = 24;

export class TakeAway extends LitElement {
  static override properties = {
    offers: { attribute: false },
    ready: { type: Boolean },
    taken: { state: true },
    note: { state: true },
  };
  static override styles = [theme, controls, takeAwayStyles];

  declare offers: readonly Offer[];
  /** The figure has numbers to take. */
  declare ready: boolean;
  /** The text that was copied last, and what it is called. */
  declare taken: { readonly name: string; readonly text: string } | undefined;
  declare note: string;

  constructor() {
    super();
    this.offers = [];
    this.ready = false;
    this.taken = undefined;
    this.note = '';
  }

  override render() {
    const { taken } = this;
    return html`<div class="row">
        <slot></slot>
        ${this.offers.map((offer) => html`<button type="button" data-look ?disabled=${!this.ready} @click=${() => this.#take(offer)}>${offer.button}</button>`)}
      </div>
      <p class="note" aria-live="polite">${this.note}</p>
      ${
        taken
          ? html`<textarea readonly data-look spellcheck="false" aria-label=${taken.name} .value=${taken.text} rows=${Math.min(MOST_LINES, taken.text.split('\n').length)}></textarea>`
          : nothing
      }`;
  }

  async #take({ name, text }: Offer): Promise<void> {
    const taken = { name, text: text() };
    this.taken = taken;
    try {
      await navigator.clipboard.writeText(taken.text);
      this.note = messages.figure.copied(name);
    } catch {
      this.note = messages.figure.notCopied(name);
      await this.updateComplete;
      this.renderRoot.querySelector('textarea')?.select();
    }
  }
}

customElements.define('al-take-away', TakeAway);

declare global {
  interface HTMLElementTagNameMap {
    'al-take-away': TakeAway;
  }
}
