/** <ticket-run>: the steps of the listing, run in the core: every matrix with its shape. */
import { html } from 'lit';
import type { AttentionTrace, Engine, Projections } from '../../../engine/types.ts';
import { formatVector } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure } from '../../shared/lesson-figure.ts';
import { counted, panel, partStyles, rowOf, tableOf } from './parts.ts';
import { ticket, tokens } from './ticket.ts';

const text = messages.build.run;

export class TicketRun extends LessonFigure {
  static override properties = { ...LessonFigure.properties, causal: { state: true } };
  static override styles = [...LessonFigure.styles, partStyles];

  declare causal: boolean;

  constructor() {
    super();
    this.causal = false;
  }

  override readonly title_ = text.title;
  override readonly tryThis = text.tryThis;

  protected override reset(): void {
    this.causal = false;
  }

  #trace(engine: Engine): AttentionTrace & Projections {
    const projections = engine.project(ticket);
    const causal = this.causal ? 'top-left' : false;
    return { ...projections, ...engine.attention({ ...projections, causal }) };
  }

  protected override picture(engine: Engine) {
    const trace = this.#trace(engine);
    const two = counted(2);
    return html`<div class="row">
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
      <div class="panels">
        ${panel(text.names.q, trace.q, 'scores', tokens, two)}
        ${panel(text.names.k, trace.k, 'scores', tokens, two)}
        ${panel(text.names.v, trace.v, 'output', tokens, two)}
        ${panel(text.names.raw, trace.raw, 'scores', tokens, tokens)}
        ${panel(text.names.scaled, trace.scaled, 'scores', tokens, tokens)}
        ${panel(text.names.weights, trace.weights, 'weights', tokens, tokens, { blocked: trace.blocked })}
        ${panel(text.names.output, trace.output, 'output', tokens, two)}
      </div>`;
  }

  protected override words(engine: Engine): readonly string[] {
    const { weights, output } = this.#trace(engine);
    return [
      this.causal ? text.masked : text.open,
      ...tokens.map((token, i) =>
        text.row(token, formatVector(rowOf(weights, i)), formatVector(rowOf(output, i))),
      ),
    ];
  }

  protected override data(engine: Engine): readonly DataTable[] {
    const trace = this.#trace(engine);
    const two = counted(2);
    return [
      ...(['q', 'k', 'v', 'output'] as const).map((name) =>
        tableOf(text.names[name], trace[name], tokens, two),
      ),
      ...(['raw', 'scaled', 'weights'] as const).map((name) =>
        tableOf(text.names[name], trace[name], tokens, tokens),
      ),
    ];
  }
}

if (!customElements.get('ticket-run')) customElements.define('ticket-run', TicketRun);
