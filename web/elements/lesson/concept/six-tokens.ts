/** <six-tokens>: one head on six random tokens, untrained: no mask, causal mask, no scaling. */
import { css, html, type PropertyValues } from 'lit';
import type { AttentionTrace, Engine } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import '../../grid/matrix-view.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { seedOf } from '../../shared/number-field.ts';
import { NUMPY, printTables, SOFTMAX } from '../../shared/python.ts';
import { typed } from '../../shared/settings.ts';
import { meanOf } from './mean.ts';

const { concept } = messages;
const text = concept.six;
const SETTINGS = { seed: typed('39') };
const TOKENS = 6;
const WIDTH = 16;
/** 1/√16: projections of unit rows then have unit rows. */
const SPREAD = 0.25;
const MAPS = ['plain', 'causal', 'unscaled'] as const;

type Maps = Readonly<
  Record<(typeof MAPS)[number], { readonly trace: AttentionTrace; readonly spread: number }>
>;

const NAMES = Array.from({ length: TOKENS }, (_, i) => concept.row(i));
const SHORT = NAMES.map((_name, i) => String(i));

export class SixTokens extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [
    ...LessonFigure.styles,
    css`
      .panels section {
        min-width: 0;
        max-width: 100%;
      }
    `,
  ];
  declare seed: string;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #maps: Maps | undefined;
  /** The last that was drawn. */
  #seed = '';

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    const maps = this.attempt(() => mapsOf(engine, this.seed));
    if (!maps) return;
    this.#maps = maps;
    this.#seed = this.seed;
  }

  protected override picture() {
    const maps = this.#maps;
    return html`<div class="row">
        ${this.field('seed', concept.seed)}
        ${this.seedButton('seed', concept.nextSeed, this.#seed)}
      </div>
      ${maps ? html`<div class="panels">${MAPS.map((name) => panel(name, maps[name]))}</div>` : ''}`;
  }

  protected override words() {
    const maps = this.#maps;
    if (!maps) return [];
    const spreadOf = (name: (typeof MAPS)[number]) => formatNumber(maps[name].spread, 1);
    return [
      text.words.spread(this.#seed, spreadOf('plain'), spreadOf('causal'), spreadOf('unscaled')),
      ...(['plain', 'unscaled'] as const).map((name) => {
        const { data, cols } = maps[name].trace.weights;
        const at = data.indexOf(Math.max(...data));
        return text.words.largest(
          text.maps[name],
          concept.row(Math.floor(at / cols)),
          concept.row(at % cols),
          formatNumber(data[at] ?? Number.NaN, 2),
        );
      }),
      text.words.first,
    ];
  }

  protected override data(): readonly DataTable[] {
    const maps = this.#maps;
    if (!maps) return [];
    return MAPS.map((name) => {
      const { weights, spread } = maps[name].trace;
      return {
        caption: text.data.caption(text.maps[name]),
        head: ['', ...NAMES, text.data.spread],
        rows: NAMES.map((row, i) => [
          row,
          ...Array.from(weights.data.subarray(i * weights.cols, (i + 1) * weights.cols), (weight) =>
            formatNumber(weight),
          ),
          formatNumber(spread[i] ?? Number.NaN),
        ]),
      };
    });
  }

  /** The core draws what NumPy draws, so the program needs the seed alone. */
  protected override program() {
    const caption = (name: (typeof MAPS)[number]) => text.data.caption(text.maps[name]);
    return [
      NUMPY,
      `random = np.random.default_rng(${seedOf(this.#seed)})`,
      `n, d = ${TOKENS}, ${WIDTH}`,
      'x = random.normal(0, 1, (n, d))',
      `w_q, w_k, w_v = (random.normal(0, ${SPREAD}, (d, d)) for _ in range(3))`,
      'raw = (x @ w_q) @ (x @ w_k).T',
      'scaled = raw / np.sqrt(d)',
      'later = np.triu(np.ones((n, n), dtype=bool), k=1)  # True: may not read',
      '',
      SOFTMAX,
      'def with_spread(weights):  # the last column: effective keys, 2 to the entropy in bits',
      '    logs = np.log2(weights, out=np.zeros_like(weights), where=weights > 0)',
      '    return np.column_stack([weights, 2 ** -(weights * logs).sum(axis=1)])',
      '',
      '',
      printTables([
        [caption('plain'), 'with_spread(softmax(scaled))'],
        [caption('causal'), 'with_spread(softmax(np.where(later, -np.inf, scaled)))'],
        [caption('unscaled'), 'with_spread(softmax(raw))'],
      ]),
    ].join('\n');
  }
}

function mapsOf(engine: Engine, seed: string): Maps {
  const random = engine.numpyRandom(seed);
  const x = random.normal(0, 1, [TOKENS, WIDTH]);
  const wq = random.normal(0, SPREAD, [WIDTH, WIDTH]);
  const wk = random.normal(0, SPREAD, [WIDTH, WIDTH]);
  const wv = random.normal(0, SPREAD, [WIDTH, WIDTH]);
  const inputs = engine.project({ x, wq, wk, wv });
  const mapOf = (trace: AttentionTrace) => ({ trace, spread: meanOf(engine, trace.spread) });
  return {
    plain: mapOf(engine.attention(inputs)),
    causal: mapOf(engine.attention({ ...inputs, causal: 'top-left' })),
    unscaled: mapOf(engine.attention({ ...inputs, scale: 1 })),
  };
}

function panel(name: (typeof MAPS)[number], { trace, spread }: Maps[(typeof MAPS)[number]]) {
  return html`<section class=${name}>
    <h5>${text.maps[name]}</h5>
    <al-matrix
      fixed
      dense
      tone="weights"
      .name=${'weights'}
      .digits=${2}
      .label=${text.grid(text.maps[name])}
      .matrix=${trace.weights}
      .blocked=${trace.blocked}
      .rowNames=${SHORT}
      .colNames=${SHORT}
    ></al-matrix>
    <p>${text.about[name]}</p>
    <p class="spread"><b>${text.spread(formatNumber(spread, 1), TOKENS)}</b></p>
  </section>`;
}

customElements.define('six-tokens', SixTokens);
