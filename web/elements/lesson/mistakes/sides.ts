/** The right computation beside the mistaken one: cells that read differently are ringed. */
import { html, nothing } from 'lit';
import type { BenchSetup, Engine, HeadTrace, LayerTrace, Matrix } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import type { DataTable } from '../../shared/data-table.ts';
import '../../grid/matrix-view.ts';

const text = messages.mistakes.bench;
const DIGITS = 2;
/** Heads that are drawn; the numbers of the others stand in the data. */
const MOST_HEADS = 2;

export interface Sides {
  readonly right: LayerTrace;
  readonly faulty: LayerTrace;
}

export const sidesOf = (engine: Engine, id: string, { setup }: BenchSetup): Sides => ({
  right: engine.mistakes.apply('none', setup),
  faulty: engine.mistakes.apply(id, setup),
});

const readsDifferently = (a: number | undefined, b: number | undefined) =>
  formatNumber(a ?? Number.NaN, DIGITS) !== formatNumber(b ?? Number.NaN, DIGITS);

/** Places, row * 64 + column, where two tables of one shape read differently; all where the shapes differ. */
function marksOf(one: Matrix, other: Matrix): ReadonlySet<number> {
  const same = one.rows === other.rows && one.cols === other.cols;
  const marks = new Set<number>();
  one.data.forEach((value, at) => {
    if (!same || readsDifferently(value, other.data[at]))
      marks.add(Math.floor(at / one.cols) * 64 + (at % one.cols));
  });
  return marks;
}

const names = (count: number, of: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => of(at));
const numbers = (count: number) => names(count, String);

const headWords = (heads: readonly HeadTrace[], at: number) =>
  heads.length > 1 ? text.ofHead(at) : '';

/** Heads whose weights read differently first. */
function drawnHeads({ right, faulty }: Sides): readonly number[] {
  const all = right.heads.map((_head, at) => at);
  const differs = (at: number) => {
    const [a, b] = [right.weights[at], faulty.weights[at]];
    return a && b && marksOf(b, a).size > 0 ? 0 : 1;
  };
  return all
    .sort((a, b) => differs(a) - differs(b) || a - b)
    .slice(0, MOST_HEADS)
    .sort();
}

function grid(
  tone: 'weights' | 'output',
  label: string,
  matrix: Matrix,
  more: {
    readonly blocked?: Matrix | undefined;
    readonly marks?: ReadonlySet<number>;
  },
) {
  const columns = tone === 'weights' ? names(matrix.cols, text.key) : numbers(matrix.cols);
  return html`<section>
    <h5>${label}</h5>
    <al-matrix
      fixed
      ?dense=${matrix.cols > 5}
      tone=${tone}
      .name=${tone}
      .label=${label}
      .digits=${DIGITS}
      .matrix=${matrix}
      .blocked=${more.blocked}
      .marks=${more.marks ?? new Set()}
      .rowNames=${names(matrix.rows, text.query)}
      .colNames=${columns}
    ></al-matrix>
  </section>`;
}

export function sides(both: Sides) {
  const { right, faulty } = both;
  const drawn = drawnHeads(both);
  const left = right.heads.length - drawn.length;
  const anyBlocked = right.heads.some(({ blocked }) => blocked.data.includes(1));
  return html`${drawn.map((at) => {
    const [own, other] = [right.heads[at], faulty.heads[at]];
    if (!own || !other) return nothing;
    const head = headWords(right.heads, at);
    return html`<div class="panels pair">
        ${grid('weights', text.weights(text.right, head), own.weights, { blocked: own.blocked })}
        ${grid('weights', text.weights(text.faulty, head), other.weights, {
          // What ought to be blocked, whatever the mistake makes of it.
          blocked: own.blocked,
          marks: marksOf(other.weights, own.weights),
        })}
      </div>`;
  })}
    ${left > 0 ? html`<p class="about">${text.moreHeads(left)}</p>` : nothing}
    <div class="panels pair">
      ${grid('output', text.output(text.right), right.output, {})}
      ${grid('output', text.output(text.faulty), faulty.output, { marks: marksOf(faulty.output, right.output) })}
    </div>
    <p class="about">${text.ringed}${anyBlocked ? ` ${text.blocked}` : ''}</p>`;
}

/** How many cells read differently, of how many. */
export function changedCells({ right, faulty }: Sides) {
  const count = (ours: readonly Matrix[], theirs: readonly Matrix[]) =>
    theirs.reduce((sum, matrix, at) => sum + marksOf(matrix, ours[at] ?? matrix).size, 0);
  const size = (matrices: readonly Matrix[]) =>
    matrices.reduce((sum, { data }) => sum + data.length, 0);
  return {
    weights: count(right.weights, faulty.weights),
    allWeights: size(faulty.weights),
    output: count([right.output], [faulty.output]),
    allOutput: size([faulty.output]),
  };
}

export function sidesData({ right, faulty }: Sides): readonly DataTable[] {
  const table = (caption: string, matrix: Matrix, column: (at: number) => string): DataTable => ({
    caption,
    head: ['', ...names(matrix.cols, column)],
    rows: names(matrix.rows, text.query).map((name, row) => [
      name,
      ...Array.from(matrix.data.subarray(row * matrix.cols, (row + 1) * matrix.cols), (value) =>
        formatNumber(value),
      ),
    ]),
  });
  return (
    [
      [text.right, right],
      [text.faulty, faulty],
    ] as const
  ).flatMap(([side, trace]) => [
    ...trace.weights.map((weights, at) =>
      table(text.data.weights(side, headWords(trace.heads, at)), weights, text.key),
    ),
    table(text.data.output(side), trace.output, String),
  ]);
}
