/**
 * <lab-figure>: the lab, step by step. Each step asks for a prediction before the core's numbers are shown; predictions
 * stay on this device. The seed, the sizes and one thing at a time can be changed.
 */
import { css, html, nothing, type PropertyValues } from 'lit';
import type { Engine, LabChecks, LabInputs, LabTrace } from '../../../engine/types.ts';
import { messages } from '../../../messages/index.ts';
import { keep, recall } from '../../../storage/local.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { readNumber } from '../../shared/number-field.ts';
import { oneOf, typedEach } from '../../shared/settings.ts';
import { labProgram } from './lab.numpy.ts';
import { CHECKS, type LabRun, type Step, small, steps } from './lab-steps.ts';

const text = messages.practice.lab;

const SIZES = ['n', 'dModel', 'heads'] as const;

export type Change = keyof typeof text.changes;
const CHANGES: Readonly<Record<Change, LabInputs>> = {
  none: {},
  mask: { causal: false },
  positions: { positions: false },
  residual: { residual: false },
  scale: { scale: 1 },
  axis: { axis: 'queries' },
};

const SETTINGS = {
  ...typedEach({ seed: '39', n: '6', dModel: '8', heads: '2' }),
  change: oneOf(Object.keys(CHANGES) as Change[], 'none'),
};

/** The checks look at these steps. */
const OF_CHECKS: readonly Step['id'][] = ['norm', 'shuffle', 'positions', 'causal'];
const SKIPPED = 'skipped';
const keyOf = (id: Step['id']) => `lesson/lab/${id}`;

