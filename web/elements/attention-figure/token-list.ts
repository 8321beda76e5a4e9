/**
 * The names of tokens, to edit, add to and remove from.
 *
 * Events, bubbling and composed: token-name {side, at, name}, token-add {side}, token-remove {side, at}.
 */
import { html, LitElement } from 'lit';
import { live } from 'lit/directives/live.js';
import { messages } from '../../messages/index.ts';
import { controls, theme } from '../shared/styles.ts';
import { MOST_TOKENS, type Side } from './state.ts';
import { tokenStyles } from './token-list.styles.ts';

export class TokenList extends LitElement {
  static override properties = {
    side: { type: String },
    label: { type: String },
    tokens: { attribute: false },
    readonly: { type: Boolean },
  };
  static override styles = [theme, controls, tokenStyles];

  declare side: Side;
  declare label: string;
  declare tokens: readonly string[];
  declare readonly: boolean;

  constructor() {
    super();
    this.side = 'keys';
    this.label = '';
    this.tokens = [];
    this.readonly = false;
  }

  override render() {
    const text = messages.tokens;
    const full = this.tokens.length >= MOST_TOKENS;
    return html`<fieldset>
      <legend>${this.label}</legend>
      <ol>
        ${this.tokens.map(
          (token, i) => html`<li>
            <input
              type="text"
              maxlength="32"
              autocomplete="off"
              ?readonly=${this.readonly}
              aria-label=${text.name(i)}
              placeholder=${text.unnamed(i)}
              .value=${live(token)}
              @change=${() => this.#emit('cell-commit', {})}
              @input=${(event: Event) => this.#emit('token-name', { at: i, name: (event.target as HTMLInputElement).value })}
            /><button
              class="small"
              type="button"
              aria-label=${text.remove(token || text.unnamed(i))}
              ?disabled=${this.readonly || this.tokens.length <= 1}
              @click=${() => this.#remove(i)}
            >×</button>
          </li>`,
        )}
        <li>
          <button class="add" type="button" ?disabled=${this.readonly || full} title=${full ? text.most(MOST_TOKENS) : ''} @click=${this.#add}><span aria-hidden="true">+ </span>${text.add}</button>
        </li>
      </ol>
    </fieldset>`;
  }

  #emit(type: string, detail: object): void {
    const full = { side: this.side, ...detail };
    this.dispatchEvent(new CustomEvent(type, { detail: full, bubbles: true, composed: true }));
  }

  #add = () => {
    this.#emit('token-add', {});
    void this.#afterUpdate(() =>
      this.renderRoot.querySelector<HTMLInputElement>('li:nth-last-child(2) input'),
    );
  };

  // The button that was pressed goes away with its row: focus moves to a neighbour, not to the page's start.
  #remove(at: number): void {
    this.#emit('token-remove', { at });
    void this.#afterUpdate(() => {
      const fields = this.renderRoot.querySelectorAll<HTMLInputElement>('li input');
      return fields[Math.min(at, fields.length - 1)];
    });
  }

  async #afterUpdate(find: () => HTMLInputElement | null | undefined): Promise<void> {
    await new Promise(requestAnimationFrame);
    await this.updateComplete;
    const field = find();
    field?.focus();
    field?.select();
  }
}

customElements.define('al-tokens', TokenList);

declare global {
  interface HTMLElementTagNameMap {
    'al-tokens': TokenList;
  }
}
