/**
 * Which slip explains a row that a learner has worked out by hand: asked of the core's fault library, and of the same
 * computation with queries, keys and values exchanged.
 */
import type { AttentionInputs, Engine, Matrix } from '../../../engine/types.ts';
import { rowOf } from './parts.ts';

export type Step = 'raw' | 'scaled' | 'weights' | 'output';

/** Exchanges that the fault library has no name for. */
export type Exchange = 'keys-ask' | 'queries-answer' | 'keys-mixed' | 'not-normalised';

export type Slip =
  | { readonly kind: 'mistake'; readonly id: string; readonly description: string }
  | { readonly kind: 'exchange'; readonly id: Exchange };

/** What a hand makes: the rest of the library needs a machine. */
const BY_HAND = [
  'scale-missing',
  'scale-twice',
  'scale-by-width',
  'scale-after-softmax',
  'softmax-over-queries',
  'softmax-twice',
  'keys-and-values-swapped',
  'mask-fill-zero',
  'mask-after-softmax',
  'mask-added-as-numbers',
  'mask-polarity-inverted',
  'causal-mask-dropped',
  'causal-mask-added',
];

const near = (a: readonly number[], b: readonly number[], tolerance: number) =>
  a.every((value, i) => Math.abs(value - (b[i] ?? Number.NaN)) <= tolerance);

/** A table of the right size that holds the row, and NaN where nothing was seen. */
function observed({ rows, cols }: Matrix, row: number, typed: readonly number[]): Matrix {
  const data = new Float64Array(rows * cols).fill(Number.NaN);
  data.set(typed, row * cols);
  return { rows, cols, data };
}

export function slipsOf(
  engine: Engine,
  inputs: AttentionInputs,
  step: Step,
  row: number,
  typed: readonly number[],
  tolerance: number,
): readonly Slip[] {
  return [
    ...mistakes(engine, inputs, step, row, typed, tolerance),
    ...exchanges(engine, inputs, step, row, typed, tolerance),
  ];
}

function mistakes(
  engine: Engine,
  inputs: AttentionInputs,
  step: Step,
  row: number,
  typed: readonly number[],
  tolerance: number,
): readonly Slip[] {
  if (step === 'raw') return [];
  const right = engine.attention(inputs)[step];
  const seen = observed(right, row, typed);
  const hypotheses = engine.mistakes.diagnose(inputs, {
    ...(step === 'scaled' && { scores: seen }),
    ...(step === 'weights' && { weights: seen }),
    ...(step === 'output' && { output: seen }),
    tolerance,
  });
  const from = row * right.cols;
  const ids = hypotheses
    .filter(
      ({ mistakes: made, cells }) =>
        made.length === 1 && cells.slice(from, from + right.cols).every(Boolean),
    )
    .flatMap(({ mistakes: made }) => made)
    .filter((id) => BY_HAND.includes(id));
  return engine.mistakes
    .list()
    .filter(({ id }) => ids.includes(id))
    .map(({ id, description }) => ({ kind: 'mistake', id, description }));
}

function exchanges(
  engine: Engine,
  inputs: AttentionInputs,
  step: Step,
  row: number,
  typed: readonly number[],
  tolerance: number,
): readonly Slip[] {
  const { q, k, v } = inputs;
  const as = (id: Exchange, other: AttentionInputs): readonly Slip[] =>
    near(typed, rowOf(engine.attention(other)[step], row), tolerance)
      ? [{ kind: 'exchange', id }]
      : [];
  if (step === 'raw' || step === 'scaled')
    return [
      ...as('keys-ask', { ...inputs, q: k, v }),
      ...as('queries-answer', { ...inputs, k: q, v }),
    ];
  if (step === 'output') return as('keys-mixed', { ...inputs, v: k });
  // Shares of the typed numbers that are the weights: the division by the sum is missing.
  const sum = typed.reduce((all, value) => all + value, 0);
  const shares = typed.map((value) => value / sum);
  return near(shares, rowOf(engine.attention(inputs).weights, row), tolerance)
    ? [{ kind: 'exchange', id: 'not-normalised' }]
    : [];
}
