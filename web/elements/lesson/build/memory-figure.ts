/** <memory-figure>: the bytes of the scores for two settings, side by side, and how many times more the second takes. */
import { css, html, svg } from 'lit';
import type { Bytes, Engine, ScoreCost } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure } from '../../shared/lesson-figure.ts';
import { partStyles } from './parts.ts';

const text = messages.build.memory;
const FIELDS = ['batch', 'heads', 'n', 'elementBytes'] as const;
type Field = (typeof FIELDS)[number];
type Typed = Readonly<Record<Field, string>>;

const START: Typed = { batch: '1', heads: '8', n: '2048', elementBytes: '2' };
/** The width of a head, for keys and values. */
const HEAD_WIDTH = 64;

interface Answer {
  readonly sizes: Readonly<Record<Field, number>>;
  readonly scores: ScoreCost;
  /** Keys and values of the batch. */
  readonly linear: Bytes;
}

const BOX = 150;
const STEP = 4;
const MOST_DRAWN = 16;

const whole = (value: bigint) => value.toLocaleString('en');

export class MemoryFigure extends LessonFigure {
  static override properties = {
    ...LessonFigure.properties,
    typed: { state: true },
    answers: { state: true },
    refused: { state: true },
  };
  static override styles = [
    ...LessonFigure.styles,
    partStyles,
    css`
      .settings {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem 2.5rem;
      }
      .settings fieldset {
        flex: 1 1 17rem;
        max-width: 30rem;
      }
      .settings input[type='number'] {
        width: 5.75rem;
      }
      .settings .row {
        margin: 0.25rem 0;
      }
      .sheets {
        display: flex;
        flex-wrap: wrap;
        gap: 1rem 2.5rem;
        align-items: end;
      }
      .sheets > div {
        width: 14rem;
      }
      .sheets p {
        margin: 0.25rem 0 0;
        font-size: 0.875rem;
      }
      .sheet {
        fill: var(--_paper);
        stroke: var(--_accent);
      }
      .front {
        fill: color-mix(in oklab, var(--_accent) 22%, var(--_paper));
        stroke: var(--_accent);
        stroke-width: 1.5;
      }
      .big {
        font-size: 1.0625rem;
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  declare typed: readonly [Typed, Typed];
  /** Where there is a refusal: the setting that it is of. */
  declare refused: 0 | 1;
  /** The last that the core gave. */
  declare answers: readonly [Answer, Answer] | undefined;

  constructor() {
    super();
    this.typed = [START, START];
    this.answers = undefined;
    this.refused = 0;
  }

  override readonly title_ = text.title;
  override readonly tryThis = text.tryThis;

  protected override reset(): void {
    this.typed = [START, START];
    this.answers = undefined;
    this.refused = 0;
  }

  #answer(engine: Engine, typed: Typed): Answer {
    const number = (field: Field) =>
      typed[field].trim() === '' ? Number.NaN : Number(typed[field]);
    const sizes = {
      batch: number('batch'),
      heads: number('heads'),
      n: number('n'),
      elementBytes: number('elementBytes'),
    };
    const scores = engine.cost.scoreBytes(sizes);
    // A batch of sequences is counted as layers are: so many caches.
    const linear = engine.cost.cache({
      layers: sizes.batch,
      kvHeads: sizes.heads,
      headWidth: HEAD_WIDTH,
      n: sizes.n,
      elementBytes: sizes.elementBytes,
    });
    return { sizes, scores, linear };
  }

  #current(engine: Engine): readonly [Answer, Answer] {
    return this.answers ?? [this.#answer(engine, START), this.#answer(engine, START)];
  }

  #type(engine: Engine, which: 0 | 1, field: Field, value: string): void {
    const [a, b] = this.typed;
    this.typed = which === 0 ? [{ ...a, [field]: value }, b] : [a, { ...b, [field]: value }];
    const [first, second] = this.typed;
    const next = this.attempt(() => {
      this.refused = 0;
      const answer = this.#answer(engine, first);
      this.refused = 1;
      return [answer, this.#answer(engine, second)] as const;
    });
    if (next) this.answers = next;
  }

  protected override picture(engine: Engine) {
    const answers = this.#current(engine);
    return html`<div class="settings">
        ${([0, 1] as const).map(
          (which) => html`<fieldset data-setting=${which}>
            <legend>${text.settings[which]}</legend>
            <div class="row">
              ${FIELDS.map(
                (field) => html`<label>
                  ${text.fields[field]}
                  <input
                    type="number"
                    step="1"
                    aria-invalid=${this.failure?.where?.name === field && this.refused === which ? 'true' : 'false'}
                    .value=${this.typed[which][field]}
                    @input=${(event: InputEvent) =>
                      this.#type(engine, which, field, (event.target as HTMLInputElement).value)}
                  />
                </label>`,
              )}
            </div>
            <p class="big" data-mib>${text.scores(
              whole(answers[which].scores.entries),
              whole(answers[which].scores.bytes),
              mib(answers[which].scores),
            )}</p>
          </fieldset>`,
        )}
      </div>
      <p role="status" class="status big">${this.#ratio(engine, answers)}</p>
      ${this.#squares(answers)}`;
  }

  #ratio(engine: Engine, [a, b]: readonly [Answer, Answer]): string {
    if (a.scores.bytes === 0n) return text.nothing;
    const ratio = (to: Bytes, from: Bytes) =>
      from.bytes === 0n ? '–' : times(engine.parseNumber(`${to.bytes}/${from.bytes}`));
    return text.ratio(ratio(b.scores, a.scores), ratio(b.linear, a.linear));
  }

  /** A sheet for each head of each example, its side drawn in proportion to the number of tokens. */
  #squares(answers: readonly [Answer, Answer]) {
    const longest = Math.max(...answers.map(({ sizes }) => sizes.n), 1);
    const width = BOX + STEP * MOST_DRAWN + 4;
    return html`<div class="sheets">
      ${answers.map(({ sizes }, i) => {
        const side = (BOX * sizes.n) / longest;
        const all = sizes.batch * sizes.heads;
        const sheets = Math.min(all, MOST_DRAWN);
        const name = text.settings[i as 0 | 1];
        const height = side + STEP * sheets + 4;
        return html`<div>
          <svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${text.picture(name)}>
            ${Array.from({ length: sheets }, (_, sheet) => {
              const back = (sheets - 1 - sheet) * STEP;
              return svg`<rect class=${back === 0 ? 'front' : 'sheet'} x=${back + 2} y=${height - 2 - side - back} width=${side} height=${side}></rect>`;
            })}
          </svg>
          <p>${name}: ${text.sheets(all, sheets)}</p>
        </div>`;
      })}
    </div>`;
  }

  protected override words(engine: Engine): readonly string[] {
    const answers = this.#current(engine);
    const [a, b] = answers;
    return [
      ...answers.map(({ sizes, scores, linear }, i) =>
        text.says(
          text.settings[i as 0 | 1],
          sizes,
          whole(scores.entries),
          mib(scores),
          mib(linear),
          HEAD_WIDTH,
        ),
      ),
      this.#ratio(engine, [a, b]),
      text.mask,
    ];
  }

  protected override data(engine: Engine): readonly DataTable[] {
    const answers = this.#current(engine);
    const of = (get: (one: Answer) => string) => answers.map(get);
    return [
      {
        caption: text.data,
        head: ['', ...text.settings],
        rows: [
          ...FIELDS.map((field) => [
            text.fields[field],
            ...of(({ sizes }) => whole(BigInt(sizes[field]))),
          ]),
          [text.numbers, ...of(({ scores }) => whole(scores.entries))],
          [text.bytes, ...of(({ scores }) => whole(scores.bytes))],
          [text.mib, ...of(({ scores }) => mib(scores))],
          [text.mb, ...of(({ scores }) => formatNumber(scores.mb, 2))],
          [text.linear(HEAD_WIDTH), ...of(({ linear }) => mib(linear))],
        ],
      },
    ];
  }
}

/** MiB as people read them: 1,024 and not 1.02e3. */
const mib = ({ mib: value }: Bytes) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 3 : 1 });

const times = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 4 });

if (!customElements.get('memory-figure')) customElements.define('memory-figure', MemoryFigure);
