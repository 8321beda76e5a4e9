/** The bank session: three events, and a fourth place that is filled up with zeros where a sequence is padded. */
import { floatRows, pythonRows } from '../../shared/python.ts';

export const SESSION = {
  q: [
    [1, 0, 0, 0],
    [0, 1, 1, 0],
    [1, 1, 0, 1],
  ],
  k: [
    [1, 0, 0, 0],
    [1, 1, 0, 1],
    [0, 1, 1, 0],
  ],
  v: [
    [1, 0],
    [0, 1],
    [1, 1],
  ],
} as const;

export const PADDED = {
  q: [...SESSION.q, [0, 0, 0, 0]],
  k: [...SESSION.k, [0, 0, 0, 0]],
  v: [...SESSION.v, [0, 0]],
};

/** Softmax of rows, for programs. */
export const SOFTMAX = `def softmax(scores):
    with np.errstate(invalid="ignore"):  # a row that may read nothing is NaN
        exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return exps / exps.sum(axis=-1, keepdims=True)`;

/** The lines of a program that give q, k and v. */
export const inputsOf = (inputs: {
  readonly q: readonly (readonly number[])[];
  readonly k: readonly (readonly number[])[];
  readonly v: readonly (readonly number[])[];
}): string =>
  (['q', 'k', 'v'] as const)
    .map((name) => pythonRows(name, 'np.array', floatRows(inputs[name])))
    .join('\n');
