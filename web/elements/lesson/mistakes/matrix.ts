/** Every mistake against every check: a table that scrolls, with names at both edges. */
import { html } from 'lit';
import type { Caught, Invariant } from '../../../engine/types.ts';
import { messages } from '../../../messages/index.ts';
import type { DataTable } from '../../shared/data-table.ts';
import { checkName, mistakeName } from './names.ts';

const { bench, verdicts } = messages.mistakes;
const text = bench.matrix;

export const noticedBy = ({ verdicts: found }: Caught): number =>
  Object.values(found).filter((verdict) => verdict === 'fail').length;

export const unnoticed = (rows: readonly Caught[]): readonly string[] =>
  rows.filter((row) => noticedBy(row) === 0).map(({ id }) => mistakeName(id));

export function matrixTable(
  rows: readonly Caught[],
  checks: readonly Invariant[],
  current: string,
  open: (id: string) => void,
) {
  return html`<div class="scroll matrix" tabindex="0" role="region" aria-label=${text.label}>
      <table>
        <thead>
          <tr>
            <th scope="col" class="corner">${text.mistake}</th>
            ${checks.map(({ id }) => html`<th scope="col"><span>${checkName(id)}</span></th>`)}
            <th scope="col"><span>${text.by}</span></th>
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => {
            const count = noticedBy(row);
            return html`<tr class=${`${count === 0 ? 'nobody' : ''} ${row.id === current ? 'current' : ''}`}>
              <th scope="row">
                <button class="quiet" type="button" aria-label=${text.open(mistakeName(row.id))} @click=${() => open(row.id)}>${mistakeName(row.id)}</button>
              </th>
              ${checks.map(({ id }) => {
                const verdict = row.verdicts[id] ?? 'not-applicable';
                return html`<td class=${verdict}><span aria-hidden="true">${text.signs[verdict]}</span><span class="hidden">${verdicts[verdict]}</span></td>`;
              })}
              <td class="count">${count === 0 ? html`<strong>${text.none}</strong>` : count}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
    <p class="about">${text.legend}</p>
    <p><strong>${text.nobody(unnoticed(rows))}</strong></p>`;
}

export const matrixData = (rows: readonly Caught[], checks: readonly Invariant[]): DataTable => ({
  caption: bench.data.matrix,
  head: [text.mistake, ...checks.map(({ id }) => checkName(id)), text.by],
  rows: rows.map((row) => [
    mistakeName(row.id),
    ...checks.map(({ id }) => verdicts[row.verdicts[id] ?? 'not-applicable']),
    String(noticedBy(row)),
  ]),
});
