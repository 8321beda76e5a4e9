/** The figure as a PyTorch program that prints the same numbers, step by step and by the library's own call. */
import { commentOf, flagRows, floatRows, pythonFloat, pythonRows } from '../shared/python.ts';
import type { FigureNumbers } from './numbers.ts';

export function toPytorch(numbers: FigureNumbers, digits: number): string {
  const { queries, keys, q, k, v, scale, causal, blocked, emptyRow } = numbers;
  const diagonal = causal === 'top-left' ? '1' : '1 + len(K) - len(Q)';
  const tail = ', dtype=torch.float64';
  return [
    'import math',
    'import torch',
    'import torch.nn.functional as F',
    'from math import inf, nan',
    '',
    `torch.set_printoptions(precision=${digits}, sci_mode=False)`,
    '',
    `# queries: ${commentOf(queries)}`,
    `# keys:    ${commentOf(keys)}`,
    pythonRows('Q', 'torch.tensor', floatRows(q), tail),
    pythonRows('K', 'torch.tensor', floatRows(k), tail),
    pythonRows('V', 'torch.tensor', floatRows(v), tail),
    '',
    scale === undefined ? 'scale = 1 / math.sqrt(Q.shape[1])' : `scale = ${pythonFloat(scale)}`,
    causal === false
      ? 'blocked = torch.zeros(len(Q), len(K), dtype=torch.bool)  # True: may not read'
      : `blocked = torch.ones(len(Q), len(K), dtype=torch.bool).triu(${diagonal})  # True: may not read`,
    ...(blocked ? [pythonRows('blocked', 'blocked | torch.tensor', flagRows(blocked))] : []),
    '',
    'raw = Q @ K.T',
    'scaled = raw * scale',
    'masked = scaled.masked_fill(blocked, -inf)',
    'weights = torch.softmax(masked, dim=-1)  # a row that may read nothing is NaN',
    ...(emptyRow === 'zero'
      ? ['weights[blocked.all(dim=1)] = 0  # the policy chosen for such rows']
      : []),
    'output = weights @ V',
    '',
    'for name in ("raw", "scaled", "masked", "weights", "output"):',
    '    print(name)',
    '    print(globals()[name])',
    '',
    '# The same in one call (PyTorch 2.1 or later). Its boolean mask is the other way round: True = may read.',
    "reads = ~blocked.all(dim=1)  # rows that read nothing follow the library's own policy",
    'try:',
    '    fused = F.scaled_dot_product_attention(Q[None], K[None], V[None], attn_mask=~blocked, scale=scale)[0]',
    '    if reads.any():',
    '        print("largest difference from the one call:", (fused - output)[reads].abs().max().item())',
    'except (AttributeError, TypeError):',
    '    print("this PyTorch is older than 2.1: not compared with the one call")',
    '',
  ].join('\n');
}
