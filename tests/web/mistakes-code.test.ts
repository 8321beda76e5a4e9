/**
 * The programs of the mistakes bench are run: as handed out each stops at its assertion, with the mistake switched off it
 * passes, and both print the numbers of the core.
 */
import { spawnSync } from 'node:child_process';
import { createEngine, type LayerTrace } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import { numpyOf } from '../../web/elements/lesson/mistakes/numpy.ts';
import { PYTORCH } from '../../web/elements/lesson/mistakes/pytorch.ts';
import { numbersOf } from './figure-programs.ts';

// Debian keeps its packages with its own interpreter.
const PYTHON = process.env.PYTHON ?? '/usr/bin/python3';

const engine = await createEngine();
const list = engine.mistakes.list();

// All in one process: that of NumPy takes longer to start than a program to run. Warnings are errors.
const RUN = `
import contextlib, io, json, sys, warnings

warnings.simplefilter("error")
ran = []
for program in json.load(sys.stdin):
    out, stopped = io.StringIO(), ""
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(program, "program", "exec"), {})
    except BaseException as reason:
        stopped = type(reason).__name__ + ": " + str(reason)
    ran.append([out.getvalue(), stopped])
print(json.dumps(ran))
`;

function run(programs: readonly string[]): readonly (readonly [out: string, stopped: string])[] {
  const input = JSON.stringify(programs);
  const { stdout, stderr } = spawnSync(PYTHON, ['-c', RUN], { input, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

/** As handed out, then with the switch as a learner turns it. */
const turnedOff = (program: string) => program.replace('MISTAKE = True ', 'MISTAKE = False');
const handedOut = list.map((one) => numpyOf(one, engine.mistakes.shownOn(one.id)));
const made = run(handedOut);
const right = run(handedOut.map(turnedOff));

/** Printed with three digits. */
const PRINTED = 5.1e-4;

function expectNumbers(out: string, trace: LayerTrace, weightsToo: boolean): void {
  const [weights = '', output = ''] = out.split('output\n');
  const expectNear = (text: string, want: readonly number[]) => {
    const got = numbersOf(text);
    expect(got.length, text).toBe(want.length);
    want.forEach((value, at) => {
      const near =
        Math.abs((got[at] ?? Number.NaN) - value) <= PRINTED * Math.max(1, Math.abs(value));
      expect(near || Object.is(got[at], value), `${got[at]} for ${value} in ${text}`).toBe(true);
    });
  };
  if (weightsToo)
    expectNear(
      weights.replace('weights', ''),
      trace.weights.flatMap(({ data }) => [...data]),
    );
  expectNear(output.replace('The test passes.', ''), [...trace.output.data]);
}

describe.each(list.map(({ id }, at) => [id, at] as const))('%s', (id, at) => {
  const { setup } = engine.mistakes.shownOn(id);
  test('stops at its assertion with the mistake, and prints its numbers', () => {
    const [out, stopped] = made[at] ?? ['', 'not run'];
    expect(stopped).toMatch(/^AssertionError: \S/);
    // One sequence whose axes are swapped: NumPy has no weights between tokens that never meet.
    expectNumbers(out, engine.mistakes.apply(id, setup), id !== 'batch-and-sequence-swapped');
  });

  test('passes without, and prints the right numbers', () => {
    const [out, stopped] = right[at] ?? ['', 'not run'];
    expect(stopped).toBe('');
    expect(out).toContain('The test passes.');
    expectNumbers(out, engine.mistakes.apply('none', setup), true);
  });
});

const found = spawnSync(
  PYTHON,
  ['-c', 'import torch; print(hasattr(torch.nn.functional, "scaled_dot_product_attention"))'],
  { encoding: 'utf8' },
).stdout.trim();
if (found === '')
  console.warn('PyTorch is not installed: its programs were not run (skipped below).');

test('each mistake has a program of PyTorch, but for one that is none and one of a kernel', () => {
  const ids = list.map(({ id }) => id).filter((id) => !PYTORCH.has(id));
  expect(ids).toEqual(['sinusoid-order', 'gpu-differs']);
  expect(PYTORCH.size).toBe(list.length - ids.length);
});

describe.skipIf(found === '')('with PyTorch', () => {
  // Debian's is older than the function.
  const runs = [...PYTORCH].filter(
    ([, program]) =>
      found !== '' && (found === 'True' || !program.includes('F.scaled_dot_product')),
  );
  const stops = run(runs.map(([, program]) => program));
  const passes = run(runs.map(([, program]) => turnedOff(program)));
  test.each(runs.map(([id], at) => [id, at] as const))(
    '%s: stops with the mistake, passes without',
    (id, at) => {
      // PyTorch asserts too: it is to be the program's own assertion.
      const own = /^AssertionError: (\S.*)$/.exec(stops[at]?.[1] ?? '')?.[1];
      expect(PYTORCH.get(id)).toContain(`, "${own}"\n`);
      expect(passes[at]?.[1]).toBe('');
      expect(passes[at]?.[0]).toBe('The test passes.\n');
    },
  );
});
