/** <precision-figure>: one step of attention in four formats, and how many units of the last place it is off. */
import { css, html, type PropertyValues } from 'lit';
import type { Engine, Matrix, Precision, StoredTrace } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import '../../grid/matrix-view.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { oneOf } from '../../shared/settings.ts';
import { benchStyles } from './mistakes-bench.styles.ts';

const text = messages.precision;
const FORMATS: readonly Precision[] = ['float64', 'float32', 'bfloat16', 'float16'];
const SETUPS = ['plain', 'causal', 'large-scores'] as const;
const STEPS = ['raw', 'scaled', 'weights', 'output'] as const;
type Step = (typeof STEPS)[number];
const DIGITS = 6;
const SETTINGS = { setup: oneOf(SETUPS, 'plain'), step: oneOf(STEPS, 'weights') };

type Traces = ReadonlyMap<Precision, StoredTrace>;

export class PrecisionFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [
    ...LessonFigure.styles,
    benchStyles,
    css`
      .pair {
        align-items: end; /* both tables on one line, below what the second is called */
      }
    `,
  ];
  declare setup: (typeof SETUPS)[number];
  declare step: Step;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #traces: Traces = new Map();

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    this.#traces = this.attempt(() => this.#compute(engine)) ?? this.#traces;
  }

  #compute(engine: Engine): Traces {
    const found = engine.mistakes.bench().find(({ name }) => name === this.setup);
    if (!found) throw new Error(`the bench has no ${this.setup}`);
    const { q, k, v, causal } = found.setup;
    return new Map(
      FORMATS.map((format) => [format, engine.attentionIn(format, { q, k, v, causal })]),
    );
  }

  protected override picture() {
    return html`<div class="row">
        ${this.#choice('setup', text.setup, text.setups)} ${this.#choice('step', text.step, text.steps)}
      </div>
      ${[...this.#traces].map(([format, trace]) => {
        const [values, units] = partsOf(trace, this.step);
        return html`<h5>${format} <span class="about">${text.digits[format]}</span></h5>
          <div class="panels pair">
            ${this.#grid(text.values(format, text.steps[this.step]), values, DIGITS, this.step)}
            <section>
              <p>${text.unitsAbout}</p>
              ${this.#grid(text.units(format), units, 0, 'raw')}
            </section>
          </div>`;
      })}
      <p class="about">${text.legend}</p>`;
  }

  #choice<Name extends 'setup' | 'step'>(
    name: Name,
    label: string,
    options: Readonly<Record<string, string>>,
  ) {
    const choose = (event: Event) => {
      this[name] = (event.target as HTMLSelectElement).value as this[Name];
    };
    return html`<label
      >${label}
      <select name=${name} @change=${choose}>
        ${Object.entries(options).map(([id, words]) => html`<option value=${id} ?selected=${this[name] === id}>${words}</option>`)}
      </select>
    </label>`;
  }

  #grid(label: string, matrix: Matrix, digits: number, step: Step) {
    const ofKeys = this.step !== 'output';
    const column = (at: number) => (ofKeys ? messages.mistakes.bench.key(at) : String(at));
    return html`<al-matrix
      class="wide"
      fixed
      tone=${step === 'weights' || step === 'output' ? step : 'scores'}
      .name=${step}
      .label=${label}
      .digits=${digits}
      .matrix=${matrix}
      .rowNames=${names(matrix.rows, messages.mistakes.bench.query)}
      .colNames=${names(matrix.cols, column)}
    ></al-matrix>`;
  }

  protected override words() {
    return [...this.#traces].map(([format, trace]) => {
      const [, units] = partsOf(trace, this.step);
      if (units.data.some(Number.isNaN)) return text.nan(format);
      return text.words(
        format,
        formatNumber(Math.max(...units.data)),
        Array.from(trace.rowSums, (sum) => formatNumber(sum, DIGITS)).join(', '),
      );
    });
  }

  protected override data(): readonly DataTable[] {
    return [...this.#traces].flatMap(([format, trace]) => {
      const [values, units] = partsOf(trace, this.step);
      return [
        tableOf(text.values(format, text.steps[this.step]), values, DIGITS),
        tableOf(text.units(format), units, 0),
      ];
    });
  }
}

const partsOf = (trace: StoredTrace, step: Step): readonly [values: Matrix, units: Matrix] => [
  trace[step],
  trace[`${step}Units`],
];

const names = (count: number, of: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => of(at));

const tableOf = (caption: string, { rows, cols, data }: Matrix, digits: number): DataTable => ({
  caption,
  head: ['', ...names(cols, String)],
  rows: names(rows, messages.mistakes.bench.query).map((name, row) => [
    name,
    ...Array.from(data.subarray(row * cols, (row + 1) * cols), (value) =>
      formatNumber(value, digits),
    ),
  ]),
});

customElements.define('precision-figure', PrecisionFigure);

declare global {
  interface HTMLElementTagNameMap {
    'precision-figure': PrecisionFigure;
  }
}
