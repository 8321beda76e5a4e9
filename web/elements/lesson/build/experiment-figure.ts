/**
 * <experiment-figure experiment="select | verify | mask | block">: makes one change to a small computation. The learner
 * says first which checks will fail; then the core runs them, and both results stand side by side.
 */
import { css, html, nothing, type PropertyValues } from 'lit';
import type { Engine, Matrix } from '../../../engine/types.ts';
import { formatNumber, formatVector, joinWords } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { readNumber } from '../../shared/number-field.ts';
import { oneOf, typedEach } from '../../shared/settings.ts';
import { experimentProgram } from './experiments.numpy.ts';
import {
  CHANGES,
  type ChangeId,
  type ExperimentName,
  experiments,
  inputsOf,
  type Result,
  run,
  type Side,
  sameRow,
} from './experiments.ts';
import { counted, panel, partStyles, rowOf, tableOf } from './parts.ts';

const text = messages.build.experiment;
const SETTINGS = {
  change: oneOf<ChangeId, undefined>(CHANGES, undefined),
  ...typedEach({ value0: '100', value1: '100', heads: '4' }),
};

export class ExperimentFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = {
    ...propertiesOf(SETTINGS),
    experiment: { type: String },
    predicted: { state: true },
    result: { state: true },
  };
  static override styles = [
    ...LessonFigure.styles,
    partStyles,
    css`
      .row input {
        width: 5rem;
      }
      .setup {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 2.5rem;
      }
      .setup > div {
        min-width: 0;
        max-width: 100%;
      }
      .sides {
        display: flex;
        flex-wrap: wrap;
        gap: 1rem 3rem;
        margin-bottom: 1rem;
      }
      .side {
        min-width: 0;
        max-width: 100%;
      }
      .side h5 {
        margin: 0 0 0.35rem;
        font-size: 0.9375rem;
        color: var(--_accent);
      }
      .found {
        margin: 0 0 0.35rem 1.85rem;
        max-width: 40rem;
        font-size: 0.9375rem;
      }
    `,
  ];

  declare experiment: ExperimentName;
  declare change: ChangeId | undefined;
  declare predicted: ReadonlySet<string>;
  /** The third value, as typed. */
  declare value0: string;
  declare value1: string;
  declare heads: string;
  /** Of the run that is shown; nothing before the learner has committed. */
  declare result: Result | undefined;

  constructor() {
    super();
    this.experiment = 'select';
    this.predicted = new Set();
    this.result = undefined;
  }

  get #name(): ExperimentName {
    return this.experiment in experiments ? this.experiment : 'select';
  }

  get #change(): ChangeId {
    const { changes } = experiments[this.#name];
    return changes.find((id) => id === this.change) ?? changes[0] ?? 'value';
  }

  override get title_() {
    return text.title[this.#name];
  }
  override get tryThis() {
    return text.tryThis[this.#name];
  }

  protected override reset(): void {
    super.reset();
    this.predicted = new Set();
    this.result = undefined;
  }

  /** Another setting: what was shown belongs to the last one. */
  override willUpdate(changed: PropertyValues): void {
    if (this.engine && !changed.has('engine') && this.stale(changed)) this.#again();
  }

  protected override picture(engine: Engine) {
    return html`<div class="setup">
        <div>${this.#inputs(engine)}</div>
        <div>${this.#changes()}</div>
        <div>${this.#questions(engine)}</div>
      </div>
      <button type="button" class="primary" @click=${() => this.#run(engine)}>${text.run}</button>
      <div role="status" class="status">${this.result ? this.#verdict(this.result) : nothing}</div>
      ${this.result ? this.#sides(this.result) : nothing}`;
  }

  #inputs(engine: Engine) {
    const { queries, keys } = experiments[this.#name];
    const shown = inputsOf(engine, this.#name);
    if (shown.length === 0) return html`<p class="status">${text.blockInputs}</p>`;
    return html`<div class="panels">
      ${shown.map(([name, given]) => {
        const matrix = matrixOf(given as number[][] | Matrix);
        return panel(
          text.input[name],
          matrix,
          name === 'v' ? 'output' : 'scores',
          name === 'q' ? queries : keys,
          counted(matrix.cols),
        );
      })}
    </div>`;
  }

  #changes() {
    const { changes } = experiments[this.#name];
    return html`<fieldset class="choices">
        <legend>${text.change}</legend>
        ${changes.map(
          (id) => html`<label>
            <input
              type="radio"
              name="change"
              .checked=${this.#change === id}
              @change=${() => {
                this.change = id;
              }}
            />
            <span>${text.changes[id]}</span>
          </label>`,
        )}
      </fieldset>
      ${this.#change === 'value' ? this.#valueInputs() : nothing}
      ${this.#name === 'block' ? this.#headsInput() : nothing}`;
  }

  #valueInputs() {
    return html`<div class="row">
      ${([0, 1] as const).map((i) => this.field(`value${i}`, text.component(i), { plain: true, decimal: true }))}
    </div>`;
  }

  #headsInput() {
    return html`<div class="row">${this.field('heads', text.heads)}</div>`;
  }

  #questions(engine: Engine) {
    return html`<fieldset class="checks">
      <legend>${text.predict}</legend>
      ${this.#asked(engine).map(
        ([id, description]) => html`<label>
            <input
              type="checkbox"
              .checked=${this.predicted.has(id)}
              @change=${(event: Event) => {
                const next = new Set(this.predicted);
                if ((event.target as HTMLInputElement).checked) next.add(id);
                else next.delete(id);
                this.predicted = next;
                this.#again();
              }}
            />
            <span>${description}</span>
          </label>
          ${this.result ? this.#found(id, this.result) : nothing}`,
      )}
    </fieldset>`;
  }

  /** The questions: checks of the core. */
  #asked(engine: Engine): [id: string, description: string][] {
    const { checks } = experiments[this.#name];
    return engine.invariants
      .list()
      .filter(({ id }) => checks.includes(id))
      .map(({ id, description }) => [id, description]);
  }

  /** Another change or prediction: what was shown belongs to the last one. */
  #again(): void {
    this.result = undefined;
    this.failure = undefined;
  }

  #run(engine: Engine): void {
    const result = this.attempt(() => {
      const valued = this.#change === 'value';
      const given = (name: 'value0' | 'value1') =>
        valued ? readNumber(engine, name, this[name]) : 0;
      return run(engine, this.#name, this.#change, {
        value: [given('value0'), given('value1')],
        heads: this.#name === 'block' ? readNumber(engine, 'heads', this.heads) : 1,
      });
    });
    if (result) this.result = result;
  }

  /** For each question, whether it failed. */
  #outcome(result: Result): ReadonlyMap<string, boolean> {
    return new Map(result.findings.map(({ id, verdict }) => [id, verdict === 'fail']));
  }

  #verdict(result: Result) {
    const outcome = this.#outcome(result);
    const right = [...outcome].filter(([id, failed]) => failed === this.predicted.has(id)).length;
    const failed = [...outcome.values()].filter(Boolean).length;
    return html`<span class="mark ${right === outcome.size ? 'right' : 'wrong'}">${text.score(right, outcome.size)}</span>
      ${text.failed(failed, outcome.size)} ${text.after[this.#change]}`;
  }

  #sides({ right, changed }: Result) {
    const { queries, keys } = experiments[this.#name];
    const wide = this.#name === 'block';
    // Square grids of a phone's width have room for numbers as names.
    const names = (full: readonly string[]) =>
      this.#name === 'mask' || wide ? counted(full.length) : full;
    const blocked = (side: Side) => (this.#name === 'mask' || wide ? side.blocked : undefined);
    const pictures = (side: Side, of: string) => html`<div class="side">
      <h5>${of}</h5>
      <div class="panels">
        ${panel(wide ? text.headWeights : text.names.weights, side.weights, 'weights', names(queries), names(keys), { blocked: blocked(side), of })}
        ${wide ? nothing : panel(text.names.output, side.output, 'output', names(queries), counted(side.output.cols), { of })}
        ${side.moved && !wide ? panel(text.names.moved, side.moved, 'output', names(queries), counted(side.moved.cols), { of }) : nothing}
        ${side.moved ? this.#rows(side) : nothing}
      </div>
    </div>`;
    return html`<div class="sides">${pictures(right, text.right)}${pictures(changed, text.changed)}</div>`;
  }

  /** Which rows moved. */
  #rows({ output, moved }: Side) {
    const { queries } = experiments[this.#name];
    return html`<div>
      <div class="name">${text.rows[this.#name === 'block' ? 'block' : 'mask']}</div>
      <table class="plain">
        <tbody>
          ${queries.map((name, row) => {
            const same = moved !== undefined && sameRow(output, moved, row);
            return html`<tr><th scope="row">${name}</th><td class="said">${same ? text.same : text.movedRow}</td></tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }

  /** What one check gave, and whether it was foreseen. */
  #found(id: string, result: Result) {
    const failed = this.#outcome(result).get(id) === true;
    const foreseen = failed === this.predicted.has(id);
    const finding = result.findings.find((one) => one.id === id);
    return html`<p class="found" data-check=${id}>
      <span class="mark ${foreseen ? 'right' : 'wrong'}">${text.found(failed, foreseen)}</span>
      ${failed && finding ? text.numbers(formatNumber(finding.expected), formatNumber(finding.got)) : nothing}
    </p>`;
  }

  protected override words(engine: Engine): readonly string[] {
    const { result } = this;
    if (!result) return [text.before[this.#name]];
    const { queries } = experiments[this.#name];
    const said: string[] = [];
    if (this.#name !== 'block') {
      const row = this.#change === 'softmax-over-queries' && this.#name === 'verify' ? 1 : 0;
      said.push(
        text.outputs(
          queries[row] ?? '',
          formatVector(rowOf(result.right.output, row)),
          formatVector(rowOf(result.changed.output, row)),
        ),
        text.weightsRow(
          queries[row] ?? '',
          formatVector(rowOf(result.right.weights, row)),
          formatVector(rowOf(result.changed.weights, row)),
        ),
      );
    }
    const { moved, output } = result.changed;
    if (moved) {
      const names = queries.filter((_, row) => sameRow(output, moved, row));
      said.push(names.length > 0 ? text.stay(joinWords(names)) : text.noneStays);
    }
    const names = new Map(this.#asked(engine));
    const failed = result.findings.filter(({ verdict }) => verdict === 'fail');
    for (const { id, expected, got } of failed)
      said.push(text.fails(names.get(id) ?? id, formatNumber(expected), formatNumber(got)));
    if (failed.length === 0 && result.findings.length > 0) said.push(text.allPass);
    return said;
  }

  protected override data(engine: Engine): readonly DataTable[] {
    const { result } = this;
    if (!result)
      return [{ caption: text.notRun, head: ['', text.verdict], rows: [[text.run, '–']] }];
    const { queries, keys } = experiments[this.#name];
    const names = new Map(this.#asked(engine));
    const both = (['right', 'changed'] as const).flatMap((which) => {
      const side = result[which];
      const cols = counted(side.output.cols);
      const named = (name: string) => `${name}, ${text[which]}`;
      return [
        tableOf(
          named(this.#name === 'block' ? text.headWeights : text.names.weights),
          side.weights,
          queries,
          keys,
        ),
        tableOf(named(text.names.output), side.output, queries, cols),
        ...(side.moved ? [tableOf(named(text.names.moved), side.moved, queries, cols)] : []),
      ];
    });
    return [
      ...both,
      {
        caption: text.findings,
        head: ['', text.verdict, text.expected, text.got, text.tolerance],
        rows: result.findings.map((one) => [
          names.get(one.id) ?? one.id,
          text.verdicts[one.verdict],
          formatNumber(one.expected, 6),
          formatNumber(one.got, 6),
          formatNumber(one.tolerance, 6),
        ]),
      },
    ];
  }

  /** Before the run it prints what is right alone: the change is still to be predicted. */
  protected override program(engine: Engine) {
    const { result } = this;
    const { value, heads } = result?.settings ?? { value: [], heads: Number(SETTINGS.heads.start) };
    return experimentProgram(engine, this.#name, {
      change: result && this.#change,
      value,
      heads,
    });
  }
}

function matrixOf(given: number[][] | Matrix): Matrix {
  if (!Array.isArray(given)) return given;
  return {
    rows: given.length,
    cols: given[0]?.length ?? 0,
    data: Float64Array.from(given.flat()),
  };
}

if (!customElements.get('experiment-figure'))
  customElements.define('experiment-figure', ExperimentFigure);
