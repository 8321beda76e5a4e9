/** <parameters-figure>: the parameters of one layer, and the spread of a dot product of a head's width. */
import { html } from 'lit';
import type { Engine, Matrix, ParameterCost } from '../../../engine/types.ts';
import { formatNumber, whole } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { NUMPY, printLine } from '../../shared/python.ts';
import { typedEach } from '../../shared/settings.ts';
import { barStyles, bars } from './bars.ts';
import { Calculator, type Numbers } from './calculator.ts';

const NAMES = ['dModel', 'heads', 'kvHeads', 'headWidth'] as const;
type Name = (typeof NAMES)[number];
const SETTINGS = typedEach<Name>({ dModel: '512', heads: '8', kvHeads: '8', headWidth: '64' });

interface Result {
  readonly numbers: Numbers<Name>;
  readonly cost: ParameterCost;
  readonly variance: number;
  readonly deviation: number;
  readonly scale: number;
  readonly measuredRaw: number;
  readonly measuredScaled: number;
}

const MATRICES = ['wq', 'wk', 'wv', 'wo', 'feedForward'] as const;
const PAIRS = 64;
const SEED = 39;

const filled = (rows: number, cols: number, value: number): Matrix => ({
  rows,
  cols,
  data: new Float64Array(rows * cols).fill(value),
});

/** As a standard deviation of all numbers of a matrix: those of one row. */
function deviationOf(engine: Engine, { data }: Matrix): number {
  const { deviation } = engine.layerNorm({ x: { rows: 1, cols: data.length, data } });
  return deviation[0] ?? Number.NaN;
}

export class ParametersFigure extends Calculator<Name, Result> {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [...LessonFigure.styles, barStyles];

  readonly title_ = messages.practice.parameters.title;
  readonly tryThis = messages.practice.parameters.tryThis;
  protected readonly names = NAMES;

  protected compute(engine: Engine, numbers: Numbers<Name>): Result {
    const { dModel, heads, kvHeads, headWidth } = numbers;
    const cost = engine.cost.parameters({ dModel, heads, kvHeads });
    engine.cost.cache({ headWidth, n: 1 }); // refuses what is no width
    const random = engine.numpyRandom(SEED);
    const draw = () => random.normal(0, 1, [PAIRS, headWidth]);
    const measured = engine.attention({ q: draw(), k: draw(), v: filled(PAIRS, 1, 0) });
    // The dot product of rows of ones counts the terms, each of variance 1; scaled, it is the root of that.
    const ones = filled(1, headWidth, 1);
    const { raw, scaled, scale } = engine.attention({ q: ones, k: ones, v: filled(1, 1, 0) });
    return {
      numbers,
      cost,
      variance: raw.data[0] ?? Number.NaN,
      deviation: scaled.data[0] ?? Number.NaN,
      scale,
      measuredRaw: deviationOf(engine, measured.raw),
      measuredScaled: deviationOf(engine, measured.scaled),
    };
  }

  protected picture() {
    const text = messages.practice.parameters;
    const { result } = this;
    return html`
      <fieldset>
        <legend>${text.counts}</legend>
        <div class="row">
          ${this.number('dModel', text.dModel)} ${this.number('heads', text.heads)}
          ${this.number('kvHeads', text.kvHeads)}
        </div>
        ${
          result &&
          bars(
            text.chart,
            MATRICES.map((name) => ({
              name: text.names[name],
              size: Number(result.cost[name]),
              shown: whole.format(result.cost[name]),
            })),
          )
        }
      </fieldset>
      <fieldset>
        <legend>${text.spread}</legend>
        <div class="row">${this.number('headWidth', text.headWidth)}</div>
        ${result && this.#spread(result)}
      </fieldset>
    `;
  }

  #spread(result: Result) {
    const text = messages.practice.parameters;
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${text.spread}>
      <table class="plain">
        <tbody>
          ${this.#measures(result).map(
            ([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #measures(result: Result): [string, string][] {
    const text = messages.practice.parameters;
    return (['variance', 'deviation', 'scale', 'measuredRaw', 'measuredScaled'] as const).map(
      (name) => [text[name], formatNumber(result[name])],
    );
  }

  protected words() {
    const text = messages.practice.parameters;
    const { result } = this;
    if (!result) return [];
    const { numbers, cost } = result;
    const [width = '', heads = '', kvHeads = ''] = [
      numbers.dModel,
      numbers.heads,
      numbers.kvHeads,
    ].map((one) => whole.format(one));
    const [attention = '', feedForward = '', total = ''] = [
      cost.attention,
      cost.feedForward,
      cost.total,
    ].map((one) => whole.format(one));
    return [
      text.wordsCounts(width, attention, feedForward, total),
      numbers.kvHeads === numbers.heads ? text.wordsOwn : text.wordsShared(heads, kvHeads),
      text.wordsSpread(
        whole.format(numbers.headWidth),
        formatNumber(result.deviation),
        formatNumber(result.scale),
        formatNumber(result.measuredRaw),
        formatNumber(result.measuredScaled),
      ),
    ];
  }

  protected data(): DataTable[] {
    const text = messages.practice.parameters;
    const { result } = this;
    if (!result) return [];
    return [
      {
        caption: text.counts,
        head: [text.matrix, text.count],
        rows: ([...MATRICES, 'attention', 'total'] as const).map((name) => [
          text.names[name],
          whole.format(result.cost[name]),
        ]),
      },
      { caption: text.spread, head: [text.measure, text.value], rows: this.#measures(result) },
    ];
  }

  protected override program() {
    if (!this.result) return undefined;
    const { dModel, heads, kvHeads, headWidth } = this.result.numbers;
    const text = messages.practice.parameters;
    const count = (name: keyof typeof text.names, expression: string) =>
      printLine(text.names[name], `f"{${expression}:,}"`);
    const shown = (name: string, expression: string) => printLine(name, `f"{${expression}:.3f}"`);
    return [
      NUMPY,
      `d, heads, kv_heads, d_k = ${dModel}, ${heads}, ${kvHeads}, ${headWidth}`,
      'w_q = w_o = d * d',
      'w_k = w_v = d * (d // heads) * kv_heads',
      'feed_forward = 8 * d * d',
      'attention = w_q + w_k + w_v + w_o',
      `print(${JSON.stringify(text.counts)})`,
      count('wq', 'w_q'),
      count('wk', 'w_k'),
      count('wv', 'w_v'),
      count('wo', 'w_o'),
      count('feedForward', 'feed_forward'),
      count('attention', 'attention'),
      count('total', 'attention + feed_forward'),
      '',
      `random = np.random.default_rng(${SEED})`,
      `q, k = random.normal(0, 1, (${PAIRS}, d_k)), random.normal(0, 1, (${PAIRS}, d_k))`,
      'dots = q @ k.T',
      `print(${JSON.stringify(text.spread)})`,
      shown(text.variance, 'd_k'),
      shown(text.deviation, 'np.sqrt(d_k)'),
      shown(text.scale, '1 / np.sqrt(d_k)'),
      shown(text.measuredRaw, 'dots.std()'),
      shown(text.measuredScaled, '(dots / np.sqrt(d_k)).std()'),
      '',
    ].join('\n');
  }
}

customElements.define('parameters-figure', ParametersFigure);
