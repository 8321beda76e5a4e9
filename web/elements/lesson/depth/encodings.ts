/**
 * How libraries write one mask: the one table of it. What each says of itself stands in its documentation, read for the
 * version named in the messages.
 */
import type { Engine } from '../../../engine/types.ts';

/** True: may not be read. */
export type Mask = readonly (readonly boolean[])[];

export interface Encoding {
  readonly id:
    | 'sdpa'
    | 'mha'
    | 'key-padding'
    | 'additive'
    | 'hf'
    | 'hf-additive'
    | 'keras'
    | 'onnx'
    | 'mlx'
    | 'flash';
  /** A row stands for all queries; nothing: it takes no table at all. */
  readonly shape: 'table' | 'row' | 'nothing';
  /** What a cell that may not be read, and one that may, is written as. */
  readonly blocked: string;
  readonly read: string;
  /** What a True of it means; nothing where it takes no truth values. */
  readonly trueIs?: 'read' | 'blocked';
  /** What numbers are: added to the scores, or 0 and 1 in the sense of False and True. */
  readonly numbers: 'added' | 'truth';
  readonly url: string;
}

const TORCH = 'https://docs.pytorch.org/docs/2.15/generated/torch.nn';
const SDPA = `${TORCH}.functional.scaled_dot_product_attention.html`;
const MHA = `${TORCH}.MultiheadAttention.html`;
const boolean = { blocked: 'False', read: 'True', trueIs: 'read' } as const;
const ignores = { blocked: 'True', read: 'False', trueIs: 'blocked' } as const;
const truth = { blocked: '0', read: '1', trueIs: 'read', numbers: 'truth' } as const;

export const ENCODINGS: readonly Encoding[] = [
  { id: 'sdpa', shape: 'table', ...boolean, numbers: 'added', url: SDPA },
  { id: 'mha', shape: 'table', ...ignores, numbers: 'added', url: MHA },
  { id: 'key-padding', shape: 'row', ...ignores, numbers: 'added', url: MHA },
  { id: 'additive', shape: 'table', blocked: '-inf', read: '0.0', numbers: 'added', url: SDPA },
  {
    id: 'hf',
    shape: 'row',
    ...truth,
    url: 'https://huggingface.co/docs/transformers/v4.56.1/glossary',
  },
  {
    id: 'hf-additive',
    shape: 'table',
    blocked: '-3.4028e+38',
    read: '0.0',
    numbers: 'added',
    url: 'https://github.com/huggingface/transformers/blob/v4.44.2/src/transformers/modeling_attn_mask_utils.py',
  },
  {
    id: 'keras',
    shape: 'table',
    ...truth,
    url: 'https://keras.io/api/layers/attention_layers/multi_head_attention/',
  },
  {
    id: 'onnx',
    shape: 'table',
    ...boolean,
    numbers: 'added',
    url: 'https://onnx.ai/onnx/operators/onnx__Attention.html',
  },
  {
    id: 'mlx',
    shape: 'table',
    ...boolean,
    numbers: 'added',
    url: 'https://ml-explore.github.io/mlx/build/html/python/_autosummary/mlx.core.fast.scaled_dot_product_attention.html',
  },
  {
    id: 'flash',
    shape: 'nothing',
    blocked: '',
    read: '',
    numbers: 'truth',
    url: 'https://github.com/Dao-AILab/flash-attention/blob/main/README.md',
  },
];

export const encodingOf = (id: Encoding['id']): Encoding =>
  ENCODINGS.find((one) => one.id === id) as Encoding;

export const sameMask = (a: Mask, b: Mask) =>
  a.every((line, r) => line.every((cell, c) => cell === b[r]?.[c]));

/** The row that all queries share; nothing where they differ. */
export const sharedRow = (mask: Mask): readonly boolean[] | undefined => {
  const [first = []] = mask;
  return sameMask(
    mask,
    mask.map(() => first),
  )
    ? first
    : undefined;
};

/** The triangle of the core, for these sizes. */
export function causalMask(
  engine: Engine,
  queries: number,
  keys: number,
  causal: 'top-left' | 'bottom-right',
): Mask {
  const zeros = (rows: number) => Array.from({ length: rows }, () => [0]);
  const { blocked } = engine.attention({
    q: zeros(queries),
    k: zeros(keys),
    v: zeros(keys),
    causal,
  });
  return Array.from({ length: queries }, (_, r) =>
    Array.from({ length: keys }, (_key, c) => blocked.data[r * keys + c] === 1),
  );
}

/** A table as Python prints one. */
export function tensor(mask: Mask, { blocked, read }: Pick<Encoding, 'blocked' | 'read'>): string {
  const cells = mask.map((line) => line.map((cell) => (cell ? blocked : read)));
  const width = Math.max(...cells.flat().map((cell) => cell.length));
  const lines = cells.map((line) => `[${line.map((cell) => cell.padStart(width)).join(', ')}]`);
  return `[${lines.join(',\n ')}]`;
}
