/**
 * <spread-figure>: the same preferences at three sizes, worked out by hand. One query of the ticket, its scores times a
 * growing factor: what softmax, the effective keys and the slopes make of them, a step at a time.
 */
import { css, html, type PropertyValues } from 'lit';
import type { AttentionTrace, Engine, Explanation } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { tellFormulas } from '../../shared/live-numbers.ts';
import { readNumber } from '../../shared/number-field.ts';
import { typed } from '../../shared/settings.ts';
import { spreadProgram } from './programs.ts';
import { stepper } from './stepper.ts';

const text = messages.depth.spread;
const NAMES = text.tokens;
const SETTINGS = { factor: typed('8') };
/** The token bag: its raw scores are (1, 1, 0). */
const BAG = {
  q: [[1, 0]],
  k: [
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  v: [
    [2, 0],
    [0, 2],
    [1, 1],
  ],
};
const STEPS = ['scores', 'exponentials', 'weights'] as const;
type Step = (typeof STEPS)[number];

interface Size {
  readonly name: string;
  readonly trace: AttentionTrace;
  /** Exponentials and their sum. */
  readonly share: Explanation;
  /** How the last weight moves with its own score. */
  readonly slope: number;
}

export class SpreadFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = { ...propertiesOf(SETTINGS), step: { state: true } };
  static override styles = [
    ...LessonFigure.styles,
    css`
      .steps {
        align-items: center;
      }
      .said {
        min-height: 4.5rem;
        margin: 0.5rem 0;
        max-width: 40rem;
      }
      table.size-table td {
        white-space: nowrap;
      }
      table.size-table thead th {
        vertical-align: bottom;
      }
      /* The size stays in sight where the table is wider than the screen. */
      table.plain.size-table th:first-child {
        position: sticky;
        left: 0;
        background: var(--_paper);
        padding-right: 0.6rem;
        border-bottom-color: transparent;
        box-shadow: inset 0 -1px 0 var(--_line);
        white-space: nowrap;
      }
      table.plain.size-table td.new {
        background: color-mix(in oklab, var(--_accent) 10%, var(--_paper));
      }
    `,
  ];
  /** As typed. */
  declare factor: string;
  declare step: number;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #sizes: readonly Size[] = [];

  constructor() {
    super();
    this.step = 0;
  }

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    this.#sizes = this.attempt(() => sizes(engine, this.factor)) ?? this.#sizes;
  }

  override updated(changed: PropertyValues): void {
    const last = this.#sizes.at(-1);
    if (last) tellFormulas(this, formulaNumbers(last));
    if (!changed.has('step')) return;
    const fresh = this.renderRoot.querySelector<HTMLElement>('td.new');
    const size = fresh?.parentElement?.querySelector('th');
    // The first of the newest cells is the one to look at: beside the size, which stays.
    if (fresh && size)
      fresh.closest('.scroll')?.scrollTo({ left: fresh.offsetLeft - size.offsetWidth });
  }

  get #all(): number {
    return this.#sizes.length * STEPS.length;
  }

  protected override picture() {
    return html`<div class="row">
        ${this.field('factor', text.factor, { plain: true, refused: this.failure !== undefined })}
      </div>
      <div class="scroll" tabindex="0" role="group" aria-label=${text.caption}>
        <table class="plain size-table" aria-label=${text.caption}>
          <thead>
            <tr>
              <th scope="col">${text.head[0]}</th>
              ${text.head.slice(1).map((one) => html`<th scope="col">${one}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${this.#sizes.map(
              (size, at) => html`<tr>
                <th scope="row">${size.name}</th>
                ${cells(size, this.step - at * STEPS.length).map(
                  ([cell, step]) =>
                    html`<td class=${at * STEPS.length + step === this.step ? 'new' : ''}>${cell}</td>`,
                )}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p class="said" role="status">${this.#said(this.step)}</p>
      ${stepper(this.step, this.#all, (step) => {
        this.step = step;
      })}`;
  }

  /** What a step did; 0 is the question that comes before all of them. */
  #said(done: number): string {
    const at = Math.max(0, done - 1);
    const size = this.#sizes[Math.floor(at / STEPS.length)];
    if (!size) return '';
    if (done === 0) return text.say.start(NAMES);
    const step: Step = STEPS[at % STEPS.length] ?? 'scores';
    switch (step) {
      case 'scores':
        return text.say.scores(size.name, vector(size.trace.scaled.data));
      case 'exponentials':
        return text.say.exponentials(
          formatNumber(size.share.max),
          vector(size.share.terms.map(({ b }) => b)),
          small(size.share.sum),
        );
      case 'weights':
        return text.say.weights(
          vector(size.trace.weights.data),
          formatNumber(size.trace.spread[0] ?? Number.NaN, 2),
          small(size.slope),
        );
    }
  }

  protected override words() {
    return Array.from({ length: this.step + 1 }, (_, done) => this.#said(done));
  }

  /** Only what has been worked out: the rest is still to be predicted. */
  protected override data(): readonly DataTable[] {
    return [
      {
        caption: text.caption,
        head: text.head,
        rows: this.#sizes.map((size, at) => [
          size.name,
          ...cells(size, this.step - at * STEPS.length).map(([cell]) => cell),
        ]),
      },
    ];
  }

  protected override program(): string {
    return spreadProgram(BAG, this.#sizes.at(-1)?.trace.scale ?? Number.NaN);
  }

  protected override reset(): void {
    super.reset();
    this.step = 0;
  }
}

/** Three sizes of one row: scaled as usual, not scaled, and times the factor. */
function sizes(engine: Engine, asTyped: string): readonly Size[] {
  const factor = readNumber(engine, 'factor', asTyped);
  return [
    { name: text.sizes.scaled, scale: undefined },
    { name: text.sizes.raw, scale: 1 },
    { name: text.sizes.times(formatNumber(factor)), scale: factor },
  ].map(({ name, scale }) => {
    const trace = engine.attention({ ...BAG, scale });
    return {
      name,
      trace,
      share: engine.explain({ ...BAG, scale, what: 'weight', row: 0, col: 0 }),
      slope: engine.gradient.softmax({ weights: trace.weights.data }).jacobian.data.at(-1) ?? 0,
    };
  });
}

/** The cells of a row with the step that fills each; empty where the step is not done. */
function cells({ trace, share, slope }: Size, done: number): readonly [string, number][] {
  const all: readonly [string, number][] = [
    [vector(trace.scaled.data), 1],
    [vector(share.terms.map(({ b }) => b)), 2],
    [vector(trace.weights.data), 3],
    [formatNumber(trace.spread[0] ?? Number.NaN, 2), 3],
    [small(slope), 3],
  ];
  return all.map(([cell, step]) => [step <= done ? cell : text.open, step]);
}

/** Three decimals, but one digit of what they would round away. */
function small(value: number): string {
  if (!(value > 0 && value < 0.0005)) return formatNumber(value);
  return value.toPrecision(1).replace('e-', 'e−');
}

const vector = (values: ArrayLike<number>) => `(${Array.from(values, small).join(', ')})`;

/** What the formulas beside the figure call the numbers of the largest size. */
function formulaNumbers({ trace }: Size): Record<string, string> {
  const numbers: Record<string, string> = {};
  NAMES.forEach((_name, col) => {
    numbers[`score.${col}`] = small(trace.scaled.data[col] ?? Number.NaN);
    numbers[`weight.${col}`] = small(trace.weights.data[col] ?? Number.NaN);
  });
  return numbers;
}

customElements.define('spread-figure', SpreadFigure);
