/**
 * <ticket-map>: the heat map of the first screen, computed live, and a way to doubt it: replace a value and see that the
 * map stays as it is while the output moves.
 *
 * Attribute `for`: id of the <attention-figure> that the map can be opened in.
 */
import { html, LitElement, nothing } from 'lit';
import { LessonError } from '../engine/error.ts';
import type { AttentionEngine, AttentionTrace } from '../engine/types.ts';
import { formatNumber, formatVector, PERCENT } from '../format/number.ts';
import { messages } from '../messages/index.ts';
import type { AttentionFigure } from './attention-figure/attention-figure.ts';
import { inputsOf, numbersOf } from './attention-figure/numbers.ts';
import { presetNamed } from './attention-figure/presets.ts';
import { stateOf, withCell } from './attention-figure/state.ts';
import './grid/matrix-view.ts';
import { sharedEngine } from './shared/engine.ts';
import { controls, theme } from './shared/styles.ts';
import { ticketStyles } from './ticket-map.styles.ts';

const given = stateOf(presetNamed('ticket'));
const DELAYED = 1;
const REFUND = 2;
// What "refund" hands over, changed: its query and its key stay, so no weight can move.
const doubted = withCell(withCell(given, 'v', REFUND, 0, '100'), 'v', REFUND, 1, '100');

export class TicketMap extends LitElement {
  static override properties = {
    for: { type: String },
    engine: { state: true },
    failure: { state: true },
    doubting: { state: true },
  };
  static override styles = [theme, controls, ticketStyles];

  declare for: string;
  declare engine: AttentionEngine | undefined;
  declare failure: LessonError | undefined;
  declare doubting: boolean;

  constructor() {
    super();
    this.for = '';
    this.engine = undefined;
    this.failure = undefined;
    this.doubting = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    sharedEngine().then(
      (engine) => {
        this.engine = engine;
      },
      (reason: unknown) => {
        if (!(reason instanceof LessonError)) throw reason;
        this.failure = reason;
      },
    );
  }

  override render() {
    const { engine } = this;
    if (this.failure) return html`<p class="problem" role="alert">${this.failure.message}</p>`;
    if (!engine) return html`<div class="space" role="status">${messages.hook.loading}</div>`;
    const traceOf = (state: typeof given) =>
      engine.attention(inputsOf(numbersOf(state, (text) => engine.parseNumber(text))));
    return this.#map(traceOf(given), this.doubting ? traceOf(doubted) : undefined);
  }

  #map(before: AttentionTrace, after: AttentionTrace | undefined) {
    const text = messages.hook;
    const { keys } = given;
    const share = before.weights.data[DELAYED * keys.length + REFUND] ?? Number.NaN;
    // Not by Intl, whose start costs the first screen of a phone a tenth of a second.
    const percent = formatNumber(100 * share, 0) + PERCENT;
    const outputOf = (trace: AttentionTrace) =>
      formatVector(
        trace.output.data.subarray(DELAYED * trace.output.cols, (DELAYED + 1) * trace.output.cols),
      );
    const query = keys[DELAYED] ?? '';
    const shown = after ?? before;
    const same =
      after?.weights.data.every((weight, i) => weight === before.weights.data[i]) ?? false;
    return html`<figure>
      <al-matrix
        fixed
        tone="weights"
        .name=${'weights'}
        .label=${text.grid}
        .matrix=${shown.weights}
        .rowNames=${keys}
        .colNames=${keys}
      ></al-matrix>
      <figcaption>
        <p>${text.caption(query, keys[REFUND] ?? '', percent)}</p>
        <p class="output" role="status">
          ${after ? text.after(query, outputOf(after), outputOf(before)) : text.before(query, outputOf(before))}
          ${same ? html`<br /><b>${text.weightsSame}</b>` : nothing}
        </p>
      </figcaption>
      <div class="row">
        <button class="primary" type="button" aria-pressed=${this.doubting ? 'true' : 'false'} @click=${() => (this.doubting = !this.doubting)}>
          ${this.doubting ? text.undoubt : text.doubt}
        </button>
        ${this.for ? html`<button type="button" @click=${this.#open}>${text.open}</button>` : nothing}
      </div>
    </figure>`;
  }

  #open = async () => {
    const figure = document.getElementById(this.for) as AttentionFigure | null;
    if (!figure) return;
    await import('./attention-figure/attention-figure.ts');
    figure.show(this.doubting ? doubted : given);
    figure.scrollIntoView({ block: 'start' });
    figure.focus();
  };
}

customElements.define('ticket-map', TicketMap);

declare global {
  interface HTMLElementTagNameMap {
    'ticket-map': TicketMap;
  }
}
