/**
 * A second solver: it reads a task as a learner does and works it out with plain loops, rightly or with a slip. It asks
 * nothing of the engine. tests/core/exercise_solver.hpp is its twin for the native tests.
 */
import type { ExerciseTask } from 'attention-lesson/engine';
import {
  at,
  dot,
  given,
  type Head,
  headAnswer,
  headOf,
  line,
  mix,
  Random,
  type Row,
  size,
  sum,
  type Table,
  word,
  worked,
} from './exercise-solver-head.ts';

export { Random };

function shapesAnswer(task: ExerciseTask, slip: string): Row {
  const [b, h, n, m, d] = ['batch', 'heads', 'n', 'm', 'dModel'].map((name) =>
    size(task, name),
  ) as [number, number, number, number, number];
  const answers: Record<string, Row> = {
    'head-width-undivided': [b, h, n, d, b, h, n, m, b, n, d],
    'axes-not-exchanged': [b, n, h, d / h, b, h, n, m, b, n, d],
    'rows-and-columns-swapped': [b, h, n, d / h, b, h, m, n, b, n, d],
    'scores-square': [b, h, n, d / h, b, h, n, n, b, n, d],
    'heads-not-joined': [b, h, n, d / h, b, h, n, m, b, n, d / h],
    'output-row-for-each-key': [b, h, n, d / h, b, h, n, m, b, m, d],
    'heads-forgotten': [b, 1, n, d, b, 1, n, m, b, n, d],
    'batch-forgotten': [1, h, n, d / h, 1, h, n, m, 1, n, d],
  };
  return answers[slip] ?? [b, h, n, d / h, b, h, n, m, b, n, d];
}

function memoryAnswer(task: ExerciseTask, slip: string): Row | undefined {
  const [b, h, n, bytes] = ['batch', 'heads', 'n', 'elementBytes'].map((name) =>
    size(task, name),
  ) as [number, number, number, number];
  // The same number as without the bytes.
  if (slip === 'mask-halves' && bytes === 2) return undefined;
  const count =
    (slip === 'batch-forgotten' ? 1 : b) *
    (slip === 'heads-forgotten' ? 1 : h) *
    (slip === 'bytes-forgotten' ? 1 : bytes) *
    (slip === 'bits-for-bytes' ? 8 : 1) *
    (slip === 'length-not-squared' ? n : n * n);
  const unit = slip === 'thousand-for-1024' ? 1000 ** 2 : 1024 ** 2;
  return [count / unit / (slip === 'mask-halves' ? 2 : 1)];
}

function shareAnswer(task: ExerciseTask, slip: string): Row {
  const [n, d] = [size(task, 'n'), size(task, 'dModel')];
  const part = (slip === 'mix-forgotten' ? 1 : 2) * n * n * d;
  const rest =
    (slip === 'feed-forward-forgotten' ? 4 : slip === 'projections-forgotten' ? 8 : 12) * n * d * d;
  const answers: Record<string, number> = {
    'ratio-for-share': (100 * part) / rest,
    'other-part': (100 * rest) / (part + rest),
    'fraction-for-percent': part / (part + rest),
  };
  return [answers[slip] ?? (100 * part) / (part + rest), Math.round((rest / part) * n)];
}

function parametersAnswer(task: ExerciseTask, slip: string): Row | undefined {
  const [d, h, g] = ['dModel', 'heads', 'kvHeads'].map((name) => size(task, name)) as [
    number,
    number,
    number,
  ];
  const shared = d * (d / h) * g;
  const [attention, forward] = [2 * d * d + 2 * shared, 8 * d * d];
  const even = g === h;
  switch (slip) {
    case 'kv-heads-ignored':
      return [4 * d * d, forward];
    case 'one-matrix-of-four':
      return [d * d, forward];
    case 'three-matrices-of-four':
      return even ? [3 * d * d, forward] : undefined;
    case 'output-projection-forgotten':
      return even ? undefined : [attention - d * d, forward];
    case 'values-forgotten':
      return even ? undefined : [attention - shared, forward];
    case 'multiplied-by-heads':
      return [attention * h, forward];
    case 'feed-forward-once':
      return [attention, 4 * d * d];
    case 'feed-forward-unwidened':
      return [attention, 2 * d * d];
    default:
      return [attention, forward];
  }
}

