/** The lab as a NumPy program: the draws of the seed, and the numbers of the steps that have been run. */
import { messages } from '../../../messages/index.ts';
import { seedOf } from '../../shared/number-field.ts';
import { NUMPY, printTables } from '../../shared/python.ts';
import type { Change } from './lab-figure.ts';
import { CHECKS, MOST_SHOWN, type Step } from './lab-steps.ts';

const text = messages.practice.lab;
type Tables = readonly (readonly [caption: string, expression: string])[];

export interface LabRun {
  /** As typed. */
  readonly seed: string;
  readonly n: number;
  readonly dModel: number;
  readonly heads: number;
  readonly change: Change;
  readonly done: readonly Step['id'][];
  /** The five checks are shown. */
  readonly checked: boolean;
}

/** Rows of numbers, where they are few enough to be shown. */
const OUTPUTS: Readonly<Partial<Record<Step['id'], Tables>>> = {
  shape: [
    [text.input, 'x'],
    [text.output, 'y'],
  ],
  shuffle: [[text.outputShuffled, 'shuffled']],
  positions: [
    [text.outputPositions, 'placed'],
    [text.outputPositionsShuffled, 'placed_shuffled'],
  ],
  causal: [
    [text.outputCausal, 'causal'],
    [text.outputCausalChanged, 'causal_changed'],
    [text.outputUnmaskedChanged, 'open_changed'],
  ],
  residual: [[text.outputNoResidual, 'norm(alone)']],
};

const STATISTICS: Readonly<Partial<Record<Step['id'], Tables>>> = {
  norm: [
    [
      text.statistics,
      'np.array2string(np.column_stack([y.mean(-1), y.std(-1)]), precision=6, suppress_small=True)',
    ],
  ],
  scale: [[text.scaleTable, 'np.array([dots.std(), (dots * scale_of(64)).std()])']],
  memory: [
    [
      text.memoryTable,
      'np.array([tokens * tokens * 2 // 10**6 for tokens in (1000, 8000, 32000)])',
    ],
  ],
  residual: [
    [
      text.residualTable,
      'np.column_stack([full.std(-1), alone.std(-1), norm(alone).std(-1), cosine(x, y), cosine(x, norm(alone))])',
    ],
  ],
};

const GAPS: Readonly<Record<(typeof CHECKS)[number], string>> = {
  rowMeansZero: 'gap(y.mean(-1), 0)',
  permutesWithoutPositions: 'gap(shuffled, y[order])',
  permutesWithPositions: 'gap(placed_shuffled, placed[order])',
  causalKeepsEarlier: 'gap(causal_changed[:-1], causal[:-1])',
  unmaskedChangesEarlier: 'gap(open_changed[:-1], y[:-1])',
};

export function labProgram({ seed, n, dModel, heads, change, done, checked }: LabRun): string {
  const shown = n * dModel <= MOST_SHOWN;
  const tables: Tables = done.flatMap((id) => [
    ...(STATISTICS[id] ?? []),
    ...(shown ? (OUTPUTS[id] ?? []) : []),
  ]);
  const printed: Tables = tables.length > 0 ? tables : [[text.settings, 'np.array([n, d, heads])']];
  const axis = change === 'axis' ? '-2' : '-1';
  const gaps = `np.array([${CHECKS.map((id) => GAPS[id]).join(', ')}])`;
  return `${NUMPY}
g = np.random.default_rng(${seedOf(seed)})
n, d, heads = ${n}, ${dModel}, ${heads}
d_k = d // heads
w_q, w_k, w_v = (g.normal(0, 0.5, (heads, d, d_k)) for _ in range(3))
w_o = g.normal(0, 0.5, (d, d))
x = g.normal(size=(n, d))
order = g.permutation(n)
q, k = g.normal(size=(2000, 64)), g.normal(size=(2000, 64))
dots = (q * k).sum(-1)


def softmax(scores):${change === 'axis' ? '  # over the queries, which is the mistake' : ''}
    e = np.exp(scores - scores.max(${axis}, keepdims=True))
    return e / e.sum(${axis}, keepdims=True)


def norm(rows):
    centred = rows - rows.mean(-1, keepdims=True)
    return centred / np.sqrt(rows.var(-1, keepdims=True) + 1e-5)


def scale_of(width):
    return ${change === 'scale' ? '1  # left out' : '1 / np.sqrt(width)'}


def before_norm(rows, causal=False, residual=${change === 'residual' ? 'False' : 'True'}):
    mixed = []
    for h in range(heads):
        q, k, v = rows @ w_q[h], rows @ w_k[h], rows @ w_v[h]
        scores = q @ k.T * scale_of(d_k)
        if causal:
            scores[np.triu_indices(n, 1)] = -np.inf
        mixed.append(softmax(scores) @ v)
    change = np.concatenate(mixed, axis=1) @ w_o
    return rows + change if residual else change


def block(rows, causal=False):
    return norm(before_norm(rows, causal))


def gap(a, b):
    return np.abs(a - b).max(initial=0)


def cosine(a, b):
    return (a * b).sum(-1) / np.sqrt((a * a).sum(-1) * (b * b).sum(-1))


angles = np.arange(n)[:, None] / 10000 ** (2 * np.arange(d // 2) / d)
positions = ${change === 'positions' ? 'np.zeros((n, d))  # left out' : 'np.concatenate([np.sin(angles), np.cos(angles)], axis=1)'}
changed = x.copy()
changed[-1] += 5.0
mask = ${change === 'mask' ? 'False  # forgotten' : 'True'}

y, shuffled = block(x), block(x[order])
placed, placed_shuffled = block(x + positions), block(x[order] + positions)
causal, causal_changed, open_changed = block(x, mask), block(changed, mask), block(changed)
full, alone = before_norm(x), before_norm(x, residual=False)
${printTables([...printed, ...(checked ? [[text.checks, gaps] as const] : [])])}`;
}
