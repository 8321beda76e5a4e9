/**
 * The arithmetic of one number, laid out from the core's explanation. It adds, multiplies and rounds nothing itself.
 *
 * Event `explain-close`, bubbling and composed.
 */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Explanation, Term } from '../../engine/types.ts';
import { formatExact, formatNumber } from '../../format/number.ts';
import { messages } from '../../messages/index.ts';
import { controls, theme } from '../shared/styles.ts';
import { nameOf } from './describe.ts';
import { explainStyles } from './explain-panel.styles.ts';
import type { FigureState } from './state.ts';

interface Column {
  readonly name: string;
  readonly of: (term: Term, i: number) => string;
}

export class ExplainPanel extends LitElement {
  static override properties = {
    explanation: { attribute: false },
    state: { attribute: false },
    keyWidth: { type: Number },
    digits: { type: Number },
  };
  static override styles = [theme, controls, explainStyles];

  declare explanation: Explanation | undefined;
  declare state: FigureState | undefined;
  declare keyWidth: number;
  declare digits: number;

  constructor() {
    super();
    this.explanation = undefined;
    this.state = undefined;
    this.keyWidth = 0;
    this.digits = 3;
  }

  focusHeading(): void {
    this.renderRoot.querySelector<HTMLElement>('h4')?.focus();
  }

  #number = (value: number) => formatNumber(value, this.digits);
  /** In a product a negative factor needs its brackets. */
  #factor = (value: number) => (value < 0 ? `(${this.#number(value)})` : this.#number(value));
  #query = (row: number) => nameOf(this.state?.queries ?? [], row);
  #key = (row: number) => nameOf(this.state?.keys ?? [], row);

  override render() {
    const shown = this.explanation;
    if (!shown || !this.state) return nothing;
    const [title, body] = this.#parts(shown);
    return html`<section aria-labelledby="title" @keydown=${this.#onKey}>
      <header>
        <h4 id="title" tabindex="-1">${title} <output>= ${this.#number(shown.result)}</output></h4>
        <button class="small" type="button" data-look aria-label=${messages.explain.close} @click=${this.#close}>×</button>
      </header>
      ${body}
      ${Number.isNaN(shown.result) ? html`<p class="problem">${messages.explain.notANumber}</p>` : nothing}
      ${
        Number.isFinite(shown.result) && !Number.isInteger(shown.result)
          ? html`<p class="exact">${messages.explain.exact(formatExact(shown.result))}</p>`
          : nothing
      }
    </section>`;
  }

