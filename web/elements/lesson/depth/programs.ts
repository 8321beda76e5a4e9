/**
 * The NumPy programs of the depth's figures: each prints the tables of its figure under their captions. The core draws what NumPy
 * draws, so where numbers are drawn a program needs the seed alone.
 */
import { messages } from '../../../messages/index.ts';
import { floatRows, pythonFloat, pythonRows } from '../../shared/python.ts';
import { inputsOf, SESSION, SOFTMAX } from './session.ts';

const text = messages.depth;

const caption = (words: string) => JSON.stringify(words);

export function rowProgram(row: number, name: string, scaled: boolean, masked: boolean): string {
  const later = masked
    ? `\nscores[np.arange(${SESSION.k.length}) > ${row}] = -np.inf  # later than ${name}`
    : '';
  const columns = masked ? 'raw, scaled, scores, exps, weights' : 'raw, scaled, exps, weights';
  return `import numpy as np

np.set_printoptions(precision=3, suppress=True)

${inputsOf(SESSION)}

raw = k @ q[${row}]  # ${name} asks
scaled = raw${scaled ? ' / np.sqrt(q.shape[1])' : '  # not scaled'}
scores = scaled.copy()${later}
exps = np.exp(scores - scores.max())
weights = exps / exps.sum()
# ${columns}
print(${caption(text.row.caption)})
print(np.column_stack([${columns}]))
print(${caption(text.row.output)})
print(weights @ v)
`;
}

type Rows = readonly (readonly number[])[];

export function spreadProgram(
  { q, k }: { readonly q: Rows; readonly k: Rows },
  factor: number,
): string {
  return `import numpy as np

${pythonRows('q', 'np.array', floatRows(q))}
${pythonRows('k', 'np.array', floatRows(k))}


${SOFTMAX}


def show(numbers):
    return ", ".join(f"{x:.1g}" if 0 < x < 0.0005 else f"{x:.3f}" for x in numbers)


print(${caption(text.spread.caption)})
for factor in [1 / np.sqrt(2), 1, ${pythonFloat(factor)}]:
    scores = (q @ k.T * factor)[0]
    exps = np.exp(scores - scores.max())
    weights = softmax(scores)
    used = weights[weights > 0]
    keys = 2 ** -(used * np.log2(used)).sum()
    slope = weights[-1] * (1 - weights[-1])
    print(show(scores), show(exps), show(weights), f"{keys:.2f}", show([slope]), sep="; ")
`;
}

export function scaleProgram(
  seed: bigint,
  draws: number,
  tokens: number,
  widths: readonly number[],
): string {
  return `import numpy as np

random = np.random.default_rng(${seed})
draws, n = ${draws}, ${tokens}


${SOFTMAX}


def effective_keys(weights):
    bits = -weights * np.log2(weights, out=np.zeros_like(weights), where=weights > 0)
    return 2 ** bits.sum(axis=1)


# width: SD measured, in theory, scaled; effective keys scaled, not scaled
print(${caption(text.scale.data.caption(String(seed)))})
for width in [${widths.join(', ')}]:
    scores, kept, lost = [], [], []
    for _ in range(draws):
        q = random.normal(0, 1, (n, width))
        k = random.normal(0, 1, (n, width))
        raw = q @ k.T
        scores.append(raw)
        kept.append(effective_keys(softmax(raw / np.sqrt(width))))
        lost.append(effective_keys(softmax(raw)))
    sd = np.std(scores)
    row = [sd, np.sqrt(width), sd / np.sqrt(width), np.mean(kept), np.mean(lost)]
    print(f"{width}:", *(f"{number:.2f}" for number in row))
`;
}

export function headsProgram(
  seed: bigint,
  n: number,
  d: number,
  heads: number,
  reshaped: boolean,
): string {
  const split = reshaped
    ? 'reshape(h, n, d // h)  # without a transpose: a head holds whole tokens'
    : 'reshape(n, h, d // h).transpose(1, 0, 2)';
  return `import numpy as np

np.set_printoptions(precision=3, suppress=True)

random = np.random.default_rng(${seed})
n, d, h = ${n}, ${d}, ${heads}
x = random.normal(0, 1, (n, d))
w_q, w_k, w_v, w_o = (random.normal(0, 0.5, (d, d)) for _ in range(4))


${SOFTMAX}


def split(rows):
    return rows.${split}


q, k, v = split(x @ w_q), split(x @ w_k), split(x @ w_v)
weights = softmax(q @ k.transpose(0, 2, 1) / np.sqrt(d // h))
for t in range(h):
    print("Weights of head", t + 1)
    print(weights[t])
joined = (weights @ v).transpose(1, 0, 2).reshape(n, d)
print(${caption(text.heads.resultGrid)})
print(joined @ w_o)
`;
}

interface PositionNumbers {
  readonly codes: number;
  readonly width: number;
  readonly starts: readonly number[];
  readonly offsets: readonly number[];
  readonly query: readonly number[];
  readonly key: readonly number[];
  /** Positions of the query and the key whose score is printed. */
  readonly rotary: readonly { readonly query: number; readonly key: number }[];
  /** From 1. */
  readonly head: number;
  readonly heads: number;
  readonly keys: number;
}

export function positionsProgram({
  codes,
  width,
  starts,
  offsets,
  query,
  key,
  rotary,
  head,
  heads,
  keys,
}: PositionNumbers): string {
  return `import numpy as np

np.set_printoptions(precision=6, suppress=True)

n, d = ${codes}, ${width}
angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
codes = np.empty((n, d))
codes[:, 0::2], codes[:, 1::2] = np.sin(angles), np.cos(angles)
unit = codes / np.linalg.norm(codes, axis=1, keepdims=True)

print(${caption(text.positions.data.curves)})
starts = np.array([${starts.join(', ')}])
for offset in [${offsets.join(', ')}]:
    print(f"{offset}:", (unit[starts] * unit[starts + offset]).sum(axis=1))

slope = 2 ** (-8 * ${head} / ${heads})
i, j = np.arange(${keys})[:, None], np.arange(${keys})
np.set_printoptions(precision=8, suppress=True)
print(${caption(text.positions.data.alibi)})
print(np.where(j > i, -np.inf, slope * (j - i)))


def turn(x, position):
    angle = position / 10000 ** (np.arange(0, x.size, 2) / x.size)
    a, b = x[0::2], x[1::2]
    turned = np.empty_like(x)
    turned[0::2] = a * np.cos(angle) - b * np.sin(angle)
    turned[1::2] = a * np.sin(angle) + b * np.cos(angle)
    return turned


query, key = np.array([${query.join(', ')}]), np.array([${key.join(', ')}])
print(${caption(text.positions.rotaryCaption)})
for i, j in [${rotary.map((one) => `(${one.query}, ${one.key})`).join(', ')}]:
    print(i, j, f"{turn(query, i) @ turn(key, j):.6f}")
`;
}
