/** <block-figure>: one transformer block from the bottom up, pre-norm or post-norm, with statistics of its rows. */
import { html, type PropertyValues, svg } from 'lit';
import type {
  BlockStage,
  BlockTrace,
  BlockWeights,
  Engine,
  Matrix,
  NumpyRandom,
} from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import '../../chart/line-chart.ts';
import type { Line } from '../../chart/line-chart.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { readNumber } from '../../shared/number-field.ts';
import { oneOf, typedEach } from '../../shared/settings.ts';
import {
  BLOCKS,
  blockProgram,
  INNER,
  INTO_INNER,
  INTO_WIDTH,
  TOKENS,
  WIDTH,
} from './block-figure.numpy.ts';
import { blockStyles } from './block-figure.styles.ts';
import { meanOf } from './mean.ts';

const { concept } = messages;
const text = concept.block;
const FIELDS = ['length', 'heads', 'seed'] as const;
const LABELS = { length: text.length, heads: text.heads, seed: concept.seed };
const ORDERS = ['post', 'pre'] as const;
export type Order = (typeof ORDERS)[number];
const SETTINGS = {
  ...typedEach({ length: '1', heads: '4', seed: '39' }),
  order: oneOf(ORDERS, 'post'),
};

interface Shown {
  readonly order: Order;
  /** As typed. */
  readonly length: string;
  readonly factor: number;
  readonly heads: number;
  readonly seed: string;
  readonly block: BlockTrace;
  /** The average deviation of the rows before the first block and after each, by order. */
  readonly stacks: Readonly<Record<Order, readonly number[]>>;
}

export class BlockFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [...LessonFigure.styles, blockStyles];
  declare length: string;
  declare heads: string;
  declare seed: string;
  declare order: Order;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #shown: Shown | undefined;

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    this.#shown = this.attempt(() => this.#compute(engine)) ?? this.#shown;
  }

  #compute(engine: Engine): Shown {
    const { order, length, seed } = this;
    const factor = readNumber(engine, 'length', length);
    const heads = readNumber(engine, 'heads', this.heads);
    const random = engine.numpyRandom(seed);
    const x = inputRows(engine, random, factor);
    const layers = Array.from({ length: BLOCKS }, () => blockWeights(random, heads));
    const stackOf = (kind: Order) =>
      engine.stack({
        family: 'encoder-only',
        x,
        layers: layers.map((layer) => ({ ...layer, order: kind })),
      }).layers;
    const averages = (blocks: readonly BlockTrace[]) =>
      [blocks[0]?.stages[0], ...blocks.map((block) => block.stages.at(-1))].map((stage) =>
        meanOf(engine, stage?.deviation ?? new Float64Array(0)),
      );
    const both = { post: stackOf('post'), pre: stackOf('pre') };
    const [block] = both[order];
    if (!block) throw new Error('a stack of blocks has a first one');
    return {
      ...{ order, length, factor, heads, seed },
      block,
      stacks: { post: averages(both.post), pre: averages(both.pre) },
    };
  }

  protected override picture() {
    const shown = this.#shown;
    return html`<div class="row">
        <fieldset class="order">
          <legend>${text.order}</legend>
          ${ORDERS.map(
            (order) => html`<label
              ><input type="radio" name="order" .checked=${order === this.order} @change=${() => {
                this.order = order;
              }} />${text[order]}</label
            >`,
          )}
        </fieldset>
        ${FIELDS.map((name) => this.field(name, LABELS[name], name === 'length' ? { step: 'any' } : {}))}
      </div>
      ${shown ? pictureOf(shown) : ''}`;
  }

  protected override words() {
    const shown = this.#shown;
    if (!shown) return [];
    const { block, order, stacks, length } = shown;
    const [input, output] = [block.stages[0], block.stages.at(-1)];
    if (!input || !output) return [];
    const last = (kind: Order) => formatNumber(stacks[kind].at(-1) ?? Number.NaN, 2);
    return [
      `${text.words.output(text[order], ...ends(output.deviation))} ${text.words.input(...ends(input.deviation), length)}`,
      order === 'post' ? text.words.post : text.words.pre,
      text.words.stack(last('pre'), last('post'), BLOCKS),
    ];
  }

  protected override data(): readonly DataTable[] {
    const shown = this.#shown;
    if (!shown) return [];
    const { block, stacks } = shown;
    const head = ['', ...Array.from({ length: TOKENS }, (_, i) => concept.row(i))];
    const rowsOf = (what: 'deviation' | 'mean') =>
      block.stages.map((stage) => [
        nameOf(stage),
        ...Array.from(stage[what], (value) => formatNumber(value)),
      ]);
    return [
      { caption: text.data.caption, head, rows: rowsOf('deviation') },
      { caption: text.data.means, head, rows: rowsOf('mean') },
      {
        caption: text.data.stack,
        head: ['', text.post, text.pre],
        rows: stacks.post.map((post, i) => [
          text.data.blocks(i),
          formatNumber(post),
          formatNumber(stacks.pre[i] ?? Number.NaN),
        ]),
      },
    ];
  }

  protected override program() {
    return this.#shown && blockProgram(this.#shown);
  }
}

