/** <context-figure>: by what factor each count of a layer grows when the context grows. */
import { html } from 'lit';
import type { Engine } from '../../../engine/types.ts';
import { formatNumber, percentFormat, whole } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { renaming } from '../../shared/number-field.ts';
import { printLine } from '../../shared/python.ts';
import { typedEach } from '../../shared/settings.ts';
import { barStyles, bars } from './bars.ts';
import { Calculator, type Numbers } from './calculator.ts';

const NAMES = ['nBefore', 'nAfter', 'dModel', 'heads', 'elementBytes'] as const;
type Name = (typeof NAMES)[number];
const SETTINGS = typedEach<Name>({
  ...{ nBefore: '1024', nAfter: '4096', dModel: '768', heads: '12', elementBytes: '2' },
});
type RowName = keyof typeof messages.practice.context.rows;

interface Row {
  readonly name: RowName;
  readonly growth: keyof typeof messages.practice.context.growth;
  readonly before: bigint;
  readonly after: bigint;
  readonly factor: number;
}

interface Result {
  readonly numbers: Numbers<Name>;
  readonly rows: readonly Row[];
  readonly shares: readonly [before: number, after: number];
  readonly mib: readonly [before: number, after: number];
}

const percent = percentFormat();

function countsAt(engine: Engine, n: number, { dModel, heads, elementBytes }: Numbers<Name>) {
  const layer = engine.cost.layer({ n, dModel });
  const scores = engine.cost.scoreBytes({ heads, n, elementBytes });
  // Keys and values of one layer, all heads side by side.
  const keys = engine.cost.cache({ headWidth: dModel, n, elementBytes });
  return { layer, scores, keys };
}

export class ContextFigure extends Calculator<Name, Result> {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [...LessonFigure.styles, barStyles];

  readonly title_ = messages.practice.context.title;
  readonly tryThis = messages.practice.context.tryThis;
  protected readonly names = NAMES;

  protected compute(engine: Engine, numbers: Numbers<Name>): Result {
    engine.cost.parameters({ dModel: numbers.dModel, heads: numbers.heads }); // refuses heads that do not divide
    const counts = (name: 'nBefore' | 'nAfter') =>
      renaming(
        (size) => ({ n: name, headWidth: 'dModel' })[size] ?? size,
        () => countsAt(engine, numbers[name], numbers),
      );
    const [before, after] = [counts('nBefore'), counts('nAfter')];
    const row = (name: RowName, growth: Row['growth'], from: bigint, to: bigint): Row => ({
      ...{ name, growth, before: from, after: to },
      factor: engine.parseNumber(`${to}/${from}`),
    });
    const [a, b] = [before.layer, after.layer];
    return {
      numbers,
      rows: [
        row('tokens', 'linear', BigInt(numbers.nBefore), BigInt(numbers.nAfter)),
        row('projections', 'linear', a.projections, b.projections),
        row('feedForward', 'linear', a.feedForward, b.feedForward),
        row('scoresAndMix', 'quadratic', a.scoresAndMix, b.scoresAndMix),
        row('total', 'both', a.total, b.total),
        row('keys', 'linear', before.keys.bytes, after.keys.bytes),
        row('scores', 'quadratic', before.scores.bytes, after.scores.bytes),
      ],
      shares: [a.share, b.share],
      mib: [before.scores.mib, after.scores.mib],
    };
  }

  protected picture() {
    const text = messages.practice.context;
    return html`
      <div class="row">
        ${this.number('nBefore', text.before)} ${this.number('nAfter', text.after)}
        ${this.number('dModel', text.dModel)} ${this.number('heads', text.heads)}
        ${this.number('elementBytes', text.elementBytes)}
      </div>
      ${
        this.result &&
        bars(
          text.chart,
          this.result.rows.map(({ name, growth, factor }) => ({
            name: text.rows[name],
            size: factor,
            shown: text.times(formatNumber(factor, 2)),
            ...(growth !== 'linear' && { note: text.growth[growth] }),
          })),
        )
      }
    `;
  }

  #factor(of: RowName): string {
    const found = this.result?.rows.find(({ name }) => name === of);
    return formatNumber(found?.factor ?? Number.NaN, 2);
  }

  protected words() {
    const text = messages.practice.context;
    const { result } = this;
    if (!result) return [];
    const [shareBefore, shareAfter] = result.shares.map(percent);
    const [mibBefore, mibAfter] = result.mib.map((one) => formatNumber(one, 2));
    return [
      text.words(this.#factor('tokens'), this.#factor('total'), this.#factor('scores')),
      text.wordsShare(shareBefore ?? '', shareAfter ?? ''),
      text.wordsMemory(mibBefore ?? '', mibAfter ?? ''),
    ];
  }

  protected data(): DataTable[] {
    const text = messages.practice.context;
    const { result } = this;
    if (!result) return [];
    const [tokens] = result.rows;
    return [
      {
        caption: text.caption,
        head: [
          text.count,
          text.beforeHead(whole.format(tokens?.before ?? 0n)),
          text.beforeHead(whole.format(tokens?.after ?? 0n)),
          text.factor,
        ],
        rows: result.rows.map(({ name, before, after, factor }) => [
          text.rows[name],
          whole.format(before),
          whole.format(after),
          formatNumber(factor, 2),
        ]),
      },
    ];
  }

  protected override program() {
    if (!this.result) return undefined;
    const { nBefore, nAfter, dModel, heads, elementBytes } = this.result.numbers;
    const { caption, rows } = messages.practice.context;
    const line = (name: RowName, count: string) =>
      printLine(rows[name], `grows(lambda n: ${count})`);
    return [
      `before, after = ${nBefore}, ${nAfter}`,
      `d, heads, element_bytes = ${dModel}, ${heads}, ${elementBytes}`,
      '',
      '',
      'def grows(count):',
      '    return f"{count(before):,} {count(after):,} {count(after) / count(before):.2f}"',
      '',
      '',
      `print(${JSON.stringify(caption)})`,
      line('tokens', 'n'),
      line('projections', '4 * n * d * d'),
      line('feedForward', '8 * n * d * d'),
      line('scoresAndMix', '2 * n * n * d'),
      line('total', '12 * n * d * d + 2 * n * n * d'),
      line('keys', '2 * n * d * element_bytes'),
      line('scores', 'heads * n * n * element_bytes'),
      '',
    ].join('\n');
  }
}

customElements.define('context-figure', ContextFigure);
