/** <share-figure>: how much of a layer's work the n x n part takes, by number of tokens and width. */
import { css, html, type PropertyValues } from 'lit';
import type { Engine, LayerCost, ScoreCost } from '../../../engine/types.ts';
import { messages } from '../../../messages/index.ts';
import '../../chart/line-chart.ts';
import { numberFormat, percentFormat, whole } from '../../../format/number.ts';
import type { Line } from '../../chart/line-chart.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { readNumber } from '../../shared/number-field.ts';
import { printLine } from '../../shared/python.ts';
import { typed } from '../../shared/settings.ts';

const text = messages.concept.share;
const SETTINGS = { n: typed('4096'), dModel: typed('1024') };
/** Widths of well-known sizes, for comparison. */
const WIDTHS = [768, 4096];
const PARTS = ['projections', 'feedForward', 'scoresAndMix'] as const;

const percent = percentFormat(1);
const axisPercent = percentFormat();
const mib = numberFormat({ maximumSignificantDigits: 4 });

interface Sizes {
  readonly n: number;
  readonly dModel: number;
}

interface Shown extends Sizes {
  readonly cost: LayerCost;
  readonly scores: ScoreCost;
  readonly lines: readonly Line[];
  /** The shares at n, for each line's width. */
  readonly shares: readonly { readonly width: number; readonly cost: LayerCost }[];
}

