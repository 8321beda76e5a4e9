/** The blocks of the figure as a NumPy program: the same draws, the same steps, the same statistics. */
import { messages } from '../../../messages/index.ts';
import { seedOf } from '../../shared/number-field.ts';
import { LAYER_NORM, NUMPY, printTables, pythonFloat, SOFTMAX } from '../../shared/python.ts';
import type { Order } from './block-figure.ts';

const { data } = messages.concept.block;
export const TOKENS = 4;
export const WIDTH = 16;
export const INNER = 64;
export const BLOCKS = 8;
/** 1/√16 and 1/√64: what a product of unit rows needs to keep its rows near 1. */
export const INTO_WIDTH = 0.25;
export const INTO_INNER = 0.125;

interface Setup {
  readonly order: Order;
  readonly factor: number;
  readonly heads: number;
  /** As typed. */
  readonly seed: string;
}

const python = (order: Order) => JSON.stringify(order);

export function blockProgram({ order, factor, heads, seed }: Setup): string {
  return `${NUMPY.replace('import numpy as np\n', 'import math\n\nimport numpy as np\n')}
n, d, inner, heads = ${TOKENS}, ${WIDTH}, ${INNER}, ${heads}
random = np.random.default_rng(${seedOf(seed)})
embeddings = random.normal(0, 1, (n, d))
angles = np.arange(n)[:, None] / 10000 ** (2 * np.arange(d // 2) / d)
positions = np.empty((n, d))
positions[:, 0::2], positions[:, 1::2] = np.sin(angles), np.cos(angles)
x = (embeddings + positions) * ${pythonFloat(factor)}


def draw_block():
    projections = [random.normal(0, ${INTO_WIDTH}, (d, d)) for _ in range(4)]
    w_1 = random.normal(0, ${INTO_WIDTH}, (d, inner))
    w_2 = random.normal(0, ${INTO_INNER}, (inner, d))
    return (*projections, w_1, w_2)


blocks = [draw_block() for _ in range(${BLOCKS})]
erf = np.vectorize(math.erf)

${SOFTMAX}${LAYER_NORM}
def attention(x, w_q, w_k, w_v, w_o):
    def split(rows):
        return rows.reshape(n, heads, d // heads).transpose(1, 0, 2)

    q, k, v = split(x @ w_q), split(x @ w_k), split(x @ w_v)
    weights = softmax(q @ k.transpose(0, 2, 1) / np.sqrt(d // heads))
    return (weights @ v).transpose(1, 0, 2).reshape(n, d) @ w_o


def feed_forward(x, w_1, w_2):
    hidden = x @ w_1
    return hidden / 2 * (1 + erf(hidden / np.sqrt(2))) @ w_2  # GELU


def stages(x, block, order):
    *projections, w_1, w_2 = block
    if order == "post":
        mixed = attention(x, *projections)
        middle = layer_norm(x + mixed)
        change = feed_forward(middle, w_1, w_2)
        return [x, mixed, x + mixed, middle, change, middle + change, layer_norm(middle + change)]
    normed = layer_norm(x)
    mixed = attention(normed, *projections)
    middle = x + mixed
    second = layer_norm(middle)
    change = feed_forward(second, w_1, w_2)
    return [x, normed, mixed, middle, second, change, middle + change]


def averages(order):  # of the deviations of the rows, before the first block and after each
    rows, found = x, [x.std(axis=1).mean()]
    for block in blocks:
        rows = stages(rows, block, order)[-1]
        found.append(rows.std(axis=1).mean())
    return found


first = stages(x, blocks[0], ${python(order)})
${printTables([
  [data.caption, 'np.array([rows.std(axis=1) for rows in first])'],
  [data.means, 'np.array([rows.mean(axis=1) for rows in first])'],
  [data.stack, 'np.column_stack([averages("post"), averages("pre")])'],
])}`;
}