function keysAnswer(task: ExerciseTask, slip: string): Row {
  const weights = line(given(task, 'weights'), 0).filter((weight) => weight > 0);
  let bits = sum(weights.map((weight) => (weight * Math.log(1 / weight)) / Math.LN2));
  if (slip === 'natural-logarithm') bits *= Math.LN2;
  if (slip === 'logarithm-base-ten') bits *= Math.LN2 / Math.LN10;
  if (slip === 'entropy-sign') bits = -bits;
  const answers: Record<string, number> = {
    'entropy-for-keys': bits,
    'powers-of-e': Math.exp(bits),
    'keys-counted': weights.length,
    'largest-inverted': 1 / Math.max(...weights),
    'squares-inverted': 1 / dot(weights, weights),
  };
  return [bits, answers[slip] ?? 2 ** bits];
}

const SEEN = 5e-5;

/** Whether any two numbers differ by more than rounding; NaN is equal to NaN alone. */
const differ = (a: Table, b: Table) =>
  a.some((row, i) =>
    row.some((x, c) => {
      const y = at(line(b, i), c);
      return !(Number.isNaN(x) && Number.isNaN(y)) && !(Math.abs(x - y) <= SEEN);
    }),
  );

/** Whether a check of the lesson notices the mistake on the numbers of the task. */
function notices(check: string, head: Head, mistake: string): boolean {
  const { q, k, v, blocked, causal } = head;
  const w = worked(head, mistake);
  const rowsFail = differ(
    w.weights.map((row) => [sum(row)]),
    w.weights.map(() => [1]),
  );
  const open = (i: number) => k.map((_, j) => j).filter((j) => at(line(blocked, i), j) === 0);
  switch (check) {
    case 'rows-sum-to-one':
      return rowsFail;
    case 'columns-free':
      return (
        rowsFail && k.every((_, j) => Math.abs(sum(w.weights.map((row) => at(row, j))) - 1) <= SEEN)
      );
    case 'forbidden-mass':
      return w.weights.some((row, i) =>
        row.some((weight, j) => at(line(blocked, i), j) !== 0 && !(Math.abs(weight) <= SEEN)),
      );
    case 'convex-mixing':
      return w.output.some((row, i) =>
        row.some((x, c) => {
          const read = open(i).map((j) => at(line(v, j), c));
          return !(x >= Math.min(...read) - SEEN && x <= Math.max(...read) + SEEN);
        }),
      );
    case 'unit-scores':
      return Math.abs(w.scale * Math.sqrt(line(q, 0).length) - 1) > 0.01;
    case 'value-shift': {
      const up = (table: Table) => table.map((row) => row.map((x) => x + 10));
      return differ(worked({ ...head, v: up(v) }, mistake).output, up(w.output));
    }
    case 'score-shift': {
      const longest = q.reduce((best, row) => (dot(row, row) > dot(best, best) ? row : best));
      const moved = k.map((key) => key.map((x, c) => x + 9 * at(longest, c)));
      return differ(worked({ ...head, k: moved }, mistake).weights, w.weights);
    }
    case 'zero-queries': {
      const zero = worked({ ...head, q: q.map((row) => row.map(() => 0)) }, mistake);
      const even = q.map((_, i) =>
        mix(
          k.map((_k, j) => (open(i).includes(j) ? 1 / open(i).length : 0)),
          v,
        ),
      );
      return differ(zero.output, even);
    }
    case 'future-isolation':
      return (
        causal &&
        q.slice(0, -1).some((_, i) => {
          const later = (table: Table, step: number) =>
            table.map((row, j) => (j > i ? row.map((x) => x + step + j) : row));
          const other = { ...head, q: later(q, -7), k: later(k, 3), v: later(v, 5) };
          return differ([line(worked(other, mistake).output, i)], [line(w.output, i)]);
        })
      );
    default: {
      if (causal) return false; // permutation-equivariance: a causal mask has an order
      const back = (table: Table) => [...table].reverse();
      const other = worked({ ...head, q: back(q), k: back(k), v: back(v) }, mistake);
      return differ(other.output, back(w.output));
    }
  }
}

