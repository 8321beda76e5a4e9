/**
 * How well tasks and grades do: every kind of task against a second solver, its right answers as people write them, and
 * every slip that can be made in it. `npm run exercise-figures` prints the table.
 */
import type { Engine, ExerciseTask, Grade } from 'attention-lesson/engine';
import { answer, Random, typed, type Written } from './exercise-solver.ts';

/** Wrong answers with one slip in one kind of task. */
export interface Figure {
  readonly kind: string;
  readonly slip: string;
  answers: number;
  /** The slip is named, and no other. */
  named: number;
  /** Others that give the same digits are named too. */
  tied: number;
  /** Nothing is named. */
  missed: number;
  /** Another is named. */
  other: number;
}

export interface Figures {
  readonly slips: readonly Figure[];
  /** Tasks that the two solvers solve differently, by kind and seed. */
  readonly disagreements: readonly string[];
  /** Right answers that were not accepted, as typed. */
  readonly refused: readonly string[];
  readonly tasks: number;
  readonly right: number;
}

const WRITTEN: readonly Written[] = ['point', 'comma', 'fraction'];
const same = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

function sort(figure: Figure, grade: Grade): void {
  figure.answers++;
  if (!grade.slips.some(({ id }) => id === figure.slip))
    figure[grade.slips.length === 0 ? 'missed' : 'other']++;
  else figure[grade.slips.length === 1 ? 'named' : 'tied']++;
}

/** `wanted`: tasks of each kind, and wrong answers of each slip in each kind; at most `seeds` tasks are made for them. */
export function measure(engine: Engine, wanted: number, seeds = 4 * wanted): Figures {
  const { exercise } = engine;
  const random = new Random(39);
  const figures: Figure[] = [];
  const disagreements: string[] = [];
  const refused: string[] = [];
  let tasks = 0;
  let right = 0;

  function solved(task: ExerciseTask, cells: readonly number[]): void {
    const { kind, seed } = task;
    tasks++;
    const solution = exercise.solve({ kind, seed }).flatMap(({ data }) => Array.from(data));
    if (solution.length !== cells.length || !solution.every((one, i) => same(one, cells[i] ?? NaN)))
      disagreements.push(`${kind} ${seed}`);
    for (const written of WRITTEN) {
      right++;
      const answers = typed(task, cells, 2 + random.below(5), written);
      const grade = exercise.grade({ kind, seed, answers });
      if (!grade.right || grade.slips.length > 0)
        refused.push(`${kind} ${seed}: ${answers.flat().join(' ')}`);
    }
  }

  for (const { id: kind } of exercise.kinds()) {
    const own = exercise.slips().map(
      ({ id: slip }): Figure => ({
        kind,
        slip,
        answers: 0,
        named: 0,
        tied: 0,
        missed: 0,
        other: 0,
      }),
    );
    for (let seed = 0; seed < seeds; seed++) {
      // Slips that no task has had so far cannot be made in this kind.
      const short = own.filter(
        ({ answers }) => answers < wanted && (answers > 0 || seed < Math.max(50, wanted / 10)),
      );
      if (seed >= wanted && short.length === 0) break;
      const task = exercise.make({ kind, seed });
      const cells = answer(task, '', random) ?? [];
      if (seed < wanted) solved(task, cells);
      for (const figure of short) {
        const wrong = answer(task, figure.slip, random);
        if (!wrong || wrong.every((one, i) => same(one, cells[i] ?? NaN))) continue;
        const answers = typed(task, wrong, 2 + random.below(5));
        const grade = exercise.grade({ kind, seed, answers });
        if (!grade.right) sort(figure, grade); // else it gives the same digits
      }
    }
    figures.push(...own.filter(({ answers }) => answers > 0));
  }
  return { slips: figures, disagreements, refused, tasks, right };
}

const STAGES = ['scaled', 'weights', 'output'] as const;

/** The same for rows of heads that nobody chose, where slips may give the same digits: `gradeRow`. */
export function measureRows(engine: Engine, wanted: number): readonly Figure[] {
  const random = new Random(40);
  const whole = (rows: number, cols: number, low: number, high: number) => ({
    rows,
    cols,
    data: Float64Array.from({ length: rows * cols }, () => low + random.below(high - low + 1)),
  });
  return STAGES.flatMap((what) => {
    const figures = new Map<string, Figure>();
    for (let drawn = 0; drawn < wanted; drawn++) {
      const [q, k, v] = [whole(3, 2, -2, 3), whole(3, 2, -2, 3), whole(3, 2, 0, 6)];
      const row = random.below(3);
      const scale = random.chance(0.5) ? (1 + random.below(8)) / 4 : undefined;
      const ask = { kind: 'number', rows: 1, cols: what === 'output' ? 2 : 3 } as const;
      const task: ExerciseTask = {
        kind: what === 'scaled' ? 'scaled-scores' : 'output-row',
        seed: drawn,
        matrices: Object.entries({ q, k, v }).map(([name, value]) => ({ name, value })),
        sizes: [{ name: 'row', value: row }, ...(scale ? [{ name: 'scale', value: scale }] : [])],
        words: [],
        asks: [{ ...ask, id: what, unit: '', decimals: 2, choices: [] }],
      };
      const right = answer(task, '', random) ?? [];
      for (const { id: slip } of engine.exercise.slips()) {
        const wrong = answer(task, slip, random);
        if (!wrong || wrong.every((one, i) => same(one, right[i] ?? NaN))) continue;
        const [answers = []] = typed(task, wrong, 2 + random.below(3));
        const grade = engine.exercise.gradeRow({ inputs: { q, k, v, scale }, what, row, answers });
        if (grade.right) continue;
        const figure = figures.get(slip) ?? {
          ...{ kind: `any row, ${what}`, slip, answers: 0 },
          ...{ named: 0, tied: 0, missed: 0, other: 0 },
        };
        figures.set(slip, figure);
        sort(figure, grade);
      }
    }
    return [...figures.values()];
  });
}

const percent = (count: number, all: number) => `${((100 * count) / all).toFixed(1)} %`;

function row(name: string, of: readonly Figure[]): string {
  const total = (part: 'answers' | 'named' | 'tied' | 'missed' | 'other') =>
    of.reduce((all, one) => all + one[part], 0);
  const all = total('answers');
  return `| ${[
    name,
    String(all),
    percent(total('named'), all),
    percent(total('tied'), all),
    percent(total('missed'), all),
    percent(total('other'), all),
  ].join(' | ')} |`;
}

/** As tables in Markdown: by kind of task; by slip, in tasks, and in rows that nobody chose. */
export function tables(
  { slips, disagreements, refused, tasks, right }: Figures,
  rows: readonly Figure[],
): string {
  const table = (first: string, of: readonly Figure[], part: 'kind' | 'slip') => [
    `| ${first} | wrong answers | named | tied | not named | taken for another |`,
    '|-|-|-|-|-|-|',
    ...[...new Set(of.map((one) => one[part]))].map((name) =>
      row(
        name,
        of.filter((one) => one[part] === name),
      ),
    ),
    '',
  ];
  return [
    `${tasks} tasks, ${disagreements.length} solved otherwise by a second solver; ${right} right answers, ${refused.length} refused.`,
    '',
    ...table('kind of task', [...slips, ...rows], 'kind'),
    ...table('slip, in tasks', slips, 'slip'),
    ...table('slip, in any row', rows, 'slip'),
  ].join('\n');
}
