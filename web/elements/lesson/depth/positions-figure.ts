/** <positions-figure>: sinusoids and their likeness by offset, rotary scores that stay when both move, ALiBi's bias. */
import { css, html, type PropertyValues } from 'lit';
import type { Engine, Matrix } from '../../../engine/types.ts';
import { formatExact, formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import '../../chart/line-chart.ts';
import '../../grid/matrix-view.ts';
import { type DataTable, LessonFigure } from '../../shared/lesson-figure.ts';
import { readNumber } from '../concept/field.ts';
import { field } from './field.ts';
import { heatMap, heatStyles } from './heat-map.ts';

const text = messages.depth.positions;
const WIDTHS = [16, 32, 64, 128];
/** Codes made, offsets compared: a start may be as far up as their difference. */
const CODES = 400;
const OFFSETS = 100;
/** Rows of the first heat map, and rows and columns of the second. */
const SHOWN = 32;
const PAIRS = 48;
const HEADS = 8;
const KEYS = 6;
const QUERY = [[1, 2, -1, 0.5]];
const KEY = [[0.5, 1, 2, -1]];
const START = { start: '200', query: '3', key: '1', shift: '100' };

interface Rotary {
  readonly query: number;
  readonly key: number;
  readonly score: number;
}

interface Shown {
  readonly width: number;
  readonly codes: Matrix;
  readonly starts: readonly number[];
  /** (starts, offsets) */
  readonly curves: Matrix;
  /** The largest standard deviation of the curves at one offset. */
  readonly apart: number;
  /** (PAIRS, PAIRS): from each row, by offset. */
  readonly pairs: Matrix;
  readonly rotary: readonly [given: Rotary, both: Rotary, one: Rotary];
  readonly slope: number;
  readonly bias: Matrix;
  readonly later: Matrix;
}

export class PositionsFigure extends LessonFigure {
  static override properties = {
    ...LessonFigure.properties,
    texts: { state: true },
    width: { state: true },
    head: { state: true },
  };
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
      line-chart {
        min-width: 26rem;
      }
    `,
  ];
  declare texts: Readonly<typeof START>;
  declare width: number;
  declare head: number;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #shown: Shown | undefined;

  constructor() {
    super();
    this.texts = START;
    this.width = 64;
    this.head = 1;
  }

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine) return;
    if (!['engine', 'texts', 'width', 'head'].some((name) => changed.has(name))) return;
    this.#shown = this.attempt(() => this.#compute(engine)) ?? this.#shown;
  }

  #compute(engine: Engine): Shown {
    const { width, head } = this;
    const read = (name: keyof typeof START) => readNumber(engine, name, this.texts[name]);
    const codes = engine.sinusoid({ n: CODES, d: width }).output;
    const starts = [0, 25, read('start')];
    const curves = engine.similarityByOffset({ codes, starts, offsets: OFFSETS });
    const score = (query: number, key: number): Rotary => {
      const q = engine.rope({ x: QUERY, offset: query }).output;
      const k = engine.rope({ x: KEY, offset: key }).output;
      const { raw } = engine.attention({ q, k, v: [[0]], scale: 1 });
      return { query, key, score: raw.data[0] ?? Number.NaN };
    };
    const [query, key, shift] = [read('query'), read('key'), read('shift')];
    return {
      width,
      codes,
      starts,
      curves,
      apart: Math.max(...engine.layerNorm({ x: turned(curves) }).deviation),
      pairs: engine.similarityByOffset({
        codes,
        starts: Array.from({ length: PAIRS }, (_, i) => i),
        offsets: PAIRS,
      }),
      rotary: [score(query, key), score(query + shift, key + shift), score(query + shift, key)],
      slope: engine.alibiSlopes({ heads: HEADS })[head - 1] ?? Number.NaN,
      bias: engine.alibiBias({ heads: HEADS, head: head - 1, n: KEYS }),
      later: engine.mayNotRead({ family: 'decoder-only', source: 0, target: KEYS }),
    };
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

  #field(name: keyof typeof START, label: string) {
    const refused = this.failure?.where.name === name;
    return field(label, name, this.texts[name], refused, (value) => {
      this.texts = { ...this.texts, [name]: value };
    });
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

  #rotary({ rotary }: Shown) {
    const names = [text.asGiven, text.bothMoved, text.queryMoved];
    return html`<section class="rotary">
      <h5>${text.rotary}</h5>
      <p>${text.rotaryAbout}</p>
      <div class="row">${this.#field('query', text.query)}${this.#field('key', text.key)}${this.#field('shift', text.shift)}</div>
      <div class="scroll" tabindex="0" role="group" aria-label=${text.rotaryCaption}>
        <table class="plain">
          <caption>${text.rotaryCaption}</caption>
          <thead>
            <tr>${text.rotaryHead.map((one) => (one ? html`<th scope="col">${one}</th>` : html`<td></td>`))}</tr>
          </thead>
          <tbody>
            ${rotary.map(
              ({ query, key, score }, i) => html`<tr>
                <th scope="row">${names[i]}</th>
                <td>${query}</td>
                <td>${key}</td>
                <td>${formatNumber(score, 6)}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
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
    const offsets = [0, 1, 2, 5, 10, 20, 40, 60, 80, OFFSETS - 1];
    return [
      {
        caption: text.data.curves,
        head: [text.offset, ...starts.map((start) => text.from(String(start)))],
        rows: offsets.map((offset) => [
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
          ...Array.from(bias.data.subarray(row * KEYS, (row + 1) * KEYS), (value) =>
            formatNumber(value),
          ),
        ]),
      },
    ];
  }

  #widthChosen = (event: Event) => {
    this.width = Number((event.target as HTMLSelectElement).value);
  };

  #headChosen = (event: Event) => {
    this.head = Number((event.target as HTMLSelectElement).value);
  };

  protected override reset(): void {
    this.texts = START;
    this.width = 64;
    this.head = 1;
  }
}

/** (offsets, starts): the numbers at one offset side by side, for the core's statistics of rows. */
const turned = (curves: Matrix) =>
  Array.from({ length: curves.cols }, (_, offset) =>
    Array.from(
      { length: curves.rows },
      (_unused, i) => curves.data[i * curves.cols + offset] ?? Number.NaN,
    ),
  );

/** One digit, for what is only rounding: "5e−16". */
const rounding = (value: number) => formatExact(Number(value.toPrecision(1)));

customElements.define('positions-figure', PositionsFigure);
