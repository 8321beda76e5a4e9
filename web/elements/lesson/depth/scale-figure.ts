/** <scale-figure>: how large dot products are at each width, and what that does to softmax, measured on seeded draws. */
import { css, html, type PropertyValues } from 'lit';
import type { Engine } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import '../../chart/line-chart.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { tellFormulas } from '../../shared/live-numbers.ts';
import { seedOf } from '../../shared/number-field.ts';
import { oneOf, typed } from '../../shared/settings.ts';
import { scaleProgram } from './programs.ts';

const { depth } = messages;
const text = depth.scale;
const WIDTHS = [2, 4, 8, 16, 32, 64, 128, 256];
const DRAWS = 40;
const TOKENS = 8;
/** `told` is the width that the words and the formula tell of. */
const SETTINGS = { seed: typed('39'), told: oneOf(WIDTHS.map(String), '64') };

interface Measured {
  readonly width: number;
  /** Standard deviations over all dot products. */
  readonly raw: number;
  readonly theory: number;
  readonly scaled: number;
  /** Mean effective keys of a query. */
  readonly kept: number;
  readonly lost: number;
}

export class ScaleFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [
    ...LessonFigure.styles,
    css`
      .about {
        margin: 0.25rem 0 0.75rem;
        max-width: 40rem;
        font-size: 0.9375rem;
      }
      .charts {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr));
        gap: 1rem 1.5rem;
      }
      .charts > div {
        min-width: 0;
      }
      .charts p {
        margin: 0 0 0.25rem;
        font-size: 0.875rem;
        color: var(--_muted);
      }
      .charts h5 {
        margin: 0 0 0.25rem;
        font-size: 0.9375rem;
      }
    `,
  ];
  declare seed: string;
  declare told: string;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #measured: readonly Measured[] = [];
  /** The last that was drawn. */
  #seed = '';

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !(changed.has('engine') || changed.has('seed'))) return;
    const measured = this.attempt(() => measure(engine, this.seed));
    if (!measured) return;
    this.#measured = measured;
    this.#seed = this.seed;
  }

  override updated(): void {
    const told = this.#told;
    if (!told) return;
    tellFormulas(this, {
      width: formatNumber(told.width),
      theory: formatNumber(told.theory),
    });
  }

  get #told(): Measured | undefined {
    return this.#measured.find(({ width }) => String(width) === this.told);
  }

  protected override picture() {
    const measured = this.#measured;
    const lineOf = (name: string, of: keyof Measured) => ({
      name,
      points: measured.map((one) => [one.width, one[of]] as const),
    });
    return html`<div class="row">
        ${this.field('seed', depth.seed, { plain: true, refused: this.failure !== undefined })}
        ${this.seedButton('seed', depth.nextSeed, this.#seed)}
        <label>
          ${text.told}
          <select name="told" @change=${this.#toldChosen}>
            ${WIDTHS.map((width) => html`<option value=${width} ?selected=${String(width) === this.told}>${width}</option>`)}
          </select>
        </label>
      </div>
      <p class="about">${text.about(DRAWS, TOKENS)}</p>
      <div class="charts">
        ${chart(text.sdHead, text.sdLegend, text.sdChart(this.#seed), text.sd, [
          lineOf(text.raw, 'raw'),
          lineOf(text.theory, 'theory'),
          lineOf(text.scaled, 'scaled'),
        ])}
        ${chart(
          text.keysHead,
          text.keysLegend,
          text.keysChart(this.#seed),
          text.keys,
          [lineOf(text.withScale, 'kept'), lineOf(text.without, 'lost')],
          [0, TOKENS],
        )}
      </div>`;
  }

  protected override words() {
    const measured = this.#measured;
    const told = this.#told;
    const [first, last] = [measured[0], measured.at(-1)];
    if (!told || !first || !last) return [];
    const kept = measured.map((one) => one.kept);
    return [
      text.words.sd(
        told.width,
        formatNumber(told.raw, 2),
        formatNumber(told.theory, 2),
        formatNumber(told.scaled, 2),
      ),
      text.words.kept(
        formatNumber(Math.min(...kept), 1),
        formatNumber(Math.max(...kept), 1),
        TOKENS,
      ),
      text.words.lost(
        formatNumber(first.lost, 1),
        formatNumber(last.lost, 1),
        first.width,
        last.width,
      ),
    ];
  }

  protected override data(): readonly DataTable[] {
    return [
      {
        caption: text.data.caption(this.#seed),
        head: text.data.head,
        rows: this.#measured.map(({ width, raw, theory, scaled, kept, lost }) => [
          String(width),
          ...[raw, theory, scaled, kept, lost].map((value) => formatNumber(value, 2)),
        ]),
      },
    ];
  }

  #toldChosen = (event: Event) => {
    this.told = (event.target as HTMLSelectElement).value;
  };

  protected override program(): string {
    return scaleProgram(seedOf(this.#seed), DRAWS, TOKENS, WIDTHS);
  }
}

function chart(
  head: string,
  legend: string,
  label: string,
  yName: string,
  lines: readonly { name: string; points: readonly (readonly [number, number])[] }[],
  domainY?: readonly [number, number],
) {
  return html`<div>
    <h5>${head}</h5>
    <p>${legend}</p>
    <div class="scroll" tabindex="0" role="group" aria-label=${head}>
      <line-chart
        .label=${label}
        .lines=${lines}
        .xName=${text.width}
        .yName=${yName}
        .xLog=${true}
        .domainY=${domainY}
        .format=${(value: number) => formatNumber(value, 1)}
      ></line-chart>
    </div>
  </div>`;
}

/** Mean and standard deviation of a list, by the core: those of a row, which a layer norm looks at. */
function statistics(engine: Engine, values: readonly number[]) {
  const { mean, deviation } = engine.layerNorm({ x: [values] });
  return { mean: mean[0] ?? Number.NaN, deviation: deviation[0] ?? Number.NaN };
}

function measure(engine: Engine, seed: string): readonly Measured[] {
  const random = engine.numpyRandom(seed);
  const v = { rows: TOKENS, cols: 1, data: new Float64Array(TOKENS) };
  return WIDTHS.map((width) => {
    const raw: number[] = [];
    const scaled: number[] = [];
    const kept: number[] = [];
    const lost: number[] = [];
    for (let draw = 0; draw < DRAWS; draw++) {
      const q = random.normal(0, 1, [TOKENS, width]);
      const k = random.normal(0, 1, [TOKENS, width]);
      const usual = engine.attention({ q, k, v });
      raw.push(...usual.raw.data);
      scaled.push(...usual.scaled.data);
      kept.push(...usual.spread);
      lost.push(...engine.attention({ q, k, v, scale: 1 }).spread);
    }
    return {
      width,
      raw: statistics(engine, raw).deviation,
      theory: engine.parseNumber(`sqrt(${width})`),
      scaled: statistics(engine, scaled).deviation,
      kept: statistics(engine, kept).mean,
      lost: statistics(engine, lost).mean,
    };
  });
}

customElements.define('scale-figure', ScaleFigure);