/** Embeddings plus positions, all times `length`: one product with two diagonals, [E | P] [[l I], [l I]]. */
function inputRows(engine: Engine, random: NumpyRandom, length: number): Matrix {
  const embeddings = random.normal(0, 1, [TOKENS, WIDTH]);
  const { output: positions } = engine.sinusoid({ n: TOKENS, d: WIDTH });
  const side = (matrix: Matrix, row: number) =>
    matrix.data.subarray(row * WIDTH, (row + 1) * WIDTH);
  const x = Array.from({ length: TOKENS }, (_, row) => [
    ...side(embeddings, row),
    ...side(positions, row),
  ]);
  const add = Array.from({ length: 2 * WIDTH }, (_, row) =>
    Array.from({ length: WIDTH }, (_one, col) => (row % WIDTH === col ? length : 0)),
  );
  return engine.project({ x, wq: add, wk: add, wv: add }).q;
}

function blockWeights(random: NumpyRandom, heads: number): BlockWeights {
  const square = () => random.normal(0, INTO_WIDTH, [WIDTH, WIDTH]);
  return {
    activation: 'gelu',
    attention: { heads, wq: square(), wk: square(), wv: square(), wo: square() },
    feedForward: {
      w1: random.normal(0, INTO_WIDTH, [WIDTH, INNER]),
      w2: random.normal(0, INTO_INNER, [INNER, WIDTH]),
    },
  };
}

const nameOf = (stage: BlockStage) => text.stages[stage.name]?.[0] ?? stage.name;

/** Least and most, as shown. */
const ends = (values: Float64Array): [string, string] => [
  formatNumber(Math.min(...values), 2),
  formatNumber(Math.max(...values), 2),
];

const BAR = 100;

function pictureOf({ block, stacks }: Shown) {
  const most = Math.max(...block.stages.flatMap((stage) => [...stage.deviation]));
  const stages = block.stages.map((stage, i) => {
    const [name, about] = text.stages[stage.name] ?? [stage.name, ''];
    const kind = stage.name.replace(/\d$/, '');
    return html`<li class=${kind}>
      <div>
        <b>${name}</b> <span class="about">${about}${i === block.stages.length - 1 ? html`. <b>${text.output}</b>` : ''}</span>
      </div>
      <svg viewBox="0 0 ${BAR} 32" width=${BAR} height="32" aria-hidden="true">
        ${Array.from(
          stage.deviation,
          (value, row) =>
            svg`<rect x="0" y=${row * 8 + 1} width=${most > 0 ? (BAR * value) / most : 0} height="6"></rect>`,
        )}
      </svg>
      <div class="numbers">
        ${text.deviation} ${text.range(...ends(stage.deviation))}<br />
        ${text.mean} ${text.range(...ends(stage.mean))}
      </div>
    </li>`;
  });
  const lines: Line[] = (['pre', 'post'] as const).map((order) => ({
    name: text[order],
    points: stacks[order].map((value, i) => [i, value]),
  }));
  return html`<div class="panels"><section>
    <h5>${text.one}</h5>
    <p class="note">${text.bottomUp}</p>
    <ol class="stages" aria-label=${text.diagram}>${stages}</ol>
    </section><section>
    <h5>${text.stack.title}</h5>
    <line-chart
      .label=${text.stack.chart}
      .lines=${lines}
      .xName=${text.stack.x}
      .yName=${text.stack.y}
      .format=${(value: number) => formatNumber(value, 1)}
      .formatX=${String}
    ></line-chart>
    </section></div>`;
}

customElements.define('block-figure', BlockFigure);
