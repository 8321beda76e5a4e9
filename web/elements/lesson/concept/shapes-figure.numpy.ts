/** The shapes of the figure, as NumPy has them for arrays of zeros. */
import { messages } from '../../../messages/index.ts';
import { printLine } from '../../shared/python.ts';
import type { Sizes } from './shapes-figure.ts';

const { data, names } = messages.concept.shapes;

export function shapesProgram({ n, dModel, dK, dV, batch, heads }: Sizes): string {
  const both = (name: string, array: string) =>
    printLine(name, `${array}.shape, in_batch(${array})`);
  const many = (name: string, array: string) => printLine(name, `${array}[0].shape, len(${array})`);
  const once = (name: string, array: string) => printLine(name, `${array}.shape, 1`);
  return [
    'import numpy as np',
    '',
    `n, d_model, d_k, d_v = ${n}, ${dModel}, ${dK}, ${dV}`,
    `batch, heads = ${batch}, ${heads}`,
    '',
    'x = np.zeros((n, d_model))',
    'w_q, w_k = np.zeros((d_model, d_k)), np.zeros((d_model, d_k))',
    'w_v = np.zeros((d_model, d_v))',
    'Q, K, V = x @ w_q, x @ w_k, x @ w_v',
    'scores = Q @ K.T / np.sqrt(d_k)',
    'weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)',
    'output = weights @ V',
    '',
    '',
    'def in_batch(array):  # each example has such an array of its own',
    '    return (batch, *array.shape)',
    '',
    '',
    `print(${JSON.stringify(data.caption)})`,
    both(names.x, 'x'),
    both(names.q, 'Q'),
    both(names.k, 'K'),
    both(names.v, 'V'),
    both(names.scores, 'scores'),
    both(names.weights, 'weights'),
    both(names.output, 'output'),
    '',
    '# A layer: projections of the full width, shared out among the heads.',
    'w_q, w_k, w_v, w_o = (np.zeros((d_model, d_model)) for _ in range(4))',
    'Q, K, V = x @ w_q, x @ w_k, x @ w_v',
    '',
    '',
    'def split(array):',
    '    return array.reshape(n, heads, d_model // heads).transpose(1, 0, 2)',
    '',
    '',
    'scores = split(Q) @ split(K).transpose(0, 2, 1) / np.sqrt(d_model // heads)',
    'weights = np.exp(scores) / np.exp(scores).sum(axis=2, keepdims=True)',
    'head_outputs = weights @ split(V)',
    'side_by_side = head_outputs.transpose(1, 0, 2).reshape(n, d_model)',
    `print(${JSON.stringify(data.allCaption)})`,
    once(names.q, 'Q'),
    once(names.k, 'K'),
    once(names.v, 'V'),
    many(names.headQ, 'split(Q)'),
    many(names.headWeights, 'weights'),
    many(names.headOutput, 'head_outputs'),
    once(names.concatenated, 'side_by_side'),
    once(names.final, '(side_by_side @ w_o)'),
    '',
  ].join('\n');
}
