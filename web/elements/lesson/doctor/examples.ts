/** Example files, made in the page: tensors by chance from a seed, and what a mistake makes of them, as JSON. */
import type { Engine, MistakeIds, Positions } from '../../../engine/types.ts';

export const EXAMPLES = ['scale', 'mask', 'rotary', 'none'] as const;
export type Example = (typeof EXAMPLES)[number];

const HEADS = 2;
const TOKENS = 4;
const WIDTH = 4;

type Nested = number | readonly Nested[];

/** (N, H K) as (1, H, N, K). */
const stacked = (data: ArrayLike<number>): Nested => [
  Array.from({ length: HEADS }, (_h, h) =>
    Array.from({ length: TOKENS }, (_i, i) =>
      Array.from({ length: WIDTH }, (_c, c) => data[(i * HEADS + h) * WIDTH + c] ?? Number.NaN),
    ),
  ),
];

const MADE: Record<Example, { ids: MistakeIds; positions?: Positions; masked?: boolean }> = {
  scale: { ids: 'scale-missing' },
  mask: { ids: 'mask-polarity-inverted', masked: true },
  rotary: { ids: 'none', positions: { kind: 'rotary', layout: 'half-split' } },
  none: { ids: 'none' },
};

export function exampleOf(engine: Engine, which: Example): string {
  const { ids, positions, masked = false } = MADE[which];
  const random = engine.numpyRandom(8);
  const draw = () => ({
    rows: TOKENS,
    cols: HEADS * WIDTH,
    data: Float64Array.from(random.normal(0, 1, TOKENS * HEADS * WIDTH)),
  });
  const [q, k, v] = [draw(), draw(), draw()];
  // Each token reads itself and the one before: upside down every row still reads something.
  const far = Array.from({ length: TOKENS }, (_i, i) =>
    Array.from({ length: TOKENS }, (_j, j) => j > i || j < i - 1),
  );
  const made = engine.mistakes.apply(ids, {
    ...{ q, k, v, heads: HEADS },
    ...(positions && { positions }),
    ...(masked && { blocked: far }),
  });
  const output = which === 'none' ? draw() : made.output;
  return JSON.stringify({
    q: stacked(q.data),
    k: stacked(k.data),
    v: stacked(v.data),
    ...(masked && { mask: far.map((row) => row.map((blocked) => !blocked)) }),
    output: stacked(output.data),
  });
}
