/** Matrices of the engine as rows. */
import type { BlockedLike, Matrix, MatrixLike } from '../../../engine/types.ts';

export function rowsOf(given: MatrixLike): readonly (readonly number[])[] {
  if (Array.isArray(given)) return given;
  const { rows, cols, data } = given as Matrix;
  return Array.from({ length: rows }, (_, row) =>
    Array.from(data.subarray(row * cols, (row + 1) * cols)),
  );
}

export const booleansOf = (given: BlockedLike): readonly (readonly boolean[])[] =>
  Array.isArray(given)
    ? (given as readonly (readonly boolean[])[])
    : rowsOf(given as Matrix).map((row) => row.map((cell) => cell !== 0));
