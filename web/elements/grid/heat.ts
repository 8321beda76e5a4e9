/** How strongly a cell is coloured, in whole per cent. Layout only: the number in the cell is the core's. */
import type { Matrix } from '../../engine/types.ts';

export function heatOf(
  matrix: Matrix,
  tone: 'weights' | 'scores' | 'output',
): (index: number) => number {
  const { data } = matrix;
  let most = tone === 'weights' ? 1 : 0;
  if (tone !== 'weights') {
    for (const value of data) {
      const size = Math.abs(value);
      if (Number.isFinite(size) && size > most) most = size;
    }
  }
  return (index) => {
    const size = Math.abs(data[index] ?? 0);
    return most > 0 && Number.isFinite(size) ? Math.round(100 * Math.min(1, size / most)) : 0;
  };
}
