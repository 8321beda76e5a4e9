/** <shapes-figure>: the shape of every matrix for sizes that the reader sets, and the core's refusal where they clash. */
import { html, type PropertyValues, svg } from 'lit';
import { LessonError } from '../../../engine/error.ts';
import type {
  AttentionTrace,
  BatchShapes,
  Engine,
  Matrix,
  MultiheadTrace,
  ScoreCost,
  Shape,
} from '../../../engine/types.ts';
import { numberFormat, whole } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { readNumber } from '../../shared/number-field.ts';
import { oneOf, typedEach } from '../../shared/settings.ts';
import { shapesProgram } from './shapes-figure.numpy.ts';
import { shapesStyles } from './shapes-figure.styles.ts';

const text = messages.concept.shapes;
const { names, steps } = text;
const FIELDS = ['n', 'dModel', 'dK', 'dV', 'batch', 'heads'] as const;
export type Sizes = Readonly<Record<(typeof FIELDS)[number], number>>;
const MISTAKES = ['none', 'inner', 'width', 'values', 'batch'] as const;
type Mistake = (typeof MISTAKES)[number];
const SETTINGS = {
  ...typedEach({ n: '3', dModel: '3', dK: '2', dV: '2', batch: '1', heads: '3' }),
  mistake: oneOf(MISTAKES, 'none'),
};
/** The core multiplies matrices of zeros of these sizes, to see their shapes. */
const MOST = 128;

interface Shown {
  readonly sizes: Sizes;
  readonly x: Shape;
  readonly one: AttentionTrace['shapes'];
  readonly batch: BatchShapes;
  readonly all: MultiheadTrace['shapes'];
  readonly head: AttentionTrace['shapes'];
  readonly scores: ScoreCost;
}

const rounded = numberFormat({ maximumSignificantDigits: 3 });
const zeros = (rows: number, cols: number): Matrix => ({
  rows,
  cols,
  data: new Float64Array(rows * cols),
});
const { shape: written } = text;

export class ShapesFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [...LessonFigure.styles, shapesStyles];
  declare n: string;
  declare dModel: string;
  declare dK: string;
  declare dV: string;
  declare batch: string;
  declare heads: string;
  declare mistake: Mistake;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #shown: Shown | undefined;

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    this.#shown =
      this.attempt(() => shapesOf(engine, this.#sizes(engine), this.mistake)) ?? this.#shown;
  }

  #sizes(engine: Engine): Sizes {
    const read = (name: keyof Sizes) => {
      const size = readNumber(engine, name, this[name]);
      if (size > MOST && name !== 'batch')
        throw new LessonError('figure-size', text.most(text[name], MOST), {
          name,
          row: -1,
          col: -1,
        });
      return size;
    };
    const { n, dModel, batch, heads } = {
      n: read('n'),
      dModel: read('dModel'),
      batch: read('batch'),
      heads: read('heads'),
    };
    const [dK, dV] = [read('dK'), read('dV')];
    // Each of these refuses what is no size, by name.
    engine.cost.layer({ n, dModel });
    engine.cost.scoreBytes({ batch, heads, n });
    for (const headWidth of [dK, dV]) engine.cost.cache({ headWidth, n });
    return { n, dModel, dK, dV, batch, heads };
  }

  protected override picture() {
    const shown = this.#shown;
    return html`<fieldset>
        <legend>${text.sizes}</legend>
        <div class="row">
          ${FIELDS.map((name) => this.field(name, text[name]))}
          <label>
            ${text.mistake}
            <select name="mistake" .value=${this.mistake} @change=${this.#onMistake}>
              ${MISTAKES.map((one) => html`<option value=${one} ?selected=${one === this.mistake}>${text.mistakes[one]}</option>`)}
            </select>
          </label>
        </div>
      </fieldset>
      ${shown ? pictureOf(shown) : ''}`;
  }

  protected override words() {
    const shown = this.#shown;
    if (!shown) return [];
    const { sizes, x, one, batch, all, head, scores } = shown;
    return [
      text.words.one(
        written(x),
        written(one.q),
        written(one.v),
        written(one.weights),
        written(one.output),
      ),
      text.words.batch(sizes.batch, written(batch.scores), written(batch.output)),
      text.words.heads(sizes.heads, head.q[1], written(all.concatenated), written(all.output)),
      text.words.entries(
        whole.format(scores.entries),
        whole.format(scores.bytes),
        scores.mib >= 1 ? rounded.format(scores.mib) : '',
      ),
      text.words.square,
    ];
  }

  protected override data(): readonly DataTable[] {
    const shown = this.#shown;
    if (!shown) return [];
    const { sizes, x, one, batch, all, head } = shown;
    const inBatch = (shape: Shape) => written([sizes.batch, ...shape]);
    const row = (name: string, shape: Shape) => [name, written(shape), inBatch(shape)];
    return [
      {
        caption: text.data.caption,
        head: text.data.head,
        rows: [
          row(names.x, x),
          row(names.q, one.q),
          row(names.k, one.k),
          row(names.v, one.v),
          [names.scores, written(one.scores), written(batch.scores)],
          [names.weights, written(one.weights), written(batch.weights)],
          [names.output, written(one.output), written(batch.output)],
        ],
      },
      {
        caption: text.data.allCaption,
        head: text.data.allHead,
        rows: [
          [names.q, written(all.q), '1'],
          [names.k, written(all.k), '1'],
          [names.v, written(all.v), '1'],
          [names.headQ, written(head.q), String(sizes.heads)],
          [names.headWeights, written(head.weights), String(sizes.heads)],
          [names.headOutput, written(head.output), String(sizes.heads)],
          [names.concatenated, written(all.concatenated), '1'],
          [names.final, written(all.output), '1'],
        ],
      },
    ];
  }

  protected override program() {
    return this.#shown && shapesProgram(this.#shown.sizes);
  }

  #onMistake = (event: Event) => {
    this.mistake = (event.target as HTMLSelectElement).value as Mistake;
  };
}

