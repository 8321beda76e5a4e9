/** <positions-figure>: sinusoids and their likeness by offset, rotary scores that stay when both move, ALiBi's bias. */
import { css, html, type PropertyValues } from 'lit';
import { formatExact, formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import '../../chart/line-chart.ts';
import '../../grid/matrix-view.ts';
import {
  type DataTable,
  dataTable,
  LessonFigure,
  propertiesOf,
} from '../../shared/lesson-figure.ts';
import { oneOf, typedEach, wholeFrom } from '../../shared/settings.ts';
import { heatMap, heatStyles } from './heat-map.ts';
import {
  CODES,
  HEADS,
  KEY,
  KEYS,
  OFFSETS,
  PAIRS,
  positionsOf,
  QUERY,
  type Shown,
} from './positions.ts';
import { positionsProgram } from './programs.ts';

const text = messages.depth.positions;
const WIDTHS = ['16', '32', '64', '128'] as const;
const TOLD_OFFSETS = [0, 1, 2, 5, 10, 20, 40, 60, 80, OFFSETS - 1];
/** Rows of the first heat map. */
const SHOWN = 32;
const TYPED = { start: '200', query: '3', key: '1', shift: '100' };
type Typed = keyof typeof TYPED;
const SETTINGS = {
  ...typedEach(TYPED),
  width: oneOf(WIDTHS, '64'),
  head: wholeFrom(1, HEADS, 1),
};

export class PositionsFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [
    ...LessonFigure.styles,
    heatStyles,
    css`
      .parts {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
        gap: 1.25rem 2rem;
        margin-top: 0.75rem;
      }
      .parts > * {
        min-width: 0;
      }
      .two {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 1.25rem;
        align-content: start;
      }
      h5 {
        margin: 0 0 0.25rem;
        font-size: 1rem;
      }
      section > p {
        margin: 0 0 0.5rem;
        font-size: 0.875rem;
        color: var(--_muted);
      }
      input[type='text'] {
        width: 5.5rem;
      }
    `,
  ];
  declare start: string;
  declare query: string;
  declare key: string;
  declare shift: string;
  declare width: (typeof WIDTHS)[number];
  declare head: number;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #shown: Shown | undefined;

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    this.#shown = this.attempt(() => positionsOf(engine, this)) ?? this.#shown;
  }

  protected override picture() {
    const shown = this.#shown;
    return html`<div class="row">
        <label>
          ${text.width}
          <select name="width" @change=${this.#widthChosen}>
            ${WIDTHS.map((width) => html`<option value=${width} ?selected=${width === this.width}>${width}</option>`)}
          </select>
        </label>
        ${this.#field('start', text.start)}
      </div>
      ${shown ? html`<div class="parts">${this.#codes(shown)}${this.#curves(shown)}${this.#pairs(shown)}<div class="two">${this.#rotary(shown)}${this.#alibi(shown)}</div></div>` : ''}`;
  }

  #field(name: Typed, label: string) {
    return this.field(name, label, { plain: true });
  }

  #codes({ codes, width }: Shown) {
    return html`<section>
      <h5>${text.codes}</h5>
      <p>${text.codesAbout(SHOWN, width)}</p>
      ${heatMap(text.codesPicture(SHOWN, width), SHOWN, width, (row, col) => codes.data[row * width + col] ?? 0)}
    </section>`;
  }

  #pairs({ pairs }: Shown) {
    // A cosine is the same both ways: from the earlier of the two, by their offset.
    const at = (row: number, col: number) =>
      pairs.data[Math.min(row, col) * PAIRS + Math.abs(row - col)] ?? 0;
    return html`<section>
      <h5>${text.similar}</h5>
      <p>${text.similarAbout(PAIRS)}</p>
      ${heatMap(text.similarPicture(PAIRS), PAIRS, PAIRS, at, 0)}
    </section>`;
  }

  #curves({ starts, curves }: Shown) {
    return html`<section>
      <h5>${text.curves}</h5>
      <p>${text.curvesLegend(starts.map(String))}</p>
      <div class="scroll" tabindex="0" role="group" aria-label=${text.curves}>
        <line-chart
          .label=${text.curvesChart(starts.map(String))}
          .lines=${starts.map((start, i) => ({
            name: text.from(String(start)),
            points: Array.from(
              { length: OFFSETS },
              (_, offset) => [offset, curves.data[i * OFFSETS + offset] ?? Number.NaN] as const,
            ),
          }))}
          .xName=${text.offset}
          .yName=${text.cosine}
          .domainY=${[0, 1]}
          .format=${(value: number) => formatNumber(value, 1)}
        ></line-chart>
      </div>
    </section>`;
  }

  #rotaryRows({ rotary }: Shown): readonly (readonly string[])[] {
    const names = [text.asGiven, text.bothMoved, text.queryMoved];
    return rotary.map(({ query, key, score }, i) => [
      names[i] ?? '',
      String(query),
      String(key),
      formatNumber(score, 6),
    ]);
  }

  #rotary(shown: Shown) {
    return html`<section class="rotary">
      <h5>${text.rotary}</h5>
      <p>${text.rotaryAbout}</p>
      <div class="row">${this.#field('query', text.query)}${this.#field('key', text.key)}${this.#field('shift', text.shift)}</div>
      ${dataTable({
        caption: text.rotaryCaption,
        head: text.rotaryHead,
        rows: this.#rotaryRows(shown),
      })}
    </section>`;
  }

  #alibi({ slope, bias, later }: Shown) {
    const names = Array.from({ length: KEYS }, (_, i) => String(i));
    return html`<section>
      <h5>${text.alibi}</h5>
      <p>${text.alibiAbout(this.head, formatExact(slope))}</p>
      <div class="row">
        <label>
          ${text.head}
          <select name="head" @change=${this.#headChosen}>
            ${Array.from({ length: HEADS }, (_, i) => html`<option value=${i + 1} ?selected=${i + 1 === this.head}>${text.headOption(i + 1, HEADS)}</option>`)}
          </select>
        </label>
      </div>
      <al-matrix
        fixed
        dense
        tone="scores"
        .name=${'masked'}
        .label=${text.alibiGrid}
        .matrix=${bias}
        .blocked=${later}
        .rowNames=${names}
        .colNames=${names}
      ></al-matrix>
    </section>`;
  }

  protected override words() {
    const shown = this.#shown;
    if (!shown) return [];
    const { starts, curves, apart, rotary } = shown;
    const first = curves.data.subarray(0, OFFSETS);
    const [given, both, one] = rotary;
    return [
      text.words.range(
        formatNumber(Math.min(...first)),
        formatNumber(Math.max(...first)),
        OFFSETS - 1,
      ),
      text.words.agree(starts.map(String), rounding(apart)),
      text.words.rotary(
        formatNumber(given.score, 6),
        formatNumber(both.score, 6),
        formatNumber(one.score, 6),
      ),
    ];
  }

  protected override data(): readonly DataTable[] {
    const shown = this.#shown;
    if (!shown) return [];
    const { starts, curves, bias } = shown;
    return [
      {
        caption: text.data.curves,
        head: [text.offset, ...starts.map((start) => text.from(String(start)))],
        rows: TOLD_OFFSETS.map((offset) => [
          String(offset),
          ...starts.map((_start, i) =>
            formatNumber(curves.data[i * OFFSETS + offset] ?? Number.NaN, 6),
          ),
        ]),
      },
      {
        caption: text.data.alibi,
        head: ['', ...Array.from({ length: KEYS }, (_, i) => String(i))],
        rows: Array.from({ length: KEYS }, (_, row) => [
          String(row),
          ...Array.from(bias.data.subarray(row * KEYS, (row + 1) * KEYS), formatExact),
        ]),
      },
      {
        caption: text.rotaryCaption,
        head: text.rotaryHead,
        rows: this.#rotaryRows(shown),
      },
    ];
  }

  #widthChosen = (event: Event) => {
    this.width = (event.target as HTMLSelectElement).value as (typeof WIDTHS)[number];
  };

  #headChosen = (event: Event) => {
    this.head = Number((event.target as HTMLSelectElement).value);
  };

  protected override program(): string {
    const shown = this.#shown;
    return shown
      ? positionsProgram({
          ...shown,
          ...{ codes: CODES, offsets: TOLD_OFFSETS, query: QUERY[0], key: KEY[0] },
          ...{ head: this.head, heads: HEADS, keys: KEYS },
        })
      : '';
  }
}

/** One digit, for what is only rounding: "5e−16". */
const rounding = (value: number) => formatExact(Number(value.toPrecision(1)));

customElements.define('positions-figure', PositionsFigure);
