/** The shapes for which a kernel of the GPU is held against its C++ twin. */
import type { Shape } from '../../web/elements/lesson/scaling/parity.ts';

export const LENGTHS = [1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 129, 257];
export const WIDTHS = [1, 3, 8, 32, 64, 96, 128, 256];

/** Every length of queries with every length of keys; masks, heads and scales in turn. */
export function shapesOf(d: number): Shape[] {
  const turn = WIDTHS.indexOf(d);
  return LENGTHS.flatMap((n, i) =>
    LENGTHS.map((m, j): Shape => {
      const padded = (i + 2 * j + turn) % 4 === 0;
      const padding = Array.from({ length: m }, (_, key) => key % 3 === (i + j) % 3);
      return {
        ...{ n, m, d, heads: (i + j) % 5 === 0 ? 3 : 1 },
        causal: ([false, 'top-left', 'bottom-right'] as const)[(i + j + turn) % 3],
        ...(padded && { padding }),
        ...((i + 3 * j) % 7 === 0 && { scale: -0.05 }),
      };
    }),
  );
}
