/** What the page makes of the core's tasks and puzzles: words for all of them, cells, tallies, states of the figure. */

import { describe, expect, test } from 'vitest';
import { stateFrom } from '../../web/elements/attention-figure/given.ts';
import { inputsOf, numbersOf } from '../../web/elements/attention-figure/numbers.ts';
import { colName, nameOf } from '../../web/elements/exercise/asks.ts';
import { factsOf, labelOf } from '../../web/elements/exercise/givens.ts';
import { talliesOf } from '../../web/elements/exercise/record.ts';
import { spread } from '../../web/elements/exercise/spread.ts';
import { createEngine } from '../../web/engine/node.ts';
import type { Ask, AttentionInputs } from '../../web/engine/types.ts';
import { messages } from '../../web/messages/index.ts';
import type { Attempt } from '../../web/storage/types.ts';

const engine = await createEngine();
const text = messages.exercise;
const kinds = engine.exercise.kinds().map(({ id }) => id);
const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1);

describe('words', () => {
  test.each(kinds)('%s: its question, givens, answers and choices have words', (kind) => {
    const words = text.kinds[kind];
    expect(words?.name).toBeTruthy();
    expect(words?.about).toBeTruthy();
    for (const seed of SEEDS) {
      const task = engine.exercise.make({ kind, seed });
      const prompt = words?.prompt(factsOf(engine, task)) ?? [];
      expect(prompt.length, `seed ${seed}`).toBeGreaterThan(0);
      expect(prompt.join(' ')).not.toMatch(/NaN|undefined|\b[a-z]+-[a-z]+-[a-z]+\b/);
      for (const { name } of task.matrices) expect(text.matrices[name]?.name, name).toBeTruthy();
      for (const { name } of task.sizes) expect(text.sizeNames[name], name).toBeTruthy();
      for (const ask of task.asks) {
        expect(nameOf(kind, ask)).not.toBe(ask.id);
        expect(colName(kind, ask, 0)).not.toMatch(/^number/);
        for (const choice of ask.choices) expect(labelOf(engine, task, choice)).not.toBe(choice);
      }
    }
  });

  test('every puzzle has its goal, its hint, and words for what may be edited', () => {
    const list = engine.puzzle.list();
    expect(list.length).toBeGreaterThanOrEqual(8);
    for (const { id, editable } of list) {
      const words = text.puzzles.list[id];
      for (const part of [words?.name, words?.goal, words?.hint, words?.measure])
        expect(part, id).toBeTruthy();
      for (const part of editable) expect(text.puzzles.parts[part], part).toBeTruthy();
    }
    expect(Object.keys(text.puzzles.list).sort()).toEqual(list.map(({ id }) => id).sort());
    expect(Object.keys(text.kinds).sort()).toEqual([...kinds].sort());
  });
});

describe('a block typed into one cell', () => {
  const ask = (rows: number, cols: number): Ask => ({
    ...{ id: 'weights', kind: 'number', rows, cols },
    ...{ unit: '', decimals: 2, choices: [] },
  });
  test.each<[string, Ask, string[], string[]]>([
    ['a vector fills its row', ask(1, 3), ['(0.4, 0.4, 0.2)', '', ''], ['0.4', '0.4', '0.2']],
    ['from its own cell on', ask(1, 3), ['1', '2 3', ''], ['1', '2', '3']],
    ['too few numbers stay', ask(1, 3), ['0.4 0.4', '', ''], ['0.4 0.4', '', '']],
    ['one number stays', ask(1, 3), ['1/3', '', ''], ['1/3', '', '']],
    ['a decimal comma is one number', ask(1, 2), ['0,5', ''], ['0,5', '']],
    ['a table fills the table', ask(2, 2), ['1 2\n3 4', '', '', ''], ['1', '2', '3', '4']],
    ['a vector fills a column', ask(3, 1), ['1, 2, 3', '', ''], ['1', '2', '3']],
    ['what is no number stays', ask(1, 2), ['many', ''], ['many', '']],
  ])('%s', (_name, of, given, expected) => {
    expect(spread(engine, of, given)).toEqual(expected);
  });
});

test('tallies: by kind, of one source, with the fewest edits and the last time of what was solved', () => {
  const attempt = (kind: string, score: number, more: Partial<Attempt> = {}): Attempt => ({
    ...{ id: `${kind}-${score}`, source: 'exercise', kind, score, slips: [], day: 1, at: 1 },
    ...more,
  });
  const attempts = [
    attempt('share', 0.5),
    attempt('share', 1),
    attempt('one-key', 1, { source: 'puzzle', edits: 3, at: 7 }),
    attempt('one-key', 1, { source: 'puzzle', edits: 2, at: 5 }),
    attempt('one-key', 0, { source: 'puzzle', edits: 1, at: 9 }),
    attempt('no-key', 0, { source: 'puzzle', edits: 4 }),
  ];
  expect([...talliesOf(attempts, 'exercise')]).toEqual([
    ['share', { tries: 2, right: 1, edits: undefined, last: 1 }],
  ]);
  expect([...talliesOf(attempts, 'puzzle')]).toEqual([
    ['one-key', { tries: 3, right: 2, edits: 2, last: 7 }],
    ['no-key', { tries: 1, right: 0, edits: undefined, last: undefined }],
  ]);
});

describe('a state of the figure from inputs', () => {
  const back = (inputs: AttentionInputs) =>
    inputsOf(numbersOf(stateFrom(inputs), (entry) => engine.parseNumber(entry)));
  const shown = (inputs: AttentionInputs) => engine.attention(back(inputs));

  test.each<[string, AttentionInputs]>([
    [
      'plain',
      {
        q: [[1, -2]],
        k: [
          [0.5, 2],
          [3, 4],
        ],
        v: [[1], [2]],
      },
    ],
    ['without a scale', { q: [[1], [2]], k: [[1], [2]], v: [[1], [2]], scale: 1 }],
    ['with a scale', { q: [[1], [2]], k: [[1], [2]], v: [[1], [2]], scale: 1 / 3 }],
    ['causal', { q: [[1], [2]], k: [[1], [2]], v: [[1], [2]], causal: 'top-left' }],
    [
      'blocked',
      {
        q: [[1], [2]],
        k: [[1], [2]],
        v: [[1], [2]],
        blocked: [
          [false, true],
          [false, false],
        ],
      },
    ],
    [
      'an empty row',
      { q: [[1]], k: [[1], [2]], v: [[1], [2]], blocked: [[true, true]], emptyRow: 'zero' },
    ],
  ])('%s: the figure computes the same', (_name, inputs) => {
    expect(shown(inputs)).toEqual(engine.attention(inputs));
  });

  test('tasks and puzzles of the core, whose tables are matrices', () => {
    for (const { inputs } of engine.puzzle.list())
      expect(shown(inputs)).toEqual(engine.attention(inputs));
    for (const kind of kinds) {
      const { inputs } = engine.exercise.make({ kind, seed: 4 });
      if (inputs) expect(shown(inputs)).toEqual(engine.attention(inputs));
    }
  });

  test('as many queries as keys are the same tokens', () => {
    expect(stateFrom({ q: [[1]], k: [[1], [2]], v: [[1], [2]] })).toMatchObject({
      linked: false,
      queries: ['query 0'],
      keys: ['key 0', 'key 1'],
    });
    expect(stateFrom({ q: [[1]], k: [[1]], v: [[1]] })).toMatchObject({
      linked: true,
      queries: ['token 0'],
    });
  });
});
