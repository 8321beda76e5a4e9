/** What each kind of task trains, and its question with the numbers of one task put in. */

/** What a prompt may say of its task: `web/elements/exercise/givens.ts` gives it. */
export interface Facts {
  size(name: string): number;
  has(name: string): boolean;
  word(name: string): string;
  id(name: string): string;
}

export interface KindWords {
  readonly name: string;
  readonly about: string;
  readonly prompt: (facts: Facts) => readonly string[];
  /** What its choices are called, where the core has no words for them. */
  readonly choices?: Readonly<Record<string, string>>;
}

const head = (facts: Facts) =>
  `Take query ${facts.size('row')} of Q. The key width is the number of columns of Q and K.`;

const ofCount = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
const grouped = (value: number) => new Intl.NumberFormat('en').format(value);

export const kinds: Readonly<Record<string, KindWords>> = {
  'raw-scores': {
    name: 'Raw scores',
    about: 'The dot products of one query with every key.',
    prompt: (facts) => [
      `Take query ${facts.size('row')} of Q. Work out its raw score with each key, before any scaling.`,
    ],
  },
  'scaled-scores': {
    name: 'Scaled scores',
    about: 'Dot products, then the division by √d_k.',
    prompt: (facts) => [
      head(facts),
      'Work out its scaled score with each key: the dot product, divided by √d_k.',
    ],
  },
  'softmax-row': {
    name: 'Softmax of a row',
    about: 'Exponentials, their sum, and shares that add up to 1.',
    prompt: () => [
      'These are the scaled scores of one query, one for each key. Turn them into weights by softmax.',
    ],
  },
  'causal-row': {
    name: 'A row under the causal mask',
    about: 'Which keys are left, and how the weights share out among them.',
    prompt: (facts) => [
      `${head(facts)} The causal mask is on: a token reads itself and earlier tokens.`,
      'Work out its weights for all keys: dot products, division by √d_k, mask, softmax.',
    ],
  },
  'padding-row': {
    name: 'A row with padding',
    about: 'Keys that stand for no token get no weight.',
    prompt: () => [
      'These are the scaled scores of one query. Some of the keys are padding: they stand for no token and may not be read.',
      'Work out the weights of all keys, with the padding masked before softmax.',
    ],
  },
  'output-row': {
    name: 'Output of a row',
    about: 'The whole way: scores, scale, softmax, and the mix of the values.',
    prompt: (facts) => [
      `${head(facts)} There is no mask.`,
      'Work out its weights for all keys, then its output: the values mixed by those weights.',
    ],
  },
  'layer-shapes': {
    name: 'Shapes through a layer',
    about: 'Batch, heads, tokens and widths of a multi-head layer.',
    prompt: (facts) => [
      `A layer of multi-head attention has ${ofCount(facts.size('heads'), 'head')} and model width ${facts.size('dModel')}. A batch of ${facts.size('batch')} examples comes in: ${facts.size('n')} queries each, which read ${facts.size('m')} keys each.`,
      'Give the shape of the queries once they are split into heads and ready for the scores, the shape of the scores of all heads, and the shape of the output of the layer.',
    ],
  },
  'score-memory': {
    name: 'Memory of the scores',
    about: 'How many bytes the stored scores of a layer take.',
    prompt: (facts) => [
      `A layer has ${ofCount(facts.size('heads'), 'head')}. It reads a batch of ${ofCount(facts.size('batch'), 'example')} of ${grouped(facts.size('n'))} tokens each, and stores all scores with ${facts.size('elementBytes')} bytes a number, with a dense causal mask.`,
      'How many MiB do the scores take? One MiB is 1,024 × 1,024 bytes.',
    ],
  },
  share: {
    name: 'Share of the n² part',
    about: 'How much of a layer’s work grows with the square of the length.',
    prompt: (facts) => [
      `A layer of model width ${grouped(facts.size('dModel'))} reads ${grouped(facts.size('n'))} tokens. Scores and mix take 2 n² d multiply-adds, projections and feed-forward part together 12 n d².`,
      'Which share of all multiply-adds do scores and mix take, in per cent? And at how many tokens would both parts be equal?',
    ],
  },
  parameters: {
    name: 'Parameters',
    about: 'The weights of attention, with shared key-value heads, and of the feed-forward part.',
    prompt: (facts) => [
      `A layer has model width ${grouped(facts.size('dModel'))} and ${ofCount(facts.size('heads'), 'query head')}, which share ${ofCount(facts.size('kvHeads'), 'key-value head')}. The inner layer of its feed-forward part is four times as wide as the model. There are no biases.`,
      'How many parameters do the projections of attention have: W_Q, W_K, W_V and W_O together? And how many has the feed-forward part?',
    ],
  },
  'effective-keys': {
    name: 'Effective keys',
    about: 'Entropy in bits, and 2 to that power.',
    prompt: () => [
      'These are the weights of one query. Work out their entropy in bits, the sum of −w log₂ w, where a weight of 0 adds nothing.',
      'Then give the effective keys: 2 to the power of the entropy.',
    ],
  },
  'broken-invariant': {
    name: 'Which check notices?',
    about: 'A mistake is in the code. Which check would fail?',
    prompt: (facts) => [
      `One head computes with these queries, keys and values${facts.id('causal') === 'yes' ? ', under a causal mask' : ', without a mask'}. There is a mistake in its code: ${facts.word('mistake')}`,
      'Which of these checks fails because of it?',
    ],
  },
  'mask-convention': {
    name: 'Read a mask',
    about: 'True means the opposite in two functions of one library.',
    prompt: (facts) => [
      `${facts.word('convention')}`,
      `Which of the keys may query ${facts.size('row')} read?`,
    ],
    choices: {
      reads: 'may read',
      'does-not-read': 'may not read',
      'sdpa-boolean':
        'This boolean mask is handed to scaled_dot_product_attention of PyTorch as attn_mask.',
      'multihead-boolean':
        'This boolean mask is handed to nn.MultiheadAttention of PyTorch as attn_mask.',
      'key-padding':
        'This mask is the row of one example that is handed to nn.MultiheadAttention of PyTorch as key_padding_mask.',
      additive: 'This mask of numbers is added to the scores before softmax.',
      'triu-multihead':
        'The mask torch.triu(torch.ones(4, 4, dtype=torch.bool), diagonal=1) is handed to nn.MultiheadAttention of PyTorch as attn_mask.',
      'triu-sdpa':
        'The mask torch.triu(torch.ones(4, 4, dtype=torch.bool), diagonal=1) is handed to scaled_dot_product_attention of PyTorch as attn_mask.',
      'tril-sdpa':
        'The mask torch.tril(torch.ones(4, 4, dtype=torch.bool)) is handed to scaled_dot_product_attention of PyTorch as attn_mask.',
    },
  },
};
