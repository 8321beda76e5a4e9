/**
 * A grid of numbers to edit: by typing, arrow keys, nudging, dragging sideways, or pasting a block.
 *
 * The grid holds texts, not values. `read` (the core, through the engine) says whether a text is a number; a text that is
 * not stays in its cell, marked with the core's message, and is not handed on.
 *
 * Events, all bubbling and composed:
 *   cell-edit    {input, row, col, text, step}  a readable entry; equal `step` means one undo step
 *   cell-commit  {input}                        the learner is done with the cell
 *   block-paste  {input, row, col, cells}       a pasted block; null for a cell that could not be read; cancelling it
 *                                               refuses the block
 *   cell-focus   {matrix, row, col} or null     for highlighting
 */
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { LessonError } from '../../engine/error.ts';
import { messages } from '../../messages/index.ts';
import { controls, gridStyles, theme } from '../shared/styles.ts';
import { entryStyles } from './entry-grid.styles.ts';
import { Roving } from './roving.ts';
import { Scrub } from './scrub.ts';

export type Reader = (text: string, row: number, col: number) => number;

interface Draft {
  readonly text: string;
  /** The entry that the figure holds for this cell; if it changes, the draft is out of date. */
  readonly kept: string;
  readonly error: string | undefined;
}

/** More messages than this are there for a screen reader, each at its cell, but would bury the grid. */
const MOST_SHOWN = 3;
const SHOW_ERROR_AFTER_MS = 900;
const isUndo = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
const keyOf = (row: number, col: number) => `${row},${col}`;

export class EntryGrid extends LitElement {
  static override properties = {
    input: { type: String },
    label: { type: String },
    entries: { attribute: false },
    rowNames: { attribute: false },
    marks: { attribute: false },
    read: { attribute: false },
    parseBlock: { attribute: false },
    epoch: { type: Number },
    bare: { type: Boolean },
    readonly: { type: Boolean },
  };
  static override styles = [theme, controls, gridStyles, entryStyles];

  declare input: string;
  declare label: string;
  declare entries: readonly (readonly string[])[];
  declare rowNames: readonly string[];
  declare marks: ReadonlySet<number>;
  /** Not there until the core is: nothing can be edited before. */
  declare read: Reader | undefined;
  /** Splits a pasted text into cells, or throws `LessonError`. */
  declare parseBlock: ((text: string) => string[][]) | undefined;
  /** When it changes, other numbers stand here: texts that could not be read are let go. */
  declare epoch: number;
  /** Without row and column headers: a single number in a line of text. */
  declare bare: boolean;
  /** Looked at, copied, walked by arrow keys, and not changed. */
  declare readonly: boolean;

