/**
 * Asks what the first query reads under the causal mask before the figure shows it. The answer is judged by the trace:
 * the keys that the first query really reads, not a stored solution.
 *
 * Event `predicted` {answer}: the mask's result may be shown. Bubbling and composed.
 */
import { html, LitElement, nothing } from 'lit';
import type { AttentionTrace } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { messages } from '../../messages/index.ts';
import { controls, theme } from '../shared/styles.ts';
import { nameOf } from './describe.ts';
import { predictStyles } from './predict-causal.styles.ts';
import { type Answer, CHOICES, type Choice, isRight, keysRead } from './prediction.ts';
import type { FigureState } from './state.ts';

export class PredictCausal extends LitElement {
  static override properties = {
    state: { attribute: false },
    trace: { attribute: false },
    answer: { attribute: false },
    complaint: { state: true },
  };
  static override styles = [theme, controls, predictStyles];

  declare state: FigureState | undefined;
  declare trace: AttentionTrace | undefined;
  declare answer: Answer | undefined;
  declare complaint: string;

  constructor() {
    super();
    this.state = undefined;
    this.trace = undefined;
    this.answer = undefined;
    this.complaint = '';
  }

  /** The form that was answered is gone: the verdict takes the focus, and is read out. */
  async focusVerdict(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.verdict')?.focus();
  }

  override render() {
    const { state, trace } = this;
    if (!state || !trace) return nothing;
    return this.answer === undefined
      ? this.#question(state)
      : this.#verdict(state, trace, this.answer);
  }

  #labelOf(choice: Choice): string {
    const text = messages.predict;
    return { all: text.all, itself: text.onlyItself, later: text.later, none: text.none }[choice];
  }

  #question(state: FigureState) {
    const text = messages.predict;
    return html`<form>
      <fieldset>
        <legend>${text.question(nameOf(state.queries, 0))}</legend>
        ${CHOICES.map(
          (choice) =>
            html`<label><input type="radio" name="choice" value=${choice} />${this.#labelOf(choice)}</label>`,
        )}
      </fieldset>
      <p class="problem" role="alert">${this.complaint}</p>
      <div class="row">
        <button class="primary" type="submit" @click=${this.#commit}>${text.commit}</button>
        <button class="quiet" type="button" @click=${() => this.#done('skipped')}>${text.skip}</button>
      </div>
    </form>`;
  }

  #verdict(state: FigureState, trace: AttentionTrace, answer: Answer) {
    const text = messages.predict;
    const read = keysRead(trace);
    const because = text.because(
      nameOf(state.queries, 0),
      read.map((j) => nameOf(state.keys, j)),
      read.map((j) => formatNumber(trace.weights.data[j] ?? Number.NaN)),
    );
    const right = answer !== 'skipped' && isRight(answer, trace);
    return html`<div class="verdict" tabindex="-1">
      ${
        answer === 'skipped'
          ? nothing
          : html`<p>${text.yourAnswer(this.#labelOf(answer))} <b>${right ? text.right : text.wrong}</b></p>`
      }
      <p>${because} ${answer === 'skipped' || right ? '' : text.why[answer]}</p>
    </div>`;
  }

  // Enter in a field clicks the button too. No submit event comes where a host's sandbox allows no forms.
  #commit = (event: Event) => {
    event.preventDefault();
    const chosen = this.renderRoot.querySelector<HTMLInputElement>('input:checked')?.value as
      | Choice
      | undefined;
    if (chosen) this.#done(chosen);
    else this.complaint = messages.predict.choose;
  };

  #done(answer: Answer): void {
    this.complaint = '';
    this.dispatchEvent(
      new CustomEvent('predicted', { detail: { answer }, bubbles: true, composed: true }),
    );
  }
}

customElements.define('al-predict-causal', PredictCausal);

declare global {
  interface HTMLElementTagNameMap {
    'al-predict-causal': PredictCausal;
  }
}
