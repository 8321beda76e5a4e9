/** A figure's numbers as a table of the page, and as text for a spreadsheet. */
import { html } from 'lit';
import { PERCENT } from '../../format/number.ts';

export interface DataTable {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row is its name. */
  readonly rows: readonly (readonly string[])[];
}

/** A table in its own scrolling box, styled by `figureStyles`. */
export function dataTable({ caption, head, rows }: DataTable) {
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${caption}>
    <table class="plain">
      <caption>${caption}</caption>
      <thead>
        <tr>${head.map((one) => (one === '' ? html`<td></td>` : html`<th scope="col">${one}</th>`))}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, ...cells]) =>
            html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The digits as shown; signs and infinities as other programs read them. */
const plain = (cell: string) =>
  cell.replaceAll('−', '-').replaceAll('∞', 'inf').replaceAll(PERCENT, '%').replace(/\s+/g, ' ');

/** Tab-separated, each table under its caption: pastes into a spreadsheet. */
export const tsvOf = (tables: readonly DataTable[]): string =>
  tables
    .map(({ caption, head, rows }) =>
      [[caption], head, ...rows].map((line) => line.map(plain).join('\t')).join('\n'),
    )
    .join('\n\n');
