/** Sentences of the generated tasks, their chooser and the goal puzzles. */
import { kinds } from './exercise-kinds.ts';
import { puzzles } from './puzzles.ts';

const plural = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** What the rule of a task depends on. */
interface Ruled {
  readonly kind: string;
  readonly decimals: number;
  readonly rows: number;
  readonly cols: number;
}

/** What an answer is called, and its rows and columns. */
export interface AskWords {
  readonly name: string;
  readonly row?: (i: number) => string;
  readonly col?: (j: number) => string;
  /** Of a table's one row. */
  readonly only?: string;
}

const query = (i: number) => `query ${i}`;
const key = (j: number) => `key ${j}`;
const component = (c: number) => `component ${c}`;
// Not what an axis stands for: that is what is asked.
const axis = (j: number) => `axis ${j}`;

const asks: Readonly<Record<string, AskWords>> = {
  scores: { name: 'Scores', row: query, col: key },
  weights: { name: 'Weights', row: query, col: key },
  output: { name: 'Output', row: query, col: component },
  memory: { name: 'Memory of the scores' },
  share: { name: 'Share of scores and mix' },
  crossover: { name: 'Tokens at which both parts are equal' },
  attention: { name: 'Parameters of attention' },
  feedForward: { name: 'Parameters of the feed-forward part' },
  entropy: { name: 'Entropy' },
  keys: { name: 'Effective keys' },
  check: { name: 'The check that fails' },
  reads: { name: 'The row of this query', col: key },
};

/** Where a kind of task means something else by the name of an answer. */
const shapes: Readonly<Record<string, AskWords>> = {
  queries: { name: 'Shape of the queries', col: axis },
  scores: { name: 'Shape of the scores', col: axis },
  output: { name: 'Shape of the output', col: axis },
};
const asksOf: Readonly<Record<string, Readonly<Record<string, AskWords>>>> = {
  'layer-shapes': shapes,
  'raw-scores': { scores: { name: 'Raw scores', col: key } },
  'scaled-scores': { scores: { name: 'Scaled scores', col: key } },
};

const matrices: Readonly<Record<string, AskWords>> = {
  q: { name: 'Queries Q', row: query },
  k: { name: 'Keys K', row: key },
  v: { name: 'Values V', row: key },
  scores: { name: 'Scaled scores', only: 'the query', col: key },
  weights: { name: 'Weights', only: 'the query', col: key },
  padding: { name: 'What stands there', only: 'the example', col: key },
  mask: { name: 'The mask as it is written', only: 'the example', row: query, col: key },
};

/** Tables of yes and no: the words for 0 and for 1. */
const flags: Readonly<Record<string, readonly [zero: string, one: string]>> = {
  padding: ['token', 'padding'],
  mask: ['False', 'True'],
};

const units: Readonly<Record<string, string>> = { percent: 'per cent' };
const sizeNames: Readonly<Record<string, string>> = {
  row: 'query',
  batch: 'examples in the batch',
  n: 'tokens that ask',
  m: 'keys',
  heads: 'heads',
  kvHeads: 'key-value heads',
  dModel: 'model width',
  elementBytes: 'bytes a number',
};

export const exercise = {
  kinds,
  puzzles,
  ...{ asks, asksOf, matrices, flags, units, sizeNames },
  withUnit: (name: string, unit: string) => `${name}, in ${unit}`,
  row: (i: number) => `row ${i}`,
  col: (j: number) => `number ${j + 1}`,
  sizes: 'Sizes',
  value: 'value',
  verdicts: {
    right: 'right',
    rounded: 'close',
    wrong: 'not so',
    empty: 'missing',
    unreadable: 'not readable',
  },
  signs: { right: '✓', rounded: '≈', wrong: '✗', empty: '…', unreadable: '?' },
  check: 'Check',
  choose: 'choose …',
  show: 'Show the solution',
  fresh: 'New numbers',
  shown: 'The solution stands below. What you check from now on is not counted.',
  solution: 'Solution',
  number: 'Task number',
  go: 'Go to this task',
  numberHint: 'The same number gives the same task to everybody.',
  task: (number: string) => `Task ${number}: new numbers.`,
  open: 'See this step in the figure, with your numbers',
  /** What counts as right. */
  rule: (of: readonly Ruled[]) => {
    const decimals = Math.max(0, ...of.map((ask) => ask.decimals));
    const rounded =
      decimals > 0
        ? [
            `Give ${plural(decimals, 'decimal')} or more. A number is right if the core’s number, rounded to as many decimals as you typed, is yours. Fractions and roots are read too: 1/3, sqrt(2)/2.`,
          ]
        : [];
    const whole = of.some(({ kind }) => kind === 'whole') ? ['Whole numbers are exact.'] : [];
    const several = of.some(({ kind, rows, cols }) => kind !== 'choice' && rows * cols > 1)
      ? [
          `You may type a whole row into its first cell: ${decimals > 0 ? '(0.4, 0.4, 0.2)' : '(3, 5, 8)'}.`,
        ]
      : [];
    return [...rounded, ...whole, ...several].join(' ');
  },
  allRight: 'All right.',
  score: (right: number, all: number) =>
    `${right} of ${all} ${all === 1 ? 'answer is' : 'answers are'} right.`,
  empty: (count: number) => `${count} ${count === 1 ? 'is' : 'are'} missing.`,
  rounded:
    'Close, but not within the rounding. It looks as if something was rounded too early: keep four digits until the end.',
  noSlip: 'No slip that is known here gives these numbers. Work the step again.',
  slips: (names: readonly string[]) =>
    names.length === 1
      ? `One slip explains your answer: ${names[0]}`
      : `${names.length === 2 ? 'These two slips give' : 'Each of these slips gives'} the same numbers, so they cannot be told apart here: ${names.join(' Or: ')}`,
  term: (place: string, term: number, right: string, taken: string) =>
    `The whole difference lies in one term of a sum. ${place}: term ${term} is ${right}; you seem to have taken ${taken}.`,
  notChecked: (number: string) => `Task ${number}. Nothing is checked yet.`,
  checked: (number: string, score: string) => `Task ${number}. ${score}`,
  given: (name: string, rows: readonly string[]) => `${name}: ${rows.join('; ')}.`,
  data: 'Your answers',
  yours: 'yours',
  verdict: 'checked',
  allowed: 'allowed difference',
  set: {
    loading: 'Loading the tasks …',
    choose: 'Choose a kind of task',
    minutes: (count: number) => `About ${plural(count, 'minute')}`,
    start: 'Start',
    startKind: (name: string) => `Start: ${name}`,
    none: 'Not tried yet.',
    record: (tries: number, right: number) => `${plural(tries, 'attempt')}, ${right} all right.`,
    link: 'Copy link to this task',
  },
} as const;