export class ShareFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [
    ...LessonFigure.styles,
    css`
      .bar {
        display: flex;
        gap: 2px;
        max-width: 46rem;
        margin: 0.75rem 0 0.25rem;
        padding: 0;
        list-style: none;
        font-size: 0.875rem;
      }
      .bar li {
        flex: 1 1 0;
        min-width: 2px;
      }
      .bar span {
        display: block;
        height: 1.1rem;
        border: 1px solid var(--_edge);
      }
      .projections span {
        background: var(--_line);
      }
      .feedForward span {
        background: var(--_muted);
      }
      .scoresAndMix span {
        background: var(--_accent);
      }
      .key {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.25rem;
        margin: 0;
        padding: 0;
        list-style: none;
        font-size: 0.875rem;
        color: var(--_muted);
      }
      .key span {
        display: inline-block;
        width: 0.9rem;
        height: 0.9rem;
        margin-right: 0.35rem;
        border: 1px solid var(--_edge);
        vertical-align: -0.1rem;
      }
      :is(.bar, .key) span {
        forced-color-adjust: none; /* the colours are the key */
      }
    `,
  ];
  declare n: string;
  declare dModel: string;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #shown: Shown | undefined;

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    this.#shown = this.attempt(() => this.#compute(engine)) ?? this.#shown;
  }

  /** Set from script: the page's policy allows no style attribute. */
  override updated(): void {
    for (const part of PARTS) {
      const bar = this.renderRoot.querySelector<HTMLElement>(`.bar .${part}`);
      bar?.style.setProperty('flex-grow', String(this.#shown?.cost[part] ?? 0));
    }
  }

  #compute(engine: Engine): Shown {
    const n = readNumber(engine, 'n', this.n);
    const dModel = readNumber(engine, 'dModel', this.dModel);
    const cost = engine.cost.layer({ n, dModel });
    const widths = [dModel, ...WIDTHS.filter((width) => width !== dModel)];
    const crossovers = widths.map((width) => Number(engine.cost.crossover({ dModel: width })));
    const points = lengths(Math.min(64, n), Math.max(65_536, n, 2 * (crossovers[0] ?? 0)));
    return {
      n,
      dModel,
      cost,
      scores: engine.cost.scoreBytes({ n }),
      lines: widths.map((width) => ({
        name: text.line(whole.format(width), width === dModel),
        points: points.map((at) => [at, engine.cost.layer({ n: at, dModel: width }).share]),
      })),
      shares: widths.map((width) => ({ width, cost: engine.cost.layer({ n, dModel: width }) })),
    };
  }

  protected override picture() {
    const shown = this.#shown;
    return html`<div class="row">${this.field('n', text.n)}${this.field('dModel', text.dModel)}</div>
      ${shown ? this.#chart(shown) : ''}`;
  }

  #chart({ n, cost, lines }: Shown) {
    const crossover = Number(cost.crossover);
    return html`<line-chart
        .label=${text.chart}
        .lines=${lines}
        .marks=${[
          { axis: 'x', at: crossover, name: text.crossover(whole.format(crossover)) },
          { axis: 'y', at: 0.5, name: text.half },
        ]}
        .points=${[[n, cost.share]]}
        .xName=${text.x}
        .yName=${text.y}
        .xLog=${true}
        .domainY=${[0, 1]}
        .format=${axisPercent}
        .formatX=${(value: number) => whole.format(value)}
      ></line-chart>
      <ul class="bar" aria-hidden="true">
        ${PARTS.map((part) => html`<li class=${part}><span></span></li>`)}
      </ul>
      <ul class="key" aria-label=${text.bar}>
        ${PARTS.map((part) => html`<li class=${part}><span></span>${text.parts[part]} ${whole.format(cost[part])}</li>`)}
      </ul>`;
  }

  protected override words() {
    const shown = this.#shown;
    if (!shown) return [];
    const { n, dModel, cost, scores } = shown;
    const crossover = Number(cost.crossover);
    const side = n < crossover ? 'below' : n > crossover ? 'above' : 'at';
    return [
      text.words.now(whole.format(n), whole.format(dModel), percent(cost.share)),
      text.words.crossover(whole.format(crossover), side),
      text.words.memory(whole.format(scores.entries), mib.format(scores.mib)),
      text.words.counted,
    ];
  }

  protected override data(): readonly DataTable[] {
    const shown = this.#shown;
    if (!shown) return [];
    return [
      {
        caption: text.data.caption,
        head: text.data.head,
        rows: [
          ...PARTS.map((part) => [text.parts[part], whole.format(shown.cost[part])]),
          [text.data.total, whole.format(shown.cost.total)],
        ],
      },
      {
        caption: text.data.shares,
        head: [text.dModel, text.y, text.half],
        rows: shown.shares.map(({ width, cost }) => [
          whole.format(width),
          percent(cost.share),
          text.crossover(whole.format(cost.crossover)),
        ]),
      },
    ];
  }

  protected override program() {
    const shown = this.#shown;
    if (!shown) return undefined;
    const { parts, data, dModel } = text;
    return [
      `n, d = ${shown.n}, ${shown.dModel}`,
      '',
      '',
      'def parts(n, d):  # multiply-adds of one layer: projections, feed-forward, n x n part',
      '    return 4 * n * d * d, 8 * n * d * d, 2 * n * n * d',
      '',
      '',
      'projections, feed_forward, square = parts(n, d)',
      `print(${JSON.stringify(data.caption)})`,
      printLine(parts.projections, 'f"{projections:,}"'),
      printLine(parts.feedForward, 'f"{feed_forward:,}"'),
      printLine(parts.scoresAndMix, 'f"{square:,}"'),
      printLine(data.total, 'f"{sum(parts(n, d)):,}"'),
      `print(${JSON.stringify(data.shares)})`,
      `for width in [${shown.shares.map(({ width }) => width).join(', ')}]:`,
      '    share = parts(n, width)[2] / sum(parts(n, width))',
      `    print(f"${dModel} {width}: {share:.1%}, half at n = {6 * width:,}")`,
      '',
    ].join('\n');
  }
}

/** Where a line of the chart is drawn: four lengths for each doubling. */
function lengths(least: number, most: number): number[] {
  const found: number[] = [];
  for (let step = 0; ; step++) {
    const at = Math.round(least * 2 ** (step / 4));
    if (at >= most) break;
    if (at !== found.at(-1)) found.push(at);
  }
  return [...found, most];
}

customElements.define('share-figure', ShareFigure);
