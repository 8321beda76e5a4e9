/**
 * <line-chart>: lines over a common axis, drawn as SVG, each named at its end and told apart by dashes as well as colour.
 * It is a picture: the figure around it gives the same numbers as words and as a table.
 */
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { html, LitElement, svg } from 'lit';
import { theme } from '../shared/styles.ts';
import { chartStyles } from './chart.styles.ts';

export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** A vertical or horizontal line with a name. */
export interface Mark {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly name: string;
}

/** Wide: names at the ends of the lines. Narrow, as on a phone: names below, so that the text keeps its size. */
const WIDE = { width: 640, height: 320, left: 60, right: 120, ticks: 6 };
const NARROW = { width: 340, height: 290, left: 58, right: 26, ticks: 4 };
const NARROW_BELOW_PX = 400;
const TOP = 16;
const BOTTOM = 48;
const NAME_LINE = 20;
/** Of lines, as chart.styles.ts has them. */
const STYLES = 5;

export class LineChart extends LitElement {
  static override properties = {
    label: { type: String },
    lines: { attribute: false },
    marks: { attribute: false },
    points: { attribute: false },
    xName: { attribute: false },
    yName: { attribute: false },
    xLog: { type: Boolean },
    yLog: { type: Boolean },
    format: { attribute: false },
    formatX: { attribute: false },
    domainY: { attribute: false },
    narrow: { state: true },
  };
  static override styles = [theme, chartStyles];

  /** What the chart is, for a screen reader. */
  declare label: string;
  declare lines: readonly Line[];
  declare marks: readonly Mark[];
  /** Where the reader is now. */
  declare points: readonly (readonly [x: number, y: number])[];
  declare xName: string;
  declare yName: string;
  declare xLog: boolean;
  declare yLog: boolean;
  /** Numbers on the axes. */
  declare format: (value: number) => string;
  declare formatX: ((value: number) => string) | undefined;
  /** [least, most]; from the lines when it is left out. */
  declare domainY: readonly [number, number] | undefined;
  declare narrow: boolean;

  #sizes = new ResizeObserver(([entry]) => {
    const width = entry?.contentRect.width ?? 0;
    if (width > 0) this.narrow = width < NARROW_BELOW_PX;
  });

  constructor() {
    super();
    this.label = '';
    this.lines = [];
    this.marks = [];
    this.points = [];
    this.xName = '';
    this.yName = '';
    this.xLog = false;
    this.yLog = false;
    this.format = String;
    this.formatX = undefined;
    this.domainY = undefined;
    this.narrow = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  override render() {
    const all = this.lines.flatMap((one) => one.points);
    if (all.length === 0) return html``;
    const span = (of: readonly number[]): [number, number] => [Math.min(...of), Math.max(...of)];
    const layout = this.narrow ? NARROW : WIDE;
    const [left, right] = [layout.left, layout.width - layout.right];
    const [bottom, top] = [layout.height - BOTTOM, TOP];
    const below = this.narrow ? NAME_LINE * this.lines.length : 0;
    const [low, high] = span(all.map(([, y]) => y));
    const [least, most] = this.domainY ?? [this.yLog ? low : Math.min(0, low), high];
    const x = (this.xLog ? scaleLog().base(2) : scaleLinear())
      .domain(span(all.map(([at]) => at)))
      .range([left, right]);
    const y = (this.yLog ? scaleLog().base(2) : scaleLinear())
      .domain([least, most])
      .range([bottom, top]);
    const path = line<readonly [number, number]>()
      .x(([at]) => x(at))
      .y(([, value]) => y(value));
    const xTicks = x.ticks(layout.ticks);
    const yTicks = y.ticks(5);
    const formatX = this.formatX ?? this.format;
    return html`<svg viewBox="0 0 ${layout.width} ${layout.height + below}" role="img" aria-label=${this.label}>
      ${yTicks.map(
        (
          value,
        ) => svg`<line class="grid" x1=${left} x2=${right} y1=${y(value)} y2=${y(value)}></line>
          <text class="tick" x=${left - 8} y=${y(value)} dy="0.32em" text-anchor="end">${this.format(value)}</text>`,
      )}
      ${xTicks.map(
        (
          value,
        ) => svg`<line class="axis" x1=${x(value)} x2=${x(value)} y1=${bottom} y2=${bottom + 4}></line>
          <text class="tick" x=${x(value)} y=${bottom + 18} text-anchor="middle">${formatX(value)}</text>`,
      )}
      <line class="axis" x1=${left} x2=${right} y1=${bottom} y2=${bottom}></line>
      <text class="name" x=${(left + right) / 2} y=${layout.height - 8} text-anchor="middle">${this.xName}</text>
      <text class="name" x="14" y=${(top + bottom) / 2} text-anchor="middle" transform="rotate(-90 14 ${(top + bottom) / 2})">${this.yName}</text>
      ${this.marks.map((mark) =>
        mark.axis === 'x'
          ? svg`<line class="mark" x1=${x(mark.at)} x2=${x(mark.at)} y1=${top} y2=${bottom}></line>
              <text class="tick" x=${x(mark.at) + (x(mark.at) > (left + right) / 2 ? -5 : 5)} y=${top + 10} text-anchor=${x(mark.at) > (left + right) / 2 ? 'end' : 'start'}>${mark.name}</text>`
          : svg`<line class="mark" x1=${left} x2=${right} y1=${y(mark.at)} y2=${y(mark.at)}></line>
              <text class="tick" x=${left + 5} y=${y(mark.at) - 5}>${mark.name}</text>`,
      )}
      ${this.lines.map((one, i) => svg`<path class="line l${i % STYLES}" d=${path(one.points) ?? ''}></path>`)}
      ${
        this.narrow
          ? this.lines.map(({ name }, i) => {
              const at = layout.height + NAME_LINE * (i + 0.5);
              return svg`<path class="line l${i % STYLES}" d="M${left} ${at}h36"></path>
                <text class="end e${i % STYLES}" x=${left + 44} y=${at} dy="0.32em">${name}</text>`;
            })
          : this.#ends(y).map(
              ({ name, at, i }) =>
                svg`<text class="end e${i % STYLES}" x=${right + 6} y=${at} dy="0.32em">${name}</text>`,
            )
      }
      ${this.points.map(([at, value]) => svg`<circle class="here" cx=${x(at)} cy=${y(value)} r="5"></circle>`)}
    </svg>`;
  }

  /** Names at the ends of their lines, moved apart where they would lie on each other. */
  #ends(y: (value: number) => number) {
    const GAP = 15;
    const ends = this.lines
      .map((one, i) => ({ name: one.name, at: y(one.points.at(-1)?.[1] ?? 0), i }))
      .sort((a, b) => a.at - b.at);
    for (let i = 1; i < ends.length; i++) {
      const [above, here] = [ends[i - 1], ends[i]];
      if (above && here && here.at - above.at < GAP) here.at = above.at + GAP;
    }
    return ends;
  }
}

if (!customElements.get('line-chart')) customElements.define('line-chart', LineChart);
