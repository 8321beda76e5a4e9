/**
 * <recall-prediction kind seed>: fresh queries and keys, and the question which key a row reads most. The learner commits
 * before the weights are shown; the core knows the answer.
 *
 * Events, bubbling and composed
 *   predicted-key {right}    the learner committed
 */
import { css, html, LitElement, nothing } from 'lit';
import { LessonError } from '../../engine/error.ts';
import type { AttentionInputs, AttentionTrace, Engine, Matrix } from '../../engine/types.ts';
import { joinWords } from '../../format/number.ts';
import { messages } from '../../messages/index.ts';
import { openStep, pageFigure } from '../exercise/open-step.ts';
import { panel, partStyles, rowOf } from '../lesson/build/parts.ts';
import { controls, theme } from '../shared/styles.ts';
import { recallStyles } from './recall.styles.ts';

const text = messages.recall.predict;
/** The page's figure in which the numbers are opened. */
const FIGURE = 'figure-attention';

export interface Prediction {
  readonly inputs: AttentionInputs;
  readonly q: Matrix;
  readonly k: Matrix;
  readonly row: number;
  readonly trace: AttentionTrace;
  /** The keys that the row reads most; several only when they tie. */
  readonly strongest: readonly number[];
}

/** The task's numbers as a question; nothing if it is not about a row of a head. */
export function predictionOf(engine: Engine, kind: string, seed: string): Prediction | undefined {
  const { inputs, sizes, matrices } = engine.exercise.make({ kind, seed });
  const given = (wanted: string) => matrices.find(({ name }) => name === wanted)?.value;
  const [q, k] = [given('q'), given('k')];
  if (!inputs || !q || !k) return undefined;
  const row = sizes.find(({ name }) => name === 'row')?.value ?? 0;
  const trace = engine.attention(inputs);
  const strongest = rowOf(trace.strongest, row).flatMap((flag, j) => (flag ? [j] : []));
  return { inputs, q, k, row, trace, strongest };
}

export class RecallPrediction extends LitElement {
  static override properties = {
    engine: { attribute: false },
    kind: { type: String },
    seed: { type: String },
    back: { type: String },
    chosen: { state: true },
    committed: { state: true },
    problem: { state: true },
  };
  static override styles = [
    theme,
    controls,
    recallStyles,
    partStyles,
    css`
      .panels {
        display: flex;
        flex-wrap: wrap;
        gap: 1rem 1.5rem;
        align-items: start;
        margin: 0.5rem 0;
      }
      /* Its table scrolls by itself. */
      .panels > div {
        max-width: 100%;
      }
      fieldset {
        border: 0;
        margin: 0.75rem 0 0.25rem;
        padding: 0;
      }
      legend {
        padding: 0;
        font-weight: 600;
      }
      :host {
        margin: 0.5rem 0;
      }
    `,
  ];

  declare engine: Engine | undefined;
  declare kind: string;
  declare seed: string;
  /** Id of the place to come back to from the figure. */
  declare back: string;
  declare chosen: number | undefined;
  declare committed: boolean;
  declare problem: string;

  #made: { readonly key: string; readonly prediction: Prediction | undefined } | undefined;

  constructor() {
    super();
    this.engine = undefined;
    this.kind = '';
    this.seed = '';
    this.back = '';
    this.chosen = undefined;
    this.committed = false;
    this.problem = '';
  }

  #prediction(engine: Engine): Prediction | undefined {
    const key = `${this.kind}/${this.seed}`;
    if (this.#made?.key !== key) {
      this.chosen = undefined;
      this.committed = false;
      this.#made = { key, prediction: predictionOf(engine, this.kind, this.seed) };
    }
    return this.#made.prediction;
  }

  override render() {
    const { engine } = this;
    if (!engine || !this.kind) return nothing;
    let prediction: Prediction | undefined;
    try {
      prediction = this.#prediction(engine);
    } catch (reason) {
      if (!(reason instanceof LessonError)) throw reason;
      return html`<p class="problem" role="alert" data-code=${reason.code}>${reason.message}</p>`;
    }
    if (!prediction) return nothing;
    const { inputs, q, k, trace, row } = prediction;
    const rows = names(trace.weights.rows, text.row);
    const keys = names(trace.weights.cols, text.key);
    const components = names(trace.shapes.k[1], String);
    return html`<div class="panels">
        ${panel(text.q, q, 'scores', rows, components)}
        ${panel(text.k, k, 'scores', keys, components)}
      </div>
      ${inputs.causal ? html`<p>${text.causal}</p>` : nothing}
      <fieldset class="choices">
        <legend>${text.question(row)}</legend>
        ${keys.map(
          (name, j) =>
            html`<label>
              <input
                type="radio"
                name="key"
                .checked=${this.chosen === j}
                ?disabled=${this.committed}
                @change=${() => {
                  this.chosen = j;
                  this.problem = '';
                }}
              />
              <span>${name}</span>
            </label>`,
        )}
      </fieldset>
      ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
      ${
        this.committed
          ? this.#result(prediction, rows, keys)
          : html`<button type="button" class="primary" @click=${() => this.#commit(prediction)}>${text.commit}</button>`
      }`;
  }

  #commit({ strongest }: Prediction): void {
    if (this.chosen === undefined) {
      this.problem = text.chooseFirst;
      this.renderRoot.querySelector('input')?.focus();
      return;
    }
    this.committed = true;
    const right = strongest.includes(this.chosen);
    this.dispatchEvent(
      new CustomEvent('predicted-key', { detail: { right }, bubbles: true, composed: true }),
    );
  }

  #result({ trace, strongest }: Prediction, rows: readonly string[], keys: readonly string[]) {
    const most = joinWords(strongest.map((j) => keys[j] ?? ''));
    const chosen = this.chosen ?? -1;
    const right = strongest.includes(chosen);
    return html`<p class="verdict">
        ${right ? text.right(most) : text.wrong(keys[chosen] ?? '', most)}
      </p>
      <div class="panels">
        ${panel(text.weights, trace.weights, 'weights', rows, keys, { blocked: trace.blocked })}
      </div>
      ${pageFigure(FIGURE) ? html`<button type="button" @click=${this.#open}>${text.open}</button>` : nothing}`;
  }

  #open = async () => {
    const figure = pageFigure(FIGURE);
    const prediction = this.#made?.prediction;
    if (!figure || !prediction) return;
    const { inputs, row, strongest } = prediction;
    await openStep(figure, inputs, { what: 'weight', row, col: strongest[0] ?? 0 }, this.back);
  };
}

const names = (count: number, name: (i: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, i) => name(i));

if (!customElements.get('recall-prediction'))
  customElements.define('recall-prediction', RecallPrediction);
