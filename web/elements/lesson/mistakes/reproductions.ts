/**
 * Each mistake as lines of NumPy: what stands in place of which step, and the test to carry home. `numpy.ts` puts them
 * into the program of the setup in which the mistake shows.
 */

/** Steps of the program, in the order in which they run. */
export const STEPS = [
  'split',
  'roles',
  'positions',
  'cache',
  'scores',
  'blocked',
  'mask',
  'softmax',
  'weights',
  'mix',
  'shown',
  'merge',
  'norm',
] as const;
export type Step = (typeof STEPS)[number];

/** Helpers of the program: their bodies, below `def`. */
export type Helper = 'split' | 'code' | 'layer_norm';

export interface Reproduction {
  /** In place of the step's own lines; empty: the step is left out. */
  readonly steps?: Readonly<Partial<Record<Step, readonly string[]>>>;
  readonly helpers?: Readonly<Partial<Record<Helper, readonly string[]>>>;
  /** Ends in an assertion. */
  readonly test: readonly string[];
  /** NaN and overflow are the point: NumPy is not to warn of them. */
  readonly quiet?: boolean;
}

const ROWS_SUM = ['assert np.allclose(weights.sum(axis=-1), 1), "the weights of a query sum to 1"'];
const FORBIDDEN = ['assert np.allclose(weights[blocked], 0), "a blocked key has weight 0"'];
const EMPTY = (row: number) => [
  `assert np.allclose(weights[${row}], 0), "a row that may read nothing reads nothing"`,
];
const UNIT = (heads: number) => [
  '# Keys of variance 1: 2 and -2 in each place in turn, the other places 0.',
  `unit = np.tile(2.0 * np.vstack([np.eye(4), -np.eye(4)]), ${heads})`,
  `scores = attention(np.ones((1, ${4 * heads})), unit, unit)[0]`,
  'assert np.allclose(scores.std(axis=-1), 1), "scaled scores have deviation 1"',
];
const TURNED_ROUND = [
  'other = attention(q[::-1], k[::-1], v[::-1])[-1]',
  'assert np.allclose(other, output[::-1]), "reordered tokens give the same outputs, reordered"',
];
const scaled = (line: string) => ({ steps: { scores: [`scores = ${line}`] } });
const RAW = 'q @ k.swapaxes(-1, -2)';

