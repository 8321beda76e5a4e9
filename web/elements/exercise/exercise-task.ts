/**
 * <exercise-task kind="softmax-row">: a task with fresh numbers. The core makes it, reads what is typed, marks each number
 * and names the slip that explains a wrong one. What is typed and the task's number stay on this device.
 *
 * Attributes
 *   kind     id of the core's kinds of tasks
 *   seed     number of the task; left out, the learner's last one, or 1
 *   figure   id of the page's <attention-figure> in which a step is opened ("figure-attention")
 *   source   what its attempts are noted as: "exercise", or "card" in a review, where nothing typed is kept and no other
 *            task is offered
 *
 * Events, bubbling and composed
 *   task-changed {kind, seed}   another task is shown
 *   task-graded {grade}         the answers were checked
 *   task-shown                  the solution was asked for
 */
import { html, nothing, type PropertyValues } from 'lit';
import type { Engine, Grade, Matrix, ExerciseTask as Task } from '../../engine/types.ts';
import { messages } from '../../messages/index.ts';
import type { AttentionFigure } from '../attention-figure/attention-figure.ts';
import { stateFrom } from '../attention-figure/given.ts';
import { partStyles } from '../lesson/build/parts.ts';
import { noteAttempt } from '../shared/attempts.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../shared/lesson-figure.ts';
import { typed } from '../shared/settings.ts';
import { answerTable, renderSolution } from './answers.ts';
import { type Answering, renderAsk } from './asks.ts';
import { taskStyles } from './exercise-task.styles.ts';
import { factsOf, givenTables, givenWords, labelOf, renderGivens } from './givens.ts';
import { type Kept, keepTask, recallTask } from './kept.ts';
import { cellOfStep, openStep, pageFigure } from './open-step.ts';
import { renderResult } from './result.ts';
import { spread } from './spread.ts';

const text = messages.exercise;
/** Numbers of tasks that are drawn: few digits, so that one can be told to somebody. */
const MOST_DRAWN = 99_999;

/** Without a number: the learner's last task. */
const SETTINGS = { seed: typed('') };

