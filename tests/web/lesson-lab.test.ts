/** The program of the lab is run as the learner runs it: it prints what the page says, and the core has the same digits. */
import { spawnSync } from 'node:child_process';
import { createEngine } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import { readLesson } from '../../.scripts/lesson/lesson.mjs';

// Debian keeps its packages with its own interpreter.
const PYTHON = process.env.PYTHON ?? '/usr/bin/python3';

interface Block {
  readonly code?: { readonly language: string; readonly text: string };
  readonly more?: { readonly blocks: readonly Block[] };
}

const section = readLesson()
  .parts.flatMap((part) => part.sections)
  .find(({ id }) => id === 'lab');
const listings = (blocks: readonly Block[]): NonNullable<Block['code']>[] =>
  blocks.flatMap(({ code, more }) => (code ? [code] : more ? listings(more.blocks) : []));
const textOf = (language: string) =>
  listings((section?.blocks ?? []) as readonly Block[]).find((one) => one.language === language)
    ?.text ?? '';

const { status, stdout, stderr } = spawnSync(PYTHON, ['-'], {
  input: textOf('numpy'),
  encoding: 'utf8',
});
const printed = stdout.trimEnd().split('\n');
/** The numbers of the line that starts so. */
const line = (start: string) => {
  const found = printed.find((one) => one.trimStart().startsWith(start));
  if (!found) throw new Error(`nothing printed starts with "${start}"`);
  return found
    .trimStart()
    .slice(start.length)
    .match(/-?\d+\.?\d*/g)
    ?.map(Number);
};

test('the program runs, and prints what the page shows', () => {
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.trimEnd()).toBe(textOf('output'));
});

const engine = await createEngine();

describe('the core has the same digits', () => {
  const { plain, draws, checks, scale, memory, withoutResidual } = engine.lab();
  const rounded = (values: ArrayLike<number>, digits: number) =>
    Array.from(values, (value) => Number(value.toFixed(digits)));

  test.each<[string, ArrayLike<number>, number]>([
    ['1 shape', [plain.output.rows, plain.output.cols], 0],
    ['first row', plain.output.data.subarray(0, plain.output.cols), 3],
    ['row deviations', plain.rows.deviation, 4],
    ['3 shuffled by', draws.permutation, 0],
    ['from the shuffled output', [checks.permutesWithoutPositions.largest], 3],
    ['4 with positions', [checks.permutesWithPositions.largest], 3],
    ['5 earlier rows, causal', [checks.causalKeepsEarlier.largest], 3],
    ['earlier rows, no mask', [checks.unmaskedChangesEarlier.largest], 3],
    ['6 deviation of raw scores', [scale.rawSd], 1],
    ['and of scaled ones', [scale.scaledSd], 1],
    ['8 before the norm', plain.norm.deviation, 3],
    ['no residual', withoutResidual.norm.deviation, 3],
    ['after the norm', withoutResidual.rows.deviation, 3],
  ])('%s', (start, values, digits) => {
    expect(line(start)).toEqual(rounded(values, digits));
  });

  test('the memory of the scores', () => {
    for (const { tokens, mb } of memory)
      expect(line(`7 scores of ${tokens} tokens:`)).toEqual([mb]);
  });

  test('the largest row mean', () => {
    expect(line('2 largest row mean')).toEqual([0]);
    expect(checks.rowMeansZero.largest < 5e-4).toBe(true);
  });
});
