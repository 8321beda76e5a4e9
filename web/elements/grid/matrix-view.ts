/**
 * A matrix that the core computed: number on heat, one cell in the tab order, arrow keys to move, Enter or a click to
 * open the arithmetic of a number. Columns of one number a row (sums, effective keys) can stand beside it.
 *
 * Events, bubbling and composed:
 *   cell-focus  {matrix, row, col} or null
 *   cell-open   {matrix, row, col, keyboard}
 */
import { html, LitElement } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { CellMatrix, Matrix } from '../../engine/types.ts';
import { gridStyles, theme } from '../shared/styles.ts';
import { fitRow, Trait } from './cells.ts';
import { heatOf } from './heat.ts';
import { matrixStyles } from './matrix-view.styles.ts';
import { Roving } from './roving.ts';

export interface Aside {
  readonly matrix: CellMatrix;
  readonly name: string;
  readonly values: Float64Array;
}

const EMPTY: Matrix = { rows: 0, cols: 0, data: new Float64Array(0) };

export class MatrixView extends LitElement {
  static override properties = {
    name: { type: String },
    label: { type: String },
    tone: { type: String, reflect: true },
    matrix: { attribute: false },
    blocked: { attribute: false },
    rowNames: { attribute: false },
    colNames: { attribute: false },
    asides: { attribute: false },
    marks: { attribute: false },
    selected: { type: Number },
    digits: { type: Number },
    veiled: { type: Boolean },
    fixed: { type: Boolean },
    dense: { type: Boolean },
    moving: { type: Boolean, reflect: true },
  };
  static override styles = [theme, gridStyles, matrixStyles];

  declare name: CellMatrix;
  declare label: string;
  /** `weights` (0 to 1), `scores` or `output` (coloured by size within the matrix). */
  declare tone: 'weights' | 'scores' | 'output';
  declare matrix: Matrix;
  declare blocked: Matrix | undefined;
  declare rowNames: readonly string[];
  declare colNames: readonly string[];
  declare asides: readonly Aside[];
  /** row * 64 + col of the cells to light up; columns beside the matrix count on from its width. */
  declare marks: ReadonlySet<number>;
  declare selected: number;
  declare digits: number;
  /** Numbers are kept back. */
  declare veiled: boolean;
  /** Nothing opens: a picture in a text. */
  declare fixed: boolean;
  /** Many columns: smaller cells, under names that stand upright unless they are short. */
  declare dense: boolean;
  /** The present change is one to follow with the eye: a mask, an example, an undo. */
  declare moving: boolean;

