/** An experiment as a NumPy program: the computation as it should be, and with the change when that has been run. */
import type { Engine, Matrix, MatrixLike } from '../../../engine/types.ts';
import { messages } from '../../../messages/index.ts';
import {
  floatRows,
  LAYER_NORM,
  NUMPY,
  printTables,
  pythonFloat,
  pythonRows,
  SOFTMAX,
} from '../../shared/python.ts';
import {
  type ChangeId,
  type ExperimentName,
  INNER,
  inputsOf,
  PUSH,
  SEED,
  TOKENS,
  WIDTH,
} from './experiments.ts';
import { rowsOf } from './parts.ts';

const text = messages.build.experiment;

/** What was run: without a change, nothing yet. */
interface Run {
  readonly change: ChangeId | undefined;
  readonly value: readonly number[];
  readonly heads: number;
}

/** Scores to weights, with the change in the place where it happens. */
const WEIGHTS: Readonly<Record<Exclude<ChangeId, 'value'>, string>> = {
  'softmax-over-queries': 'softmax(scaled.T).T',
  'scale-missing': 'softmax(raw)',
  'softmax-twice': 'softmax(softmax(scaled))',
  'mask-fill-zero': 'softmax(np.where(blocked, 0.0, scaled))',
  'mask-after-softmax': 'softmax(scaled) * ~blocked',
  'causal-mask-dropped': 'softmax(scaled)',
  'mask-polarity-inverted': 'softmax(np.where(blocked, scaled, -np.inf))',
  'causal-mask-reversed': 'softmax(np.where(blocked.T, -np.inf, scaled))',
};

const rows = (given: MatrixLike) => (Array.isArray(given) ? given : rowsOf(given as Matrix));

export function experimentProgram(engine: Engine, name: ExperimentName, ran: Run): string {
  return name === 'block' ? blockProgram(ran) : headProgram(engine, name, ran);
}

const caption = (what: string, side: 'right' | 'changed') => `${what}, ${text[side]}`;

function headProgram(engine: Engine, name: ExperimentName, { change, value }: Run): string {
  const masked = name === 'mask';
  const given = inputsOf(engine, name).map(([letter, matrix]) =>
    pythonRows(letter.toUpperCase(), 'np.array', floatRows(rows(matrix))),
  );
  const right = masked ? 'softmax(np.where(blocked, -np.inf, scaled))' : 'softmax(scaled)';
  const attend = (called: string, weights: string) =>
    [
      `def ${called}(q, k, v):`,
      '    raw = q @ k.T',
      '    scaled = raw / np.sqrt(k.shape[1])',
      `    weights = ${weights}`,
      '    return weights, weights @ v',
      '',
      '',
    ].join('\n');
  const inputs = masked ? 'X, X, X' : 'Q, K, V';
  const other = change === 'value' ? 'Q, K, V_other' : inputs;
  const tables = (side: 'right' | 'changed', call: string, of: string) =>
    [
      [caption(text.names.weights, side), `${call}(${of})[0]`],
      [caption(text.names.output, side), `${call}(${of})[1]`],
      ...(masked ? [[caption(text.names.moved, side), `${call}(later, later, later)[1]`]] : []),
    ] as [string, string][];
  return [
    NUMPY,
    ...given,
    ...(masked
      ? [
          'later = X.copy()',
          `later[2:] += ${PUSH}`,
          'blocked = np.triu(np.ones((len(X), len(X)), dtype=bool), k=1)  # True: may not read',
        ]
      : []),
    ...(change === 'value'
      ? ['V_other = V.copy()', `V_other[2] = ${value.map(pythonFloat).join(', ')}`]
      : []),
    '',
    SOFTMAX,
    attend('attend', right),
    ...(change && change !== 'value' ? [attend('changed', WEIGHTS[change])] : []),
    ...(change === 'mask-polarity-inverted'
      ? ['np.seterr(invalid="ignore")  # the last row reads nothing: 0 / 0 is NaN']
      : []),
    printTables([
      ...tables('right', 'attend', inputs),
      ...(change ? tables('changed', change === 'value' ? 'attend' : 'changed', other) : []),
    ]),
  ].join('\n');
}

function blockProgram({ change, heads }: Run): string {
  const sides = (change ? ['right', 'changed'] : ['right']) as ('right' | 'changed')[];
  const tables = sides.flatMap((side): [string, string][] => {
    const causal = side === 'right' ? 'True' : 'False';
    return [
      [caption(text.headWeights, side), `block(x, ${causal})[0]`],
      [caption(text.names.output, side), `block(x, ${causal})[1]`],
      [caption(text.names.moved, side), `block(later, ${causal})[1]`],
    ];
  });
  return `${NUMPY}
n, d, inner, heads = ${TOKENS}, ${WIDTH}, ${INNER}, ${heads}
random = np.random.default_rng(${SEED})
w_q, w_k, w_v, w_o = (random.normal(0, 1 / 8, (d, d)) for _ in range(4))
w_1, w_2 = random.normal(0, 1 / 8, (d, inner)), random.normal(0, 1 / 16, (inner, d))
x = np.random.default_rng(${SEED + 1}).normal(0, 1, (n, d))
later = x.copy()
later[-1] = np.random.default_rng(${SEED + 2}).normal(0, 1, d)  # another last token
blocked = np.triu(np.ones((n, n), dtype=bool), k=1)  # True: may not read

${SOFTMAX}${LAYER_NORM}
def split(rows):
    return rows.reshape(n, heads, d // heads).transpose(1, 0, 2)


def block(x, causal):  # pre-norm: the weights of head 0, and the output
    normed = layer_norm(x)
    q, k, v = split(normed @ w_q), split(normed @ w_k), split(normed @ w_v)
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(d // heads)
    weights = softmax(np.where(blocked, -np.inf, scores) if causal else scores)
    middle = x + (weights @ v).transpose(1, 0, 2).reshape(n, d) @ w_o
    return weights[0], middle + np.maximum(layer_norm(middle) @ w_1, 0) @ w_2


${printTables(tables)}`;
}
