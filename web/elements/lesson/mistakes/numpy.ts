/**
 * The smallest program that makes a mistake: the bench's setup, each step of attention, the mistake under a switch, and
 * an assertion that fails with it and passes without.
 */
import type { BenchSetup, Mistake } from '../../../engine/types.ts';
import { flagRows, floatRows, pythonRows } from '../../shared/python.ts';
import {
  type Helper,
  REPRODUCTIONS,
  type Reproduction,
  STEPS,
  type Step,
} from './reproductions.ts';
import { booleansOf, rowsOf } from './tables.ts';

type Setup = BenchSetup['setup'];
const indent = (lines: readonly string[]) => lines.map((line) => (line ? `    ${line}` : line));

/** The lines of a place, with those of the mistake under the switch. */
function switched(
  right: readonly string[],
  wrong: readonly string[] | undefined,
): readonly string[] {
  if (!wrong) return right;
  if (wrong.length === 0) return ['if not MISTAKE:', ...indent(right)];
  const otherwise = right.length > 0 ? ['else:', ...indent(right)] : [];
  return ['if MISTAKE:', ...indent(wrong), ...otherwise];
}

const batched = (id: string) => id === 'batch-and-sequence-swapped';

/** What a right program of this setup does in each step. */
function stepsOf(setup: Setup, id: string): Readonly<Partial<Record<Step, readonly string[]>>> {
  const { heads, kvHeads = heads, causal, padding, positions, normEps, emptyRow } = setup;
  const several = heads > 1;
  const masked = causal || padding || setup.blocked;
  const empty = emptyRow === 'zero';
  return {
    split: several
      ? [`q, k, v = split(q, ${heads}), split(k, ${kvHeads}), split(v, ${kvHeads})`]
      : [],
    roles: kvHeads < heads ? ['k, v = np.repeat(k, 2, axis=0), np.repeat(v, 2, axis=0)'] : [],
    positions: positionLines(setup, positions?.kind),
    scores: ['scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])'],
    blocked: [
      ...(padding
        ? ['causal = np.triu(np.ones((len(q), len(k)), bool), 1)', 'blocked = causal | padding']
        : []),
      ...(batched(id) ? ['blocked = np.triu(np.ones(scores.shape[-2:], bool), 1)'] : []),
    ],
    mask: masked ? ['scores = np.where(blocked, -np.inf, scores)'] : [],
    softmax: [
      empty
        ? 'weights = np.nan_to_num(softmax(scores))  # an empty row gives zeros'
        : 'weights = softmax(scores)',
    ],
    mix: ['output = weights @ v'],
    merge: several ? ['output = output.transpose(1, 0, 2).reshape(output.shape[1], -1)'] : [],
    norm: normEps === undefined ? [] : ['output = layer_norm(output)'],
  };
}

function positionLines(setup: Setup, kind: 'sinusoid' | 'rotary' | undefined): readonly string[] {
  if (kind === undefined) return [];
  if (kind === 'rotary') return ['q, k = turned(q, at, PAIRS), turned(k, at, PAIRS)'];
  const at = setup.padding
    ? 'at = np.maximum(np.arange(len(k)) - padding.sum(), 0)  # padding takes no position'
    : 'at = np.arange(len(k))';
  return [at, 'q, k = q + code(at), k + code(at)'];
}

const SOFTMAX = [
  'def softmax(x):',
  '    exps = np.exp(x - x.max(axis=-1, keepdims=True))',
  '    return exps / exps.sum(axis=-1, keepdims=True)',
];

interface Function_ {
  readonly name: Helper;
  readonly head: string;
  /** Before what a mistake changes. */
  readonly first?: readonly string[];
  readonly body: readonly string[];
}

function helpersOf({ heads, positions, normEps }: Setup): readonly Function_[] {
  return [
    ...(heads > 1
      ? [
          {
            name: 'split' as const,
            head: 'def split(x, heads):  # (n, heads * width) -> (heads, n, width)',
            body: ['return x.reshape(len(x), heads, -1).transpose(1, 0, 2)'],
          },
        ]
      : []),
    ...(positions?.kind === 'sinusoid'
      ? [
          {
            name: 'code' as const,
            head: 'def code(at):',
            first: ['angles = at[:, None] / 10000 ** (np.arange(2) / 2)'],
            body: [
              'return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(at), -1)',
            ],
          },
        ]
      : []),
    ...(normEps === undefined
      ? []
      : [
          {
            name: 'layer_norm' as const,
            head: 'def layer_norm(x):',
            body: [
              'centred = x - x.mean(axis=-1, keepdims=True)',
              'return centred / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)',
            ],
          },
        ]),
  ];
}

