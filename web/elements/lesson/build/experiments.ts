/**
 * The experiments of "Build it": what goes in, which change the learner makes, and what is measured. The numbers come
 * from the core; here stands only which of its calls belong together.
 */
import type {
  AttentionInputs,
  BlockInputs,
  Engine,
  Finding,
  Matrix,
  MatrixLike,
  TokenSetup,
} from '../../../engine/types.ts';
import { rowOf, rowsOf } from './parts.ts';

export type ExperimentName = 'select' | 'verify' | 'mask' | 'block';

/** Changes: other inputs, or a mistake of the library. */
export const CHANGES = [
  'value',
  'softmax-over-queries',
  'scale-missing',
  'softmax-twice',
  'mask-fill-zero',
  'mask-after-softmax',
  'causal-mask-dropped',
  'mask-polarity-inverted',
  'causal-mask-reversed',
] as const;
export type ChangeId = (typeof CHANGES)[number];

export interface Experiment {
  readonly changes: readonly ChangeId[];
  /** The checks that are asked about, by the ids of the core. */
  readonly checks: readonly string[];
  readonly queries: readonly string[];
  readonly keys: readonly string[];
}

const COMMON = [
  'rows-sum-to-one',
  'convex-mixing',
  'value-shift',
  'zero-queries',
  'batch-independence',
] as const;

export const experiments: Readonly<Record<ExperimentName, Experiment>> = {
  select: {
    changes: ['value', 'softmax-over-queries', 'scale-missing'],
    checks: COMMON,
    queries: ['query'],
    keys: ['first', 'second', 'third'],
  },
  verify: {
    changes: ['softmax-over-queries', 'scale-missing', 'softmax-twice'],
    checks: COMMON,
    queries: ['query 0', 'query 1'],
    keys: ['key 0', 'key 1', 'key 2'],
  },
  mask: {
    changes: [
      'causal-mask-dropped',
      'mask-fill-zero',
      'mask-after-softmax',
      'mask-polarity-inverted',
      'causal-mask-reversed',
    ],
    checks: ['rows-sum-to-one', 'forbidden-mass', 'convex-mixing', 'future-isolation'],
    queries: ['row 0', 'row 1', 'row 2', 'row 3'],
    keys: ['row 0', 'row 1', 'row 2', 'row 3'],
  },
  block: {
    changes: ['causal-mask-dropped'],
    checks: ['rows-sum-to-one', 'forbidden-mass', 'future-isolation', 'cache-equals-recompute'],
    queries: ['token 0', 'token 1', 'token 2', 'token 3', 'token 4'],
    keys: ['token 0', 'token 1', 'token 2', 'token 3', 'token 4'],
  },
};

/** What one side of the comparison gives: as it should be, or with the change. */
export interface Side {
  readonly weights: Matrix;
  readonly output: Matrix;
  readonly blocked?: Matrix;
  /** With later rows moved. */
  readonly moved?: Matrix;
}

export interface Result {
  /** What it was run with. */
  readonly settings: Settings;
  readonly right: Side;
  readonly changed: Side;
  /** Of the checks asked about. */
  readonly findings: readonly Finding[];
}

export interface Settings {
  /** The third value of `select`. */
  readonly value: readonly [number, number];
  /** Of `block`. */
  readonly heads: number;
}

const SQRT2 = 'sqrt(2)';
export const WIDTH = 64;
export const INNER = 256;
export const TOKENS = 5;
export const SEED = 64;
/** Added to later rows. */
export const PUSH = 100;

function headInputs(engine: Engine, name: 'select' | 'verify' | 'mask'): AttentionInputs {
  if (name === 'select')
    return {
      q: [[1, 0]],
      k: [
        [2, 0],
        [0, 2],
        [1, 1],
      ],
      v: [
        [10, 0],
        [0, 10],
        [4, 6],
      ],
    };
  if (name === 'verify') {
    const root = engine.parseNumber(SQRT2);
    return {
      q: [
        [root, 0],
        [0, root],
      ],
      k: [
        [1, 0],
        [0, 1],
        [0, 0],
      ],
      v: [[10], [20], [30]],
    };
  }
  const x = draws(engine);
  return { q: x, k: x, v: x, causal: 'top-left' };
}

/** The four rows of `torch.manual_seed(7); torch.randn(4, 4)`. */
const draws = (engine: Engine): Matrix => engine.torchRandom(7).randn([4, 4]);

const pushed = (matrix: Matrix, from: number): number[][] =>
  rowsOf(matrix).map((row, i) => (i < from ? row : row.map((value) => value + PUSH)));

