/** Sentences of the figures of memory layout and of precision. */
export const layout = {
  title: 'The same numbers in memory',
  tryThis:
    'Choose what is done to a tensor. Its numbers are their own addresses, so you see at once which of them a head gets. A stride says by how many numbers one step along an axis moves.',
  choose: 'What is done',
  flows: {
    split: 'split into heads and merge',
    reshape: 'split by reshape alone',
    merge: 'merge without transpose',
    batch: 'batch_first mistaken',
    repeat: 'groups repeated AABB',
    tile: 'groups repeated ABAB',
  },
  memory: (count: number) => `In memory: ${count} numbers in a row`,
  step: (code: string, shape: string) => `${code} has shape ${shape}`,
  strides: (strides: string, contiguous: boolean) =>
    `Strides ${strides}. ${contiguous ? 'Contiguous.' : 'Not contiguous: nothing has moved, it is only read in another order.'}`,
  copied: 'Copied: the numbers now lie in this order.',
  head: (head: number) => `head ${head}`,
  sequence: (sequence: number) => `sequence ${sequence}`,
  keyHead: (head: number) => `key-value head ${head}`,
  box: (owner: string, token: number) => `token ${token}, ${owner}`,
  said: {
    split:
      'View moves nothing. Transpose moves nothing either: it exchanges two strides, and now all tokens of one head are read together. After attention the heads are transposed back, and only then does a copy lay them side by side.',
    reshape:
      'The memory is cut into two pieces. Each has the shape of a head and holds whole tokens: head 0 gets numbers of both heads.',
    merge:
      'The heads lie one after the other, and are read as rows without going back: a row holds one head of several tokens.',
    batch:
      'The tensor is (batch, sequence, width) and is read as (sequence, batch, width). The shape fits by chance or by padding, and each sequence now mixes tokens of both.',
    repeat:
      'Each key-value head serves two query heads beside each other: 0, 0, 1, 1. A stride of 0 repeats without a copy.',
    tile: 'The key-value heads are repeated as a whole: 0, 1, 0, 1. Query head 1 now reads key-value head 1, which is not its own.',
  },
  data: 'Shapes, strides and the addresses in the order in which they are read',
  dataHead: ['step', 'shape', 'strides', 'addresses'],
} as const;

export const precision = {
  title: 'The same attention in four formats',
  tryThis:
    'Choose a step and a setup. Say which format will be furthest from float64, in units of its own last place.',
  setup: 'Setup',
  setups: {
    plain: '2 queries, 3 keys',
    causal: '4 tokens, causal',
    'large-scores': 'scores far from 0',
  },
  step: 'Step',
  steps: {
    raw: 'raw scores',
    scaled: 'scaled scores',
    weights: 'weights',
    output: 'output',
  },
  digits: {
    float64: '53 binary digits',
    float32: '24 binary digits',
    bfloat16: '8 binary digits, the range of float32',
    float16: '11 binary digits, ends at 65,504',
  },
  values: (format: string, step: string) => `${format}: ${step}`,
  units: (format: string) => `${format}: units of the last place from float64`,
  unitsAbout: 'units from float64',
  legend:
    'A unit of the last place is one step of the format. 0 means: the nearest number that the format has.',
  words: (format: string, largest: string, sums: string) =>
    `${format}: at most ${largest} ${largest === '1' ? 'unit' : 'units'} from float64; the rows of weights sum to ${sums}.`,
  nan: (format: string) => `${format}: something overflowed; a row is NaN.`,
} as const;
