/** What the figures of this part share. */
import { css, html, type TemplateResult } from 'lit';
import type { Matrix } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import '../../grid/matrix-view.ts';
import type { DataTable } from '../../shared/lesson-figure.ts';

/** A number is shown on heat: of a weight, of a score, or of a value. */
export type Tone = 'weights' | 'scores' | 'output';

/** A matrix as a picture under its name and shape; `of` tells it from others of that name. */
export function panel(
  name: string,
  matrix: Matrix,
  tone: Tone,
  rowNames: readonly string[],
  colNames: readonly string[],
  { blocked, of }: { blocked?: Matrix | undefined; of?: string } = {},
): TemplateResult {
  return html`<div>
    <div class="name">${name} <span class="shape">(${matrix.rows}, ${matrix.cols})</span></div>
    <al-matrix
      fixed
      tone=${tone}
      .label=${of ? `${name}, ${of}` : name}
      .matrix=${matrix}
      .blocked=${blocked}
      .rowNames=${rowNames}
      .colNames=${colNames}
    ></al-matrix>
  </div>`;
}

export const rowOf = (matrix: Matrix, row: number): number[] =>
  Array.from(matrix.data.subarray(row * matrix.cols, (row + 1) * matrix.cols));

export const rowsOf = (matrix: Matrix): number[][] =>
  Array.from({ length: matrix.rows }, (_, row) => rowOf(matrix, row));

/** A matrix as a table of the figure's data. */
export const tableOf = (
  caption: string,
  matrix: Matrix,
  rowNames: readonly string[],
  colNames: readonly string[],
): DataTable => ({
  caption,
  head: ['', ...colNames],
  rows: rowsOf(matrix).map((row, i) => [
    rowNames[i] ?? '',
    ...row.map((value) => formatNumber(value)),
  ]),
});

/** "0", "1", ...: names of columns that stand for components. */
export const counted = (count: number): string[] => Array.from({ length: count }, (_, i) => `${i}`);

export const partStyles = css`
  .name {
    margin-bottom: 0.25rem;
    font-size: 0.875rem;
    font-weight: 600;
  }
  .shape {
    font-weight: 400;
    color: var(--_muted);
  }
  .checks label,
  .choices label {
    display: flex;
    gap: 0.4rem;
    align-items: flex-start;
    padding: 0.25rem 0;
    max-width: 42rem;
  }
  .checks input,
  .choices input {
    flex: none;
    margin-top: 0.2rem;
  }
  input[aria-invalid='true'] {
    border: 2px dashed var(--_bad);
  }
  .status {
    margin: 0.5rem 0;
    max-width: 42rem;
  }
  .mark {
    font-weight: 600;
  }
  .mark.right {
    color: var(--_v);
  }
  .mark.wrong {
    color: var(--_bad);
  }
  table.plain td.said {
    text-align: left;
  }
`;
