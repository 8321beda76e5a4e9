/** <heads-figure>: a row of eight numbers shared out among heads, each with weights of its own, and the way back. */
import { css, html, type PropertyValues } from 'lit';
import type { Engine, HeadTrace, Matrix, MultiheadInputs } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import '../../grid/matrix-view.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { readNumber, seedOf } from '../../shared/number-field.ts';
import { onOff, typed } from '../../shared/settings.ts';
import { headsProgram } from './programs.ts';
import { type Box, colourOf, strip, stripStyles } from './strip.ts';

const { depth } = messages;
const text = depth.heads;
const NAMES = text.tokens;
const N = NAMES.length;
const D = 8;
const SETTINGS = { seed: typed('39'), heads: typed('2'), forget: onOff(false) };

interface Layer {
  readonly heads: readonly HeadTrace[];
  readonly concatenated: Matrix;
  readonly output: Matrix;
  /** Nothing where the layer is faulty. */
  readonly mean: Matrix | undefined;
}

/** A run of neighbours in memory: columns of one token that belong to one head. */
interface Run {
  readonly token: number;
  readonly head: number;
}

export class HeadsFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [
    ...LessonFigure.styles,
    stripStyles,
    css`
      h5 {
        margin: 1rem 0 0.25rem;
        font-size: 0.9375rem;
      }
      .panels {
        align-items: stretch;
        margin-top: 0.9rem;
      }
      .panels > section {
        min-width: 0;
        max-width: 100%;
      }
      .head {
        padding: 0.5rem 0.75rem 0.65rem;
        border: 1px solid var(--_line);
        border-radius: 0.4rem;
      }
      .head h5 {
        margin-top: 0;
      }
    `,
  ];
  declare seed: string;
  /** As typed. */
  declare heads: string;
  declare forget: boolean;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #layer: Layer | undefined;
  /** The last that was drawn. */
  #seed = '';
  #faulty = false;

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    const layer = this.attempt(() => this.#compute(engine));
    if (!layer) return;
    this.#layer = layer;
    this.#seed = this.seed;
    this.#faulty = this.forget;
  }

  #compute(engine: Engine): Layer {
    const random = engine.numpyRandom(this.seed);
    const weights = () => random.normal(0, 0.5, [D, D]);
    const x = random.normal(0, 1, [N, D]);
    const inputs: MultiheadInputs = {
      ...{ x, wq: weights(), wk: weights(), wv: weights(), wo: weights() },
      heads: readNumber(engine, 'heads', this.heads),
    };
    const right = engine.multihead(inputs);
    if (!this.forget) return { ...right, mean: right.meanWeights };
    return { ...engine.mistakes.apply('heads-split-by-reshape', inputs), mean: undefined };
  }

  protected override picture() {
    const { failure } = this;
    const refused = failure !== undefined && !failure.code.startsWith('seed');
    return html`<div class="row">
        ${this.field('heads', text.heads, { plain: true, refused })}
        ${this.field('seed', depth.seed, { plain: true })}
        ${this.seedButton('seed', depth.nextSeed, this.#seed)}
      </div>
      <div class="row">
        <label><input type="checkbox" name="forget" .checked=${this.forget} @change=${this.#switch} />${text.forget}</label>
      </div>
      ${this.#layer ? this.#drawn(this.#layer) : ''}`;
  }

  #drawn({ heads, concatenated, output, mean }: Layer) {
    return html`<div class="panels">
        ${heads.map(
          (head, t) => html`<section class="head ${colourOf(t)}">
            <h5>${text.head(t + 1)}</h5>
            <p>${text.weightsOf(N)}</p>
            ${grid('weights', text.weightsGrid(t + 1), head.weights, NAMES)}
            <p>${text.outputOf(N, head.output.cols)}</p>
            ${grid('output', text.outputGrid(t + 1), head.output, columns(head.output.cols))}
          </section>`,
        )}
      </div>
      <div class="panels">
        <section>
          <h5>${text.joined} ${text.shape(N, concatenated.cols)}</h5>
          ${grid('output', text.joinedGrid, concatenated, columns(concatenated.cols))}
        </section>
        <section>
          <h5>${text.result} ${text.shape(N, output.cols)}</h5>
          ${grid('output', text.resultGrid, output, columns(output.cols))}
        </section>
        ${
          mean && heads.length > 1
            ? html`<section>
                <h5>${text.mean}</h5>
                ${grid('weights', text.meanGrid, mean, NAMES)}
                <p>${text.meanAbout}</p>
              </section>`
            : ''
        }
      </div>
      ${this.#memory(heads.length, heads[0]?.q.cols ?? D)}`;
  }

  #memory(heads: number, width: number) {
    const byToken = NAMES.map((_name, token) =>
      Array.from({ length: heads }, (_, head): Run => ({ token, head })),
    );
    const byHead = Array.from({ length: heads }, (_, head) =>
      NAMES.map((_name, token): Run => ({ token, head })),
    );
    // The same memory cut into as many pieces as there are heads: a piece holds the first runs, not those of its head.
    const runs = byToken.flat();
    const cut = byHead.map((_head, piece) => runs.slice(piece * N, (piece + 1) * N));
    return html`<h5>${text.memory}</h5>
      <p>${text.memoryAbout}</p>
      ${strip(text.stored(N, D), boxes(byToken, width))}
      ${strip(text.view(N, heads, width), boxes(byToken, width))}
      ${
        this.#faulty
          ? strip(text.wrongly(N, heads, width), boxes(cut, width, true), { wrongly: true })
          : strip(text.transpose(N, heads, width), boxes(byHead, width))
      }
      ${strip(text.merge(N, D), boxes(byToken, width))}`;
  }

  protected override words() {
    const heads = this.#layer?.heads ?? [];
    const width = heads[0]?.q.cols ?? D;
    return [
      text.words.shapes(heads.length, N, width, D),
      ...(this.#faulty ? [text.words.wrong] : []),
      heads
        .map(({ weights }, t) => {
          const at = weights.data.indexOf(Math.max(...weights.data));
          return text.words.most(
            t + 1,
            NAMES[Math.floor(at / N)] ?? '',
            NAMES[at % N] ?? '',
            formatNumber(weights.data[at] ?? Number.NaN),
          );
        })
        .join(' '),
    ];
  }

  protected override data(): readonly DataTable[] {
    const layer = this.#layer;
    if (!layer) return [];
    const rowsOf = ({ data, cols }: Matrix) =>
      NAMES.map((name, row) => [
        name,
        ...Array.from(data.subarray(row * cols, (row + 1) * cols), (value) => formatNumber(value)),
      ]);
    return [
      ...layer.heads.map(({ weights }, t) => ({
        caption: text.data(t + 1),
        head: ['', ...NAMES],
        rows: rowsOf(weights),
      })),
      {
        caption: text.resultGrid,
        head: ['', ...columns(layer.output.cols)],
        rows: rowsOf(layer.output),
      },
    ];
  }

  #switch = (event: Event) => {
    this.forget = (event.target as HTMLInputElement).checked;
  };

  protected override program(): string {
    const heads = this.#layer?.heads.length ?? 1;
    return headsProgram(seedOf(this.#seed), N, D, heads, this.#faulty);
  }
}

const columns = (count: number) => Array.from({ length: count }, (_, c) => String(c));

function grid(
  tone: 'weights' | 'output',
  label: string,
  matrix: Matrix,
  colNames: readonly string[],
) {
  return html`<al-matrix
    fixed
    dense
    tone=${tone}
    .name=${tone}
    .digits=${2}
    .label=${label}
    .matrix=${matrix}
    .rowNames=${NAMES}
    .colNames=${colNames}
  ></al-matrix>`;
}

/** The boxes of runs in the order of memory. A wrong one says what each run is taken for. */
const boxes = (
  groups: readonly (readonly Run[])[],
  width: number,
  wrongly = false,
): readonly (readonly Box[])[] =>
  groups.map((group, piece) =>
    group.map(({ token, head }) => ({
      words: wrongly
        ? text.taken(NAMES[token] ?? '', piece + 1)
        : text.cell(NAMES[token] ?? '', head + 1),
      small: text.columns(head * width, (head + 1) * width - 1),
      colour: head,
    })),
  );

customElements.define('heads-figure', HeadsFigure);