  #parts(shown: Explanation): [title: string, body: TemplateResult] {
    const text = messages.explain;
    const { row, col } = shown.cell;
    const n = this.#number;
    const query = this.#query(row);
    const [first] = shown.terms;
    const component: Column = { name: text.component, of: (_, i) => String(i) };
    const key: Column = { name: text.key, of: (_, i) => this.#key(i) };
    switch (shown.what) {
      case 'raw':
        return [
          text.raw(query, this.#key(col)),
          this.#sumTable(text.rawSteps, shown, [
            component,
            { name: text.query, of: (t) => n(t.a) },
            { name: text.key, of: (t) => n(t.b) },
            { name: text.product, of: (t) => n(t.value) },
          ]),
        ];
      case 'scaled':
        return [
          text.scaled(query, this.#key(col)),
          html`<p>${text.scaledSteps} ${this.#scaleWhy(first)}</p>
            <p class="line">${n(first?.a ?? 0)} × ${this.#factor(first?.b ?? 0)} = <b>${n(shown.result)}</b></p>`,
        ];
      case 'masked':
        return [
          text.masked(query, this.#key(col)),
          html`<p>${first?.b === 1 ? text.maskedBlocked(query, this.#key(col)) : text.maskedOpen(query, this.#key(col))}</p>
            <p class="line">${n(first?.a ?? 0)} → <b>${n(shown.result)}</b></p>`,
        ];
      case 'weight':
        return [text.weight(query, this.#key(col)), this.#softmaxTable(shown, col, key)];
      case 'output':
        return [
          text.output(query, col),
          this.#sumTable(text.outputSteps, shown, [
            key,
            { name: text.weightColumn, of: (t) => n(t.a) },
            { name: text.value, of: (t) => n(t.b) },
            { name: text.product, of: (t) => n(t.value) },
          ]),
        ];
      case 'rowSum':
        return [
          text.rowSum(query),
          this.#sumTable(text.rowSumSteps, shown, [
            key,
            { name: text.weightColumn, of: (t) => n(t.a) },
          ]),
        ];
      case 'spread':
        if (shown.terms.every((term) => term.a === 0))
          return [text.spread(query), html`<p>${text.byPolicy}</p>`];
        return [
          text.spread(query),
          html`${this.#table(
            text.spreadSteps,
            shown,
            [
              key,
              { name: text.weightColumn, of: (t) => n(t.a) },
              { name: text.bits, of: (t) => n(t.value) },
            ],
            [text.entropy, n(shown.sum)],
          )}
            <p class="line">2<sup>${n(shown.sum)}</sup> = <b>${n(shown.result)}</b></p>`,
        ];
    }
  }

  #scaleWhy(term: Term | undefined): string {
    const text = messages.explain;
    const factor = this.#number(term?.b ?? Number.NaN);
    if (this.state?.scale === 'off') return text.scaledOff;
    return this.state?.scale === 'custom'
      ? text.scaledCustom(factor)
      : text.scaledWhy(factor, this.keyWidth);
  }

  #softmaxTable(shown: Explanation, col: number, key: Column): TemplateResult {
    const text = messages.explain;
    const n = this.#number;
    const chosen = shown.terms[col];
    if (shown.result === 0 && shown.terms.every((term) => term.a === Number.NEGATIVE_INFINITY)) {
      return html`<p>${text.byPolicy}</p>`;
    }
    return html`${this.#table(
      text.weightSteps(n(shown.max)),
      shown,
      [
        key,
        { name: text.score, of: (t) => n(t.a) },
        {
          name: text.exponential,
          of: (t) => `exp(${n(t.a)} − ${this.#factor(shown.max)}) = ${n(t.b)}`,
        },
        { name: text.share, of: (t) => `${n(t.b)} / ${n(shown.sum)} = ${n(t.value)}` },
      ],
      [text.sum, '', n(shown.sum), ''],
      col,
    )}
      <p class="line">${n(chosen?.b ?? Number.NaN)} / ${n(shown.sum)} = <b>${n(shown.result)}</b></p>`;
  }

  /** A table whose last column adds up to the result, and the sum as one line when it is short. */
  #sumTable(steps: string, shown: Explanation, columns: readonly Column[]): TemplateResult {
    const n = this.#number;
    const line = shown.terms
      .map((t) => (shown.what === 'rowSum' ? n(t.a) : `${n(t.a)} × ${this.#factor(t.b)}`))
      .join(' + ');
    return html`${this.#table(steps, shown, columns, [messages.explain.sum, ...columns.slice(2).map(() => ''), n(shown.sum)])}
      ${shown.terms.length <= 6 ? html`<p class="line">${line} = <b>${n(shown.result)}</b></p>` : nothing}`;
  }

  #table(
    steps: string,
    shown: Explanation,
    columns: readonly Column[],
    foot: readonly string[],
    chosen = -1,
  ): TemplateResult {
    return html`<p>${steps}</p>
      <div class="scroll" tabindex="0" role="group" aria-label=${messages.explain.title}>
        <table>
          <thead>
            <tr>
              ${columns.map((column) => html`<th scope="col">${column.name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${shown.terms.map(
              (term, i) => html`<tr class=${i === chosen ? 'chosen' : ''}>
                ${columns.map((column, c) =>
                  c === 0
                    ? html`<th scope="row">${column.of(term, i)}</th>`
                    : html`<td>${column.of(term, i)}</td>`,
                )}
              </tr>`,
            )}
          </tbody>
          <tfoot>
            <tr>
              ${foot.map((cell, i) => (i === 0 ? html`<th scope="row">${cell}</th>` : html`<td>${cell}</td>`))}
            </tr>
          </tfoot>
        </table>
      </div>`;
  }

  #onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.#close();
  };

  #close = () => {
    this.dispatchEvent(new CustomEvent('explain-close', { bubbles: true, composed: true }));
  };
}

customElements.define('al-explain', ExplainPanel);

declare global {
  interface HTMLElementTagNameMap {
    'al-explain': ExplainPanel;
  }
}