function checkAnswer(task: ExerciseTask, slip: string, random: Random): Row | undefined {
  const head = headOf(task);
  const choices = task.asks[0]?.choices ?? [];
  const noticed = choices.map((check) => notices(check, head, word(task, 'mistake')));
  const indices = choices.map((_, index) => index);
  if (slip === '') return indices.filter((index) => noticed[index]);
  const applies = (check = '') =>
    check === 'permutation-equivariance'
      ? !head.causal
      : !['forbidden-mass', 'future-isolation'].includes(check) || head.causal;
  const others = indices.filter(
    (index) => !noticed[index] && applies(choices[index]) === (slip === 'check-passes'),
  );
  const one = others[random.below(others.length)];
  return one === undefined ? undefined : [one];
}

function maskAnswer(task: ExerciseTask, slip: string, random: Random): Row | undefined {
  const convention = word(task, 'convention');
  const mask = given(task, 'mask');
  const oneReads = ['sdpa-boolean', 'tril-sdpa', 'triu-sdpa'].includes(convention);
  const oneRow = convention === 'key-padding';
  if (oneRow && (slip === 'wrong-row' || slip === 'rows-and-columns-swapped')) return undefined;
  const row = oneRow
    ? 0
    : (size(task, 'row') + (slip === 'wrong-row' ? 1 + random.below(3) : 0)) % 4;
  const cells =
    slip === 'rows-and-columns-swapped' ? mask.map((one) => at(one, row)) : line(mask, row);
  return cells.map((cell) => {
    const reads = (cell !== 0) === oneReads;
    if (slip === 'causal-mask-dropped') return 0;
    return reads === (slip !== 'mask-polarity-inverted') ? 0 : 1;
  });
}

const HEADS = [
  'raw-scores',
  'scaled-scores',
  'softmax-row',
  'causal-row',
  'padding-row',
  'output-row',
];

/** What somebody answers who makes this slip, or none (''); nothing where it cannot be made. */
export function answer(task: ExerciseTask, slip: string, random: Random): Row | undefined {
  if (HEADS.includes(task.kind)) return headAnswer(task, slip, random);
  switch (task.kind) {
    case 'layer-shapes':
      return shapesAnswer(task, slip);
    case 'score-memory':
      return memoryAnswer(task, slip);
    case 'share':
      return shareAnswer(task, slip);
    case 'parameters':
      return parametersAnswer(task, slip);
    case 'effective-keys':
      return keysAnswer(task, slip);
    case 'broken-invariant':
      return slip === '' || slip.startsWith('check-') ? checkAnswer(task, slip, random) : undefined;
    default:
      return maskAnswer(task, slip, random);
  }
}

export type Written = 'point' | 'comma' | 'fraction';

/** The cells as people type them, by ask. */
export function typed(
  task: ExerciseTask,
  cells: readonly number[],
  decimals: number,
  written: Written = 'point',
): string[][] {
  let next = 0;
  return task.asks.map(({ kind, rows, cols, choices }) =>
    Array.from({ length: rows * cols }, () => {
      const cell = cells[next++] ?? Number.NaN;
      if (kind === 'choice') return choices[cell] ?? '';
      if (kind === 'whole' && Number.isInteger(cell)) return String(cell);
      if (written === 'fraction' && kind === 'number') return `${Math.round(cell * 1e6)}/1000000`;
      const text = cell.toFixed(decimals);
      return written === 'comma' ? text.replace('.', ',') : text;
    }),
  );
}