const ROTARY = [
  'PAIRS, HALVES = ([0, 2], [1, 3]), ([0, 1], [2, 3])  # which columns are turned together',
  'at = np.arange(3)',
  '',
  '',
  'def turned(x, at, columns):',
  '    first, second = columns',
  '    angles = at[:, None] / 10000 ** (np.arange(2) / 2)',
  '    made = np.empty_like(x)',
  '    made[:, first] = x[:, first] * np.cos(angles) - x[:, second] * np.sin(angles)',
  '    made[:, second] = x[:, first] * np.sin(angles) + x[:, second] * np.cos(angles)',
  '    return made',
];

/** Masks that do not change when a test gives other rows. */
function maskLines(setup: Setup, id: string): readonly string[] {
  const { q, k, causal, padding, blocked } = setup;
  if (padding) return [`padding = np.array([${flagRows([padding])[0]?.join(', ') ?? ''}])`];
  if (blocked) return [pythonRows('blocked', 'np.array', flagRows(booleansOf(blocked)))];
  if (!causal || batched(id)) return [];
  const [n, m] = [rowsOf(q).length, rowsOf(k).length];
  const from = causal === 'bottom-right' ? 1 + m - n : 1;
  return [`blocked = np.triu(np.ones((${n}, ${m}), bool), ${from})  # True: may not be read`];
}

/** What a test hands over beside q, k and v. */
const moreOf = ({ padding, positions }: Setup): string =>
  padding ? ', padding' : positions?.kind === 'rotary' ? ', at' : '';

function callLines(id: string, more: string): readonly string[] {
  if (!batched(id)) return [`scores, weights, output = attention(q, k, v${more})`];
  return [
    'weights, output = attention(q[None], k[None], v[None])[1:]  # a batch of one sequence',
    'output = output[0]',
  ];
}

/** `made`: as it is handed out, with the mistake on. */
export function numpyOf(mistake: Mistake, { setup }: BenchSetup, made = true): string {
  const { id, description } = mistake;
  const own: Reproduction | undefined = REPRODUCTIONS[id];
  if (!own) throw new Error(`no program makes ${id}`);
  const more = moreOf(setup);
  const right = stepsOf(setup, id);
  const body = STEPS.flatMap((step) => switched(right[step] ?? [], own.steps?.[step]));
  const functions = helpersOf(setup).map(({ name, head, first = [], body: lines }) => [
    head,
    ...indent([...first, ...switched(lines, own.helpers?.[name])]),
  ]);
  const inputs = (['q', 'k', 'v'] as const).map((name) =>
    pythonRows(name, 'np.array', floatRows(rowsOf(setup[name]))),
  );
  return `${[
    `# ${id}: ${description}`,
    'import numpy as np',
    '',
    'np.set_printoptions(precision=3, suppress=True, linewidth=120)',
    ...(own.quiet || setup.emptyRow === 'zero'
      ? ['np.seterr(all="ignore")  # NaN and infinities are the point here']
      : []),
    `MISTAKE = ${made ? 'True ' : 'False'}  # False: as it should be`,
    '',
    ...inputs,
    ...maskLines(setup, id),
    ...(setup.positions?.kind === 'rotary' ? ROTARY : []),
    ...[SOFTMAX, ...functions].flatMap((lines) => ['', '', ...lines]),
    '',
    '',
    `def attention(q, k, v${more}):`,
    ...indent([...body, 'return scores, weights, output']),
    '',
    '',
    ...callLines(id, more),
    'print("weights")',
    'print(weights)',
    'print("output")',
    'print(output)',
    '',
    '# The test to carry home: it fails with the mistake and passes without.',
    ...own.test,
    'print("The test passes.")',
  ].join('\n')}\n`;
}
