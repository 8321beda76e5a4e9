/** <ticket-run>: the steps of the listing, run in the core: every matrix with its shape. */
import { html } from 'lit';
import type { AttentionTrace, Engine, Projections } from '../../../engine/types.ts';
import { formatVector } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { floatRows, NUMPY, printTables, pythonRows, SOFTMAX } from '../../shared/python.ts';
import { onOff } from '../../shared/settings.ts';
import { counted, panel, partStyles, rowOf, tableOf } from './parts.ts';
import { ticket, tokens } from './ticket.ts';

const text = messages.build.run;
const SETTINGS = { causal: onOff(false) };

export class TicketRun extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [...LessonFigure.styles, partStyles];

  declare causal: boolean;

  override readonly title_ = text.title;
  override readonly tryThis = text.tryThis;

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

  protected override program() {
    const given = (name: string, rows: (typeof ticket)[keyof typeof ticket]) =>
      pythonRows(name, 'np.array', floatRows(rows));
    return [
      NUMPY,
      `# tokens: ${tokens.join(', ')}`,
      given('x', ticket.x),
      given('w_q', ticket.wq),
      given('w_k', ticket.wk),
      given('w_v', ticket.wv),
      'q, k, v = x @ w_q, x @ w_k, x @ w_v',
      '',
      SOFTMAX,
      'raw = q @ k.T',
      'scaled = raw / np.sqrt(k.shape[1])',
      ...(this.causal
        ? [
            'later = np.triu(np.ones(raw.shape, dtype=bool), k=1)  # True: may not read',
            'weights = softmax(np.where(later, -np.inf, scaled))',
          ]
        : ['weights = softmax(scaled)']),
      'output = weights @ v',
      '',
      printTables([
        [text.names.q, 'q'],
        [text.names.k, 'k'],
        [text.names.v, 'v'],
        [text.names.output, 'output'],
        [text.names.raw, 'raw'],
        [text.names.scaled, 'scaled'],
        [text.names.weights, 'weights'],
      ]),
    ].join('\n');
  }
}

if (!customElements.get('ticket-run')) customElements.define('ticket-run', TicketRun);
