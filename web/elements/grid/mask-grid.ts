/**
 * Who may read whom, as a grid of switches. Cells that the causal mask blocks are shown and cannot be switched.
 *
 * Event `mask-edit` {row, col, blocked}, bubbling and composed.
 */
import { html, LitElement } from 'lit';
import type { Matrix } from '../../engine/types.ts';
import { messages } from '../../messages/index.ts';
import { gridStyles, theme } from '../shared/styles.ts';
import { maskStyles } from './mask-grid.styles.ts';
import { Roving } from './roving.ts';

export class MaskGrid extends LitElement {
  static override properties = {
    label: { type: String },
    rowNames: { attribute: false },
    colNames: { attribute: false },
    chosen: { attribute: false },
    all: { attribute: false },
    veiled: { type: Boolean },
    dense: { type: Boolean },
    readonly: { type: Boolean },
  };
  static override styles = [theme, gridStyles, maskStyles];

  declare label: string;
  declare rowNames: readonly string[];
  declare colNames: readonly string[];
  /** Blocked by hand. */
  declare chosen: readonly (readonly boolean[])[];
  /** Blocked by hand or by the causal mask, as the core joined them. */
  declare all: Matrix | undefined;
  /** The causal mask is kept back, until the learner has predicted it. */
  declare veiled: boolean;
  /** Many columns: smaller cells under names that stand upright. */
  declare dense: boolean;
  /** Shown, and not to be switched. */
  declare readonly: boolean;

  #roving = new Roving(
    this,
    () => ({ rows: this.rowNames.length, cols: this.colNames.length }),
    (row, col) => this.#button(row, col)?.focus(),
  );

  constructor() {
    super();
    this.label = '';
    this.rowNames = [];
    this.colNames = [];
    this.chosen = [];
    this.all = undefined;
    this.veiled = false;
    this.dense = false;
    this.readonly = false;
  }

  override render() {
    return html`<div class=${this.dense ? 'scroll dense upright' : 'scroll'}>
      <table role="grid" aria-label=${this.label} @click=${this.#onClick} @keydown=${this.#onKey} @focusin=${this.#onFocus}>
        <thead>
          <tr>
            <td></td>
            ${this.colNames.map((name) => html`<th scope="col" title=${name}><span>${name}</span></th>`)}
          </tr>
        </thead>
        <tbody>
          ${this.rowNames.map(
            (name, r) => html`<tr>
              <th scope="row" title=${name}>${name}</th>
              ${this.colNames.map((_, c) => this.#cell(r, c))}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #cell(row: number, col: number) {
    const chosen = this.chosen[row]?.[col] === true;
    const causal =
      !this.veiled && !chosen && this.all?.data[row * this.colNames.length + col] === 1;
    const text = messages.mask;
    const label = causal ? text.causal : chosen ? text.blocked : text.reads;
    return html`<td role="gridcell">
      <button
        type="button"
        role="switch"
        aria-checked=${chosen || causal ? 'false' : 'true'}
        aria-disabled=${causal || this.readonly ? 'true' : 'false'}
        aria-label=${label(this.rowNames[row] ?? '', this.colNames[col] ?? '')}
        class=${chosen || causal ? 'hatched' : ''}
        data-row=${row}
        data-col=${col}
        tabindex=${this.#roving.tabIndexOf(row, col)}
      >${chosen || causal ? '' : '✓'}</button>
    </td>`;
  }

  #button(row: number, col: number): HTMLElement | null {
    return this.renderRoot.querySelector(`button[data-row="${row}"][data-col="${col}"]`);
  }

  #onClick = (event: MouseEvent) => {
    const button = (event.target as Element).closest('button');
    if (!button) return;
    const row = Number(button.dataset.row);
    const col = Number(button.dataset.col);
    this.#roving.place(row, col);
    if (button.getAttribute('aria-disabled') === 'true') return;
    const detail = { row, col, blocked: this.chosen[row]?.[col] !== true };
    this.dispatchEvent(new CustomEvent('mask-edit', { detail, bubbles: true, composed: true }));
  };

  #onKey = (event: KeyboardEvent) => {
    this.#roving.move(event);
  };

  #onFocus = (event: FocusEvent) => {
    const { row, col } = (event.target as HTMLElement).dataset;
    if (row !== undefined && col !== undefined) this.#roving.place(Number(row), Number(col));
  };
}

customElements.define('al-mask-grid', MaskGrid);

declare global {
  interface HTMLElementTagNameMap {
    'al-mask-grid': MaskGrid;
  }
}
