/** The cells that a task asks for, each with its label and, once checked, with what the core says of it. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Ask, Grade, GradedCell } from '../../engine/types.ts';
import { messages } from '../../messages/index.ts';

/** Longest answer: a vector may be typed into one cell. */
const MOST_CHARACTERS = 120;

export interface Answering {
  /** Of the task. */
  readonly kind: string;
  readonly typed: readonly (readonly string[])[];
  readonly grade: Grade | undefined;
  readonly type: (ask: number, cell: number, text: string) => void;
  readonly check: () => void;
  /** What a choice is called. */
  readonly label: (choice: string) => string;
}

const text = messages.exercise;

/** An answer's words are those of its kind of task, if that has its own. */
const wordsOf = (kind: string, { id }: Ask) => text.asksOf[kind]?.[id] ?? text.asks[id];

export const nameOf = (kind: string, ask: Ask): string => {
  const name = wordsOf(kind, ask)?.name ?? ask.id;
  return ask.unit ? text.withUnit(name, text.units[ask.unit] ?? ask.unit) : name;
};

/** "query 0", "key 2": of one row or column of an answer that has several. */
export const rowName = (kind: string, ask: Ask, row: number): string =>
  ask.rows > 1 ? (wordsOf(kind, ask)?.row?.(row) ?? text.row(row)) : '';
export const colName = (kind: string, ask: Ask, col: number): string =>
  ask.cols > 1 ? (wordsOf(kind, ask)?.col?.(col) ?? text.col(col)) : '';

/** "Weights, key 2": a cell by all its names. */
export const placeName = (kind: string, ask: Ask, row: number, col: number): string =>
  [nameOf(kind, ask), rowName(kind, ask, row), colName(kind, ask, col)].filter(Boolean).join(', ');

export const cellOf = (grade: Grade | undefined, ask: number, row: number, col: number) =>
  grade?.cells.find((cell) => cell.ask === ask && cell.row === row && cell.col === col);

/** In words and by a sign, so that it does not hang on the colour. */
function mark(id: string, cell: GradedCell | undefined): TemplateResult {
  const verdict = cell?.verdict;
  const right = verdict === 'right';
  return html`<span class="mark ${right ? 'right' : 'wrong'}" id=${id}
    >${verdict ? html`<span aria-hidden="true">${text.signs[verdict]}</span> ${text.verdicts[verdict]}` : nothing}</span
  >`;
}

function field(on: Answering, ask: Ask, a: number, at: number): TemplateResult {
  const [row, col] = [Math.floor(at / ask.cols), at % ask.cols];
  if (ask.kind === 'choice') return pick(on, ask, a, at);
  const cell = cellOf(on.grade, a, row, col);
  const id = `mark-${a}-${at}`;
  const bad = cell !== undefined && cell.verdict !== 'right' && cell.verdict !== 'empty';
  return html`<input
      type="text"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      maxlength=${MOST_CHARACTERS}
      data-ask=${a}
      data-row=${row}
      data-col=${col}
      class=${cell?.verdict === 'right' ? 'right' : ''}
      aria-label=${placeName(on.kind, ask, row, col)}
      aria-invalid=${bad ? 'true' : 'false'}
      aria-describedby=${id}
      .value=${on.typed[a]?.[at] ?? ''}
      @input=${(event: InputEvent) => on.type(a, at, (event.target as HTMLInputElement).value)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Enter') on.check();
      }}
    />
    ${mark(id, cell)}`;
}

/** One row of cells under their names. */
function line(on: Answering, ask: Ask, a: number): TemplateResult {
  return html`<div class="cells">
    ${Array.from({ length: ask.cols }, (_, col) => {
      const shown = colName(on.kind, ask, col);
      return html`<label class="cell">
        ${shown ? html`<span>${shown}</span>` : nothing} ${field(on, ask, a, col)}
      </label>`;
    })}
  </div>`;
}

function table(on: Answering, ask: Ask, a: number): TemplateResult {
  const cols = Array.from({ length: ask.cols }, (_, col) => colName(on.kind, ask, col));
  return html`<div class="scroll">
    <table class="answers">
      ${
        ask.cols > 1
          ? html`<thead>
              <tr>
                <td></td>
                ${cols.map((name) => html`<th scope="col">${name}</th>`)}
              </tr>
            </thead>`
          : nothing
      }
      <tbody>
        ${Array.from({ length: ask.rows }, (_, row) => {
          return html`<tr>
            <th scope="row">${rowName(on.kind, ask, row)}</th>
            ${cols.map((_name, col) => html`<td>${field(on, ask, a, row * ask.cols + col)}</td>`)}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

/** One of several choices, each with the same few answers. */
function pick(on: Answering, ask: Ask, a: number, at: number): TemplateResult {
  const [row, col] = [Math.floor(at / ask.cols), at % ask.cols];
  const cell = cellOf(on.grade, a, row, col);
  const chosen = on.typed[a]?.[at] ?? '';
  const id = `mark-${a}-${at}`;
  return html`<select
      data-ask=${a}
      data-row=${row}
      data-col=${col}
      class=${cell?.verdict === 'right' ? 'right' : ''}
      aria-label=${placeName(on.kind, ask, row, col)}
      aria-invalid=${cell?.verdict === 'wrong' ? 'true' : 'false'}
      aria-describedby=${id}
      @change=${(event: Event) => on.type(a, at, (event.target as HTMLSelectElement).value)}
    >
      <option value="" ?selected=${chosen === ''}>${text.choose}</option>
      ${ask.choices.map((choice) => html`<option value=${choice} ?selected=${choice === chosen}>${on.label(choice)}</option>`)}
    </select>
    ${mark(id, cell)}`;
}

/** One choice, all answers in view. */
function choices(on: Answering, ask: Ask, a: number): TemplateResult {
  const cell = cellOf(on.grade, a, 0, 0);
  const typed = on.typed[a]?.[0];
  const id = `mark-${a}-0`;
  return html`<div class="choices">
    ${ask.choices.map(
      (choice) => html`<label>
        <input
          type="radio"
          name=${`ask-${a}`}
          value=${choice}
          data-ask=${a}
          aria-describedby=${choice === typed && cell ? id : nothing}
          .checked=${choice === typed}
          @change=${() => on.type(a, 0, choice)}
        />
        <span>${on.label(choice)} ${choice === typed ? mark(id, cell) : nothing}</span>
      </label>`,
    )}
    ${typed === undefined || typed === '' ? mark(id, cell) : nothing}
  </div>`;
}

export function renderAsk(on: Answering, ask: Ask, a: number): TemplateResult {
  const cells =
    ask.kind === 'choice' && ask.rows * ask.cols === 1
      ? choices(on, ask, a)
      : ask.rows > 1
        ? table(on, ask, a)
        : line(on, ask, a);
  return html`<fieldset class="ask" data-ask=${ask.id}>
    <legend>${nameOf(on.kind, ask)}</legend>
    ${cells}
  </fieldset>`;
}
