/** The parts of the figure that are made from what is known, and know nothing of how it runs. */
import { html, nothing } from 'lit';
import {
  type Finding,
  METHODS,
  type Rule,
  type TicketReading,
  type TrialJudged,
} from '../../../engine/types/triage.ts';
import type { Engine, Matrix } from '../../../engine/types.ts';
import { formatNumber, formatVector, joinWords } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import '../../chart/line-chart.ts';
import '../../grid/matrix-view.ts';
import { type DataTable, dataTable } from '../../shared/lesson-figure.ts';
import type { Trained } from './trial-run.ts';
import {
  accuracyTable,
  figuresTable,
  furtherTables,
  furtherWords,
  methodsTable,
  samplesTable,
  shown,
} from './trial-tables.ts';

const text = messages.trial;

/** With more words than this a map's columns are narrow. */
const DENSE_FROM = 5;

export function trainedView(trained: Trained) {
  const { started, epochs } = trained;
  const last = epochs.at(-1);
  const loss = epochs.map(({ epoch, loss: at }) => [epoch, at] as const);
  const right = epochs.map(({ epoch, testAccuracy }) => [epoch, testAccuracy] as const);
  return html`
    <p class="about">
      ${text.facts(started.train, started.test, started.vocabulary, formatNumber(started.parameters))}
      ${started.shortened > 0 ? text.shortened(started.shortened) : nothing}
      ${started.unknown > 0 ? text.unknown(started.unknown) : nothing}
    </p>
    ${
      epochs.length > 0
        ? html`<line-chart
            label=${text.lossChart}
            .xName=${text.epochs}
            .yName=${text.lossAxis}
            .format=${(value: number) => formatNumber(value, 1)}
            .formatX=${(value: number) => (Number.isInteger(value) ? String(value) : '')}
            .lines=${[{ name: text.loss, points: loss }, { name: text.right, points: right }]}
          ></line-chart>`
        : nothing
    }
    ${dataTable(accuracyTable(trained))}
    ${last && last.testAccuracy <= started.baselineTest ? html`<p class="about">${text.notBetter}</p>` : nothing}
    <details>
      <summary>${text.samples}</summary>
      ${dataTable(samplesTable(trained))}
    </details>
  `;
}

function heat(label: string, matrix: Matrix, rows: readonly string[], cols: readonly string[]) {
  return html`<al-matrix
    fixed
    ?dense=${cols.length > DENSE_FROM}
    tone="weights"
    .name=${'weights'}
    .label=${label}
    .digits=${2}
    .matrix=${matrix}
    .rowNames=${rows}
    .colNames=${cols}
  ></al-matrix>`;
}

const panel = (name: string, weights: Matrix, words: readonly string[]) =>
  html`<div>
    <h5>${name}</h5>
    ${heat(name, weights, words, words)}
  </div>`;

/** Words down, the map and the tests across. */
function testsOf({ words, map, methods }: TicketReading): Matrix {
  const columns = [map, ...methods.map(({ change }) => change)];
  const data = Float64Array.from({ length: words.length * columns.length }, (_, at) => {
    const column = columns[at % columns.length];
    return column?.[Math.floor(at / columns.length)] ?? Number.NaN;
  });
  return { rows: words.length, cols: columns.length, data };
}

export function ticketView(reading: TicketReading, queues: readonly string[]) {
  const words = reading.words.map(({ word }) => word);
  const unknown = reading.words.filter(({ known }) => !known).map(({ word }) => word);
  const share = reading.probabilities[reading.queue] ?? Number.NaN;
  const { adversary, adversaryDivergence, adversaryMove } = reading.tampered;
  const columns = [text.mapShort, ...METHODS.map((method) => text.short[method])];
  return html`
    <p class="predicted" role="status">
      ${text.predicted(queues[reading.queue] ?? '', formatNumber(share, 3))}
      ${unknown.length > 0 ? text.unknownWords(joinWords(unknown)) : nothing}
    </p>
    <div class="panels">
      <div>
        <h5>${text.mapCaption}</h5>
        ${heat(text.mapLabel, testsOf(reading), words, columns)}
        <p>${text.change}</p>
      </div>
      ${reading.blocks.map(({ heads, mean }, block) => [
        ...heads.map((weights, head) => panel(text.mapOfHead(block + 1, head + 1), weights, words)),
        heads.length > 1 ? panel(text.mapMean(block + 1), mean, words) : nothing,
      ])}
      <div>
        <h5>${text.adversary}</h5>
        ${heat(
          text.adversary,
          {
            rows: 2,
            cols: words.length,
            data: Float64Array.of(...reading.map, ...adversary),
          },
          [text.map, text.adversary],
          words,
        )}
        <p>
          ${
            adversaryDivergence > 0
              ? text.adversaryOf(
                  formatNumber(adversaryDivergence, 3),
                  formatNumber(adversaryMove, 3),
                )
              : text.adversaryNone
          }
        </p>
      </div>
    </div>
  `;
}

