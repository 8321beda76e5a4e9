/**
 * <row-figure query="transfer" causal>: one row of attention by hand, a step at a time, on the bank session. Each step is
 * what the core gives for the numbers of the moment.
 */
import { css, html, type PropertyValues } from 'lit';
import type { AttentionTrace, Engine, Explanation, Matrix } from '../../../engine/types.ts';
import { formatNumber, formatVector } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { tellFormulas } from '../../shared/live-numbers.ts';
import { onOff, wholeFrom } from '../../shared/settings.ts';
import { rowProgram } from './programs.ts';
import { SESSION } from './session.ts';
import { stepper } from './stepper.ts';

const text = messages.depth.row;
const NAMES = text.events;
const N = NAMES.length;
/** What the learner has not set is as the attributes say. */
const SETTINGS = {
  row: wholeFrom(0, N - 1, undefined),
  masked: onOff(undefined),
  scaled: onOff(true),
};
const STEPS = ['raw', 'scaled', 'masked', 'exponential', 'weight', 'output'] as const;
type Step = (typeof STEPS)[number];

interface Shown {
  readonly row: number;
  readonly trace: AttentionTrace;
  readonly products: readonly Explanation[];
  /** How the weights are made: the exponential of each key, 0 for a blocked one, and their sum. */
  readonly share: Explanation;
}

