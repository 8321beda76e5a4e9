/** The code that the figure hands out is really run: NumPy always, PyTorch where it is installed. */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { toNumpy } from '../../web/elements/attention-figure/numpy.ts';
import { toPytorch } from '../../web/elements/attention-figure/pytorch.ts';
import {
  type FigureState,
  withBlocked,
  withCell,
} from '../../web/elements/attention-figure/state.ts';
import { formatNumber } from '../../web/format/number.ts';
import { numbersIn, presetState, presets, randomState, traceOf } from './figures.ts';
import { rowsOf } from './oracle.ts';

const STAGES = ['raw', 'scaled', 'masked', 'weights', 'output'] as const;

// Debian keeps its packages with its own interpreter.
const PYTHON = process.env.PYTHON ?? '/usr/bin/python3';

const python = (program: string) => {
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-'], { input: program, encoding: 'utf8' });
  return { status, stdout, stderr };
};
const has = (module: string) => python(`import ${module}`).status === 0;

/** The program as handed out, then every stage once more with all digits, as JSON. */
const withDump = (program: string) =>
  `${program}
import json
print("DUMP" + json.dumps({name: [[repr(float(x)) for x in row] for row in globals()[name].tolist()] for name in ${JSON.stringify(STAGES)}}))
`;

interface Run {
  readonly printed: string;
  readonly stages: Record<(typeof STAGES)[number], string[][]>;
}

function run(program: string): Run {
  const { status, stdout, stderr } = python(withDump(program));
  if (status !== 0) throw new Error(`${stderr}\n${program}`);
  expect(stderr).toBe('');
  const [printed = '', dump = ''] = stdout.split('DUMP');
  return { printed, stages: JSON.parse(dump) };
}

const toNumber = (text: string) =>
  ({ nan: Number.NaN, inf: Number.POSITIVE_INFINITY, '-inf': Number.NEGATIVE_INFINITY })[text] ??
  Number(text);

function expectSame(state: FigureState, { stages }: Run): void {
  const trace = traceOf(state);
  for (const name of STAGES) {
    const want = rowsOf(trace[name]);
    expect(stages[name].length).toBe(want.length);
    stages[name].forEach((row, i) => {
      row.forEach((text, j) => {
        const [got, expected] = [toNumber(text), want[i]?.[j] as number];
        if (!Number.isFinite(expected)) expect(got).toBe(expected);
        // Sums of a few products in another order: some units of the last place.
        else
          expect(
            Math.abs(got - expected) <= 1e-12 * Math.max(1, Math.abs(expected)),
            `${name} ${i},${j}`,
          ).toBe(true);
      });
    });
  }
}

/** The rounded numbers that a notebook shows for one stage, compared as the page writes them. */
function printedOf(printed: string, name: string): number[] {
  const next = STAGES[STAGES.indexOf(name as 'raw') + 1];
  const start = printed.indexOf(`${name}\n[`) + name.length;
  const part = printed.slice(start, next ? printed.indexOf(`${next}\n[`) : undefined);
  return (part.match(/-?(?:inf|nan|\d+\.?\d*)/g) ?? []).map(toNumber);
}

const ticket = presetState('ticket');
const emptied = [0, 1, 2].reduce<FigureState>(
  (state, key) => withBlocked(state, 1, key, true),
  ticket,
);
const states: [string, FigureState][] = [
  ...presets.map(({ id }) => [id, presetState(id)] as [string, FigureState]),
  ['causal', { ...ticket, causal: 'top-left' }],
  [
    'bottom-right with fewer queries than keys',
    { ...presetState('bank-session'), causal: 'bottom-right' },
  ],
  [
    'custom scale and a blocked cell',
    withBlocked({ ...ticket, scale: 'custom', customScale: '-1/3' }, 0, 1, true),
  ],
  ['an empty row, NaN', emptied],
  ['an empty row, zero', { ...emptied, emptyRow: 'zero' }],
  ['nothing may be read at all', { ...presetState('single-query'), blocked: [[true, true, true]] }],
  ['an infinity and a NaN', withCell(withCell(ticket, 'q', 0, 0, 'inf'), 'v', 1, 1, 'nan')],
  ...[1, 2, 3, 4, 5, 6].map(
    (seed) => [`random ${seed}`, randomState(seed)] as [string, FigureState],
  ),
];

describe('NumPy', () => {
  test('is installed, as npm test installs it', () => {
    expect(has('numpy')).toBe(true);
  });
  test.each(states)('%s: the program gives the figure’s numbers', (_name, state) => {
    expectSame(state, run(toNumpy(numbersIn(state), 3)));
  });
  test('prints the digits that the figure shows', () => {
    const { printed } = run(toNumpy(numbersIn(ticket), 3));
    const trace = traceOf(ticket);
    for (const name of STAGES) {
      const shown = Array.from(trace[name].data, (value) =>
        Number(formatNumber(value).replace('−', '-')),
      );
      expect(printedOf(printed, name)).toEqual(shown);
    }
  });
});

// PyTorch is large, so it is not installed for the tests; where it is there, its text is run too.
const torch = has('torch');
if (!torch)
  console.warn('PyTorch is not installed: the PyTorch program was not run (skipped below).');

describe('PyTorch', () => {
  test.skipIf(!torch).each(states)('%s: the program gives the figure’s numbers', (_name, state) => {
    const result = run(toPytorch(numbersIn(state), 3));
    expectSame(state, result);
    const difference = /largest difference from the one call: (\S+)/.exec(result.printed)?.[1];
    if (difference && difference !== 'nan') expect(Number(difference) <= 1e-12).toBe(true);
  });
  test('the text holds the same inputs as the NumPy text', () => {
    const floats = (program: string) =>
      program
        .split('\n')
        .filter((line) => /^\s*\S* ?=? ?\S*\(?\[+[-\d]/.test(line))
        .join()
        .match(/-?\d+\.\d+(e-?\d+)?/g);
    for (const [, state] of states.slice(0, 8)) {
      const numbers = numbersIn(state);
      expect(floats(toPytorch(numbers, 3))).toEqual(floats(toNumpy(numbers, 3)));
    }
  });
});
