/** <parts-figure>: change a query, a key or a value, and see which weights and which outputs move. */
import { css, html, type PropertyValues } from 'lit';
import type { AttentionTrace, Engine, Matrix } from '../../../engine/types.ts';
import { formatNumber, joinWords } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import '../../grid/matrix-view.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { floatRows, NUMPY, printTables, pythonRows, SOFTMAX } from '../../shared/python.ts';
import { oneOf } from '../../shared/settings.ts';

const text = messages.concept.parts;
const TOKENS = ['flight', 'was', 'late'];
const GIVEN = {
  q: [
    [1, 0],
    [0, 1],
    [2, 1],
  ],
  k: [
    [2, 1],
    [0, 1],
    [1, 0],
  ],
  v: [
    [1, 0],
    [0, 1],
    [2, 2],
  ],
};
const CHANGES = ['none', 'query', 'key', 'value'] as const;
type Change = (typeof CHANGES)[number];
const SETTINGS = { change: oneOf(CHANGES, 'none') };
const INPUTS: Readonly<Record<Change, typeof GIVEN>> = {
  none: GIVEN,
  query: { ...GIVEN, q: [...GIVEN.q.slice(0, 2), [0, 2]] },
  key: { ...GIVEN, k: [[0, 1], ...GIVEN.k.slice(1)] },
  value: { ...GIVEN, v: [[9, 9], ...GIVEN.v.slice(1)] },
};
const STAGES = ['weights', 'output'] as const;

interface Shown {
  readonly change: Change;
  readonly before: AttentionTrace;
  readonly after: AttentionTrace;
}

export class PartsFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [
    ...LessonFigure.styles,
    css`
      fieldset label {
        display: block;
        padding: 0.25rem 0;
      }
      .panels {
        margin-top: 0.75rem;
      }
      .panels section {
        min-width: 0;
        max-width: 100%;
      }
    `,
  ];
  declare change: Change;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #shown: Shown | undefined;

  override willUpdate(changed: PropertyValues): void {
    const { engine, change } = this;
    if (!engine || !this.stale(changed)) return;
    this.#shown = this.attempt(() => compare(engine, change)) ?? this.#shown;
  }

  protected override picture() {
    const shown = this.#shown;
    return html`<fieldset>
        <legend>${text.choose}</legend>
        ${CHANGES.map(
          (one) => html`<label
            ><input type="radio" name="change" .checked=${one === this.change} @change=${() => {
              this.change = one;
            }} />${text.changes[one]}</label
          >`,
        )}
      </fieldset>
      ${shown ? html`<div class="panels">${STAGES.map((stage) => panel(stage, shown))}</div>` : ''}`;
  }

  protected override words() {
    const shown = this.#shown;
    if (!shown) return [];
    if (shown.change === 'none') return [text.words.none];
    const [weights, output] = STAGES.map((stage) =>
      joinWords(movedRows(shown.before[stage], shown.after[stage]).map((row) => TOKENS[row] ?? '')),
    );
    return [
      text.words.moved(text.changes[shown.change], weights ?? '', output ?? ''),
      text.words.why[shown.change],
    ];
  }

  protected override data(): readonly DataTable[] {
    const shown = this.#shown;
    if (!shown) return [];
    return STAGES.map((stage) => {
      const { cols, data } = shown.after[stage];
      return {
        caption: text.stages[stage],
        head: ['', ...columnsOf(stage, cols)],
        rows: TOKENS.map((token, row) => [
          token,
          ...Array.from(data.subarray(row * cols, (row + 1) * cols), (value) =>
            formatNumber(value),
          ),
        ]),
      };
    });
  }

  protected override program() {
    const { q, k, v } = INPUTS[this.change];
    return [
      NUMPY,
      `# tokens: ${TOKENS.join(', ')}; changed: ${text.changes[this.change]}`,
      pythonRows('Q', 'np.array', floatRows(q)),
      pythonRows('K', 'np.array', floatRows(k)),
      pythonRows('V', 'np.array', floatRows(v)),
      '',
      SOFTMAX,
      'weights = softmax(Q @ K.T / np.sqrt(Q.shape[1]))',
      printTables([
        [text.stages.weights, 'weights'],
        [text.stages.output, 'weights @ V'],
      ]),
    ].join('\n');
  }
}

const compare = (engine: Engine, change: Change): Shown => ({
  change,
  before: engine.attention(INPUTS.none),
  after: engine.attention(INPUTS[change]),
});

const columnsOf = (stage: (typeof STAGES)[number], cols: number) =>
  stage === 'weights' ? TOKENS : Array.from({ length: cols }, (_, col) => text.component(col));

/** Cells that differ, as row * 64 + col. */
function movedCells(before: Matrix, after: Matrix): ReadonlySet<number> {
  const moved = new Set<number>();
  after.data.forEach((value, at) => {
    if (value !== before.data[at]) moved.add(Math.floor(at / after.cols) * 64 + (at % after.cols));
  });
  return moved;
}

const movedRows = (before: Matrix, after: Matrix) => [
  ...new Set([...movedCells(before, after)].map((cell) => Math.floor(cell / 64))),
];

function panel(stage: (typeof STAGES)[number], { before, after }: Shown) {
  const matrix = after[stage];
  return html`<section class=${stage}>
    <h5>${text.stages[stage]}</h5>
    <al-matrix
      fixed
      tone=${stage}
      .name=${stage}
      .label=${text.stages[stage]}
      .matrix=${matrix}
      .marks=${movedCells(before[stage], matrix)}
      .rowNames=${TOKENS}
      .colNames=${columnsOf(stage, matrix.cols)}
    ></al-matrix>
  </section>`;
}

customElements.define('parts-figure', PartsFigure);
