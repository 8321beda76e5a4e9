/** All numbers of the figure as tab-separated text, every digit: pastes into a spreadsheet. */
import type { AttentionTrace, Matrix } from '../../engine/types.ts';
import { messages } from '../../messages/index.ts';
import { pythonFloat } from '../shared/python.ts';
import type { FigureNumbers } from './numbers.ts';

const text = messages.figure;

const clean = (name: string) => name.replace(/\s+/g, ' ');

function block(
  name: string,
  rows: readonly string[],
  cols: readonly string[],
  at: (r: number, c: number) => number,
) {
  return [
    [name, ...cols.map(clean)].join('\t'),
    ...rows.map((row, r) => [clean(row), ...cols.map((_, c) => pythonFloat(at(r, c)))].join('\t')),
  ].join('\n');
}

export function toTable(numbers: FigureNumbers, trace: AttentionTrace): string {
  const { queries, keys } = numbers;
  const components = (width: number) =>
    Array.from({ length: width }, (_, c) => messages.inputs.component(c));
  const given = (name: 'q' | 'k' | 'v', rows: readonly string[]) =>
    block(
      name.toUpperCase(),
      rows,
      components(numbers[name][0]?.length ?? 0),
      (r, c) => numbers[name][r]?.[c] ?? Number.NaN,
    );
  const computed = (
    name: 'raw' | 'scaled' | 'masked' | 'weights' | 'output',
    cols: readonly string[],
  ) => {
    const matrix: Matrix = trace[name];
    return block(name, queries, cols, (r, c) => matrix.data[r * matrix.cols + c] ?? Number.NaN);
  };
  return [
    given('q', queries),
    given('k', keys),
    given('v', keys),
    computed('raw', keys),
    computed('scaled', keys),
    computed('masked', keys),
    computed('weights', keys),
    block(
      text.perRow,
      queries,
      [text.rowSum, text.effectiveKeys],
      (r, c) => (c === 0 ? trace.rowSums : trace.spread)[r] ?? Number.NaN,
    ),
    computed('output', components(trace.output.cols)),
  ].join('\n\n');
}
