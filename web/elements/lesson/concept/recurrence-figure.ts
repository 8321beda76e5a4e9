/** <recurrence-figure>: the way of the first token's news to the last, step by step or at once. */
import { css, html, type PropertyValues, svg } from 'lit';
import { LessonError } from '../../../engine/error.ts';
import type { Engine, PathCost, ScoreCost } from '../../../engine/types.ts';
import { whole } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { readNumber } from '../../shared/number-field.ts';
import { typed } from '../../shared/settings.ts';

const text = messages.concept.recurrence;
const SETTINGS = { n: typed('8') };
const LEAST = 2;
const MOST = 32;
const LENGTHS = [8, 64, 512, 4096];

interface Length {
  readonly n: number;
  readonly paths: PathCost;
  readonly scores: ScoreCost;
}

interface Shown extends Length {
  readonly lengths: readonly Length[];
}

export class RecurrenceFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
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

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    this.#shown = this.attempt(() => this.#compute(engine)) ?? this.#shown;
  }

  #compute(engine: Engine): Shown {
    const n = readNumber(engine, 'n', this.n);
    const at = (length: number): Length => ({
      n: length,
      paths: engine.cost.paths({ n: length }),
      scores: engine.cost.scoreBytes({ n: length }),
    });
    const here = at(n);
    if (n < LEAST || n > MOST)
      throw new LessonError('figure-size', text.range(LEAST, MOST), {
        name: 'n',
        row: -1,
        col: -1,
      });
    const lengths = [...new Set([n, ...LENGTHS])].sort((a, b) => a - b);
    return { ...here, lengths: lengths.map(at) };
  }

  protected override picture() {
    const shown = this.#shown;
    return html`<div class="row">${this.field('n', text.n)}</div>
      ${
        shown
          ? html`<div class="panels">
              <section class="recurrent">
                <h5>${text.recurrent}</h5>
                ${drawing(shown.n, false)}
                <p>${text.steps(shown.paths.recurrent)}</p>
              </section>
              <section class="attention">
                <h5>${text.attention}</h5>
                ${drawing(shown.n, true)}
                <p>${text.steps(shown.paths.selfAttention)}</p>
              </section>
            </div>`
          : ''
      }`;
  }

  protected override words() {
    const shown = this.#shown;
    if (!shown) return [];
    return [
      text.words.recurrent(shown.n, shown.paths.recurrent),
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
        rows: shown.lengths.map(({ n, paths, scores }) => [
          whole.format(n),
          whole.format(paths.recurrent),
          whole.format(paths.selfAttention),
          whole.format(scores.entries),
        ]),
      },
    ];
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
