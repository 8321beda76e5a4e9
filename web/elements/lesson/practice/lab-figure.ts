/**
 * <lab-figure>: the lab, step by step. Each step asks for a prediction before the core's numbers are shown; predictions
 * stay on this device. The seed, the sizes and one thing at a time can be changed.
 */
import { css, html, nothing } from 'lit';
import type { Engine, LabChecks, LabInputs, LabTrace } from '../../../engine/types.ts';
import { messages } from '../../../messages/index.ts';
import { keep, recall } from '../../../storage/local.ts';
import { type DataTable, LessonFigure } from '../../shared/lesson-figure.ts';
import { CHECKS, type LabRun, type Step, small, steps } from './lab-steps.ts';

const text = messages.practice.lab;

const SIZES = ['n', 'dModel', 'heads'] as const;
type Field = 'seed' | (typeof SIZES)[number];
const START: Readonly<Record<Field, string>> = { seed: '39', n: '6', dModel: '8', heads: '2' };

type Change = keyof typeof text.changes;
const CHANGES: Readonly<Record<Change, LabInputs>> = {
  none: {},
  mask: { causal: false },
  positions: { positions: false },
  residual: { residual: false },
  scale: { scale: 1 },
  axis: { axis: 'queries' },
};

/** The checks look at these steps. */
const OF_CHECKS: readonly Step['id'][] = ['norm', 'shuffle', 'positions', 'causal'];
const SKIPPED = 'skipped';
const keyOf = (id: Step['id']) => `lesson/lab/${id}`;

export class LabFigure extends LessonFigure {
  static override properties = {
    ...LessonFigure.properties,
    typed: { state: true },
    change: { state: true },
    trace: { state: true },
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
      .step caption {
        white-space: nowrap;
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

  declare typed: Readonly<Record<Field, string>>;
  declare change: Change;
  declare trace: LabTrace | undefined;
  /** Of each step that was run: the choice, or `skipped`. */
  declare answers: ReadonlyMap<Step['id'], number | typeof SKIPPED>;
  /** The step that was asked to run without a prediction. */
  declare unanswered: Step['id'] | undefined;

  /** As in the lesson, with the same numbers drawn: what a change is compared with. */
  #usual: LabTrace | undefined;
  #justRun: Step['id'] | undefined;

  constructor() {
    super();
    this.typed = START;
    this.change = 'none';
    this.trace = undefined;
    this.unanswered = undefined;
    const known: [Step['id'], number | typeof SKIPPED][] = [];
    for (const { id } of steps) {
      const kept = recall(keyOf(id));
      if (kept !== undefined) known.push([id, kept === SKIPPED ? SKIPPED : Number(kept)]);
    }
    this.answers = new Map(known);
  }

  protected override willUpdate(): void {
    if (this.engine && !this.trace) this.#compute();
    this.toggleAttribute('computed', this.trace !== undefined);
  }

  protected override updated(): void {
    if (!this.#justRun) return;
    this.renderRoot.querySelector<HTMLElement>(`#${this.#justRun} .verdict`)?.focus();
    this.#justRun = undefined;
  }

  #compute(): void {
    const { engine } = this;
    if (!engine) return;
    const made = this.attempt(() => {
      const sizes = SIZES.map((name) => [
        name,
        engine.parseNumber(this.typed[name], { name, row: -1, col: -1 }),
      ]);
      const inputs: LabInputs = { seed: this.typed.seed.trim(), ...Object.fromEntries(sizes) };
      const usual = engine.lab(inputs);
      const changed = this.change === 'none' ? usual : undefined;
      return { usual, trace: changed ?? engine.lab({ ...inputs, ...CHANGES[this.change] }) };
    });
    if (!made) return;
    this.#usual = made.usual;
    this.trace = made.trace;
  }

  protected picture(engine: Engine) {
    const { trace } = this;
    if (!trace) return html``;
    const run = { engine, trace };
    const done = steps.filter(({ id }) => this.answers.has(id));
    const next = steps.find(({ id }) => !this.answers.has(id));
    return html`
      <fieldset>
        <legend>${text.settings}</legend>
        <div class="row">
          ${(['seed', ...SIZES] as const).map((name) => this.#field(name))}
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

  #field(name: Field) {
    return html`<label>
      <span>${text[name]}</span>
      <input
        type="text"
        inputmode="numeric"
        name=${name}
        autocomplete="off"
        aria-invalid=${this.failure?.where.name === name ? 'true' : 'false'}
        .value=${this.typed[name]}
        @input=${(event: InputEvent) => {
          this.typed = { ...this.typed, [name]: (event.target as HTMLInputElement).value };
          this.#compute();
        }}
      />
    </label>`;
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
    this.#compute();
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
    this.typed = START;
    this.change = 'none';
    this.answers = new Map();
    this.unanswered = undefined;
    for (const { id } of steps) keep(keyOf(id), undefined);
    this.#compute();
  }

  protected words(engine: Engine): string[] {
    const { trace } = this;
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
    const { trace } = this;
    if (!trace) return [];
    const run = { engine, trace };
    const tables = steps
      .filter(({ id }) => this.answers.has(id))
      .flatMap((step) => step.tables(run));
    return [...tables, ...(this.#checksSeen ? [this.#checkTable(trace.checks)] : [])];
  }
}

customElements.define('lab-figure', LabFigure);