/** Every shape, as the core gives it for matrices of zeros, with one mistake made or none. */
function shapesOf(engine: Engine, sizes: Sizes, mistake: Mistake): Shown {
  const { n, dModel, dK, dV, batch, heads } = sizes;
  const x = zeros(n, dModel);
  const { q, k, v } = engine.project({
    x,
    wq: zeros(mistake === 'inner' ? dModel + 1 : dModel, dK),
    wk: zeros(dModel, mistake === 'width' ? dK + 1 : dK),
    wv: zeros(dModel, dV),
  });
  const trace = engine.attention({ q, k, v: mistake === 'values' ? zeros(n + 1, dV) : v });
  const read = mistake === 'batch' ? batch + 1 : batch;
  const batched = engine.batchShapes({
    q: [batch, ...trace.shapes.q],
    k: [read, ...trace.shapes.k],
    v: [read, ...trace.shapes.v],
  });
  const square = zeros(dModel, dModel);
  const all = engine.multihead({ x, heads, wq: square, wk: square, wv: square, wo: square });
  const [head] = all.heads;
  return {
    sizes,
    x: [x.rows, x.cols],
    one: trace.shapes,
    batch: batched,
    all: all.shapes,
    head: head?.shapes ?? trace.shapes,
    scores: engine.cost.scoreBytes({ batch, heads, n }),
  };
}

interface Box {
  readonly name: string;
  readonly shape: Shape;
  readonly kind: 'plain' | 'q' | 'k' | 'v' | 'square';
  readonly count?: number;
}

const LONGEST = 84;
const SHORTEST = 5;

function pictureOf({ sizes, x, one, all, head }: Shown) {
  const most = Math.max(...x, ...one.q, ...one.v, ...one.weights, ...all.output);
  const long = (size: number) => Math.max(SHORTEST, (LONGEST * size) / most);
  const box = ({ name, shape, kind, count = 1 }: Box) => html`<li class=${kind}>
    <svg viewBox="0 0 ${long(shape[1]) + (count > 1 ? 6 : 2)} 90" aria-hidden="true">
      ${count > 1 ? svg`<rect class="behind" x="5" y="5" width=${long(shape[1])} height=${long(shape[0])}></rect>` : ''}
      <rect x="1" y="1" width=${long(shape[1])} height=${long(shape[0])}></rect>
    </svg>
    <b>${name}</b> ${written(shape)}${count > 1 ? html` ${text.times(count)}` : ''}
  </li>`;
  const arrow = (step: string) =>
    html`<li class="step">${step} <span aria-hidden="true">→</span></li>`;
  return html`<h5>${text.one}</h5>
    <ol class="chain" aria-label=${text.one}>
      ${box({ name: names.x, shape: x, kind: 'plain' })} ${arrow(steps.project)}
      ${box({ name: names.q, shape: one.q, kind: 'q' })}
      ${box({ name: names.k, shape: one.k, kind: 'k' })}
      ${box({ name: names.v, shape: one.v, kind: 'v' })} ${arrow(steps.score)}
      ${box({ name: names.scores, shape: one.scores, kind: 'square' })} ${arrow(steps.softmax)}
      ${box({ name: names.weights, shape: one.weights, kind: 'square' })} ${arrow(steps.mix)}
      ${box({ name: names.output, shape: one.output, kind: 'plain' })}
    </ol>
    <h5>${text.all(sizes.heads)}</h5>
    <ol class="chain" aria-label=${text.all(sizes.heads)}>
      ${box({ name: names.x, shape: x, kind: 'plain' })} ${arrow(steps.project)}
      ${box({ name: names.q, shape: all.q, kind: 'q' })}
      ${box({ name: names.k, shape: all.k, kind: 'k' })}
      ${box({ name: names.v, shape: all.v, kind: 'v' })} ${arrow(steps.split)}
      ${box({ name: names.headQ, shape: head.q, kind: 'q', count: sizes.heads })} ${arrow(steps.each)}
      ${box({ name: names.headWeights, shape: head.weights, kind: 'square', count: sizes.heads })}
      ${box({ name: names.headOutput, shape: head.output, kind: 'plain', count: sizes.heads })} ${arrow(steps.join)}
      ${box({ name: names.concatenated, shape: all.concatenated, kind: 'plain' })} ${arrow(steps.wo)}
      ${box({ name: names.final, shape: all.output, kind: 'plain' })}
    </ol>`;
}

customElements.define('shapes-figure', ShapesFigure);