  #roving = new Roving(
    this,
    () => ({ rows: this.matrix.rows, cols: this.matrix.cols + this.asides.length }),
    (row, col) => this.focusCell(row, col),
  );

  constructor() {
    super();
    this.name = 'raw';
    this.label = '';
    this.tone = 'scores';
    this.matrix = EMPTY;
    this.blocked = undefined;
    this.rowNames = [];
    this.colNames = [];
    this.asides = [];
    this.marks = new Set();
    this.selected = -1;
    this.digits = 3;
    this.veiled = false;
    this.fixed = false;
    this.dense = false;
    this.moving = false;
  }

  focusCell(row: number, col: number): void {
    this.#roving.place(row, col);
    this.renderRoot.querySelector<HTMLElement>(`[data-row="${row}"][data-col="${col}"]`)?.focus();
  }

  override render() {
    const long = this.colNames.some((name) => name.length > 2);
    return html`<div class=${this.dense ? `scroll dense ${long ? 'upright' : ''}` : 'scroll'}>
      <table
        role="grid"
        aria-label=${this.label}
        aria-readonly="true"
        @click=${this.#onClick}
        @keydown=${this.#onKey}
        @focusin=${this.#onFocus}
        @focusout=${this.#leave}
        @pointerover=${this.#onHover}
        @pointerleave=${this.#leave}
      >
        <thead>
          ${guard([this.colNames, ...this.asides.map((aside) => aside.name)], () => this.#head())}
        </thead>
        <tbody>
          ${guard([this.rowNames, this.matrix.rows], () => this.#lines())}
        </tbody>
      </table>
    </div>`;
  }

  #head() {
    return html`<tr>
      <td></td>
      ${this.colNames.map((name) => html`<th scope="col" title=${name}><span>${name}</span></th>`)}
      ${this.asides.map((aside) => html`<th scope="col" class="aside" title=${aside.name}>${aside.name}</th>`)}
    </tr>`;
  }

  #lines() {
    return Array.from(
      { length: this.matrix.rows },
      (_, r) =>
        html`<tr><th scope="row" title=${this.rowNames[r] ?? ''}>${this.rowNames[r]}</th></tr>`,
    );
  }

  override updated(): void {
    const { matrix, asides, digits, tone } = this;
    const { cols, data } = matrix;
    const heat = heatOf(matrix, tone);
    const lines = this.renderRoot.querySelector('tbody')?.rows ?? [];
    Array.from(lines).forEach((line, r) => {
      fitRow(line, r, cols + asides.length).forEach((cell, c) => {
        if (c < cols) {
          const at = r * cols + c;
          const value = data[at] ?? Number.NaN;
          const blocked = this.blocked?.data[at] === 1;
          cell.show(value, digits, heat(at), this.#traitsOf(value, blocked, r, c), tone);
        } else {
          const value = asides[c - cols]?.values[r] ?? Number.NaN;
          cell.show(value, digits, 0, this.#traitsOf(value, false, r, c), 'aside');
        }
      });
    });
  }

  #traitsOf(value: number, blocked: boolean, row: number, col: number): number {
    const key = row * 64 + col;
    const ofNumber = (blocked ? Trait.blocked : 0) | (Number.isNaN(value) ? Trait.nan : 0);
    return (
      (this.veiled ? Trait.veiled : ofNumber) |
      (this.marks.has(key) ? Trait.marked : 0) |
      (this.selected === key ? Trait.selected : 0) |
      (this.fixed ? 0 : Trait.focusable) |
      (this.fixed || this.#roving.tabIndexOf(row, col) < 0 ? 0 : Trait.tabStop)
    );
  }

  /** The cell under an event, as the event detail. */
  #cellOf(event: Event): { matrix: CellMatrix; row: number; col: number } | undefined {
    const cell = (event.target as Element).closest<HTMLElement>('[data-row]');
    if (!cell) return undefined;
    const row = Number(cell.dataset.row);
    const col = Number(cell.dataset.col);
    const aside = this.asides[col - this.matrix.cols];
    return aside ? { matrix: aside.matrix, row, col: 0 } : { matrix: this.name, row, col };
  }

  #emit(type: string, detail: object | null): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  #open(event: Event, keyboard: boolean): void {
    const cell = this.#cellOf(event);
    if (cell && !this.fixed && !this.veiled) this.#emit('cell-open', { ...cell, keyboard });
  }

  #onClick = (event: MouseEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-row]');
    if (!cell || this.fixed) return;
    this.#roving.place(Number(cell.dataset.row), Number(cell.dataset.col));
    this.#open(event, false);
  };

  #onKey = (event: KeyboardEvent) => {
    if (this.fixed) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#open(event, true);
    } else {
      this.#roving.move(event);
    }
  };

  #onFocus = (event: FocusEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-row]');
    if (cell) this.#roving.place(Number(cell.dataset.row), Number(cell.dataset.col));
    this.#onHover(event);
  };

  #onHover = (event: Event) => {
    const cell = this.#cellOf(event);
    if (!cell || this.fixed || this.veiled) return;
    this.#emit('cell-focus', cell);
  };

  #leave = () => {
    if (!this.fixed) this.#emit('cell-focus', null);
  };
}

customElements.define('al-matrix', MatrixView);

declare global {
  interface HTMLElementTagNameMap {
    'al-matrix': MatrixView;
  }
}
