/** <conventions-figure>: PyTorch's defaults one by one, each with what it gives and what it gives when it is mistaken. */
import { css, html, type PropertyValues } from 'lit';
import type { Engine } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import '../../grid/matrix-view.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { oneOf, typed } from '../../shared/settings.ts';
import { CONVENTIONS, type Convention, type Panel, type Shown, show } from './conventions.ts';
import { inputsOf, PADDED, SESSION, SOFTMAX } from './session.ts';

const text = messages.depth.conventions;
const SETTINGS = { convention: oneOf(CONVENTIONS, 'scale'), factor: typed('1') };

export class ConventionsFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [
    ...LessonFigure.styles,
    css`
      .choices {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 15.5rem), 1fr));
        gap: 0.1rem 1rem;
      }
      .choices label {
        padding: 0.2rem 0;
        font-size: 0.9375rem;
      }
      .panels {
        margin-top: 0.75rem;
      }
      .panels > section {
        min-width: 0;
        max-width: 100%;
        padding-left: 0.75rem;
        border-left: 3px solid var(--_line);
      }
      .panels > section.wrong {
        border-left-color: var(--_bad);
      }
      .panels p {
        margin: 0 0 0.35rem;
      }
      pre {
        margin: 0.25rem 0 0;
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
      .call {
        margin: 0.75rem 0 0;
        font-weight: 600;
        font-size: 0.9375rem;
      }
    `,
  ];
  declare convention: Convention;
  declare factor: string;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #shown: Shown | undefined;

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    this.#shown = this.attempt(() => show(engine, this.convention, this.factor)) ?? this.#shown;
  }

  protected override picture() {
    const shown = this.#shown;
    return html`<fieldset>
        <legend>${text.choose}</legend>
        <div class="choices">
          ${CONVENTIONS.map(
            (name) => html`<label
              ><input
                type="radio"
                name="convention"
                value=${name}
                .checked=${this.convention === name}
                @change=${() => {
                  this.convention = name;
                }}
              />
              ${text.names[name]}</label
            >`,
          )}
        </div>
      </fieldset>
      ${
        this.convention === 'scale'
          ? html`<div class="row">${this.field('factor', text.factor, { plain: true, refused: this.failure !== undefined })}</div>`
          : ''
      }
      ${
        shown
          ? html`<p class="call">${text.call}</p>
              <pre tabindex="0" role="group" aria-label=${text.call}>${shown.call}</pre>
              <div class="panels">${shown.panels.map(panel)}</div>
              <p class="hidden" role="status">${shown.said}</p>`
          : ''
      }`;
  }

  protected override words() {
    return this.#shown ? [this.#shown.said] : [];
  }

  protected override data(): readonly DataTable[] {
    return (this.#shown?.panels ?? []).map(({ head, weights, queries, keys }) => ({
      caption: text.data(head),
      head: ['', ...keys],
      rows: queries.map((query, row) => [
        query,
        ...Array.from(
          weights.data.subarray(row * weights.cols, (row + 1) * weights.cols),
          (weight) => formatNumber(weight),
        ),
      ]),
    }));
  }

  protected override program(_engine: Engine): string {
    const shown = this.#shown;
    if (!shown) return '';
    const prints = shown.panels.map(
      ({ head, numpy }) => `print(${JSON.stringify(text.data(head))})\nprint(${numpy})`,
    );
    return `import numpy as np

np.set_printoptions(precision=3, suppress=True)

${inputsOf(shown.padded ? PADDED : SESSION)}


${SOFTMAX}


${[shown.setup, ...prints].filter(Boolean).join('\n')}
`;
  }
}

function panel({ head, weights, blocked, queries, keys, kind = 'right' }: Panel) {
  return html`<section class=${kind}>
    <h5>${head}</h5>
    <p>${text[kind]}</p>
    <al-matrix
      fixed
      tone="weights"
      .name=${'weights'}
      .label=${text.grid(head)}
      .matrix=${weights}
      .blocked=${blocked}
      .rowNames=${queries}
      .colNames=${keys}
    ></al-matrix>
  </section>`;
}

customElements.define('conventions-figure', ConventionsFigure);
