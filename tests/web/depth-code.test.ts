/** The programs of the depth's figures are run and print what the figures' tables show; their links come back in. */
import { describe, expect, test } from 'vitest';
import { CONVENTIONS } from '../../web/elements/lesson/depth/conventions.ts';
import { ConventionsFigure } from '../../web/elements/lesson/depth/conventions-figure.ts';
import { HeadsFigure } from '../../web/elements/lesson/depth/heads-figure.ts';
import { MaskFigure } from '../../web/elements/lesson/depth/mask-figure.ts';
import { PositionsFigure } from '../../web/elements/lesson/depth/positions-figure.ts';
import { PropertiesFigure } from '../../web/elements/lesson/depth/properties-figure.ts';
import { RowFigure } from '../../web/elements/lesson/depth/row-figure.ts';
import { ScaleFigure } from '../../web/elements/lesson/depth/scale-figure.ts';
import { SpreadFigure } from '../../web/elements/lesson/depth/spread-figure.ts';
import { computed, expectTables, type FigureClass } from './figure-programs.ts';

/** A sequence by hand shows what has been worked out: here all of it. */
const toTheEnd = (figure: object) => Object.assign(figure, { step: 99 });

const PAINTED = '1~~painted~1111_0000_0101_0011';
const figures: [name: string, Figure: FigureClass, ...settings: string[]][] = [
  [
    'row-figure',
    RowFigure,
    ...['', '1~~row~2', '1~~row~1~~masked~on', '1~~row~2~~masked~on~~scaled~off'],
  ],
  ['spread-figure', SpreadFigure, '', '1~~factor~2', '1~~factor~-3', '1~~factor~0'],
  ['scale-figure', ScaleFigure, '', '1~~seed~7', '1~~told~4'],
  [
    'mask-figure',
    MaskFigure,
    ...['', '1~~start~causal', '1~~start~open~~wrong~on', PAINTED],
    ...[`${PAINTED}~~zero~on`, `${PAINTED}~~zero~on~~wrong~on`],
  ],
  [
    'conventions-figure',
    ConventionsFigure,
    ...['', '1~~factor~0.25'],
    ...CONVENTIONS.slice(1).map((name) => `1~~convention~${name}`),
  ],
  [
    'heads-figure',
    HeadsFigure,
    ...['', '1~~seed~7~~heads~4', '1~~heads~1', '1~~heads~4~~forget~on'],
  ],
  [
    'positions-figure',
    PositionsFigure,
    ...['', '1~~start~77~~query~12~~shift~5~~width~16~~head~8'],
  ],
];

describe.each(figures)('%s', (_name, Figure, ...settings) => {
  test.each(settings)('"%s": the program prints the tables', (text) => {
    expect(expectTables(computed(Figure, text, toTheEnd))).toBeGreaterThan(0);
  });
});

test('each convention of the table is shown', () => {
  expect(CONVENTIONS).toHaveLength(9);
});

test('properties: the link brings numbers, mask and mistake back', () => {
  const figure = computed(
    PropertiesFigure,
    '1~~q~1_0_0_1_2_2~~causal~on~~mistake~softmax-over-queries',
  );
  const rows = figure.data(figure.engine).flatMap((table) => table.rows);
  expect(rows.find(([id]) => id === 'rows-sum-to-one')).toContain('fails');
  // What the core checks has no shorter NumPy program: the numbers are offered as a table.
  expect(figure.program(figure.engine)).toBe(undefined);
});
