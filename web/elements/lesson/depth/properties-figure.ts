/** <properties-figure>: six properties of attention, tested on numbers that the learner edits. */
import { css, html, type PropertyValues } from 'lit';
import type { Engine, Finding, HeadSetup, Matrix } from '../../../engine/types.ts';
import { messages } from '../../../messages/index.ts';
import '../../grid/entry-grid.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { oneOf, onOff, typedTable } from '../../shared/settings.ts';
import { results, type Shown } from './properties-table.ts';

const text = messages.depth.properties;
const NAMES = text.tokens;
const LETTERS = ['q', 'k', 'v'] as const;
type Letter = (typeof LETTERS)[number];

const MISTAKES = Object.keys(text.mistakes) as (keyof typeof text.mistakes)[];

// The ticket: bag, delayed, refund.
const SETTINGS = {
  q: typedTable([
    ['1', '0'],
    ['0', '1'],
    ['1', '1'],
  ]),
  k: typedTable([
    ['1', '0'],
    ['1', '1'],
    ['0', '1'],
  ]),
  v: typedTable([
    ['2', '0'],
    ['0', '2'],
    ['1', '1'],
  ]),
  causal: onOff(false),
  mistake: oneOf(['none', ...MISTAKES], 'none'),
};

export class PropertiesFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
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
      /* On a phone each row is a paragraph: three columns would leave a word to the line. */
      @media (width <= 40rem) {
        table.results,
        table.results :is(caption, tbody, tr, th, td) {
          display: block;
        }
        table.results thead {
          position: absolute;
          clip-path: inset(50%);
        }
        table.results :is(th, td) {
          padding: 0.1rem 0;
          border: 0;
        }
        table.results tr {
          padding: 0.4rem 0;
          border-bottom: 1px solid var(--_line);
        }
      }
    `,
  ];
  declare q: readonly (readonly string[])[];
  declare k: readonly (readonly string[])[];
  declare v: readonly (readonly string[])[];
  declare causal: boolean;
  declare mistake: 'none' | keyof typeof text.mistakes;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #shown: Shown | undefined;
  #epoch = 0;

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    this.#shown = this.attempt(() => this.#compute(engine)) ?? this.#shown;
  }

  #compute(engine: Engine): Shown {
    const read = (letter: Letter) =>
      this[letter].map((line, row) =>
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
    const width = this.q[0]?.length ?? 0;
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
              .entries=${this[letter]}
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
    const lines = this[input];
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
    this[letter] = this[letter].map((line, r) =>
      line.map((entry, c) => cells[r - row]?.[c - col] ?? entry),
    );
  }

  #causalSwitched = (event: Event) => {
    this.causal = (event.target as HTMLInputElement).checked;
  };

  #mistakeChosen = (event: Event) => {
    this.mistake = (event.target as HTMLSelectElement).value as PropertiesFigure['mistake'];
  };

  protected override reset(): void {
    super.reset();
    this.#epoch += 1;
  }
}

customElements.define('properties-figure', PropertiesFigure);