export class RowFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = {
    ...propertiesOf(SETTINGS),
    query: { type: String },
    causal: { type: Boolean },
    step: { state: true },
  };
  static override styles = [
    ...LessonFigure.styles,
    css`
      .steps {
        align-items: center;
      }
      .asks {
        margin: 0.25rem 0;
      }
      .said {
        min-height: 3rem;
        margin: 0.5rem 0;
        max-width: 40rem;
      }
      /* The event stays in sight where the table is wider than the screen. */
      table.plain.row-table th:first-child {
        position: sticky;
        left: 0;
        background: var(--_paper);
        padding-right: 0.6rem;
        border-bottom-color: transparent;
        box-shadow: inset 0 -1px 0 var(--_line);
      }
      table.row-table td {
        white-space: nowrap;
      }
      td.new,
      th.new {
        background: color-mix(in oklab, var(--_accent) 10%, var(--_paper));
      }
    `,
  ];
  /** The event to start with. */
  declare query: string;
  /** Whether the causal mask is on at the start. */
  declare causal: boolean;
  declare row: number | undefined;
  declare masked: boolean | undefined;
  declare scaled: boolean;
  declare step: number;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #shown: Shown | undefined;

  constructor() {
    super();
    this.query = '';
    this.causal = false;
    this.step = 0;
  }

  /** The query in use: the one chosen, else that of the attribute. */
  get #row(): number {
    return this.row ?? Math.max(0, (NAMES as readonly string[]).indexOf(this.query));
  }

  get #masked(): boolean {
    return this.masked ?? this.causal;
  }

  get #steps(): readonly Step[] {
    return STEPS.filter((step) => step !== 'masked' || this.#masked);
  }

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || changed.size === 0) return;
    this.#shown = this.attempt(() => this.#compute(engine)) ?? this.#shown;
  }

  override updated(changed: PropertyValues): void {
    if (this.#shown) tellFormulas(this, formulaNumbers(this.#shown));
    if (!changed.has('step')) return;
    // The newest column is the one to look at.
    const scroll = this.renderRoot.querySelector('.scroll');
    scroll?.scrollTo({ left: scroll.scrollWidth });
  }

  #compute(engine: Engine): Shown {
    const inputs = {
      ...SESSION,
      scale: this.scaled ? undefined : 1,
      causal: this.#masked ? ('top-left' as const) : (false as const),
    };
    const row = this.#row;
    return {
      row,
      trace: engine.attention(inputs),
      products: NAMES.map((_name, col) => engine.explain({ ...inputs, what: 'raw', row, col })),
      share: engine.explain({ ...inputs, what: 'weight', row, col: row }),
    };
  }

  protected override picture() {
    const shown = this.#shown;
    const steps = this.#steps;
    const done = Math.min(this.step, steps.length);
    return html`<div class="row">
        <label>
          ${text.query}
          <select name="query" @change=${this.#queryChosen}>
            ${NAMES.map((name, row) => html`<option value=${row} ?selected=${row === this.#row}>${name}</option>`)}
          </select>
        </label>
        <label><input type="checkbox" name="scaled" .checked=${this.scaled} @change=${this.#scaleSwitched} />${text.scale}</label>
        <label><input type="checkbox" name="causal" .checked=${this.#masked} @change=${this.#maskSwitched} />${text.causal}</label>
      </div>
      ${shown ? this.#table(shown, steps.slice(0, done)) : ''}
      <p class="said" role="status">${shown ? this.#said(shown, steps[done - 1]) : ''}</p>
      ${stepper(done, steps.length, (step) => {
        this.step = step;
      })}`;
  }

  #table(shown: Shown, done: readonly Step[]) {
    const columns = done.filter((step) => step !== 'output');
    const fresh = (step: Step) => (step === done.at(-1) ? 'new' : '');
    return html`<p class="asks">${text.asks(NAMES[shown.row] ?? '', formatVector(SESSION.q[shown.row] ?? []))}</p>
    <div class="scroll" tabindex="0" role="group" aria-label=${text.caption}>
      <table class="plain row-table" aria-label=${text.caption}>
        <thead>
          <tr>
            <th scope="col">${text.event}</th>
            <th scope="col">${text.key}</th>
            <th scope="col">${text.value}</th>
            ${columns.map((step) => html`<th scope="col" class=${fresh(step)}>${text.columns[step]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${NAMES.map(
            (name, col) => html`<tr>
              <th scope="row">${name}</th>
              <td>${formatVector(SESSION.k[col] ?? [])}</td>
              <td>${formatVector(SESSION.v[col] ?? [])}</td>
              ${columns.map((step) => html`<td class=${fresh(step)}>${cell(shown, step, col)}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #said({ row, trace, products, share }: Shown, step: Step | undefined): string {
    const name = NAMES[row] ?? '';
    switch (step) {
      case undefined:
        return text.say.start(name);
      case 'raw':
        return text.say.raw(
          products.map((one, col) => {
            const terms = one.terms.map(({ a, b }) => `${formatNumber(a)}·${formatNumber(b)}`);
            return `${NAMES[col]}: ${terms.join(' + ')} = ${formatNumber(one.result)}`;
          }),
        );
      case 'scaled':
        return this.scaled ? text.say.scaled(formatNumber(trace.scale)) : text.say.unscaled;
      case 'masked':
        return text.say.masked(name);
      case 'exponential':
        return text.say.exponential(formatNumber(share.max), formatNumber(share.sum));
      case 'weight':
        return text.say.weight(formatNumber(trace.rowSums[row] ?? Number.NaN));
      case 'output':
        return text.say.output(
          `(${outputOf(trace, row).join(', ')})`,
          formatNumber(trace.spread[row] ?? 0, 2),
        );
    }
  }

  protected override words() {
    const shown = this.#shown;
    if (!shown) return [];
    const done = Math.min(this.step, this.#steps.length);
    return this.#steps.slice(0, done).length === 0
      ? [text.say.start(NAMES[shown.row] ?? '')]
      : this.#steps.slice(0, done).map((step) => this.#said(shown, step));
  }

  /** Only what has been worked out: the rest is still to be predicted. */
  protected override data(): readonly DataTable[] {
    const shown = this.#shown;
    if (!shown) return [];
    const steps = this.#steps.slice(0, this.step);
    const done = steps.filter((step) => step !== 'output');
    const output = {
      caption: text.output,
      head: ['', ...Array.from({ length: shown.trace.output.cols }, (_, col) => String(col))],
      rows: [[NAMES[shown.row] ?? '', ...outputOf(shown.trace, shown.row)]],
    };
    return [
      {
        caption: text.caption,
        head: ['', ...done.map((step) => text.columns[step])],
        rows: NAMES.map((name, col) => [name, ...done.map((step) => cell(shown, step, col))]),
      },
      ...(steps.includes('output') ? [output] : []),
    ];
  }

  protected override program(): string {
    return rowProgram(this.#row, NAMES[this.#row] ?? '', this.scaled, this.#masked);
  }

  #queryChosen = (event: Event) => {
    this.row = Number((event.target as HTMLSelectElement).value);
    this.step = 0;
  };

  #scaleSwitched = (event: Event) => {
    this.scaled = (event.target as HTMLInputElement).checked;
  };

  #maskSwitched = (event: Event) => {
    this.masked = (event.target as HTMLInputElement).checked;
    this.step = 0;
  };

  protected override reset(): void {
    super.reset();
    this.step = 0;
  }
}

const outputOf = ({ output }: AttentionTrace, row: number) =>
  Array.from(output.data.subarray(row * output.cols, (row + 1) * output.cols), (value) =>
    formatNumber(value),
  );

/** What the formulas beside the figure call its numbers. */
function formulaNumbers({ row, trace, share }: Shown): Record<string, string> {
  const at = (matrix: Matrix, col: number) =>
    formatNumber(matrix.data[row * matrix.cols + col] ?? Number.NaN);
  const numbers: Record<string, string> = {
    max: formatNumber(share.max),
    sum: formatNumber(share.sum),
  };
  NAMES.forEach((_name, col) => {
    numbers[`masked.${col}`] = at(trace.masked, col);
    numbers[`exponential.${col}`] = formatNumber(share.terms[col]?.b ?? Number.NaN);
    numbers[`weight.${col}`] = at(trace.weights, col);
  });
  for (let col = 0; col < trace.output.cols; col++)
    numbers[`output.${col}`] = at(trace.output, col);
  return numbers;
}

function cell({ row, trace, share }: Shown, step: Step, col: number): string {
  const at = row * N + col;
  switch (step) {
    case 'raw':
      return formatNumber(trace.raw.data[at] ?? Number.NaN);
    case 'scaled':
      return formatNumber(trace.scaled.data[at] ?? Number.NaN);
    case 'masked':
      return formatNumber(trace.masked.data[at] ?? Number.NaN);
    case 'exponential':
      return formatNumber(share.terms[col]?.b ?? Number.NaN);
    case 'weight':
      return formatNumber(trace.weights.data[at] ?? Number.NaN);
    case 'output':
      return '';
  }
}

customElements.define('row-figure', RowFigure);
