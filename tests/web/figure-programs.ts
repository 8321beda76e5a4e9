/** Figures under Node, as far as they compute: what a figure's program prints beside what its tables show. */
import { spawnSync } from 'node:child_process';
import { createEngine, type Engine } from 'attention-lesson/engine';
import { expect } from 'vitest';
import type { DataTable } from '../../web/elements/shared/lesson-figure.ts';

// Debian keeps its packages with its own interpreter.
const PYTHON = process.env.PYTHON ?? '/usr/bin/python3';

const engine = await createEngine();

/** The parts of a figure that need no screen. */
interface Computing {
  engine: Engine;
  failure: { message: string } | undefined;
  restore(text: string): string | undefined;
  state(): string;
  willUpdate(changed: ReadonlyMap<string, unknown>): void;
  data(engine: Engine): readonly DataTable[];
  program(engine: Engine): string | undefined;
}

export type FigureClass = new () => unknown;

/** The figure with the settings of a link's text, computed. `prepare` does what a learner does before the result shows. */
export function computed(
  Figure: FigureClass,
  settings: string,
  prepare: (figure: object) => void = () => {},
): Computing {
  const figure = new Figure() as Computing;
  figure.engine = engine;
  if (settings) {
    expect(figure.restore(settings), settings).toBe(undefined);
    expect(figure.state(), 'the same text again').toBe(settings);
  }
  prepare(figure as object);
  figure.willUpdate(new Map([['engine', undefined]]));
  expect(figure.failure?.message).toBe(undefined);
  return figure;
}

/** What a program prints. Anything on its error stream fails. */
export function printed(program: string): string {
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-'], { input: program, encoding: 'utf8' });
  expect(stderr, program).toBe('');
  expect(status, program).toBe(0);
  return stdout;
}

const NUMBER = /-?(?:\d[\d,]*\.?\d*(?:e[-+]?\d+)?|inf|nan)%?/gi;
const toNumber = (text: string): number => {
  const plain = text.toLowerCase().replaceAll(',', '').replace('%', '');
  if (plain.endsWith('inf')) return plain.startsWith('-') ? -Infinity : Infinity;
  return Number(plain === 'nan' ? Number.NaN : plain);
};

/** The numbers of a text, in order, as they are written: 1.000 and 1 are the same digits of the same number. */
export const numbersOf = (text: string): number[] =>
  (text.replaceAll('−', '-').replaceAll('∞', 'inf').match(NUMBER) ?? []).map(toNumber);

/** The cells of a table, without the names of its rows, as numbers. */
export const cellsOf = ({ rows }: DataTable): number[] =>
  rows.flatMap(([, ...cells]) => cells.flatMap(numbersOf));

/** What each line has behind its name, if it has one. */
const unnamed = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/^[^[\n]*?: /, '')).join('\n');

/** Sums that are 0 but for the rounding are noise, and another noise in NumPy than in the core. */
const NOISE = 1e-14;
const same = (a: number, b: number) =>
  Object.is(a, b) || a === b || (Math.abs(a) <= NOISE && Math.abs(b) <= NOISE);

/**
 * The program prints each table of the figure under its caption, to the digits that are shown. `without`: captions of
 * tables that it has no numbers for. Gives how many numbers were compared.
 */
export function expectTables(figure: Computing, without: readonly string[] = []): number {
  const program = figure.program(figure.engine);
  if (program === undefined) throw new Error('the figure has no program');
  const lines = printed(program).trimEnd().split('\n');
  const tables = figure.data(figure.engine).filter(({ caption }) => !without.includes(caption));
  const starts = tables.map(({ caption }) => lines.indexOf(caption));
  let compared = 0;
  tables.forEach((table, i) => {
    const [start = -1, end = lines.length] = [starts[i], starts[i + 1]];
    expect(start, `a line "${table.caption}" in\n${lines.join('\n')}`).toBeGreaterThanOrEqual(0);
    const got = numbersOf(unnamed(lines.slice(start + 1, end)));
    const want = cellsOf(table);
    const differs =
      got.length !== want.length || want.some((value, at) => !same(got[at] ?? Number.NaN, value));
    if (differs) expect(got, `${table.caption}\n${program}`).toEqual(want);
    expect(differs).toBe(false);
    compared += want.length;
  });
  return compared;
}
