/** <memory-figure>: the bytes of the scores for two settings, side by side, and how many times more the second takes. */
import { css, html, nothing, type PropertyValues, svg } from 'lit';
import type { Bytes, Engine, ScoreCost } from '../../../engine/types.ts';
import { formatNumber, numberFormat, whole } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { readNumber, renaming } from '../../shared/number-field.ts';
import { printLine } from '../../shared/python.ts';
import { typed } from '../../shared/settings.ts';
import { partStyles } from './parts.ts';

const text = messages.build.memory;
const FIELDS = ['batch', 'heads', 'n', 'elementBytes'] as const;
type Field = (typeof FIELDS)[number];
/** What `cache` calls the fields that go into it. */
const OF_CACHE: Readonly<Record<string, Field>> = { layers: 'batch', kvHeads: 'heads' };
/** Which of the two settings that are compared. */
type Which = 0 | 1;
const BOTH = [0, 1] as const;
type Name = `${Field}${1 | 2}`;

const START: Readonly<Record<Field, string>> = {
  ...{ batch: '1', heads: '8', n: '2048', elementBytes: '2' },
};
const nameOf = (field: Field, which: Which): Name => `${field}${which === 0 ? 1 : 2}`;
const SETTINGS = Object.fromEntries(
  BOTH.flatMap((which) =>
    FIELDS.map((field) => [nameOf(field, which), typed(START[field])] as const),
  ),
);
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

export class MemoryFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
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

  /** The last that the core gave. */
  #answers: readonly [Answer, Answer] | undefined;

  override readonly title_ = text.title;
  override readonly tryThis = text.tryThis;

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    this.#answers =
      this.attempt(() => [this.#answer(engine, 0), this.#answer(engine, 1)] as const) ??
      this.#answers;
  }

  #typed(field: Field, which: Which): string {
    return (this as unknown as Readonly<Record<Name, string>>)[nameOf(field, which)];
  }

  #answer(engine: Engine, which: Which): Answer {
    const number = (field: Field) =>
      readNumber(engine, nameOf(field, which), this.#typed(field, which));
    const sizes = {
      batch: number('batch'),
      heads: number('heads'),
      n: number('n'),
      elementBytes: number('elementBytes'),
    };
    // Each size of the core is one of the fields of this setting.
    const fieldOf = (name: string) => nameOf(OF_CACHE[name] ?? (name as Field), which);
    return renaming(fieldOf, () => answerOf(engine, sizes));
  }

  protected override picture(engine: Engine) {
    const answers = this.#answers;
    return html`<div class="settings">
        ${BOTH.map(
          (which) => html`<fieldset data-setting=${which}>
            <legend>${text.settings[which]}</legend>
            <div class="row">
              ${FIELDS.map((field) => this.field(nameOf(field, which), text.fields[field]))}
            </div>
            ${
              answers
                ? html`<p class="big" data-mib>${text.scores(
                    whole.format(answers[which].scores.entries),
                    whole.format(answers[which].scores.bytes),
                    mib(answers[which].scores),
                  )}</p>`
                : nothing
            }
          </fieldset>`,
        )}
      </div>
      ${
        answers
          ? html`<p role="status" class="status big">${this.#ratio(engine, answers)}</p>
              ${this.#squares(answers)}`
          : nothing
      }`;
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
    const answers = this.#answers;
    if (!answers) return [];
    const [a, b] = answers;
    return [
      ...answers.map(({ sizes, scores, linear }, i) =>
        text.says(
          text.settings[i as 0 | 1],
          { ...sizes, batch: whole.format(sizes.batch), n: whole.format(sizes.n) },
          whole.format(scores.entries),
          mib(scores),
          mib(linear),
          HEAD_WIDTH,
        ),
      ),
      this.#ratio(engine, [a, b]),
      text.mask,
    ];
  }

  protected override data(): readonly DataTable[] {
    const answers = this.#answers;
    if (!answers) return [];
    const of = (get: (one: Answer) => string) => answers.map(get);
    return [
      {
        caption: text.data,
        head: ['', ...text.settings],
        rows: [
          ...FIELDS.map((field) => [
            text.fields[field],
            ...of(({ sizes }) => whole.format(BigInt(sizes[field]))),
          ]),
          [text.numbers, ...of(({ scores }) => whole.format(scores.entries))],
          [text.bytes, ...of(({ scores }) => whole.format(scores.bytes))],
          [text.mib, ...of(({ scores }) => mib(scores))],
          [text.mb, ...of(({ scores }) => formatNumber(scores.mb, 2))],
          [text.linear(HEAD_WIDTH), ...of(({ linear }) => mib(linear))],
        ],
      },
    ];
  }

  protected override program() {
    const answers = this.#answers;
    if (!answers) return undefined;
    const sizesOf = ({ sizes }: Answer) => `(${FIELDS.map((field) => sizes[field]).join(', ')})`;
    const both = (name: string, expression: string) =>
      printLine(name, `*(${expression} for batch, heads, n, element_bytes in both)`);
    const whole = (expression: string) => `f"{${expression}:,}"`;
    const entries = 'batch * heads * n * n';
    const bytes = `${entries} * element_bytes`;
    return [
      `both = [${answers.map(sizesOf).join(', ')}]  # batch, heads, tokens, bytes of a number`,
      '',
      '',
      'def mib(count):',
      '    value = count / 2**20',
      '    return f"{value:,.{3 if value < 10 else 1}f}"',
      '',
      '',
      `print(${JSON.stringify(text.data)})`,
      both(text.fields.batch, whole('batch')),
      both(text.fields.heads, whole('heads')),
      both(text.fields.n, whole('n')),
      both(text.fields.elementBytes, whole('element_bytes')),
      both(text.numbers, whole(entries)),
      both(text.bytes, whole(bytes)),
      both(text.mib, `mib(${bytes})`),
      both(text.mb, `f"{${bytes} / 10**6:.2f}"`),
      both(text.linear(HEAD_WIDTH), `mib(2 * batch * heads * ${HEAD_WIDTH} * n * element_bytes)`),
      '',
    ].join('\n');
  }
}

function answerOf(engine: Engine, sizes: Answer['sizes']): Answer {
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

/** MiB as people read them: 1,024 and not 1.02e3. */
const mib = ({ mib: value }: Bytes) =>
  numberFormat({ maximumFractionDigits: value < 10 ? 3 : 1 }).format(value);

const times = (value: number) => numberFormat({ maximumSignificantDigits: 4 }).format(value);

if (!customElements.get('memory-figure')) customElements.define('memory-figure', MemoryFigure);