export class ExerciseTask extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = {
    ...propertiesOf(SETTINGS),
    kind: { type: String },
    seed: { type: String },
    figure: { type: String },
    source: { type: String },
    task: { state: true },
    typed: { state: true },
    grade: { state: true },
    solution: { state: true },
    opened: { state: true },
    news: { state: true },
  };
  static override styles = [...LessonFigure.styles, partStyles, taskStyles];

  declare kind: string;
  declare seed: string;
  declare figure: string;
  declare source: 'exercise' | 'card';
  declare task: Task | undefined;
  /** For each ask, its cells row by row. */
  declare typed: readonly (readonly string[])[];
  /** Of what is typed now; nothing before it is checked. */
  declare grade: Grade | undefined;
  declare solution: readonly Matrix[] | undefined;
  /** The step is shown in a figure of its own, where the page has none. */
  declare opened: boolean;
  declare news: string;

  #counted = '';

  constructor() {
    super();
    this.kind = '';
    this.figure = 'figure-attention';
    this.source = 'exercise';
    this.task = undefined;
    this.typed = [];
    this.grade = undefined;
    this.solution = undefined;
    this.opened = false;
    this.news = '';
  }

  get title_(): string {
    return text.kinds[this.kind]?.name ?? this.kind;
  }

  get tryThis(): string {
    return text.kinds[this.kind]?.about ?? '';
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!this.engine || !this.kind) return;
    const other = this.task?.kind !== this.kind;
    const moved = changed.has('seed') && this.seed !== '' && this.seed !== this.#number;
    if (other || moved) this.#begin(this.engine, this.seed);
  }

  /** The number of the task that is shown. */
  get #number(): string {
    return this.task ? String(this.task.seed) : '';
  }

  get #keptFor(): string | undefined {
    return this.source === 'card' ? undefined : `${this.id || 'task'}/${this.kind}`;
  }

  /** Makes the task of that number; what was typed for it before comes back. */
  #begin(engine: Engine, seed: string): boolean {
    const kept = recallTask(this.#keptFor);
    const wanted = seed || kept?.seed || '1';
    const task = this.attempt(() => engine.exercise.make({ kind: this.kind, seed: wanted }));
    if (!task) return false;
    this.task = task;
    this.news = '';
    this.opened = false;
    const known = kept?.seed === this.#number ? kept : undefined;
    this.#restore(engine, task, known);
    this.#tell('task-changed', { kind: task.kind, seed: this.#number });
    return true;
  }

  #restore(engine: Engine, task: Task, kept: Kept | undefined): void {
    this.typed = task.asks.map((ask, a) =>
      Array.from({ length: ask.rows * ask.cols }, (_, i) => kept?.typed[a]?.[i] ?? ''),
    );
    this.#counted = kept?.counted ?? '';
    this.grade = kept?.checked ? this.#gradeOf(engine, task) : undefined;
    this.solution = kept?.shown ? this.#solve(engine, task) : undefined;
  }

  /** Puts the focus on the title, so that the next key reaches the first answer. */
  async focusTask(): Promise<void> {
    await this.updateComplete;
    const title = this.renderRoot.querySelector<HTMLElement>('h4');
    title?.setAttribute('tabindex', '-1');
    title?.focus();
  }

  #tell(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  #gradeOf(engine: Engine, { kind, seed }: Task): Grade | undefined {
    return this.attempt(() => engine.exercise.grade({ kind, seed, answers: this.typed }));
  }

  #solve(engine: Engine, { kind, seed }: Task): readonly Matrix[] | undefined {
    return this.attempt(() => engine.exercise.solve({ kind, seed }));
  }

  #keep(): void {
    keepTask(this.#keptFor, {
      seed: this.#number,
      typed: this.typed,
      checked: this.grade !== undefined,
      shown: this.solution !== undefined,
      counted: this.#counted,
    });
  }

  /** The same numbers, with nothing typed. */
  protected override reset(): void {
    if (!this.engine || !this.task) return;
    this.#restore(this.engine, this.task, undefined);
    this.opened = false;
    this.news = '';
    keepTask(this.#keptFor, undefined);
  }

  protected override picture(engine: Engine) {
    const { task } = this;
    if (!task) return html``;
    const on: Answering = {
      kind: task.kind,
      typed: this.typed,
      grade: this.grade,
      type: (ask, cell, typed) => this.#type(ask, cell, typed),
      check: () => this.#check(engine, task),
      label: (choice) => labelOf(engine, task, choice),
    };
    const prompt = text.kinds[task.kind]?.prompt(factsOf(engine, task)) ?? [];
    const rule = text.rule(task.asks);
    return html`<div class="prompt">${prompt.map((one) => html`<p>${one}</p>`)}</div>
      ${renderGivens(task)}
      <div class="asks">${task.asks.map((ask, a) => renderAsk(on, ask, a))}</div>
      ${rule ? html`<p class="rule">${rule}</p>` : nothing}
      <div class="buttons">
        <button type="button" class="primary" @click=${on.check}>${text.check}</button>
        <button type="button" ?disabled=${this.solution !== undefined} @click=${() => this.#show(engine, task)}>
          ${text.show}
        </button>
        ${this.source === 'card' ? nothing : html`<button type="button" @click=${() => this.#fresh(engine)}>${text.fresh}</button>`}
      </div>
      <div role="status" class="result">
        ${this.news ? html`<p>${this.news}</p>` : nothing}
        ${this.grade ? renderResult(task, this.grade) : nothing}
      </div>
      ${this.#step(task)} ${this.solution ? renderSolution(engine, task, this.solution) : nothing}
      ${this.source === 'card' ? nothing : this.#numbered(engine)}`;
  }

  #step(task: Task) {
    const { inputs } = task;
    const step = this.grade?.step;
    if (!inputs || !step) return nothing;
    return html`<p class="step-link">
        <button type="button" @click=${() => this.#open()}>${text.open}</button>
      </p>
      ${this.opened ? html`<attention-figure .start=${stateFrom(inputs)}></attention-figure>` : nothing}`;
  }

  async #open(): Promise<void> {
    const [inputs, step] = [this.task?.inputs, this.grade?.step];
    if (!inputs || !step) return;
    const shared = pageFigure(this.figure);
    if (shared) {
      const root = this.getRootNode();
      const from = this.id || (root instanceof ShadowRoot ? root.host.id : '');
      return openStep(shared, inputs, step, from);
    }
    await import('../attention-figure/attention-figure.ts');
    this.opened = true;
    await this.updateComplete;
    const own = this.renderRoot.querySelector<AttentionFigure>('attention-figure');
    await own?.openCell(cellOfStep(step));
  }

  #numbered(engine: Engine) {
    return html`<form class="number">
      <label>
        ${text.number}
        <input type="text" name="number" inputmode="numeric" autocomplete="off" .value=${this.#number} />
      </label>
      <button type="submit" @click=${(event: Event) => this.#go(event, engine)}>${text.go}</button>
      <span class="hint">${text.numberHint}</span>
    </form>`;
  }

  #type(ask: number, cell: number, typed: string): void {
    this.typed = this.typed.map((cells, a) =>
      a === ask ? cells.map((old, i) => (i === cell ? typed : old)) : cells,
    );
    this.grade = undefined;
    this.news = '';
    this.seed = this.#number; // who works on a task may want its link
    this.#keep();
  }

  #check(engine: Engine, task: Task): void {
    this.typed = task.asks.map((ask, a) => spread(engine, ask, this.typed[a] ?? []));
    this.news = '';
    const grade = this.#gradeOf(engine, task);
    this.grade = grade;
    if (!grade) return;
    this.#count(task, grade);
    this.#keep();
    this.#tell('task-graded', { grade });
  }

  /** The same answers checked twice are one attempt; once the solution was shown, none counts. */
  #count(task: Task, { score, slips, cells }: Grade): void {
    const answers = JSON.stringify(this.typed);
    const nothingTyped = cells.every(({ verdict }) => verdict === 'empty');
    if (nothingTyped || this.solution || answers === this.#counted) return;
    this.#counted = answers;
    void noteAttempt({
      source: this.source,
      kind: task.kind,
      seed: String(task.seed),
      score,
      slips: slips.map(({ id }) => id),
    });
  }

  #show(engine: Engine, task: Task): void {
    this.solution = this.#solve(engine, task);
    this.news = text.shown;
    this.#keep();
    this.#tell('task-shown', {});
  }

  /** Another task of the kind, drawn at random. */
  #fresh(engine: Engine): void {
    const drawn = 1 + Math.floor(Math.random() * MOST_DRAWN);
    if (this.#begin(engine, String(drawn))) this.#moved();
  }

  // Enter in the field clicks the button too. No submit event comes where a host's sandbox allows no forms.
  #go(event: Event, engine: Engine): void {
    event.preventDefault();
    const field = this.renderRoot.querySelector<HTMLInputElement>('input[name="number"]');
    if (this.#begin(engine, (field?.value ?? '').trim())) this.#moved();
  }

  #moved(): void {
    this.seed = this.#number;
    this.news = text.task(this.#number);
    this.#keep();
  }

  protected override words(): readonly string[] {
    const { grade, task } = this;
    if (!task) return [];
    const right = grade?.cells.filter(({ verdict }) => verdict === 'right').length ?? 0;
    return [
      ...givenWords(task),
      grade
        ? text.checked(this.#number, text.score(right, grade.cells.length))
        : text.notChecked(this.#number),
    ];
  }

  protected override data(engine: Engine): readonly DataTable[] {
    const { task } = this;
    if (!task) return [];
    return [...givenTables(task), answerTable(engine, task, this.typed, this.grade)];
  }
}

customElements.define('exercise-task', ExerciseTask);

declare global {
  interface HTMLElementTagNameMap {
    'exercise-task': ExerciseTask;
  }
}
