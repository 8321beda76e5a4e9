/**
 * The figure as a NumPy program that prints the same numbers. Values are written in the shortest form that reads back to
 * the same binary64, so that the notebook starts from exactly what the core has.
 */
import { commentOf, flagRows, floatRows, pythonFloat, pythonRows } from '../shared/python.ts';
import type { FigureNumbers } from './numbers.ts';

const needsNan = (numbers: FigureNumbers) =>
  [numbers.q, numbers.k, numbers.v].some((rows) =>
    rows.flat().some((value) => !Number.isFinite(value)),
  );

export function toNumpy(numbers: FigureNumbers, digits: number): string {
  const { queries, keys, q, k, v, scale, causal, blocked, emptyRow } = numbers;
  const lines = [
    'import numpy as np',
    ...(needsNan(numbers) ? ['from numpy import inf, nan'] : []),
    '',
    `np.set_printoptions(precision=${digits}, suppress=True)`,
    '',
    `# queries: ${commentOf(queries)}`,
    `# keys:    ${commentOf(keys)}`,
    pythonRows('Q', 'np.array', floatRows(q)),
    pythonRows('K', 'np.array', floatRows(k)),
    pythonRows('V', 'np.array', floatRows(v)),
    '',
    scale === undefined ? 'scale = 1 / np.sqrt(Q.shape[1])' : `scale = ${pythonFloat(scale)}`,
  ];
  if (causal !== false) {
    const shift = causal === 'top-left' ? '1' : '1 + len(K) - len(Q)';
    lines.push(
      `blocked = np.triu(np.ones((len(Q), len(K)), dtype=bool), k=${shift})  # True: may not read`,
    );
  } else {
    lines.push('blocked = np.zeros((len(Q), len(K)), dtype=bool)  # True: may not read');
  }
  if (blocked) lines.push(pythonRows('blocked', 'blocked | np.array', flagRows(blocked)));
  lines.push(
    '',
    'with np.errstate(invalid="ignore"):  # a row that may read nothing is 0 / 0: NaN',
    '    raw = Q @ K.T',
    '    scaled = raw * scale',
    '    masked = np.where(blocked, -np.inf, scaled)',
    '    exps = np.exp(masked - masked.max(axis=1, keepdims=True))',
    '    weights = exps / exps.sum(axis=1, keepdims=True)',
    ...(emptyRow === 'zero'
      ? ['    weights[blocked.all(axis=1)] = 0  # the policy chosen for such rows']
      : []),
    '    output = weights @ V',
    '',
    'for name in ("raw", "scaled", "masked", "weights", "output"):',
    '    print(name)',
    '    print(globals()[name])',
    '',
  );
  return lines.join('\n');
}
