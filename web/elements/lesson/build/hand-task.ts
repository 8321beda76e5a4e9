/**
 * <hand-task>: the learner works out one row of attention by hand, step by step; the core marks each number, and where a
 * row is wrong it names the slip that explains it and leads to its arithmetic. What is typed stays on this device.
 */
import { css, html, nothing, type PropertyValues } from 'lit';
import type {
  AttentionInputs,
  AttentionTrace,
  Engine,
  FigureStep,
  Grade,
} from '../../../engine/types.ts';
import { formatNumber, formatVector, joinWords } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { keep, recall } from '../../../storage/local.ts';
import { openStep, pageFigure } from '../../exercise/open-step.ts';
import { slipSentences } from '../../exercise/result.ts';
import { noteAttempt } from '../../shared/attempts.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { onOff, wholeFrom } from '../../shared/settings.ts';
import { panel, partStyles, rowOf } from './parts.ts';
import { ticket, tokens } from './ticket.ts';

const text = messages.build.hand;
const STEPS = ['raw', 'scaled', 'weights', 'output'] as const;
type Step = (typeof STEPS)[number];
const KEPT = 'lesson/hand-task';
/** The figure of the page in which a step is opened. */
const FIGURE = 'figure-attention';

const SETTINGS = { token: wholeFrom(0, tokens.length - 1, 0), causal: onOff(false) };

