/** The second solver's half for one head: rows by hand, rightly or with a slip. See exercise-solver.ts. */
import type { ExerciseTask } from 'attention-lesson/engine';

export type Row = number[];
export type Table = Row[];

/** Numbers from 0 to 1 that are the same on every run (mulberry32). */
export class Random {
  constructor(private state: number) {}

  uniform(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  below(count: number): number {
    return Math.floor(this.uniform() * count);
  }
  chance(probability: number): boolean {
    return this.uniform() < probability;
  }
}

export function given(task: ExerciseTask, name: string): Table {
  const found = task.matrices.find((one) => one.name === name)?.value;
  if (!found) return [];
  const { rows, cols, data } = found;
  return Array.from({ length: rows }, (_, i) =>
    Array.from(data.subarray(i * cols, (i + 1) * cols)),
  );
}
export const size = (task: ExerciseTask, name: string) =>
  task.sizes.find((one) => one.name === name)?.value ?? Number.NaN;
export const word = (task: ExerciseTask, name: string) =>
  task.words.find((one) => one.name === name)?.value ?? '';

export const at = (row: Row, i: number) => row[i] ?? Number.NaN;
export const line = (table: Table, i: number): Row => table[i] ?? [];
export const sum = (row: Row) => row.reduce((all, one) => all + one, 0);
export const dot = (a: Row, b: Row) => a.reduce((all, one, c) => all + one * at(b, c), 0);
export const mix = (weights: Row, values: Table) =>
  line(values, 0).map((_, c) =>
    weights.reduce((all, weight, j) => all + weight * at(line(values, j), c), 0),
  );
const rounded = (x: number, decimals: number) => Math.round(x * 10 ** decimals) / 10 ** decimals;

export interface Head {
  q: Table;
  k: Table;
  v: Table;
  /** 1 where the row may not read the key. */
  blocked: Table;
  causal: boolean;
  /** 1 / sqrt(d_k), or one that was given. */
  scale: number;
}

export function headOf(task: ExerciseTask): Head {
  const scores = given(task, 'scores')[0];
  const q = scores ? [[1]] : given(task, 'q');
  const k = scores ? scores.map((score) => [score]) : given(task, 'k');
  const values = given(task, 'v');
  const causal = task.kind === 'causal-row' || word(task, 'causal') === 'yes';
  const padding = given(task, 'padding')[0];
  return {
    q,
    k,
    v: values.length > 0 ? values : k.map(() => [0]),
    blocked: q.map((_q, i) =>
      k.map((_k, j) => ((causal && j > i) || (padding && padding[j] !== 0) ? 1 : 0)),
    ),
    causal,
    scale: size(task, 'scale') || 1 / Math.sqrt(line(q, 0).length),
  };
}

interface Worked {
  raw: Table;
  scaled: Table;
  weights: Table;
  output: Table;
  scale: number;
}

/** The mistakes that act on all of a head. */
export function worked(head: Head, slip: string): Worked {
  let { q, k, v } = head;
  const width = line(q, 0).length;
  if (slip === 'keys-ask') q = k;
  if (slip === 'queries-answer') k = q;
  if (slip === 'rows-and-columns-swapped') [q, k] = [k, q];
  if (slip === 'keys-and-values-swapped') [k, v] = [v, k];
  const right = head.scale;
  let scale = right;
  if (slip === 'scale-twice') scale = right * right;
  if (slip === 'scale-missing' || slip === 'scale-after-softmax') scale = 1;
  if (slip === 'scale-by-width') scale = 1 / width;
  if (slip === 'scale-multiplied') scale = 1 / right;
  if (slip === 'scale-by-keys') scale = 1 / Math.sqrt(k.length);
  const raw = q.map((query) => k.map((key) => dot(query, key)));
  const scaled = raw.map((row) => row.map((score) => score * scale));
  const closed = head.blocked.map((row, i) =>
    row.map((shut, j) => {
      if (slip === 'mask-polarity-inverted') return 1 - shut;
      if (slip === 'causal-mask-dropped') return 0;
      if (slip === 'causal-mask-added') return j > i ? 1 : 0;
      if (slip === 'causal-mask-reversed') return j < i ? 1 : 0;
      if (slip === 'diagonal-blocked' && i === j) return 1;
      if (['mask-fill-zero', 'mask-added-as-numbers', 'mask-after-softmax'].includes(slip))
        return 0;
      return shut;
    }),
  );
  const scores = scaled.map((row, i) =>
    row.map((score, j) => {
      const shut = at(line(head.blocked, i), j) !== 0;
      if (slip === 'mask-fill-zero' && shut) return 0;
      return slip === 'mask-added-as-numbers' && !shut ? score + 1 : score;
    }),
  );
  const soft = (of: Table): Table => {
    const exps = of.map((row, i) =>
      row.map((score, j) => (at(line(closed, i), j) !== 0 ? 0 : Math.exp(score))),
    );
    return exps.map((row) =>
      row.map((exp, j) => {
        if (slip !== 'softmax-over-queries') return exp / sum(row);
        const all = sum(exps.map((other) => at(other, j)));
        return all === 0 ? 0 : exp / all;
      }),
    );
  };
  let weights = soft(scores);
  if (slip === 'softmax-twice') weights = soft(weights);
  weights = weights.map((row, i) =>
    row.map((weight, j) => {
      if (slip === 'scale-after-softmax') return weight * right;
      if (slip === 'mask-after-softmax' && at(line(head.blocked, i), j) !== 0) return 0;
      return weight;
    }),
  );
  return { raw, scaled, weights, output: weights.map((row) => mix(row, v)), scale };
}

interface Line {
  scores: Row;
  weights: Row;
  output: Row;
}

const told = (task: ExerciseTask, { scores, weights, output }: Line): Row =>
  task.asks.flatMap(({ id }) => (id === 'weights' ? weights : id === 'output' ? output : scores));

const NEEDS_MASK = [
  'mask-polarity-inverted',
  'mask-added-as-numbers',
  'causal-mask-dropped',
  'mask-fill-zero',
  'mask-after-softmax',
];
const OF_SCORES = ['keys-ask', 'queries-answer', 'rows-and-columns-swapped'];

export function headAnswer(task: ExerciseTask, slip: string, random: Random): Row | undefined {
  const head = headOf(task);
  const { q, k, v, causal } = head;
  const [n, m, width] = [q.length, k.length, line(q, 0).length];
  const i = size(task, 'row') || 0;
  const raw = task.kind === 'raw-scores';
  const scoresOnly = raw || task.kind === 'scaled-scores';
  const output = task.kind === 'output-row';
  const blocked = line(head.blocked, i);
  const right = worked(head, '');
  const lineOf = (w: Worked, row: number): Line => ({
    scores: line(raw ? w.raw : w.scaled, row),
    weights: line(w.weights, row),
    output: line(w.output, row),
  });
  const mine = lineOf(right, i);
  const whole = (can: boolean) => (can ? told(task, lineOf(worked(head, slip), i)) : undefined);
  const query = line(q, i);
  switch (slip) {
    case '':
      return told(task, mine);
    case 'scale-missing':
    case 'scale-by-width':
    case 'scale-multiplied':
      return whole(!raw && width > 1);
    case 'scale-by-keys': // with as many keys as the width it is the usual scale
      return whole(!raw && m > 1 && m !== width);
    case 'scale-twice': // with the usual scale it is scale-by-width
      return whole(!Number.isNaN(size(task, 'scale')));
    case 'scale-after-softmax':
      return whole(!scoresOnly && width > 1);
    case 'keys-and-values-swapped':
      return whole(output && line(v, 0).length === width);
    case 'softmax-over-queries':
      return whole(!scoresOnly && n > 1);
    case 'causal-mask-added':
      return whole(!scoresOnly && n > 1 && !causal);
    case 'causal-mask-reversed':
    case 'diagonal-blocked':
      return whole(causal);
    case 'softmax-twice':
      return whole(!scoresOnly);
    case 'wrong-row':
      return n > 1 ? told(task, lineOf(right, (i + 1 + random.below(n - 1)) % n)) : undefined;
    case 'scaled-already':
      return raw ? line(right.scaled, i) : undefined;
    case 'largest-alone':
      return output
        ? told(task, {
            ...mine,
            output: line(v, mine.weights.indexOf(Math.max(...mine.weights))),
          })
        : undefined;
    case 'keys-mixed':
      return output && line(v, 0).length === width
        ? told(task, { ...mine, output: mix(mine.weights, k) })
        : undefined;
    case 'term-left-out':
    case 'term-sign': {
      const times = slip === 'term-sign' ? 2 : 1;
      if (scoresOnly) {
        const [j, c] = [random.below(m), random.below(width)];
        const lost = times * at(query, c) * at(line(k, j), c) * (raw ? 1 : right.scale);
        return mine.scores.map((score, at) => (at === j ? score - lost : score));
      }
      if (output && random.chance(0.5)) {
        const [j, c] = [random.below(m), random.below(line(v, 0).length)];
        const lost = times * at(mine.weights, j) * at(line(v, j), c);
        const mixed = mine.output.map((one, at) => (at === c ? one - lost : one));
        return told(task, { ...mine, output: mixed });
      }
      const lost = random.below(m);
      if (slip === 'term-sign' || at(blocked, lost) !== 0) return undefined;
      const exps = line(right.scaled, i).map((score, j) =>
        at(blocked, j) !== 0 ? 0 : Math.exp(score),
      );
      const weights = exps.map((exp) => exp / (sum(exps) - at(exps, lost)));
      return told(task, { ...mine, weights, output: mix(weights, v) });
    }
    case 'not-normalised':
    case 'powers-of-ten':
    case 'powers-of-two':
    case 'exponentials-left-out':
    case 'rounded-early': {
      const early = slip === 'rounded-early';
      if (raw || (scoresOnly && !early)) return undefined;
      const decimals = 1 + random.below(2);
      const place = early ? random.below(4) : -1; // of rounding: scale, scores, exponentials, weights
      const open = line(right.scaled, i).filter((_, j) => at(blocked, j) === 0);
      const shift = slip === 'not-normalised' && random.chance(0.5) ? Math.max(...open) : 0;
      const scores = line(right.raw, i).map(
        (score) => score * (place === 0 ? rounded(right.scale, decimals) : right.scale),
      );
      const exps = scores.map((given, j) => {
        if (at(blocked, j) !== 0) return 0;
        const score = (place === 1 ? rounded(given, decimals) : given) - shift;
        if (slip === 'exponentials-left-out') return score;
        const base = slip === 'powers-of-ten' ? 10 : slip === 'powers-of-two' ? 2 : Math.E;
        const exp = base ** score;
        return place === 2 ? rounded(exp, decimals) : exp;
      });
      const all = slip === 'not-normalised' ? 1 : sum(exps);
      if (all === 0) return undefined;
      const weights = exps.map((exp) => exp / all);
      const mixed = place === 3 ? weights.map((weight) => rounded(weight, decimals)) : weights;
      return told(task, { scores, weights, output: mix(mixed, v) });
    }
    default:
      if (OF_SCORES.includes(slip)) return whole(n === m);
      return NEEDS_MASK.includes(slip) ? whole(sum(blocked) > 0) : undefined;
  }
}
