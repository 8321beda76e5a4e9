/** The table of <properties-figure>: each property, its test on the numbers of the moment, and what the test found. */
import { html } from 'lit';
import type { Engine, Finding } from '../../../engine/types.ts';
import { formatNumber, formatVector, whole } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';

const text = messages.depth.properties;

export interface Shown {
  readonly findings: readonly Finding[];
  readonly mistake: string;
  /** Weights of the last query, as given and with the first key at zero. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly width: number;
  readonly parameters: bigint;
  readonly scores: readonly [n: bigint, twice: bigint];
}

/** Rows that the core's checks fill, and those that count or compare. */
export function results(engine: Engine, shown: Shown) {
  const list = engine.invariants.list();
  const check = (id: string) => {
    const finding = shown.findings.find((one) => one.id === id);
    const about = list.find((one) => one.id === id);
    if (!finding || !about) return undefined;
    const { verdict, got, expected } = finding;
    const detail =
      verdict === 'fail'
        ? text.furthest(formatNumber(got), formatNumber(expected))
        : verdict === 'not-applicable'
          ? text.needs(about.needs)
          : '';
    return { test: about.description, verdict, detail };
  };
  const changed = shown.before.some((weight, i) => weight !== shown.after[i]);
  const n = text.tokens.length;
  const [scores, more] = shown.scores;
  const { rows } = text;
  const counted = 'pass' as const;
  const lines = [
    { name: rows.permutation, tests: [check('permutation-equivariance')] },
    { name: rows.convex, tests: [check('rows-sum-to-one'), check('convex-mixing')] },
    {
      name: rows.input,
      tests: [
        {
          test: text.inputTest,
          verdict: changed ? counted : ('fail' as const),
          detail: changed
            ? text.inputFound(formatVector(shown.before), formatVector(shown.after))
            : text.same,
        },
      ],
    },
    {
      name: rows.parameters,
      tests: [
        {
          test: text.parametersTest(shown.width),
          verdict: counted,
          detail: text.parametersFound(whole.format(shown.parameters), n, 2 * n),
        },
      ],
    },
    {
      name: rows.quadratic,
      tests: [
        {
          test: text.quadraticTest,
          verdict: counted,
          detail: text.quadraticFound(n, whole.format(scores), 2 * n, whole.format(more)),
        },
      ],
    },
    { name: rows.masked, tests: [check('forbidden-mass'), check('future-isolation')] },
  ];
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${text.caption}>
    <table class="plain results">
      <caption>${text.caption}</caption>
      <thead>
        <tr>${text.head.map((one) => html`<th scope="col">${one}</th>`)}</tr>
      </thead>
      <tbody>
        ${lines.map(({ name, tests }) =>
          tests.map((one, i) =>
            one
              ? html`<tr>
                  ${i === 0 ? html`<th scope="row" rowspan=${tests.length}>${name}</th>` : ''}
                  <td>${one.test}</td>
                  <td><span class="verdict ${one.verdict}">${text.verdict[one.verdict]}</span> ${one.detail}</td>
                </tr>`
              : '',
          ),
        )}
      </tbody>
    </table>
  </div>`;
}
