/** A task's right answers in words, and the learner's as a table. */
import { html, type TemplateResult } from 'lit';
import type { Ask, Engine, ExerciseTask, Grade, Matrix } from '../../engine/types.ts';
import { formatNumber, whole } from '../../format/number.ts';
import { messages } from '../../messages/index.ts';
import type { DataTable } from '../shared/lesson-figure.ts';
import { cellOf, nameOf, placeName } from './asks.ts';
import { labelOf } from './givens.ts';

const text = messages.exercise;

const said = (engine: Engine, task: ExerciseTask, ask: Ask, value: number): string => {
  if (ask.kind === 'choice') return labelOf(engine, task, ask.choices[value] ?? '');
  return ask.kind === 'whole' ? whole.format(value) : formatNumber(value, 4);
};

/** "(0.4, 0.4, 0.2)", each row on its own where there are several. */
function answer(engine: Engine, task: ExerciseTask, ask: Ask, right: Matrix): string {
  const shown = Array.from(right.data, (value) => said(engine, task, ask, value));
  if (shown.length === 1) return shown.join('');
  const rows = Array.from({ length: right.rows }, (_, row) =>
    shown.slice(row * right.cols, (row + 1) * right.cols),
  );
  return rows.map((row) => `(${row.join(', ')})`).join(', ');
}

export function renderSolution(
  engine: Engine,
  task: ExerciseTask,
  solution: readonly Matrix[],
): TemplateResult {
  return html`<section class="solution">
    <h5>${text.solution}</h5>
    <ul>
      ${task.asks.map((ask, a) => {
        const right = solution[a];
        return (
          right && html`<li>${nameOf(task.kind, ask)}: ${answer(engine, task, ask, right)}</li>`
        );
      })}
    </ul>
  </section>`;
}

const NOTHING = '–';

/** Each cell as typed, with what the core says of it and how far off it may be. */
export function answerTable(
  engine: Engine,
  task: ExerciseTask,
  typed: readonly (readonly string[])[],
  grade: Grade | undefined,
): DataTable {
  const rows = task.asks.flatMap((ask, a) =>
    Array.from({ length: ask.rows * ask.cols }, (_, at) => {
      const [row, col] = [Math.floor(at / ask.cols), at % ask.cols];
      const cell = cellOf(grade, a, row, col);
      const entry = typed[a]?.[at] ?? '';
      return [
        placeName(task.kind, ask, row, col),
        (ask.kind === 'choice' && entry ? labelOf(engine, task, entry) : entry) || NOTHING,
        cell ? text.verdicts[cell.verdict] : NOTHING,
        cell && ask.kind === 'number' ? formatNumber(cell.tolerance, 7) : NOTHING,
      ];
    }),
  );
  return { caption: text.data, head: ['', text.yours, text.verdict, text.allowed], rows };
}