  #drafts = new Map<string, Draft>();
  #editing = false;
  #before = '';
  #step = 0;
  #version = 0;
  #showError = 0;
  #hushed: string | undefined;
  #roving = new Roving(
    this,
    () => ({ rows: this.entries.length, cols: this.entries[0]?.length ?? 0 }),
    (row, col) => this.#field(row, col)?.focus(),
  );
  #scrub = new Scrub({
    valueOf: (field) => this.#valueAt(...this.#placeOf(field)),
    begin: (field) => {
      this.#roving.place(...this.#placeOf(field));
      this.#step += 1;
    },
    change: (field, text) => this.#accept(...this.#placeOf(field), text),
    end: () => this.#emit('cell-commit', {}),
    click: (field) => {
      field.focus();
      field.select();
    },
    passive: (field) => !this.#open || (this.#editing && field.matches(':focus')),
  });

  constructor() {
    super();
    this.input = '';
    this.label = '';
    this.entries = [];
    this.rowNames = [];
    this.marks = new Set();
    this.read = undefined;
    this.parseBlock = undefined;
    this.epoch = 0;
    this.bare = false;
    this.readonly = false;
  }

  get #open(): boolean {
    return this.read !== undefined && !this.readonly;
  }

  /** Whether some cell holds a text that could not be read. */
  get hasProblems(): boolean {
    return [...this.#drafts.values()].some((draft) => draft.error !== undefined);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#showError);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('epoch') && this.#drafts.size > 0) {
      this.#drafts.clear();
      this.#version += 1;
    }
    if (!changed.has('entries')) return;
    for (const [key, draft] of this.#drafts) {
      const [row = 0, col = 0] = key.split(',').map(Number);
      if (this.entries[row]?.[col] === draft.kept) continue;
      this.#drafts.delete(key);
      this.#version += 1;
    }
  }

  override render() {
    const width = this.entries[0]?.length ?? 0;
    const problems = this.#problems();
    return html`
      <div class="scroll"><table
        role="grid"
        aria-label=${this.label}
        @focusin=${this.#onFocus}
        @focusout=${this.#onBlur}
        @input=${this.#onInput}
        @keydown=${this.#onKey}
        @paste=${this.#onPaste}
        @pointerdown=${this.#scrub.onDown}
        @pointermove=${this.#scrub.onMove}
        @pointerup=${this.#scrub.onUp}
        @pointercancel=${this.#scrub.onCancel}
        @mousedown=${this.#scrub.onMouseDown}
        @pointerover=${this.#onHover}
        @pointerleave=${() => this.#emit('cell-focus', null)}
      >
        ${
          this.bare
            ? nothing
            : html`<thead>
              <tr>
                <td></td>
                ${Array.from({ length: width }, (_, c) => html`<th scope="col" aria-label=${messages.inputs.component(c)}>${c}</th>`)}
              </tr>
            </thead>`
        }
        <tbody>
          ${this.entries.map((line, r) =>
            // A row is rendered again only when something of it changed: one edit touches one of up to twelve rows.
            guard(
              [
                line,
                this.rowNames[r],
                this.marks,
                this.label,
                this.read,
                this.readonly,
                this.#version,
                this.#roving.row === r && this.#roving.col,
              ],
              () => this.#line(line, r),
            ),
          )}
        </tbody>
      </table></div>
      <div role="status" id="problems">
        ${problems.map(
          ([key, text], i) =>
            html`<p class=${i < MOST_SHOWN ? 'problem' : 'problem hidden'} id=${`problem-${key.replace(',', '-')}`}>${text}</p>`,
        )}
        ${problems.length > 0 ? html`<p class="kept">${messages.inputs.kept}</p>` : nothing}
      </div>
    `;
  }

  #line(line: readonly string[], row: number) {
    const name = this.rowNames[row] ?? '';
    return html`<tr>
      ${this.bare ? nothing : html`<th scope="row" title=${name}>${name}</th>`}
      ${line.map((entry, c) => this.#cell(entry, row, c))}
    </tr>`;
  }

  /** Renders every row again: a draft came, went or was marked. */
  #redraw(): void {
    this.#version += 1;
    this.requestUpdate();
  }

  #cell(entry: string, row: number, col: number) {
    const draft = this.#drafts.get(keyOf(row, col));
    const bad = draft?.error !== undefined && this.#hushed !== keyOf(row, col);
    const marked = this.marks.has(row * 64 + col);
    const name = this.bare
      ? this.label
      : messages.inputs.cell(this.label, this.rowNames[row] ?? '', col);
    return html`<td role="gridcell" class=${marked ? 'marked' : ''}>
      <input
        type="text"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        enterkeyhint="done"
        maxlength="64"
        ?readonly=${!this.#open}
        data-row=${row}
        data-col=${col}
        tabindex=${this.#roving.tabIndexOf(row, col)}
        aria-label=${name}
        aria-invalid=${bad ? 'true' : 'false'}
        aria-describedby=${bad ? `problem-${row}-${col}` : nothing}
        .value=${live(draft?.text ?? entry)}
      />
    </td>`;
  }

  /** The cells that could not be read, with the core's message for each. */
  #problems(): [key: string, message: string][] {
    return Array.from(this.#drafts).flatMap(([key, { error }]): [string, string][] =>
      error === undefined || key === this.#hushed ? [] : [[key, error]],
    );
  }

  #field(row: number, col: number): HTMLInputElement | null {
    return this.renderRoot.querySelector(`input[data-row="${row}"][data-col="${col}"]`);
  }

  #placeOf(field: HTMLElement): [number, number] {
    return [Number(field.dataset.row), Number(field.dataset.col)];
  }

  #emit(type: string, detail: object | null): boolean {
    const full = detail === null ? null : { input: this.input, ...detail };
    return this.dispatchEvent(
      new CustomEvent(type, { detail: full, bubbles: true, composed: true, cancelable: true }),
    );
  }

  #valueAt(row: number, col: number): number {
    try {
      return this.read?.(this.entries[row]?.[col] ?? '0', row, col) ?? 0;
    } catch {
      return 0;
    }
  }

  /** The error of a text, or undefined when the core can read it. */
  #errorOf(text: string, row: number, col: number): string | undefined {
    try {
      this.read?.(text, row, col);
      return undefined;
    } catch (reason) {
      if (reason instanceof LessonError) return reason.message;
      throw reason;
    }
  }

  /** Takes a typed or dragged text: a readable one is handed on, any other becomes a marked draft. */
  #accept(row: number, col: number, text: string): void {
    const key = keyOf(row, col);
    const error = this.#errorOf(text, row, col);
    const kept = error === undefined ? text.trim() : (this.entries[row]?.[col] ?? '');
    const readable = error === undefined;
    if (readable && !this.#editing) {
      if (this.#drafts.delete(key)) this.#redraw();
    } else {
      this.#drafts.set(key, { text, kept, error });
      this.#redraw();
    }
    if (readable)
      this.#emit('cell-edit', { row, col, text: kept, step: `${this.input}:${key}:${this.#step}` });
  }

  #commit(row: number, col: number): void {
    const key = keyOf(row, col);
    clearTimeout(this.#showError);
    this.#hushed = undefined;
    this.#editing = false;
    if (this.#drafts.get(key)?.error === undefined) this.#drafts.delete(key);
    this.#emit('cell-commit', {});
    this.#redraw();
  }

  #onFocus = (event: FocusEvent) => {
    const field = event.target as HTMLInputElement;
    const [row, col] = this.#placeOf(field);
    this.#roving.place(row, col);
    this.#editing = false;
    this.#step += 1;
    this.#before = this.entries[row]?.[col] ?? '';
    field.select();
    this.#emit('cell-focus', { matrix: this.input, row, col });
  };

  #onBlur = (event: FocusEvent) => {
    this.#commit(...this.#placeOf(event.target as HTMLElement));
    this.#emit('cell-focus', null);
  };

  #onHover = (event: PointerEvent) => {
    const field = (event.target as Element).closest('td')?.querySelector('input');
    if (!field) return;
    const [row, col] = this.#placeOf(field);
    this.#emit('cell-focus', { matrix: this.input, row, col });
  };

  #onInput = (event: Event) => {
    const field = event.target as HTMLInputElement;
    const [row, col] = this.#placeOf(field);
    const key = keyOf(row, col);
    if (!this.#editing) this.#before = this.entries[row]?.[col] ?? '';
    this.#editing = true;
    // While someone types "-1" the "-" alone is no mistake yet: hold the message back for a moment.
    this.#hushed = key;
    clearTimeout(this.#showError);
    this.#showError = window.setTimeout(() => {
      this.#hushed = undefined;
      this.#redraw();
    }, SHOW_ERROR_AFTER_MS);
    this.#accept(row, col, field.value);
  };

  #onKey = (event: KeyboardEvent) => {
    const field = event.target as HTMLInputElement;
    const [row, col] = this.#placeOf(field);
    if (isUndo(event) && this.#drafts.get(keyOf(row, col))?.error !== undefined) {
      // What was typed last is what undo takes back first.
      event.preventDefault();
      event.stopPropagation();
      this.#takeBack(row, col, field);
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      this.#nudge(row, col, (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 1 : 0.1));
    } else if (event.key === 'F2') {
      this.#editing = true;
      field.setSelectionRange(field.value.length, field.value.length);
    } else if (event.key === 'Escape' && this.#drafts.has(keyOf(row, col))) {
      event.preventDefault();
      event.stopPropagation();
      this.#takeBack(row, col, field);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.#commit(row, col);
      this.#roving.move(
        new KeyboardEvent('keydown', { key: event.shiftKey ? 'ArrowUp' : 'ArrowDown' }),
      );
      void this.updateComplete.then(() => field.matches(':focus') && field.select());
    } else if (!this.#editing || event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      this.#roving.move(event);
    }
  };

  #takeBack(row: number, col: number, field: HTMLInputElement): void {
    this.#drafts.delete(keyOf(row, col));
    this.#accept(row, col, this.#before);
    this.#commit(row, col);
    void this.updateComplete.then(() => field.select());
  }

  #nudge(row: number, col: number, by: number): void {
    if (!this.#open) return;
    this.#editing = false;
    const text = String(Number((this.#valueAt(row, col) + by).toFixed(10)));
    this.#accept(row, col, text);
    void this.updateComplete.then(() => this.#field(row, col)?.select());
  }

  #onPaste = (event: ClipboardEvent) => {
    if (!this.#open) return;
    const [row, col] = this.#placeOf(event.target as HTMLElement);
    const cells = this.#cellsOf(event.clipboardData?.getData('text/plain') ?? '', row, col);
    if (!cells) return; // one number, or nothing that reads as a block: the field takes it as typed
    event.preventDefault();
    this.#step += 1;
    this.#editing = false;
    const errors = cells.map((line, i) =>
      line.map((text, j) => this.#errorOf(text, row + i, col + j)),
    );
    const readable = cells.map((line, i) =>
      line.map((text, j) => (errors[i]?.[j] === undefined ? text.trim() : null)),
    );
    if (!this.#emit('block-paste', { row, col, cells: readable })) return;
    // What could not be read stays in its cell as it was pasted, marked.
    cells.forEach((line, i) => {
      line.forEach((text, j) => {
        const error = errors[i]?.[j];
        this.#drafts.delete(keyOf(row + i, col + j));
        if (error === undefined) return;
        this.#drafts.set(keyOf(row + i, col + j), {
          text,
          kept: this.entries[row + i]?.[col + j] ?? '0',
          error,
        });
      });
    });
    this.#redraw();
  };

  #cellsOf(text: string, row: number, col: number): string[][] | undefined {
    if (this.bare || this.#errorOf(text, row, col) === undefined) return undefined;
    try {
      const cells = this.parseBlock?.(text) ?? [['']];
      return cells.length === 1 && cells[0]?.length === 1 ? undefined : cells;
    } catch (reason) {
      if (reason instanceof LessonError) return undefined;
      throw reason;
    }
  }
}

customElements.define('al-entry-grid', EntryGrid);

declare global {
  interface HTMLElementTagNameMap {
    'al-entry-grid': EntryGrid;
  }
}
