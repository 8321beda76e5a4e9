/** Predict which checks notice a mistake, then what each of them finds. */
import { html, nothing } from 'lit';
import type { Finding, Invariant } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { checkName } from './names.ts';

const { bench: text, verdicts } = messages.mistakes;

export function question(
  checks: readonly Invariant[],
  said: ReadonlySet<string>,
  tick: (id: string, on: boolean) => void,
) {
  return html`<fieldset class="predict">
    <legend>${text.predict}</legend>
    <div class="choices">
      ${checks.map(
        ({ id, description }) => html`<label
          ><input
            type="checkbox"
            name="check"
            value=${id}
            .checked=${said.has(id)}
            @change=${(event: Event) => tick(id, (event.target as HTMLInputElement).checked)}
          /><span>${checkName(id)}<small>${description}</small></span></label
        >`,
      )}
    </div>
  </fieldset>`;
}

export const counts = (findings: readonly Finding[]) => {
  const of = (verdict: Finding['verdict']) =>
    findings.filter((finding) => finding.verdict === verdict).length;
  return [of('fail'), of('pass'), of('not-applicable')] as const;
};

/** What was due. Columns may sum to anything: that they do is what is checked. */
export const dueOf = ({ id, verdict, expected }: Finding): string =>
  id === 'columns-free' && verdict === 'pass' ? messages.mistakes.anything : formatNumber(expected);

export const failed = (findings: readonly Finding[]): readonly string[] =>
  findings.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

/** What was said against what was found. */
export function score(findings: readonly Finding[], said: ReadonlySet<string>): string {
  const noticed = failed(findings);
  const hit = noticed.filter((id) => said.has(id)).length;
  const wrong = said.size - hit;
  return noticed.length === 0 ? text.scoreNone(wrong) : text.score(hit, noticed.length, wrong);
}

export function results(
  checks: readonly Invariant[],
  findings: readonly Finding[],
  said: ReadonlySet<string> | undefined,
) {
  const [check, you, verdictHead, due, is] = text.resultsHead;
  const needs = new Map(checks.map((check) => [check.id, check.needs]));
  // What fails first: on a phone the rest is far below.
  const order = { fail: 0, pass: 1, 'not-applicable': 2 };
  const sorted = [...findings].sort((a, b) => order[a.verdict] - order[b.verdict]);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${text.results}>
    <table class="plain results">
      <caption>${text.results}</caption>
      <thead>
        <tr>${[check, ...(said ? [you] : []), verdictHead, due, is].map((head) => html`<th scope="col">${head}</th>`)}</tr>
      </thead>
      <tbody>
        ${sorted.map(
          ({ id, verdict, got, ...finding }) => html`<tr>
            <th scope="row">${checkName(id)}</th>
            ${said ? html`<td data-label=${you}>${said.has(id) ? text.saidYes : text.saidNo}</td>` : nothing}
            <td><span class="verdict ${verdict}">${verdicts[verdict]}</span></td>
            ${
              verdict === 'not-applicable'
                ? html`<td colspan="2">${needs.get(id) ? text.needs(needs.get(id) ?? '') : nothing}</td>`
                : html`<td data-label=${due}>${dueOf({ id, verdict, got, ...finding })}</td><td data-label=${is}>${formatNumber(got)}</td>`
            }
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