export class LabFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = {
    ...propertiesOf(SETTINGS),
    answers: { state: true },
    unanswered: { state: true },
  };
  static override styles = [
    ...LessonFigure.styles,
    css`
      .step {
        border-top: 1px solid var(--_line);
        padding: 0.75rem 0;
        margin-top: 0.75rem;
      }
      h5 {
        margin: 0 0 0.25rem;
        font-size: 1rem;
      }
      h6 {
        margin: 0 0 0.2rem;
        font-size: 0.875rem;
        font-weight: 600;
      }
      .step > p,
      .step label {
        max-width: 40rem;
      }
      .step fieldset label {
        display: flex;
        align-items: baseline;
        padding: 0.2rem 0;
      }
      .step input[type='radio'] {
        flex: none;
        position: relative;
        top: 0.15rem;
      }
      .panel {
        min-width: 0;
        max-width: 100%;
      }
      .verdict {
        font-weight: 600;
      }
      /* Refusals stand at the settings, not below eight steps. */
      :host([computed]) figure > .problem {
        display: none;
      }
      /* Wide enough for its name, which takes two lines where the screen is narrow. */
      .step table.plain {
        min-width: min(100%, 24rem);
      }
      .row > label {
        min-width: 0;
        max-width: 100%;
      }
      select {
        width: 100%;
      }
      td.changed {
        font-weight: 700;
      }
    `,
  ];

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;

  declare seed: string;
  declare n: string;
  declare dModel: string;
  declare heads: string;
  declare change: Change;
  /** Of each step that was run: the choice, or `skipped`. */
  declare answers: ReadonlyMap<Step['id'], number | typeof SKIPPED>;
  /** The step that was asked to run without a prediction. */
  declare unanswered: Step['id'] | undefined;

  /** The last that the core gave, of which seed and with which change. */
  #trace: LabTrace | undefined;
  #of: { readonly seed: string; readonly change: Change } = { seed: '', change: 'none' };
  /** As in the lesson, with the same numbers drawn: what a change is compared with. */
  #usual: LabTrace | undefined;
  #justRun: Step['id'] | undefined;

  constructor() {
    super();
    this.unanswered = undefined;
    const known: [Step['id'], number | typeof SKIPPED][] = [];
    for (const { id } of steps) {
      const kept = recall(keyOf(id));
      if (kept !== undefined) known.push([id, kept === SKIPPED ? SKIPPED : Number(kept)]);
    }
    this.answers = new Map(known);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (this.engine && this.stale(changed)) this.#compute(this.engine);
  }

  protected override updated(): void {
    this.toggleAttribute('computed', this.#trace !== undefined);
    if (!this.#justRun) return;
    this.renderRoot.querySelector<HTMLElement>(`#${this.#justRun} .verdict`)?.focus();
    this.#justRun = undefined;
  }

  #compute(engine: Engine): void {
    const made = this.attempt(() => {
      const sizes = SIZES.map((name) => [name, readNumber(engine, name, this[name])]);
      const drawn: LabInputs = { seed: this.seed.trim(), ...Object.fromEntries(sizes) };
      const usual = engine.lab(drawn);
      const changed = this.change !== 'none' && engine.lab({ ...drawn, ...CHANGES[this.change] });
      return { usual, trace: changed || usual };
    });
    if (!made) return;
    this.#of = { seed: this.seed, change: this.change };
    this.#usual = made.usual;
    this.#trace = made.trace;
  }

  protected picture(engine: Engine) {
    const trace = this.#trace;
    if (!trace) return html``;
    const run = { engine, trace };
    const done = steps.filter(({ id }) => this.answers.has(id));
    const next = steps.find(({ id }) => !this.answers.has(id));
    return html`
      <fieldset>
        <legend>${text.settings}</legend>
        <div class="row">
          ${(['seed', ...SIZES] as const).map((name) => this.field(name, text[name], { plain: true }))}
          <label>
            <span>${text.change}</span>
            <select name="change" @change=${this.#onChange}>
              ${Object.entries(text.changes).map(
                ([id, name]) =>
                  html`<option value=${id} ?selected=${id === this.change}>${name}</option>`,
              )}
            </select>
          </label>
        </div>
        ${this.failure ? html`<p class="problem" role="alert" data-code=${this.failure.code}>${this.failure.message}</p>` : nothing}
      </fieldset>
      <p role="status">${text.progress(done.length, steps.length)}</p>
      ${steps.map((step, i) => {
        if (this.answers.has(step.id)) return this.#done(step, i, run);
        return step === next ? this.#ask(step, i, run) : nothing;
      })}
      ${next ? html`<button type="button" class="quiet" @click=${this.#runAll}>${text.runAll}</button>` : nothing}
      ${this.#checksSeen ? this.#checks(trace.checks) : nothing}
    `;
  }

  #ask(step: Step, i: number, run: LabRun) {
    return html`<section class="step" id=${step.id} aria-labelledby=${`${step.id}-title`}>
      <h5 id=${`${step.id}-title`}>${text.step(i + 1, step.name)}</h5>
      <p id=${`${step.id}-question`}>${step.question(run)}</p>
      <fieldset aria-describedby=${`${step.id}-question`}>
        <legend class="hidden">${text.prediction}</legend>
        ${step
          .choices(run)
          .map(
            (choice, c) =>
              html`<label><input type="radio" name=${step.id} value=${c} /><span>${choice}</span></label>`,
          )}
      </fieldset>
      <button type="button" class="primary" @click=${() => this.#commit(step)}>${text.run}</button>
      ${this.unanswered === step.id ? html`<p class="problem" role="alert">${text.choose}</p>` : nothing}
    </section>`;
  }

  #done(step: Step, i: number, run: LabRun) {
    const given = this.answers.get(step.id);
    const answer = step.answer(run);
    const choices = step.choices(run);
    const guessed = typeof given === 'number' ? choices[given] : undefined;
    return html`<section class="step done" id=${step.id} aria-labelledby=${`${step.id}-title`}>
      <h5 id=${`${step.id}-title`}>${text.step(i + 1, step.name)}</h5>
      <p>${step.question(run)}</p>
      <p class="verdict" tabindex="-1">
        ${guessed === undefined ? text.notPredicted : `${given === answer ? text.right : text.wrong} ${text.predicted(guessed)}`}
        ${given === answer ? nothing : text.gives(choices[answer] ?? '')}
      </p>
      ${step.evidence(run)}
      <p>${step.why(run)}</p>
    </section>`;
  }

  get #checksSeen(): boolean {
    return OF_CHECKS.every((id) => this.answers.has(id));
  }

  #checkTable(checks: LabChecks): DataTable {
    const usual = this.#usual?.checks ?? checks;
    const changed = this.change !== 'none';
    return {
      caption: text.checks,
      head: [text.check, ...(changed ? [text.verdictBefore] : []), text.verdict, text.difference],
      rows: CHECKS.map((id) => {
        const now = text.holds(checks[id].holds);
        const differs = checks[id].holds !== usual[id].holds;
        return [
          text.checkNames[id],
          ...(changed ? [text.holds(usual[id].holds)] : []),
          differs ? `${now} (${text.changed})` : now,
          small(checks[id].largest),
        ];
      }),
    };
  }

  #checks(checks: LabChecks) {
    const { caption, head, rows } = this.#checkTable(checks);
    return html`<section class="step" id="checks" aria-labelledby="checks-title">
      <h5 id="checks-title">${caption}</h5>
      <div class="scroll" tabindex="0" role="group" aria-label=${caption}>
        <table class="plain">
          <thead>
            <tr>${head.map((one) => html`<th scope="col">${one}</th>`)}</tr>
          </thead>
          <tbody>
            ${rows.map(
              ([name, ...cells]) =>
                html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td class=${cell.includes(text.changed) ? 'changed' : ''}>${cell}</td>`)}</tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  #onChange = (event: Event) => {
    this.change = (event.target as HTMLSelectElement).value as Change;
  };

  #commit({ id }: Step): void {
    const chosen = this.renderRoot.querySelector<HTMLInputElement>(`input[name="${id}"]:checked`);
    if (!chosen) {
      this.unanswered = id;
      this.renderRoot.querySelector<HTMLElement>(`input[name="${id}"]`)?.focus();
      return;
    }
    this.unanswered = undefined;
    this.answers = new Map(this.answers).set(id, Number(chosen.value));
    keep(keyOf(id), chosen.value);
    this.#justRun = id;
  }

  #runAll = () => {
    const answers = new Map(this.answers);
    const next = steps.find(({ id }) => !answers.has(id));
    for (const { id } of steps) {
      if (answers.has(id)) continue;
      answers.set(id, SKIPPED);
      keep(keyOf(id), SKIPPED);
    }
    this.answers = answers;
    this.unanswered = undefined;
    this.#justRun = next?.id;
  };

  protected override reset(): void {
    super.reset();
    this.answers = new Map();
    this.unanswered = undefined;
    for (const { id } of steps) keep(keyOf(id), undefined);
  }

  protected words(engine: Engine): string[] {
    const trace = this.#trace;
    if (!trace) return [];
    const run = { engine, trace };
    const done = steps.filter(({ id }) => this.answers.has(id));
    if (done.length === 0) return [text.none];
    const said = done.map((step) => {
      const answer = step.choices(run)[step.answer(run)] ?? '';
      return `${text.step(steps.indexOf(step) + 1, step.name)}. ${text.gives(answer)}`;
    });
    const checks = CHECKS.map((id) => {
      const { holds, largest } = trace.checks[id];
      return text.wordsCheck(text.checkNames[id], holds, small(largest));
    });
    return [...said, ...(this.#checksSeen ? checks : [])];
  }

  protected data(engine: Engine): DataTable[] {
    const trace = this.#trace;
    if (!trace) return [];
    const run = { engine, trace };
    const tables = steps
      .filter(({ id }) => this.answers.has(id))
      .flatMap((step) => step.tables(run));
    if (tables.length === 0) tables.push(this.#drawn(trace));
    return [...tables, ...(this.#checksSeen ? [this.#checkTable(trace.checks)] : [])];
  }

  /** Before there are numbers to show: what they will be made of. */
  #drawn({ draws }: LabTrace): DataTable {
    const sizes = [draws.x.rows, draws.x.cols, draws.heads].map(String);
    return {
      caption: text.settings,
      head: [text.seed, text.n, text.dModel, text.heads],
      rows: [[this.#of.seed, ...sizes]],
    };
  }

  protected override program() {
    const { draws } = this.#trace ?? {};
    if (!draws) return undefined;
    return labProgram({
      ...this.#of,
      ...{ n: draws.x.rows, dModel: draws.x.cols, heads: draws.heads },
      done: steps.flatMap(({ id }) => (this.answers.has(id) ? [id] : [])),
      checked: this.#checksSeen,
    });
  }
}

customElements.define('lab-figure', LabFigure);