function sidesOf({ figures, accuracy, uniformAccuracy }: TrialJudged) {
  const { sides, percent } = text;
  const [mask, leaveOneOut] = [figures.methods[0], figures.methods[3]];
  const { peers } = figures;
  const against = [
    sides.correlate(
      shown(leaveOneOut?.tau.mean ?? Number.NaN),
      percent(mask?.top.mean ?? Number.NaN),
    ),
    sides.permuted(shown(figures.permutedMove.mean), percent(figures.permutedChanges)),
    sides.adversary(percent(figures.adversaryFar)),
  ];
  const inFavour = [
    sides.drop(shown(figures.dropTop.mean), shown(figures.dropRandom.mean)),
    sides.uniform(shown(figures.uniformMove.mean)),
    sides.handmade,
    ...(uniformAccuracy === undefined
      ? []
      : [sides.uniformTrained(percent(uniformAccuracy), percent(accuracy))]),
    peers ? sides.seeds(percent(peers.top.mean), shown(peers.divergence.mean)) : sides.notTrained,
  ];
  return { against, inFavour };
}

export function courtView(judged: TrialJudged, guess: 'reliance' | 'decoration' | undefined) {
  const verdict = judged.reliance ? 'reliance' : 'decoration';
  const { against, inFavour } = sidesOf(judged);
  const list = (lines: readonly string[]) =>
    html`<ul>${lines.map((one) => html`<li>${one}</li>`)}</ul>`;
  return html`
    <p class="verdict" data-verdict=${verdict}>
      ${text.verdict[verdict]}.
      <span>${text.verdictMeans[verdict]}
        ${guess ? (guess === verdict ? text.youSaid.right : text.youSaid.wrong) : nothing}</span>
    </p>
    ${
      judged.withoutCodes === undefined
        ? nothing
        : html`<p class="about">${text.codes(text.percent(judged.accuracy), text.percent(judged.withoutCodes))}</p>`
    }
    ${dataTable(figuresTable(judged))} ${dataTable(methodsTable(judged))}
    <p class="about">${text.chance(text.percent(judged.figures.chance))}</p>
    <h5 class="part">${text.theCase}</h5>
    <div class="sides">
      <section>
        <h6>${text.against}</h6>
        <p class="about">${text.sides.againstSource}</p>
        ${list(against)}
      </section>
      <section>
        <h6>${text.inFavour}</h6>
        <p class="about">${text.sides.forSource}</p>
        ${list(inFavour)}
      </section>
    </div>
  `;
}

/** What the tests found that train other models. */
export const furtherView = (judged: TrialJudged) =>
  html`${furtherTables(judged).map(dataTable)}
    ${furtherWords(judged).map((one) => html`<p class="found">${one}</p>`)}`;

export interface RuleEdits {
  /** As typed, by rule. */
  readonly typed: Readonly<Record<string, string>>;
  readonly change: (id: Rule['id'], text: string) => void;
  readonly toggle: (id: Rule['id'], inForce: boolean) => void;
  readonly refused: (id: Rule['id']) => boolean;
}

function ruleRow({ rule, measured, value, holds }: Finding, edits: RuleEdits) {
  const name = text.rules[rule.id];
  const outcome = measured ? (holds ? text.holds : text.fails) : '';
  return html`<tr data-rule=${rule.id} class=${measured && rule.inForce ? (holds ? 'holds' : 'fails') : ''}>
    <th scope="row">${name}</th>
    <td>
      <input
        type="checkbox"
        aria-label=${text.inForce(name)}
        .checked=${rule.inForce}
        @change=${(event: Event) => edits.toggle(rule.id, (event.target as HTMLInputElement).checked)}
      />
    </td>
    <td>
      ${rule.atLeast ? text.atLeast : text.atMost}
      <input
        type="text"
        inputmode="decimal"
        autocomplete="off"
        maxlength="24"
        aria-label=${text.threshold(name)}
        aria-invalid=${edits.refused(rule.id) ? 'true' : 'false'}
        .value=${edits.typed[rule.id] ?? formatNumber(rule.threshold, 2)}
        @input=${(event: Event) => edits.change(rule.id, (event.target as HTMLInputElement).value)}
      />
    </td>
    <td>${measured ? shown(value) : text.notMeasured}</td>
    <td>${outcome}</td>
  </tr>`;
}

export const rulesView = (judged: TrialJudged, edits: RuleEdits) =>
  html`<div class="scroll" tabindex="0" role="group" aria-label=${text.rulesCaption}>
    <table class="plain rules">
      <caption>${text.rulesCaption}</caption>
      <thead>
        <tr>${text.rulesHead.map((one) => html`<th scope="col">${one}</th>`)}</tr>
      </thead>
      <tbody>${judged.findings.map((finding) => ruleRow(finding, edits))}</tbody>
    </table>
  </div>`;

/** The weights and values of the small case, and what both weightings give. */
const SMALL = {
  weights: [
    [0, 0, 1],
    [0.5, 0.5, 0],
  ],
  values: [
    [1, 0],
    [0, 1],
    [0.5, 0.5],
  ],
} as const;

/** Weights times values: a product is all that `project` computes. */
export const smallOutput = (engine: Engine): Matrix => {
  const { weights: x, values: w } = SMALL;
  return engine.project({ x, wq: w, wk: w, wv: w }).q;
};

export const smallTable = (output: Matrix): DataTable => ({
  caption: text.smallCaption,
  head: text.smallHead,
  rows: SMALL.weights.map((weights, i) => [
    formatVector(weights, 1),
    formatVector(output.data.subarray(i * output.cols, (i + 1) * output.cols), 1),
  ]),
});

export function smallCase(output: Matrix | undefined) {
  if (!output) return nothing;
  return html`<div class="small-case">
    <h5 class="part">${text.small}</h5>
    <p class="about">${text.smallAbout}</p>
    ${dataTable(smallTable(output))}
  </div>`;
}
