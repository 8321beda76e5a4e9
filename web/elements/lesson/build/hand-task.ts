/**
 * <hand-task>: the learner works out one row of attention by hand, step by step; the core checks each number, and where a
 * row is wrong it looks for the slip that explains it. What is typed stays on this device.
 */
import { css, html, nothing } from 'lit';
import type { AttentionInputs, AttentionTrace, Engine } from '../../../engine/types.ts';
import { formatNumber, formatVector, joinWords } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { keep, recall } from '../../../storage/local.ts';
import { type DataTable, LessonFigure } from '../../shared/lesson-figure.ts';
import { panel, partStyles, rowOf } from './parts.ts';
import { type Step, slipsOf } from './slips.ts';
import { ticket, tokens } from './ticket.ts';

const text = messages.build.hand;
const STEPS: readonly Step[] = ['raw', 'scaled', 'weights', 'output'];
const FEWEST_DECIMALS = 2;
/** A number this near was worked out with too few digits. */
const ROUNDED_EARLY = 0.02;
const KEPT = 'lesson/hand-task';

type Verdict = 'right' | 'wrong' | 'early' | 'empty';

interface Checked {
  readonly verdicts: readonly Verdict[];
  readonly note: string;
}

/** Half a unit of the last decimal that was typed, of the second at the least: what rounding may change. */
export function toleranceOf(typed: string): number {
  const decimals = /^\s*[-+]?\d*\.(\d+)\s*$/.exec(typed)?.[1]?.length ?? 0;
  // A little more, since a number such as 0.005 is not exact in binary.
  return Number(`5.0001e-${Math.max(FEWEST_DECIMALS, decimals) + 1}`);
}

export class HandTask extends LessonFigure {
  static override properties = {
    ...LessonFigure.properties,
    token: { state: true },
    causal: { state: true },
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
  declare checked: Readonly<Partial<Record<Step, Checked>>>;

  constructor() {
    super();
    this.token = 0;
    this.causal = false;
    this.typed = this.#recalled();
    this.checked = {};
  }

  override readonly title_ = text.title;
  override readonly tryThis = text.tryThis;

  protected override reset(): void {
    this.token = 0;
    this.causal = false;
    this.#empty();
    keep(this.#key, undefined);
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
              this.#empty();
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
              this.#empty();
            }}
          />
          ${text.causal}
        </label>
      </div>
      <div class="steps">${STEPS.map((step) => this.#step(engine, step))}</div>
      <p class="status">${text.tolerance}</p>`;
  }

  #step(engine: Engine, step: Step) {
    const checked = this.checked[step];
    const names = step === 'output' ? text.components : tokens;
    return html`<fieldset class="step" data-step=${step}>
      <legend>${text.steps[step]}</legend>
      <div class="cells">
        ${names.map((name, i) => {
          const verdict = checked?.verdicts[i];
          const bad = verdict === 'wrong' || verdict === 'early' || this.#refused(step, i);
          return html`<label>
            ${name}
            <input
              type="text"
              inputmode="text"
              autocomplete="off"
              spellcheck="false"
              maxlength="24"
              class=${verdict === 'right' ? 'right' : ''}
              aria-invalid=${bad ? 'true' : 'false'}
              .value=${this.typed[step][i] ?? ''}
              @input=${(event: InputEvent) => this.#type(step, i, (event.target as HTMLInputElement).value)}
              @keydown=${(event: KeyboardEvent) => {
                if (event.key === 'Enter') this.#check(engine, step);
              }}
            />
            <span class="mark ${verdict === 'right' ? 'right' : 'wrong'}">${verdict ? text.verdicts[verdict] : ''}</span>
          </label>`;
        })}
      </div>
      <div class="buttons">
        <button type="button" @click=${() => this.#check(engine, step)}>${text.check}</button>
        <button type="button" class="quiet" @click=${() => this.#show(engine, step)}>${text.show}</button>
      </div>
      <div role="status" class="status">${checked ? checked.note : nothing}</div>
    </fieldset>`;
  }

  #refused(step: Step, col: number): boolean {
    const where = this.failure?.where;
    return where?.name === step && where.col === col;
  }

  #type(step: Step, col: number, value: string): void {
    this.typed = {
      ...this.typed,
      [step]: this.typed[step].map((old, i) => (i === col ? value : old)),
    };
    this.checked = { ...this.checked, [step]: undefined };
    keep(this.#key, JSON.stringify(this.typed));
  }

  #check(engine: Engine, step: Step): void {
    const typed = this.typed[step];
    const numbers = this.attempt(() =>
      typed.map((one, col) =>
        one.trim() === '' ? Number.NaN : engine.parseNumber(one, { name: step, row: 0, col }),
      ),
    );
    if (!numbers) {
      this.checked = { ...this.checked, [step]: undefined };
      return;
    }
    const right = rowOf(this.#trace(engine)[step], this.token);
    const verdicts = numbers.map((value, i): Verdict => {
      if ((typed[i] ?? '').trim() === '') return 'empty';
      const off = Math.abs(value - (right[i] ?? Number.NaN));
      if (off <= toleranceOf(typed[i] ?? '')) return 'right';
      return off <= ROUNDED_EARLY ? 'early' : 'wrong';
    });
    const note = this.#note(engine, step, numbers, verdicts);
    this.checked = { ...this.checked, [step]: { verdicts, note } };
  }

  #note(engine: Engine, step: Step, numbers: readonly number[], verdicts: readonly Verdict[]) {
    if (verdicts.every((one) => one === 'right')) return text.allRight;
    if (verdicts.includes('empty')) return text.fill;
    const tolerance = Math.max(...this.typed[step].map(toleranceOf));
    const slips = slipsOf(engine, this.#inputs(engine), step, this.token, numbers, tolerance);
    const names = slips.map((slip) =>
      slip.kind === 'mistake' ? slip.description : text.exchanges[slip.id],
    );
    if (names.length > 0) return text.slips(names);
    return verdicts.includes('wrong') ? text.noSlip : text.early;
  }

  /** Gives the row away. */
  #show(engine: Engine, step: Step): void {
    this.failure = undefined;
    const shown = rowOf(this.#trace(engine)[step], this.token).map((value) =>
      formatNumber(value).replace('−', '-'),
    );
    this.typed = { ...this.typed, [step]: shown };
    keep(this.#key, JSON.stringify(this.typed));
    this.#check(engine, step);
  }

  #isRight(step: Step): boolean {
    return this.checked[step]?.verdicts.every((one) => one === 'right') === true;
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

if (!customElements.get('hand-task')) customElements.define('hand-task', HandTask);
