/** Sentences of the mask translator. */
import { joinWords } from '../../format/number.ts';

const rows = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`;

export const translator = {
  title: 'One mask in every library',
  tryThis:
    'Paste a mask of yours, say which library it was written for, and which one it is handed to. Look at the cells where the two disagree.',
  paste: 'Your mask',
  pasteHint:
    'True and False, 0 and 1, or numbers that are added. Brackets, commas and tensor( are ignored. At most 16 by 16.',
  from: 'It is written for',
  to: 'It is handed to',
  names: {
    sdpa: 'PyTorch: scaled_dot_product_attention, attn_mask',
    mha: 'PyTorch: MultiheadAttention, attn_mask',
    'key-padding': 'PyTorch: MultiheadAttention, key_padding_mask',
    additive: 'PyTorch: floating-point mask of either',
    hf: 'Hugging Face: attention_mask of a tokenizer',
    'hf-additive': 'Hugging Face: additive mask inside a model',
    keras: 'Keras: MultiHeadAttention, attention_mask',
    onnx: 'ONNX: Attention, attn_mask',
    mlx: 'MLX: fast.scaled_dot_product_attention, mask',
    flash: 'flash-attention',
  },
  versions: {
    sdpa: 'PyTorch 2.15',
    mha: 'PyTorch 2.15',
    'key-padding': 'PyTorch 2.15',
    additive: 'PyTorch 2.15',
    hf: 'Transformers 4.56',
    'hf-additive': 'Transformers 4.44',
    keras: 'Keras 3',
    onnx: 'ONNX opset 23',
    mlx: 'MLX, main branch',
    flash: 'flash-attention 2.1 and later',
  },
  says: {
    sdpa: 'True: takes part. Floating-point numbers are added to the scores, whole numbers are refused. is_causal aligns at the top left, and is refused beside a mask.',
    mha: 'True: may not be read. Floating-point numbers are added, whole numbers are refused. is_causal is a hint: the mask must be given too.',
    'key-padding':
      'One row for each sequence. True: this key is ignored. Floating-point numbers are added, whole numbers are refused.',
    additive: '0 for a cell that may be read, minus infinity for one that may not.',
    hf: 'One row for each sequence: 1 for a token, 0 for padding. A decoder adds the causal mask itself.',
    'hf-additive':
      'Added to the scores: 0, or the lowest number of the format in place of minus infinity. A row that may read nothing then reads all keys alike.',
    keras: '1 or True: takes part. 0: does not. use_causal_mask aligns at the top left.',
    onnx: 'True: takes part. Numbers are added. is_causal aligns at the top left; in opset 23 it may not stand beside a mask.',
    mlx: 'A boolean or an additive array; True keeps a score (its source says so, its documentation does not). The mask "causal" aligns at the bottom right.',
    flash:
      'Takes no table. causal=True aligns at the bottom right since 2.1, window_size limits the distance, and padding is taken out: cu_seqlens says where each sequence begins.',
  },
  permits: (name: string) => `Read by ${name}`,
  grid: (name: string) => `Weights when all scores are equal, mask read by ${name}`,
  about:
    'The weights that the mask gives when all scores are equal: 0 is not read. Hatched: not read. Ringed: the two differ.',
  agree: 'Both read the same cells.',
  disagree: (count: number, all: number) => `They disagree on ${count} of ${all} cells.`,
  biased:
    'The numbers are added and block nothing by themselves: keys that should be equal get different weights.',
  empty:
    'A row that may read nothing is 0/0 by the formula, NaN. For such a row scaled_dot_product_attention of PyTorch gives zeros from version 2.5 on.',
  row: (query: number, one: readonly string[], other: readonly string[]) =>
    `Row ${query} reads ${one.length > 0 ? joinWords(one) : 'nothing'} in the one and ${other.length > 0 ? joinWords(other) : 'nothing'} in the other.`,
  key: (at: number) => `k${at}`,
  query: (at: number) => `q${at}`,
  all: 'The same mask, as each wants it',
  source: 'documentation',
  notThere: {
    row: '# one row cannot say this',
    flash: '# cannot be said without a table',
    causal: 'causal=True',
    open: '# nothing to say: no cell is blocked',
    seqlens: (tokens: number) => `cu_seqlens_k=[0, ${tokens}]  # only the tokens are handed over`,
  },
  refused: {
    ragged: (row: number, has: number, first: number) =>
      `Row ${row} has ${has} cells and row 0 has ${first}: all rows of a mask are equally long.`,
    size: (height: number, width: number) =>
      `The mask has ${rows(height)} of ${width} cells: at most 16 by 16 are shown.`,
    row: (name: string, has: number) =>
      `${name} has one row for each sequence, and here are ${has}: paste one.`,
    mixed: (cell: string, row: number, col: number) =>
      `"${cell}" at row ${row}, column ${col}: a mask has either True and False, or numbers.`,
    truth: (name: string, cell: string, row: number, col: number) =>
      `"${cell}" at row ${row}, column ${col}: ${name} takes 0 and 1, or True and False.`,
    words: (name: string) => `${name} takes numbers that are added, no True and False.`,
  },
  data: (name: string) => `Weights, read by ${name}`,
} as const;
