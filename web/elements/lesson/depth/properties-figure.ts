/** <properties-figure>: six properties of attention, tested on numbers that the learner edits. */
import { css, html, type PropertyValues } from 'lit';
import type { Engine, Finding, HeadSetup, Matrix } from '../../../engine/types.ts';
import { formatNumber, formatVector } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import '../../grid/entry-grid.ts';
import { type DataTable, LessonFigure } from '../../shared/lesson-figure.ts';

const text = messages.depth.properties;
const NAMES = text.tokens;
const LETTERS = ['q', 'k', 'v'] as const;
type Letter = (typeof LETTERS)[number];
type Entries = Readonly<Record<Letter, readonly (readonly string[])[]>>;

// The ticket: bag, delayed, refund.
const START: Entries = {
  q: [
    ['1', '0'],
    ['0', '1'],
    ['1', '1'],
  ],
  k: [
    ['1', '0'],
    ['1', '1'],
    ['0', '1'],
  ],
  v: [
    ['2', '0'],
    ['0', '2'],
    ['1', '1'],
  ],
};

const whole = new Intl.NumberFormat('en');

interface Shown {
  readonly findings: readonly Finding[];
  readonly mistake: string;
  /** Weights of the last query, as given and with the first key at zero. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly width: number;
  readonly parameters: bigint;
  readonly scores: readonly [n: bigint, twice: bigint];
}

export class PropertiesFigure extends LessonFigure {
  static override properties = {
    ...LessonFigure.properties,
    entries: { state: true },
    causal: { state: true },
    mistake: { state: true },
  };
  static override styles = [
    ...LessonFigure.styles,
    css`
      .panels > section {
        min-width: 0;
        max-width: 100%;
      }
      table.results {
        max-width: 60rem;
      }
      table.results :is(th, td) {
        text-align: left;
        vertical-align: top;
      }
      table.results th[scope='row'] {
        min-width: 9rem;
        font-weight: 600;
      }
      .verdict {
        display: inline-block;
        padding: 0 0.45rem;
        border: 1px solid var(--_edge);
        border-radius: 0.75rem;
        white-space: nowrap;
      }
      .verdict.pass {
        border-color: var(--_v);
        color: var(--_v);
      }
      .verdict.fail {
        border-color: var(--_bad);
        color: var(--_bad);
        font-weight: 600;
      }
    `,
  ];
  declare entries: Entries;
  declare causal: boolean;
  declare mistake: string;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #shown: Shown | undefined;
  #epoch = 0;

  constructor() {
    super();
    this.entries = START;
    this.causal = false;
    this.mistake = 'none';
  }

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine) return;
    if (!['engine', 'entries', 'causal', 'mistake'].some((name) => changed.has(name))) return;
    this.#shown = this.attempt(() => this.#compute(engine)) ?? this.#shown;
  }

  #compute(engine: Engine): Shown {
    const read = (letter: Letter) =>
      this.entries[letter].map((line, row) =>
        line.map((entry, col) => engine.parseNumber(entry, { name: letter, row, col })),
      );
    const setup: HeadSetup = {
      ...{ q: read('q'), k: read('k'), v: read('v') },
      causal: this.causal ? 'top-left' : false,
    };
    const findings = engine.invariants.run(setup, this.mistake);
    const keys = read('k').map((line, row) => (row === 0 ? line.map(() => 0) : line));
    const last = (weights: Matrix) => weights.data.slice(-weights.cols);
    const n = NAMES.length;
    const width = this.entries.q[0]?.length ?? 0;
    return {
      findings,
      mistake: this.mistake,
      before: last(engine.mistakes.apply(this.mistake, setup).weights),
      after: last(engine.mistakes.apply(this.mistake, { ...setup, k: keys }).weights),
      width,
      parameters: engine.cost.parameters({ dModel: width }).attention,
      scores: [engine.cost.scoreBytes({ n }).entries, engine.cost.scoreBytes({ n: 2 * n }).entries],
    };
  }

  protected override picture(engine: Engine) {
    const shown = this.#shown;
    return html`<div class="panels">
        ${LETTERS.map(
          (letter) => html`<section>
            <h5>${messages.inputs[letter].letter}: ${messages.inputs[letter].name}</h5>
            <al-entry-grid
              input=${letter}
              .label=${messages.inputs[letter].singular}
              .entries=${this.entries[letter]}
              .rowNames=${NAMES}
              .read=${(entry: string, row: number, col: number) => engine.parseNumber(entry, { name: letter, row, col })}
              .parseBlock=${(block: string) => engine.parseBlock(block)}
              .epoch=${this.#epoch}
              @cell-edit=${this.#edit}
              @block-paste=${this.#paste}
            ></al-entry-grid>
          </section>`,
        )}
      </div>
      <div class="row">
        <label><input type="checkbox" name="causal" .checked=${this.causal} @change=${this.#causalSwitched} />${text.causal}</label>
        <label>
          ${text.mistake}
          <select name="mistake" @change=${this.#mistakeChosen}>
            <option value="none" ?selected=${this.mistake === 'none'}>${text.noMistake}</option>
            ${Object.entries(text.mistakes).map(([id, name]) => html`<option value=${id} ?selected=${this.mistake === id}>${name}</option>`)}
          </select>
        </label>
      </div>
      ${shown ? results(engine, shown) : ''}`;
  }

  protected override words(engine: Engine) {
    const shown = this.#shown;
    if (!shown) return [];
    const { findings, mistake } = shown;
    const count = (verdict: Finding['verdict']) =>
      findings.filter((finding) => finding.verdict === verdict).length;
    const failed = findings.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    const list = engine.invariants.list();
    return [
      text.words.all(count('pass'), count('fail'), count('not-applicable')),
      ...(failed.length > 0
        ? [
            text.words.failed(
              list.filter(({ id }) => failed.includes(id)).map((check) => check.description),
            ),
          ]
        : []),
      ...(mistake !== 'none' && failed.length === 0 ? [text.words.silent] : []),
    ];
  }

  protected override data(engine: Engine): readonly DataTable[] {
    const findings = this.#shown?.findings ?? [];
    const { caption, head } = text.data;
    return [
      {
        caption,
        head,
        rows: engine.invariants
          .list()
          .map((check) => [
            check.id,
            check.description,
            text.verdict[findings.find(({ id }) => id === check.id)?.verdict ?? 'not-applicable'],
          ]),
      },
    ];
  }

  #edit = (event: CustomEvent<{ input: Letter; row: number; col: number; text: string }>) => {
    const { input, row, col, text: entry } = event.detail;
    this.#write(input, row, col, [[entry]]);
  };

  #paste = (
    event: CustomEvent<{
      input: Letter;
      row: number;
      col: number;
      cells: readonly (readonly (string | null)[])[];
    }>,
  ) => {
    const { input, row, col, cells } = event.detail;
    const lines = this.entries[input];
    const fits =
      row + cells.length <= lines.length &&
      cells.every((line) => col + line.length <= (lines[0]?.length ?? 0));
    if (fits) this.#write(input, row, col, cells);
    else event.preventDefault();
  };

  #write(
    letter: Letter,
    row: number,
    col: number,
    cells: readonly (readonly (string | null)[])[],
  ): void {
    const lines = this.entries[letter].map((line, r) =>
      line.map((entry, c) => cells[r - row]?.[c - col] ?? entry),
    );
    this.entries = { ...this.entries, [letter]: lines };
  }

  #causalSwitched = (event: Event) => {
    this.causal = (event.target as HTMLInputElement).checked;
  };

  #mistakeChosen = (event: Event) => {
    this.mistake = (event.target as HTMLSelectElement).value;
  };

  protected override reset(): void {
    this.entries = START;
    this.causal = false;
    this.mistake = 'none';
    this.#epoch += 1;
  }
}

function results(engine: Engine, shown: Shown) {
  const list = engine.invariants.list();
  const check = (id: string) => {
    const finding = shown.findings.find((one) => one.id === id);
    const about = list.find((one) => one.id === id);
    if (!finding || !about) return undefined;
    const { verdict, got, expected } = finding;
    const detail =
      verdict === 'fail'
        ? text.furthest(formatNumber(got), formatNumber(expected))
        : verdict === 'not-applicable'
          ? text.needs(about.needs)
          : '';
    return { test: about.description, verdict, detail };
  };
  const changed = shown.before.some((weight, i) => weight !== shown.after[i]);
  const n = NAMES.length;
  const [scores, more] = shown.scores;
  const { rows } = text;
  const counted = 'pass' as const;
  const lines = [
    { name: rows.permutation, tests: [check('permutation-equivariance')] },
    { name: rows.convex, tests: [check('rows-sum-to-one'), check('convex-mixing')] },
    {
      name: rows.input,
      tests: [
        {
          test: text.inputTest,
          verdict: changed ? counted : ('fail' as const),
          detail: changed
            ? text.inputFound(formatVector(shown.before), formatVector(shown.after))
            : text.same,
        },
      ],
    },
    {
      name: rows.parameters,
      tests: [
        {
          test: text.parametersTest(shown.width),
          verdict: counted,
          detail: text.parametersFound(whole.format(shown.parameters), n, 2 * n),
        },
      ],
    },
    {
      name: rows.quadratic,
      tests: [
        {
          test: text.quadraticTest,
          verdict: counted,
          detail: text.quadraticFound(n, whole.format(scores), 2 * n, whole.format(more)),
        },
      ],
    },
    { name: rows.masked, tests: [check('forbidden-mass'), check('future-isolation')] },
  ];
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${text.caption}>
    <table class="plain results">
      <caption>${text.caption}</caption>
      <thead>
        <tr>${text.head.map((one) => html`<th scope="col">${one}</th>`)}</tr>
      </thead>
      <tbody>
        ${lines.map(({ name, tests }) =>
          tests.map((one, i) =>
            one
              ? html`<tr>
                  ${i === 0 ? html`<th scope="row" rowspan=${tests.length}>${name}</th>` : ''}
                  <td>${one.test}</td>
                  <td><span class="verdict ${one.verdict}">${text.verdict[one.verdict]}</span> ${one.detail}</td>
                </tr>`
              : '',
          ),
        )}
      </tbody>
    </table>
  </div>`;
}

customElements.define('properties-figure', PropertiesFigure);