export class HandTask extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = {
    ...propertiesOf(SETTINGS),
    typed: { state: true },
    checked: { state: true },
  };
  static override styles = [
    ...LessonFigure.styles,
    partStyles,
    css`
      .cells {
        display: flex;
        flex-wrap: wrap;
        gap: 0.4rem 0.75rem;
        align-items: end;
      }
      .cells label {
        display: grid;
        gap: 0.15rem;
        font-size: 0.875rem;
      }
      .cells input[type='text'] {
        width: 5.25rem;
      }
      .cells .mark {
        min-height: 1.2rem;
        font-size: 0.8125rem;
      }
      input.right {
        border: 2px solid var(--_v);
      }
      .step {
        margin: 0.9rem 0;
        padding-left: 0.9rem;
        border-left: 3px solid var(--_line);
      }
      .step > legend {
        float: left;
        width: 100%;
        margin-bottom: 0.25rem;
      }
      .step > .cells {
        clear: both;
      }
      .steps {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
        gap: 0 2rem;
        max-width: 62rem;
      }
      .step .status {
        margin: 0.25rem 0 0;
      }
      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        margin-top: 0.35rem;
      }
    `,
  ];

  declare token: number;
  declare causal: boolean;
  /** By step, as typed. */
  declare typed: Readonly<Record<Step, readonly string[]>>;
  declare checked: Readonly<Partial<Record<Step, Grade>>>;

  constructor() {
    super();
    this.typed = this.#recalled();
    this.checked = {};
  }

  override readonly title_ = text.title;
  override readonly tryThis = text.tryThis;

  protected override reset(): void {
    super.reset();
    keep(this.#key, undefined);
    this.#empty();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('token') || changed.has('causal')) this.#empty();
  }

  get #key(): string {
    return `${KEPT}/${this.token}/${this.causal ? 'causal' : 'open'}`;
  }

  #recalled(): Record<Step, readonly string[]> {
    const blank = {
      raw: ['', '', ''],
      scaled: ['', '', ''],
      weights: ['', '', ''],
      output: ['', ''],
    };
    try {
      const kept: unknown = JSON.parse(recall(this.#key) ?? '{}');
      return typeof kept === 'object' && kept !== null ? { ...blank, ...kept } : blank;
    } catch {
      return blank;
    }
  }

  /** Another row: what was typed for it comes back. */
  #empty(): void {
    this.failure = undefined;
    this.typed = this.#recalled();
    this.checked = {};
  }

  #inputs(engine: Engine): AttentionInputs {
    return { ...engine.project(ticket), causal: this.causal ? 'top-left' : false };
  }

  #trace(engine: Engine): AttentionTrace {
    return engine.attention(this.#inputs(engine));
  }

  protected override picture(engine: Engine) {
    const { q, k, v } = engine.project(ticket);
    const two = ['0', '1'];
    return html`<div class="panels">
        ${panel(text.queries, q, 'scores', tokens, two)} ${panel(text.keys, k, 'scores', tokens, two)}
        ${panel(text.values, v, 'output', tokens, two)}
      </div>
      <div class="row">
        <label>
          ${text.token}
          <select
            @change=${(event: Event) => {
              this.token = (event.target as HTMLSelectElement).selectedIndex;
            }}
          >
            ${tokens.map((name, i) => html`<option ?selected=${i === this.token}>${name}</option>`)}
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            .checked=${this.causal}
            @change=${(event: Event) => {
              this.causal = (event.target as HTMLInputElement).checked;
            }}
          />
          ${text.causal}
        </label>
      </div>
      <div class="steps">${STEPS.map((step) => this.#step(engine, step))}</div>
      <p class="status">${text.tolerance}</p>`;
  }

  #step(engine: Engine, step: Step) {
    const grade = this.checked[step];
    const names = step === 'output' ? text.components : tokens;
    const unread = grade?.cells.find(({ verdict }) => verdict === 'unreadable');
    return html`<fieldset class="step" data-step=${step}>
      <legend>${text.steps[step]}</legend>
      <div class="cells">
        ${names.map((name, i) => {
          const verdict = grade?.cells[i]?.verdict;
          const bad = verdict !== undefined && verdict !== 'right' && verdict !== 'empty';
          return html`<label>
            ${name}
            <input
              type="text"
              inputmode="text"
              autocomplete="off"
              spellcheck="false"
              maxlength="64"
              class=${verdict === 'right' ? 'right' : ''}
              aria-invalid=${bad ? 'true' : 'false'}
              .value=${this.typed[step][i] ?? ''}
              @input=${(event: InputEvent) => this.#type(step, i, (event.target as HTMLInputElement).value)}
              @keydown=${(event: KeyboardEvent) => {
                if (event.key === 'Enter') this.#check(engine, step);
              }}
            />
            <span class="mark ${verdict === 'right' ? 'right' : 'wrong'}"
              >${verdict ? html`<span aria-hidden="true">${messages.exercise.signs[verdict]}</span> ${messages.exercise.verdicts[verdict]}` : ''}</span
            >
          </label>`;
        })}
      </div>
      <div class="buttons">
        <button type="button" @click=${() => this.#check(engine, step)}>${text.check}</button>
        <button type="button" class="quiet" @click=${() => this.#show(engine, step)}>${text.show}</button>
      </div>
      ${unread ? html`<p class="problem" role="alert" data-code=${unread.code}>${unread.message}</p>` : nothing}
      <div role="status" class="status">
        ${grade && !unread ? noteOn(grade).map((one) => html`<p>${one}</p>`) : nothing}
      </div>
      ${grade?.step && pageFigure(FIGURE) ? this.#stepLink(engine, grade.step) : nothing}
    </fieldset>`;
  }

  #stepLink(engine: Engine, step: FigureStep) {
    const open = () => {
      const figure = pageFigure(FIGURE);
      if (figure) void openStep(figure, this.#inputs(engine), step, this.id);
    };
    return html`<button type="button" class="quiet" @click=${open}>${messages.exercise.open}</button>`;
  }

  #type(step: Step, col: number, value: string): void {
    this.typed = {
      ...this.typed,
      [step]: this.typed[step].map((old, i) => (i === col ? value : old)),
    };
    this.checked = { ...this.checked, [step]: undefined };
    keep(this.#key, JSON.stringify(this.typed));
  }

  #grade(engine: Engine, step: Step): Grade | undefined {
    return this.attempt(() =>
      engine.exercise.gradeRow({
        inputs: this.#inputs(engine),
        what: step,
        row: this.token,
        answers: this.typed[step],
      }),
    );
  }

  #check(engine: Engine, step: Step): void {
    const grade = this.#grade(engine, step);
    this.checked = { ...this.checked, [step]: grade };
    if (!grade || grade.cells.some(({ verdict }) => verdict === 'empty')) return;
    void noteAttempt({
      source: 'hand-task',
      kind: `${tokens[this.token]}-${this.causal ? 'causal-' : ''}${step}`,
      score: grade.score,
      slips: grade.slips.map(({ id }) => id),
    });
  }

  /** Gives the row away. */
  #show(engine: Engine, step: Step): void {
    this.failure = undefined;
    const shown = rowOf(this.#trace(engine)[step], this.token).map((value) =>
      formatNumber(value).replace('−', '-'),
    );
    this.typed = { ...this.typed, [step]: shown };
    keep(this.#key, JSON.stringify(this.typed));
    // Given away, so no attempt.
    this.checked = { ...this.checked, [step]: this.#grade(engine, step) };
  }

  #isRight(step: Step): boolean {
    return this.checked[step]?.right === true;
  }

  protected override words(engine: Engine): readonly string[] {
    const done = STEPS.filter((step) => this.#isRight(step));
    const name = tokens[this.token] ?? '';
    const { output } = this.#trace(engine);
    return [
      text.task(name, this.causal),
      done.length === STEPS.length
        ? text.done(name, formatVector(rowOf(output, this.token)))
        : text.progress(
            done.length,
            STEPS.length,
            joinWords(STEPS.filter((step) => !done.includes(step)).map((step) => text.short[step])),
          ),
    ];
  }

  /** Your numbers; those of the core beside them once a row is right. */
  protected override data(engine: Engine): readonly DataTable[] {
    const trace = this.#trace(engine);
    return [
      {
        caption: text.data,
        head: ['', text.yours, text.core],
        rows: STEPS.map((step) => [
          text.short[step],
          this.typed[step].map((one) => one || '–').join(', '),
          this.#isRight(step)
            ? rowOf(trace[step], this.token)
                .map((value) => formatNumber(value, 6))
                .join(', ')
            : text.hidden,
        ]),
      },
    ];
  }
}

/** What the core says of a row, in sentences. */
function noteOn(grade: Grade): readonly string[] {
  if (grade.right) return [messages.exercise.allRight];
  if (grade.cells.some(({ verdict }) => verdict === 'empty')) return [text.fill];
  const { term } = grade;
  const taken = term && [
    text.term(term.term + 1, formatNumber(term.right, 4), formatNumber(term.taken, 4)),
  ];
  return [...slipSentences(grade), ...(taken ?? [])];
}

if (!customElements.get('hand-task')) customElements.define('hand-task', HandTask);
