/** <recurrence-figure>: the way of the first token's news to the last, step by step or at once. */
import { css, html, type PropertyValues, svg } from 'lit';
import { LessonError } from '../../../engine/error.ts';
import type { Engine, ScoreCost } from '../../../engine/types.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure } from '../../shared/lesson-figure.ts';
import { numberField, readNumber } from './field.ts';

const text = messages.concept.recurrence;
const START = '8';
const LEAST = 2;
const MOST = 32;
const LENGTHS = [8, 64, 512, 4096];
const whole = new Intl.NumberFormat('en');

interface Shown {
  readonly n: number;
  readonly scores: ScoreCost;
  readonly lengths: readonly { readonly n: number; readonly scores: ScoreCost }[];
}

export class RecurrenceFigure extends LessonFigure {
  static override properties = { ...LessonFigure.properties, n: { state: true } };
  static override styles = [
    ...LessonFigure.styles,
    css`
      .panels section {
        flex: 1 1 18rem;
        min-width: 0;
        max-width: 34rem;
      }
      circle {
        fill: var(--_paper);
        stroke: var(--_edge);
        stroke-width: 2;
      }
      circle.end {
        fill: var(--_accent);
        stroke: var(--_accent);
      }
      .way {
        fill: none;
        stroke: var(--_accent);
        stroke-width: 2.5;
      }
      .other {
        fill: none;
        stroke: var(--_line);
      }
    `,
  ];
  declare n: string;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #shown: Shown | undefined;

  constructor() {
    super();
    this.n = START;
  }

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !(changed.has('engine') || changed.has('n'))) return;
    this.#shown = this.attempt(() => this.#compute(engine)) ?? this.#shown;
  }

  #compute(engine: Engine): Shown {
    const n = readNumber(engine, 'n', this.n);
    const scores = engine.cost.scoreBytes({ n });
    if (n < LEAST || n > MOST)
      throw new LessonError('figure-size', text.range(LEAST, MOST), {
        name: 'n',
        row: -1,
        col: -1,
      });
    const lengths = [...new Set([n, ...LENGTHS])].sort((a, b) => a - b);
    return {
      n,
      scores,
      lengths: lengths.map((one) => ({ n: one, scores: engine.cost.scoreBytes({ n: one }) })),
    };
  }

  protected override picture() {
    const shown = this.#shown;
    return html`<div class="row">
        ${numberField(
          { name: 'n', label: text.n, text: this.n, refused: this.failure !== undefined },
          (_name, n) => {
            this.n = n;
          },
        )}
      </div>
      ${
        shown
          ? html`<div class="panels">
              <section class="recurrent">
                <h5>${text.recurrent}</h5>
                ${drawing(shown.n, false)}
                <p>${text.steps(shown.n - 1)}</p>
              </section>
              <section class="attention">
                <h5>${text.attention}</h5>
                ${drawing(shown.n, true)}
                <p>${text.steps(1)}</p>
              </section>
            </div>`
          : ''
      }`;
  }

  protected override words() {
    const shown = this.#shown;
    if (!shown) return [];
    return [
      text.words.recurrent(shown.n, shown.n - 1),
      text.words.attention(whole.format(shown.scores.entries)),
    ];
  }

  protected override data(): readonly DataTable[] {
    const shown = this.#shown;
    if (!shown) return [];
    return [
      {
        caption: text.data.caption,
        head: text.data.head,
        rows: shown.lengths.map(({ n, scores }) => [
          whole.format(n),
          whole.format(n - 1),
          '1',
          whole.format(scores.entries),
        ]),
      },
    ];
  }

  protected override reset(): void {
    this.n = START;
  }
}

const WIDTH = 480;
const BASE = 116;

/** n tokens in a line; the way from the first to the last, along the line or in one arc. */
function drawing(n: number, direct: boolean) {
  const gap = (WIDTH - 40) / (n - 1);
  const at = (i: number) => 20 + i * gap;
  const radius = Math.min(9, gap / 3);
  const arc = (from: number) => {
    const height = 8 + ((BASE - 24) * (at(n - 1) - at(from))) / (WIDTH - 40);
    return `M${at(from)} ${BASE - radius}Q${(at(from) + at(n - 1)) / 2} ${BASE - 2 * height} ${at(n - 1)} ${BASE - radius}`;
  };
  const inner = Array.from({ length: n - 1 }, (_, i) => i);
  return html`<svg viewBox=${direct ? `0 0 ${WIDTH} 140` : `0 92 ${WIDTH} 48`} aria-hidden="true">
    ${
      direct
        ? [
            ...inner.slice(1).map((i) => svg`<path class="other" d=${arc(i)}></path>`),
            svg`<path class="way" d=${arc(0)}></path>`,
          ]
        : inner.map(
            (i) =>
              svg`<path class="way" d="M${at(i) + radius} ${BASE}H${at(i + 1) - radius}m-${radius / 2} -${radius / 2}l${radius / 2} ${radius / 2}l-${radius / 2} ${radius / 2}"></path>`,
          )
    }
    ${Array.from(
      { length: n },
      (_, i) =>
        svg`<circle class=${i === 0 || i === n - 1 ? 'end' : ''} cx=${at(i)} cy=${BASE} r=${radius}></circle>`,
    )}
  </svg>`;
}

customElements.define('recurrence-figure', RecurrenceFigure);
