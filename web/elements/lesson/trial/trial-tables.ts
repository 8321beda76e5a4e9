/** The figures of the trial as tables, for the picture, the data and the report alike. */
import {
  type Estimate,
  METHODS,
  type TicketReading,
  type TrialJudged,
} from '../../../engine/types/triage.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import type { DataTable } from '../../shared/lesson-figure.ts';
import type { Trained } from './trial-run.ts';

const text = messages.trial;

export const shown = (value: number, digits = 2): string =>
  Number.isNaN(value) ? text.notDefined : formatNumber(value, digits);

const cells = ({ mean, low, high }: Estimate): string[] =>
  [mean, low, high].map((one) => shown(one));

export function accuracyTable({ started, epochs }: Trained): DataTable {
  const last = epochs.at(-1);
  return {
    caption: text.trainCaption,
    head: text.accuracyHead,
    rows: [
      ...(last ? [[text.model, text.percent(last.testAccuracy)]] : []),
      [text.baseline, text.percent(started.baselineTest)],
      [text.guess, text.percent(1 / started.queues.length)],
    ],
  };
}

export const samplesTable = ({ started }: Trained): DataTable => ({
  caption: text.samples,
  head: text.sampleHead,
  rows: started.samples.map(({ text: ticket, queue }) => [ticket, started.queues[queue] ?? '']),
});

export const readingTable = (reading: TicketReading): DataTable => ({
  caption: text.mapCaption,
  head: ['', text.map, ...METHODS.map((method) => text.columns[method])],
  rows: reading.words.map(({ word }, i) => [
    word,
    shown(reading.map[i] ?? Number.NaN, 3),
    ...reading.methods.map(({ change }) => shown(change[i] ?? Number.NaN, 3)),
  ]),
});

export function figuresTable({ figures }: TrialJudged): DataTable {
  const { rows } = text;
  const list: [string, Estimate][] = [
    [rows.dropTop, figures.dropTop],
    [rows.dropRandom, figures.dropRandom],
    [rows.dropDifference, figures.dropDifference],
    [rows.uniform, figures.uniformMove],
    [rows.permuted, figures.permutedMove],
    [rows.adversary, figures.adversary],
  ];
  const { peers } = figures;
  if (peers)
    list.push(
      [rows.peersTop, peers.top],
      [rows.peersTau, peers.tau],
      [rows.peersDivergence, peers.divergence],
    );
  return {
    caption: text.figures(figures.tickets),
    head: text.figuresHead,
    rows: list.map(([name, estimate]) => [name, ...cells(estimate)]),
  };
}

export const methodsTable = ({ figures }: TrialJudged): DataTable => ({
  caption: text.methodsCaption,
  head: text.methodsHead,
  rows: METHODS.map((method, i) => {
    const one = figures.methods[i];
    if (!one) return [text.columns[method]];
    return [
      text.columns[method],
      ...cells(one.tau),
      text.percent(one.top.mean),
      String(one.tau.undefined),
    ];
  }),
});

const GUIDES = ['uniform', 'learned', 'frozen', 'adversary'] as const;

/** What the tests found that train other models; none of those that were not run. */
export function furtherTables({ guides, adversary }: TrialJudged): DataTable[] {
  const known = GUIDES.flatMap((guide) => {
    const right = guides[guide];
    return right === undefined ? [] : [[text.guides[guide], text.percent(right)]];
  });
  return [
    ...(known.length > 0
      ? [{ caption: text.guidesCaption, head: text.guidesHead, rows: known }]
      : []),
    ...(adversary
      ? [
          {
            caption: text.adversaryCaption,
            head: text.figuresHead,
            rows: [
              [text.rows.adversaryMove, ...cells(adversary.move)],
              [text.rows.adversaryDivergence, ...cells(adversary.divergence)],
            ],
          },
        ]
      : []),
  ];
}

/** The same in sentences. */
export function furtherWords({ guides, adversary }: TrialJudged): string[] {
  const { gain } = guides;
  const said: string[] = [];
  if (gain) {
    const outcome = gain.low > 0 ? 'helps' : gain.high < 0 ? 'misleads' : 'neither';
    said.push(
      `${text.gain(shown(gain.mean), shown(gain.low), shown(gain.high))} ${text.gainMeans[outcome]}`,
    );
  }
  if (adversary) {
    const { percent } = text;
    const { agreement, accuracy, far } = adversary;
    said.push(text.adversaryFound(percent(agreement), percent(accuracy), percent(far)));
  }
  return said;
}

export const rulesTable = ({ findings }: TrialJudged): DataTable => ({
  caption: text.rulesCaption,
  head: text.rulesHead,
  rows: findings.map(({ rule, measured, value, holds }) => [
    text.rules[rule.id],
    rule.inForce ? text.holds : text.fails,
    `${rule.atLeast ? text.atLeast : text.atMost} ${formatNumber(rule.threshold, 2)}`,
    measured ? shown(value) : text.notMeasured,
    measured ? (holds ? text.holds : text.fails) : '',
  ]),
});