export const REPRODUCTIONS: Readonly<Record<string, Reproduction>> = {
  'batch-and-sequence-swapped': {
    // Of three axes: numpy.ts gives this setup its batch.
    steps: {
      roles: ['q, k, v = (x.swapaxes(0, 1) for x in (q, k, v))'],
      merge: ['output = output.swapaxes(0, 1)'],
    },
    test: [
      'def beside(other):  # the second of two sequences of one batch',
      '    return attention(*(np.stack([other, x]) for x in (q, k, v)))[-1][1]',
      '',
      '',
      'assert np.allclose(beside(q), beside(q + 1)), "another sequence changes nothing"',
    ],
  },
  'heads-split-by-reshape': {
    helpers: { split: ['return x.reshape(heads, len(x), -1)'] },
    test: TURNED_ROUND,
  },
  'group-repeat-order': {
    steps: { roles: ['k, v = np.tile(k, (2, 1, 1)), np.tile(v, (2, 1, 1))'] },
    test: [
      '# Heads 0 and 1 belong to key-value head 0: columns 0 to 3 of v.',
      'assert np.allclose(output[:, 4:8], weights[1] @ v[:, :4]), "head 1 mixes the values of group 0"',
    ],
  },
  'keys-and-values-swapped': {
    steps: { roles: ['k, v = v, k'] },
    test: [
      'assert np.allclose(attention(q, k, v + 5)[-1], output + 5), "5 more in all values is 5 more"',
    ],
  },
  'position-missing': {
    steps: { positions: [] },
    test: [
      'other = attention(q, k[::-1], v[::-1])[-1]',
      'assert not np.allclose(other, output), "with positions, the order of the keys matters"',
    ],
  },
  'left-padding-positions': {
    steps: { positions: ['at = np.arange(len(k))', 'q, k = q + code(at), k + code(at)'] },
    test: [
      'more = [np.vstack([x[:1] + 1, x]) for x in (q, k, v)]  # one more padding token on the left',
      'longer = attention(*more, np.append(True, padding))[-1]',
      'assert np.allclose(longer[2:], output[1:]), "more padding moves no token"',
    ],
  },
  'sinusoid-order': {
    helpers: { code: ['return np.hstack([np.sin(angles), np.cos(angles)])'] },
    test: [
      '# No mistake where it is used throughout. With weights that were trained on the other order it is one.',
      'trained = [[np.sin(1), np.cos(1), np.sin(0.01), np.cos(0.01)]]',
      'assert np.allclose(code(np.array([1])), trained), "the columns stand as they were trained"',
    ],
  },
  'rotary-pairing-mixed': {
    steps: { positions: ['q, k = turned(q, at, PAIRS), turned(k, at, HALVES)'] },
    test: [
      'later = attention(q, k, v, at + 4)[-1]',
      'assert np.allclose(later, output), "moving all positions changes nothing"',
    ],
  },
  'cache-offset': {
    steps: { cache: ['k, v = (np.vstack([np.zeros((1, 4)), x[:-1]]) for x in (k, v))'] },
    test: ['assert np.allclose(output[0], v[0]), "the first token can read itself alone"'],
  },
  'scale-missing': { ...scaled(RAW), test: UNIT(1) },
  'scale-twice': { ...scaled(`${RAW} / np.sqrt(4) / np.sqrt(4)`), test: UNIT(1) },
  'scale-by-width': { ...scaled(`${RAW} / 4`), test: UNIT(1) },
  'scale-by-model-width': { ...scaled(`${RAW} / np.sqrt(8)`), test: UNIT(2) },
  'scale-after-softmax': {
    steps: {
      scores: [`scores = ${RAW}`],
      weights: ['weights = weights / np.sqrt(q.shape[-1])'],
    },
    test: ROWS_SUM,
  },
  'mask-polarity-inverted': {
    steps: { mask: ['scores = np.where(blocked, scores, -np.inf)'] },
    test: FORBIDDEN,
    quiet: true,
  },
  'mask-added-as-numbers': { steps: { mask: ['scores = scores + ~blocked'] }, test: FORBIDDEN },
  'causal-top-left-instead-of-bottom-right': {
    steps: { mask: ['scores = np.where(np.triu(np.ones((2, 5), bool), 1), -np.inf, scores)'] },
    test: ['assert (weights[-1] > 0).all(), "the newest query may read every key"'],
  },
  'causal-bottom-right-instead-of-top-left': {
    steps: { mask: ['scores = np.where(np.triu(np.ones((2, 5), bool), 4), -np.inf, scores)'] },
    test: FORBIDDEN,
  },
  'causal-mask-added': {
    steps: { mask: ['scores = np.where(np.triu(np.ones((2, 3), bool), 1), -np.inf, scores)'] },
    test: TURNED_ROUND,
  },
  'causal-mask-reversed': {
    steps: { mask: ['scores = np.where(blocked.T, -np.inf, scores)'] },
    test: FORBIDDEN,
  },
  'causal-mask-dropped': {
    steps: { mask: [] },
    test: [
      'later = v + 10 * np.eye(4)[-1][:, None]  # the last token has other values',
      'assert np.allclose(attention(q, k, later)[-1][:-1], output[:-1]), "earlier rows stay"',
    ],
  },
  'padding-on-query-axis': {
    steps: { mask: ['scores = np.where(causal | padding[:, None], -np.inf, scores)'] },
    test: ['assert np.allclose(weights[1:, padding], 0), "no token reads padding"'],
    quiet: true,
  },
  'mask-fill-zero': {
    steps: { mask: ['scores = np.where(blocked, 0, scores)'] },
    test: FORBIDDEN,
  },
  'mask-fill-in-half-precision': {
    steps: {
      scores: [
        'scores = (q @ k.swapaxes(-1, -2)).astype(np.float16)',
        'scores = scores / np.sqrt(np.float16(4))',
      ],
      mask: [
        'lowest = np.finfo(np.float16).min',
        'for each in (causal, padding[None]):  # once for each mask',
        '    scores = scores + np.where(each, lowest, np.float16(0))',
        'scores = scores.astype(float)',
      ],
    },
    test: EMPTY(0),
    quiet: true,
  },
  'mask-plus-infinity': {
    steps: { mask: ['scores = np.where(blocked, np.inf, scores)'] },
    test: ROWS_SUM,
    quiet: true,
  },
  'empty-row': {
    steps: { softmax: ['weights = softmax(scores)  # 0/0 stays NaN'] },
    test: EMPTY(1),
    quiet: true,
  },
  'empty-row-hidden': {
    steps: {
      mask: [
        'lowest = np.finfo(np.float32).min',
        'scores = scores.astype(np.float32) + np.where(blocked, lowest, np.float32(0))',
        'scores = scores.astype(float)',
      ],
    },
    test: EMPTY(1),
    quiet: true,
  },
  'softmax-over-queries': {
    steps: { softmax: ['weights = softmax(scores.T).T'] },
    test: ROWS_SUM,
  },
  'softmax-twice': {
    steps: { softmax: ['weights = softmax(softmax(scores))'] },
    test: [
      '# Rows sum to 1, and every shape is right. What gives it away: logarithms of weights differ as scores do.',
      'expected = scores - scores[:, :1]',
      'assert np.allclose(np.log(weights / weights[:, :1]), expected), "weights are exp(score) / sum"',
    ],
  },
  'no-max-subtraction': {
    steps: {
      softmax: [
        'exps = np.exp(scores.astype(np.float32))  # the largest score is not taken away',
        'weights = (exps / exps.sum(axis=-1, keepdims=True)).astype(float)',
      ],
    },
    test: ROWS_SUM,
    quiet: true,
  },
  'gpu-differs': {
    steps: {
      mask: ['scores = np.where(np.arange(3) % 4 >= 2, -np.inf, scores)  # half of each tile of 4'],
    },
    test: [
      'even = attention(0 * q, k, v)[-1]',
      'assert np.allclose(even, v.mean(axis=0)), "a query of zeros gives the plain mean"',
    ],
  },
  'mask-after-softmax': {
    steps: { mask: [], weights: ['weights = np.where(blocked, 0, weights)'] },
    test: ROWS_SUM,
  },
  'dropout-in-evaluation': {
    steps: {
      weights: [
        'dropped = np.random.default_rng(0).random(weights.shape) < 0.2',
        'weights = np.where(dropped, 0, weights / 0.8)',
      ],
    },
    test: ROWS_SUM,
  },
  'heads-merged-without-transpose': {
    steps: { merge: ['output = output.reshape(output.shape[1], -1)'] },
    test: [
      'assert np.allclose(output[:, :4], weights[0] @ v[:, :4]), "head 0 stands in columns 0 to 3"',
    ],
  },
  'heads-averaged': {
    steps: { shown: ['weights = np.broadcast_to(weights.mean(axis=0), weights.shape)'] },
    test: [
      'assert np.allclose(weights[0] @ v[:, :4], output[:, :4]), "the map shown is that of the head"',
    ],
  },
  'layernorm-sample-variance': {
    helpers: {
      layer_norm: [
        'centred = x - x.mean(axis=-1, keepdims=True)',
        'return centred / np.sqrt(x.var(axis=-1, keepdims=True, ddof=1) + 1e-5)',
      ],
    },
    test: [
      'even = layer_norm(np.array([[1.0, -1.0, 1.0, -1.0]]))',
      'assert np.allclose(even.var(), 1, atol=1e-4), "a normalised row has variance 1"',
    ],
  },
  'layernorm-over-tokens': {
    helpers: {
      layer_norm: [
        'centred = x - x.mean(axis=0)',
        'return centred / np.sqrt(x.var(axis=0) + 1e-5)',
      ],
    },
    test: ['assert np.allclose(output.mean(axis=-1), 0), "each row has mean 0"'],
  },
  'layernorm-no-eps': {
    helpers: {
      layer_norm: [
        'centred = x - x.mean(axis=-1, keepdims=True)',
        'return centred / np.sqrt(x.var(axis=-1, keepdims=True))',
      ],
    },
    test: [
      'assert np.allclose(layer_norm(np.full((1, 4), 3.0)), 0), "a constant row is 0, not 0/0"',
    ],
    quiet: true,
  },
};
