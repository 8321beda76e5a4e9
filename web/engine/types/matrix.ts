/** What the calls have in common. */

/** A row-major matrix: entry (i, j) is `data[i * cols + j]`. */
export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float64Array;
}

/** Every call takes a `Matrix` or rows of numbers. Rows of unequal length are refused. */
export type MatrixLike = Matrix | readonly (readonly number[])[];

/** One number for each row, column or weight. */
export type VectorLike = readonly number[] | Float64Array;

export type Shape = readonly [rows: number, cols: number];

/** Where an input was refused: its name, and the cell where there is one (-1: none). */
export interface Where {
  readonly name: string;
  readonly row: number;
  readonly col: number;
}