const withRows = (inputs: AttentionInputs, x: MatrixLike): AttentionInputs => ({
  ...inputs,
  q: x,
  k: x,
  v: x,
});

/** What `inputsOf` shows of an experiment before anything is computed. */
export function inputsOf(
  engine: Engine,
  name: ExperimentName,
): readonly (readonly [name: 'q' | 'k' | 'v' | 'x', matrix: MatrixLike])[] {
  if (name === 'block') return [];
  const { q, k, v } = headInputs(engine, name);
  return name === 'mask'
    ? [['x', q]]
    : [
        ['q', q],
        ['k', k],
        ['v', v],
      ];
}

export function run(
  engine: Engine,
  name: ExperimentName,
  change: ChangeId,
  settings: Settings,
): Result {
  const { checks } = experiments[name];
  const asked = (findings: readonly Finding[]) => findings.filter(({ id }) => checks.includes(id));
  if (name === 'block') return { settings, ...runBlock(engine, settings.heads, asked) };
  const inputs = headInputs(engine, name);
  const right = engine.attention(inputs);
  if (change === 'value') {
    const value = (row: number[], i: number) => (i === 2 ? [...settings.value] : row);
    const other = { ...inputs, v: (inputs.v as number[][]).map(value) };
    const changed = engine.attention(other);
    return { settings, right, changed, findings: asked(engine.invariants.run(other)) };
  }
  if (name !== 'mask') {
    const changed = engine.mistakes.apply(change, inputs);
    return { settings, right, changed, findings: asked(engine.invariants.run(inputs, change)) };
  }
  const later = withRows(inputs, pushed(draws(engine), 2));
  const side = (of: (given: AttentionInputs) => Side): Side => ({
    ...of(inputs),
    moved: of(later).output,
  });
  return {
    settings,
    right: side((given) => engine.attention(given)),
    changed: side((given) => engine.mistakes.apply(change, given)),
    findings: asked(engine.invariants.run(inputs, change)),
  };
}

/** Weights of a block with small random numbers: the draws of NumPy's generator, scaled by the width they are summed over. */
function blockWeights(engine: Engine, heads: number): Omit<BlockInputs, 'x'> {
  const random = engine.numpyRandom(SEED);
  const draw = (rows: number, cols: number, scale: number) => random.normal(0, scale, [rows, cols]);
  return {
    order: 'pre',
    activation: 'relu',
    attention: {
      heads,
      wq: draw(WIDTH, WIDTH, 1 / 8),
      wk: draw(WIDTH, WIDTH, 1 / 8),
      wv: draw(WIDTH, WIDTH, 1 / 8),
      wo: draw(WIDTH, WIDTH, 1 / 8),
    },
    feedForward: { w1: draw(WIDTH, INNER, 1 / 8), w2: draw(INNER, WIDTH, 1 / 16) },
  };
}

function runBlock(
  engine: Engine,
  heads: number,
  asked: (findings: readonly Finding[]) => readonly Finding[],
): Omit<Result, 'settings'> {
  const weights = blockWeights(engine, heads);
  const x = engine.numpyRandom(SEED + 1).normal(0, 1, [TOKENS, WIDTH]);
  // Another draw for the last token. A constant added to all its features would be no test: the norm takes it out.
  const other = engine.numpyRandom(SEED + 2).normal(0, 1, WIDTH);
  const later = rowsOf(x).map((row, i) => (i < TOKENS - 1 ? row : Array.from(other)));
  const side = (causal: 'top-left' | false): Side => {
    const trace = engine.block({ ...weights, x, causal });
    return {
      weights: trace.attention.weights[0] ?? trace.attention.meanWeights,
      output: trace.output,
      ...(trace.attention.heads[0] && { blocked: trace.attention.heads[0].blocked }),
      moved: engine.block({ ...weights, x: later, causal }).output,
    };
  };
  const right = side('top-left');
  const changed = side(false);
  // What the attention of the block is given.
  const normed = engine.layerNorm({ x }).output;
  const setup: TokenSetup = { ...weights.attention, x: normed, causal: 'top-left' };
  return { right, changed, findings: asked(engine.invariants.run(setup, 'causal-mask-dropped')) };
}

/** Whether a row is the same in two matrices, to the last bit. */
export const sameRow = (a: Matrix, b: Matrix, row: number): boolean => {
  const other = rowOf(b, row);
  return rowOf(a, row).every((value, i) => Object.is(value, other[i]));
};
