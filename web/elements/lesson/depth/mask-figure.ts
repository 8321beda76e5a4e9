/** <mask-figure>: a mask to paint, what each event then reads, and the mask as each library wants it. */
import { css, html, type PropertyValues } from 'lit';
import type { AttentionTrace, Engine, Matrix } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import '../../grid/mask-grid.ts';
import '../../grid/matrix-view.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { flagRows, pythonRows } from '../../shared/python.ts';
import { oneOf, onOff, painted } from '../../shared/settings.ts';
import { encodingOf, type Mask, sameMask, sharedRow, tensor } from './encodings.ts';
import { inputsOf, PADDED, SOFTMAX } from './session.ts';

const text = messages.depth.mask;
const NAMES = text.events;
const N = NAMES.length;
const PADDING = 3;
const STARTS = ['open', 'causal', 'padding', 'both'] as const;
type Start = (typeof STARTS)[number];

const SETTINGS = {
  start: oneOf(STARTS, 'both'),
  painted: painted(N, N),
  zero: onOff(false),
  wrong: onOff(false),
};

export class MaskFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [
    ...LessonFigure.styles,
    css`
      .panels > section {
        min-width: 0;
        max-width: 100%;
      }
      .settings {
        align-items: start;
      }
      .encodings {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 15.5rem), 1fr));
        gap: 0.75rem 1.25rem;
      }
      .encodings h6 {
        margin: 0;
        font-size: 0.875rem;
        font-weight: 600;
      }
      .encodings p {
        margin: 0;
        font-size: 0.875rem;
        color: var(--_muted);
      }
      pre {
        margin: 0.3rem 0 0;
        padding: 0.5rem 0.65rem;
        overflow-x: auto;
        border: 1px solid var(--_line);
        border-radius: 0.4rem;
        font:
          0.8125rem / 1.45 ui-monospace,
          SFMono-Regular,
          menlo,
          consolas,
          monospace;
      }
      h5 {
        margin: 1rem 0 0.4rem;
        font-size: 0.9375rem;
      }
      .note {
        margin: 0.5rem 0 0;
        font-weight: 600;
        font-size: 0.9375rem;
      }
    `,
  ];
  declare start: Start;
  /** Painted over the start; nothing before the learner paints. */
  declare painted: Mask | undefined;
  declare zero: boolean;
  declare wrong: boolean;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #trace: AttentionTrace | undefined;
  #faulty: Matrix | undefined;

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    this.attempt(() => {
      const setup = {
        ...PADDED,
        blocked: this.#mask(engine),
        emptyRow: this.zero ? ('zero' as const) : ('nan' as const),
      };
      this.#faulty = this.wrong
        ? engine.mistakes.apply('mask-polarity-inverted', setup).weights
        : undefined;
      this.#trace = engine.attention(setup);
    });
  }

  #mask(engine: Engine): Mask {
    return this.painted ?? maskOf(engine, this.start);
  }

  protected override picture(engine: Engine) {
    const mask = this.#mask(engine);
    const trace = this.#trace;
    return html`<fieldset>
        <legend>${text.start}</legend>
        <div class="row">
          ${STARTS.map((name) => html`<button type="button" aria-pressed=${this.start === name && !this.painted ? 'true' : 'false'} @click=${() => this.#begin(name)}>${text.starts[name]}</button>`)}
        </div>
      </fieldset>
      <div class="panels">
        <section>
          <h5>${text.mayRead}</h5>
          <al-mask-grid
            .label=${text.grid}
            .rowNames=${NAMES}
            .colNames=${NAMES}
            .chosen=${mask}
            @mask-edit=${this.#paint}
          ></al-mask-grid>
          <p>${text.legend}</p>
        </section>
        ${
          trace
            ? html`<section>
                <h5>${text.weights}</h5>
                <al-matrix
                  fixed
                  tone="weights"
                  .name=${'weights'}
                  .label=${text.weightsGrid}
                  .matrix=${this.#faulty ?? trace.weights}
                  .blocked=${trace.blocked}
                  .rowNames=${NAMES}
                  .colNames=${NAMES}
                ></al-matrix>
                ${this.#faulty ? html`<p>${text.wrongNow}</p>` : ''}
              </section>`
            : ''
        }
      </div>
      <div class="row settings">
        <label><input type="checkbox" name="wrong" .checked=${this.wrong} @change=${this.#switch} />${text.wrong}</label>
        <fieldset>
          <legend>${text.empty}</legend>
          <div class="row">
            ${[false, true].map((zero) => html`<label><input type="radio" name="empty" .checked=${this.zero === zero} @change=${() => (this.zero = zero)} />${zero ? text.emptyZero : text.emptyNan}</label>`)}
          </div>
        </fieldset>
      </div>
      <h5>${text.encodings}</h5>
      <div class="encodings">
        ${encoding(text.sdpa, text.sdpaAbout, tensor(mask, encodingOf('sdpa')))}
        ${encoding(text.mha, text.mhaAbout, tensor(mask, encodingOf('mha')))}
        ${encoding(text.additive, text.additiveAbout, tensor(mask, encodingOf('additive')))}
        ${encoding(text.short, text.shortAbout, shorter(engine, mask))}
      </div>`;
  }

  protected override words(engine: Engine) {
    const trace = this.#trace;
    if (!trace) return [];
    const weights = this.#faulty ?? trace.weights;
    const blocked = this.#mask(engine).flat().filter(Boolean).length;
    return [
      text.words.count(blocked, N * N),
      ...(this.#faulty ? [text.words.wrong] : []),
      NAMES.map((query, row) => {
        const line = Array.from(weights.data.subarray(row * N, (row + 1) * N));
        const read = line.flatMap((weight, col) => (weight > 0 ? [col] : []));
        if (read.length === 0) return text.words.nothing(query, formatNumber(line[0] ?? 0));
        return text.words.reads(
          query,
          read.map((col) => NAMES[col] ?? ''),
          read.map((col) => formatNumber(line[col] ?? Number.NaN)),
        );
      }).join(' '),
    ];
  }

  protected override data(): readonly DataTable[] {
    const weights = this.#faulty ?? this.#trace?.weights;
    if (!weights) return [];
    return [
      {
        caption: text.data,
        head: ['', ...NAMES],
        rows: NAMES.map((name, row) => [
          name,
          ...Array.from(weights.data.subarray(row * N, (row + 1) * N), (weight) =>
            formatNumber(weight),
          ),
        ]),
      },
    ];
  }

  #begin(start: Start): void {
    this.start = start;
    this.painted = undefined;
  }

  #paint = (event: CustomEvent<{ row: number; col: number; blocked: boolean }>) => {
    const { engine } = this;
    if (!engine) return;
    const { row, col, blocked } = event.detail;
    this.painted = this.#mask(engine).map((line, r) =>
      line.map((cell, c) => (r === row && c === col ? blocked : cell)),
    );
  };

  #switch = (event: Event) => {
    this.wrong = (event.target as HTMLInputElement).checked;
  };

  protected override program(engine: Engine): string {
    const table = pythonRows('blocked', 'np.array', flagRows(this.#mask(engine)));
    return `import numpy as np

np.set_printoptions(precision=3, suppress=True)

${inputsOf(PADDED)}
${table}  # True: may not read
${this.wrong ? 'blocked = ~blocked  # the mistake: True taken for the opposite\n' : ''}

${SOFTMAX}


weights = softmax(np.where(blocked, -np.inf, q @ k.T / np.sqrt(q.shape[1])))
${this.zero ? 'weights[blocked.all(axis=1)] = 0  # as SDPA means it\n' : ''}print(${JSON.stringify(text.data)})
print(weights)
`;
  }
}

/** The triangle is the core's; padding blocks the column of the filler. */
function maskOf(engine: Engine, start: Start): Mask {
  const triangle = engine.mayNotRead({ family: 'decoder-only', source: 0, target: N });
  const causal = start === 'causal' || start === 'both';
  const padding = start === 'padding' || start === 'both';
  return NAMES.map((_row, r) =>
    NAMES.map(
      (_col, c) => (causal && triangle.data[r * N + c] === 1) || (padding && c === PADDING),
    ),
  );
}

function shorter(engine: Engine, mask: Mask): string {
  if (!mask.flat().includes(true)) return text.none;
  if (sameMask(mask, maskOf(engine, 'causal'))) return text.causalOnly;
  const row = sharedRow(mask);
  if (row) return `${text.paddingOnly}\n${tensor([row], encodingOf('key-padding'))}]`;
  return text.noShort;
}

function encoding(name: string, about: string, code: string) {
  return html`<div>
    <h6>${name}</h6>
    <p>${about}</p>
    <pre tabindex="0" role="group" aria-label=${name}>${code}</pre>
  </div>`;
}

customElements.define('mask-figure', MaskFigure);
