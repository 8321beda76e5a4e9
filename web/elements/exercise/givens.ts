/** What a task gives: its tables as pictures and as data, its sizes for the prompt, and what its choices are called. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Engine, ExerciseTask, GivenMatrix, Matrix } from '../../engine/types.ts';
import { formatNumber, formatVector } from '../../format/number.ts';
import type { Facts } from '../../messages/en/exercise-kinds.ts';
import { messages } from '../../messages/index.ts';
import '../grid/matrix-view.ts';
import { rowsOf, type Tone, tableOf } from '../lesson/build/parts.ts';
import type { DataTable } from '../shared/lesson-figure.ts';

const text = messages.exercise;
/** How a table is shown that is not of whole scores. */
const LOOKS: Readonly<Record<string, { readonly tone?: Tone; readonly digits?: number }>> = {
  v: { tone: 'output' },
  weights: { tone: 'weights' },
  scores: { digits: 1 },
};

export function factsOf(engine: Engine, task: ExerciseTask): Facts {
  const id = (name: string) => task.words.find((one) => one.name === name)?.value ?? '';
  return {
    size: (name) => task.sizes.find((one) => one.name === name)?.value ?? Number.NaN,
    has: (name) => task.sizes.some((one) => one.name === name),
    word: (name) => labelOf(engine, task, id(name)),
    id,
  };
}

/** In the core's words for a mistake or a check, in those of the page for the rest. */
export function labelOf(engine: Engine, task: ExerciseTask, id: string): string {
  return (
    text.kinds[task.kind]?.choices?.[id] ??
    engine.invariants.list().find((check) => check.id === id)?.description ??
    engine.mistakes.list().find((mistake) => mistake.id === id)?.description ??
    id
  );
}

/** Given as yes and no, but for a mask that is added: that is given as its numbers. */
const isFlags = ({ words }: ExerciseTask, { name }: GivenMatrix) =>
  name in text.flags && !words.some(({ value }) => value === 'additive');

const namesOf = (count: number, name: ((i: number) => string) | undefined) =>
  Array.from({ length: count }, (_, i) => name?.(i) ?? String(i));

function namesIn(given: GivenMatrix) {
  const known = text.matrices[given.name];
  return {
    name: known?.name ?? given.name,
    rows:
      given.value.rows === 1 && known?.only ? [known.only] : namesOf(given.value.rows, known?.row),
    cols: namesOf(given.value.cols, known?.col),
  };
}

const flag = (name: string, value: number) => text.flags[name]?.[value === 1 ? 1 : 0] ?? '';

const title = (name: string, { rows, cols }: Matrix) =>
  html`<div class="name">${name} <span class="shape">(${rows}, ${cols})</span></div>`;

function numbers(given: GivenMatrix): TemplateResult {
  const { name, rows, cols } = namesIn(given);
  const { tone = 'scores', digits = 3 } = LOOKS[given.name] ?? {};
  return html`<div>
    ${title(name, given.value)}
    <al-matrix
      fixed
      tone=${tone}
      .label=${name}
      .matrix=${given.value}
      .digits=${digits}
      .rowNames=${rows}
      .colNames=${cols}
    ></al-matrix>
  </div>`;
}

/** A table of yes and no: a word in each cell, so that nobody has to know which of the two 1 stands for. */
function flags(given: GivenMatrix): TemplateResult {
  const { name, rows, cols } = namesIn(given);
  return html`<div>
    ${title(name, given.value)}
    <div class="scroll" tabindex="0" role="group" aria-label=${name}>
      <table class="flags" aria-label=${name}>
        <thead>
          <tr>
            <td></td>
            ${cols.map((col) => html`<th scope="col">${col}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rowsOf(given.value).map(
            (cells, i) =>
              html`<tr>
                <th scope="row">${rows[i]}</th>
                ${cells.map((cell) => html`<td>${flag(given.name, cell)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </div>`;
}

export function renderGivens(task: ExerciseTask): TemplateResult | typeof nothing {
  const { matrices } = task;
  if (matrices.length === 0) return nothing;
  return html`<div class="panels givens">
    ${matrices.map((given) => (isFlags(task, given) ? flags(given) : numbers(given)))}
  </div>`;
}

export function givenTables(task: ExerciseTask): readonly DataTable[] {
  const { matrices, sizes } = task;
  const tables = matrices.map((given): DataTable => {
    const { name, rows, cols } = namesIn(given);
    if (!isFlags(task, given)) return tableOf(name, given.value, rows, cols);
    return {
      caption: name,
      head: ['', ...cols],
      rows: flagRows(given.name, given.value).map((cells, i) => [rows[i] ?? '', ...cells]),
    };
  });
  if (sizes.length === 0) return tables;
  return [
    ...tables,
    {
      caption: text.sizes,
      head: ['', text.value],
      rows: sizes.map(({ name, value }) => [text.sizeNames[name] ?? name, formatNumber(value)]),
    },
  ];
}

/** The given tables as sentences: "Keys K: key 0 (2, −1); key 1 (0, 3)." */
export function givenWords(task: ExerciseTask): readonly string[] {
  return task.matrices.map((given) => {
    const { name, rows } = namesIn(given);
    const lines = isFlags(task, given)
      ? flagRows(given.name, given.value).map((cells) => `(${cells.join(', ')})`)
      : rowsOf(given.value).map((row) => formatVector(row));
    return text.given(
      name,
      lines.map((line, i) => `${rows[i] ?? ''} ${line}`),
    );
  });
}

const flagRows = (name: string, matrix: Matrix) =>
  rowsOf(matrix).map((row) => row.map((cell) => flag(name, cell)));
