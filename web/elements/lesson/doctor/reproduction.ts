/** The smallest part that shows the difference, as programs: what was meant is computed, and what was seen stands beside it. */
import type { DoctorSmallest } from '../../../engine/types/doctor.ts';
import type { Matrix } from '../../../engine/types.ts';
import { flagRows, floatRows, pythonFloat, pythonRows } from '../../shared/python.ts';

const rowsOf = ({ rows, cols, data }: Matrix): number[][] =>
  Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * cols, (i + 1) * cols)));

/** One language: its array call, the tail of that call, and its words. */
interface Language {
  readonly head: string;
  readonly array: string;
  readonly tail: string;
  readonly flags: string;
  readonly positions: string;
  readonly softmax: string;
  readonly fill: string;
  readonly join: (list: string, axis: number) => string;
  readonly print: (name: string) => string;
}

const NUMPY: Language = {
  head: 'import numpy as np\n\nnan, inf = np.nan, np.inf\n',
  array: 'np.array',
  tail: '',
  flags: ', dtype=bool',
  positions: `def turned(x, first, base, halves):  # rotary positions
    half = x.shape[1] // 2
    angles = (first + np.arange(len(x)))[:, None] / base ** (np.arange(half) / half)
    a, b = (x[:, :half], x[:, half:]) if halves else (x[:, 0::2], x[:, 1::2])
    cos, sin = np.cos(angles), np.sin(angles)
    left, right = a * cos - b * sin, a * sin + b * cos
    return np.concatenate([left, right], axis=1) if halves else np.stack([left, right], axis=2).reshape(x.shape)


def coded(x, first, base, halves):  # sinusoids added
    half = x.shape[1] // 2
    angles = (first + np.arange(len(x)))[:, None] / base ** (np.arange(half) / half)
    codes = [np.sin(angles), np.cos(angles)]
    return x + (np.concatenate(codes, axis=1) if halves else np.stack(codes, axis=2).reshape(x.shape))
`,
  softmax: `        exps = np.exp(scores - scores.max(axis=1, keepdims=True))
        table = exps / exps.sum(axis=1, keepdims=True)`,
  fill: 'np.where(blocked, -inf, scores)',
  join: (list, axis) => `np.concatenate(${list}, axis=${axis})`,
  print: (name) =>
    `print("largest difference of ${name}:", np.nan_to_num(np.abs(${name} - seen_${name}), nan=inf).max())`,
};

const TORCH: Language = {
  head: "import torch\n\nnan, inf = float('nan'), float('inf')\n",
  array: 'torch.tensor',
  tail: ', dtype=torch.float64',
  flags: ', dtype=torch.bool',
  positions: `def turned(x, first, base, halves):  # rotary positions
    half = x.shape[1] // 2
    steps = torch.arange(half, dtype=x.dtype) / half
    angles = (first + torch.arange(len(x), dtype=x.dtype))[:, None] / base**steps
    a, b = (x[:, :half], x[:, half:]) if halves else (x[:, 0::2], x[:, 1::2])
    cos, sin = torch.cos(angles), torch.sin(angles)
    left, right = a * cos - b * sin, a * sin + b * cos
    return torch.cat([left, right], dim=1) if halves else torch.stack([left, right], dim=2).reshape(x.shape)


def coded(x, first, base, halves):  # sinusoids added
    half = x.shape[1] // 2
    steps = torch.arange(half, dtype=x.dtype) / half
    angles = (first + torch.arange(len(x), dtype=x.dtype))[:, None] / base**steps
    codes = [torch.sin(angles), torch.cos(angles)]
    return x + (torch.cat(codes, dim=1) if halves else torch.stack(codes, dim=2).reshape(x.shape))
`,
  softmax: '        table = torch.softmax(scores, dim=1)',
  fill: 'scores.masked_fill(blocked, -inf)',
  join: (list, axis) => `torch.cat(${list}, dim=${axis})`,
  print: (name) =>
    `print("largest difference of ${name}:", (${name} - seen_${name}).abs().nan_to_num(nan=inf).max().item())`,
};

function program(part: DoctorSmallest, language: Language): string {
  const { q, k, v, heads, kvHeads, blocked, positions, pairing } = part;
  const width = q.cols / heads;
  const table = (name: string, m: Matrix) =>
    pythonRows(name, language.array, floatRows(rowsOf(m)), language.tail);
  const seen = (['scores', 'weights', 'output'] as const).filter(
    (name) => part[name].data.length > 0,
  );
  const masked = blocked.data.some((cell) => cell !== 0);
  const halves = pairing === 'half-split' ? 'True' : 'False';
  const place = positions === 'rotary' ? 'turned' : 'coded';
  const at = (name: string, offset: number) =>
    positions ? `${place}(${name}, ${offset}, ${pythonFloat(part.base)}, ${halves})` : name;
  return `${language.head}
# Heads stand side by side in columns; seen scores and weights below each other in rows.
${table('q', q)}
${table('k', k)}
${table('v', v)}
${
  masked
    ? `blocked = ${language.array}([${flagRows(
        rowsOf(blocked).map((row) => row.map((cell) => cell !== 0)),
      )
        .map((row) => `[${row.join(', ')}]`)
        .join(', ')}]${language.flags})  # True: may not be read\n`
    : ''
}${seen.map((name) => table(`seen_${name}`, part[name])).join('\n')}
heads, kv_heads = ${heads}, ${kvHeads}
scale = ${part.scale === undefined ? `${width} ** -0.5` : pythonFloat(part.scale)}

${positions ? `\n${language.positions}\n` : ''}
def attention():
    all_scores, all_weights, outputs = [], [], []
    for h in range(heads):
        group = h // (heads // kv_heads)
        wide, deep = q.shape[1] // heads, v.shape[1] // kv_heads
        queries = ${at('q[:, h * wide : (h + 1) * wide]', part.queryOffset)}
        keys = ${at('k[:, group * wide : (group + 1) * wide]', part.keyOffset)}
        scores = queries @ keys.T * scale
        all_scores.append(scores)
${masked ? `        scores = ${language.fill}\n` : ''}${language.softmax}
        all_weights.append(table)
        outputs.append(table @ v[:, group * deep : (group + 1) * deep])
    return ${language.join('all_scores', 0)}, ${language.join('all_weights', 0)}, ${language.join('outputs', 1)}


scores, weights, output = attention()
${seen.map(language.print).join('\n')}
`;
}

export const numpyOf = (part: DoctorSmallest): string => program(part, NUMPY);
export const pytorchOf = (part: DoctorSmallest): string => program(part, TORCH);
