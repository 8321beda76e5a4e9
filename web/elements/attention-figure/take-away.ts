/** What a learner takes along: a link to this state, the figure as NumPy or PyTorch code, all its numbers. */
import { html, LitElement, nothing } from 'lit';
import { messages } from '../../messages/index.ts';
import { controls, theme } from '../shared/styles.ts';
import { AddressState } from './address.ts';
import type { AttentionFigure } from './attention-figure.ts';
import { toNumpy } from './numpy.ts';
import { presets } from './presets.ts';
import { toPytorch } from './pytorch.ts';
import { toTable } from './table.ts';
import { takeAwayStyles } from './take-away.styles.ts';

type Kind = 'link' | 'numpy' | 'pytorch' | 'numbers';

export class TakeAway extends LitElement {
  static override properties = {
    figure: { attribute: false },
    ready: { type: Boolean },
    taken: { state: true },
    kind: { state: true },
    note: { state: true },
  };
  static override styles = [theme, controls, takeAwayStyles];

  declare figure: AttentionFigure | undefined;
  /** The figure has numbers to take. */
  declare ready: boolean;
  declare taken: string;
  declare kind: Kind | undefined;
  declare note: string;

  constructor() {
    super();
    this.figure = undefined;
    this.ready = false;
    this.taken = '';
    this.kind = undefined;
    this.note = '';
  }

  override render() {
    const text = messages.figure;
    const button = (kind: Kind, label: string) =>
      html`<button type="button" ?disabled=${!this.ready} @click=${() => this.#take(kind)}>${label}</button>`;
    return html`<div class="row">
        ${button('numpy', text.copyNumpy)} ${button('pytorch', text.copyPytorch)} ${button('numbers', text.copyNumbers)}
        ${this.figure?.urlKey ? button('link', text.copyLink) : nothing}
      </div>
      <p class="note" role="status">${this.note}</p>
      ${
        this.kind
          ? html`<textarea readonly spellcheck="false" aria-label=${text[this.kind]} .value=${this.taken} rows=${Math.min(24, this.taken.split('\n').length)}></textarea>`
          : nothing
      }`;
  }

  #textOf(kind: Kind): string {
    const { figure } = this;
    const result = figure?.result;
    if (!figure || !result) return '';
    if (kind === 'numpy') return toNumpy(result.numbers, figure.digits);
    if (kind === 'pytorch') return toPytorch(result.numbers, figure.digits);
    if (kind === 'numbers') return toTable(result.numbers, result.trace);
    const hash = figure.id ? `#${figure.id}` : '';
    return new URL(new AddressState(figure).linkTo(figure.state, presets, hash), location.href)
      .href;
  }

  async #take(kind: Kind): Promise<void> {
    const text = messages.figure;
    this.taken = this.#textOf(kind);
    this.kind = kind;
    try {
      await navigator.clipboard.writeText(this.taken);
      this.note = text.copied(text[kind]);
    } catch {
      this.note = text.notCopied(text[kind]);
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
