/** The report of a trial as Markdown: seed, data, figures and verdict. */
import type { TriageOptions, TrialJudged } from '../../../engine/types/triage.ts';
import { messages } from '../../../messages/index.ts';
import type { DataTable } from '../../shared/lesson-figure.ts';
import type { Trained } from './trial-run.ts';
import {
  accuracyTable,
  figuresTable,
  furtherTables,
  furtherWords,
  methodsTable,
  rulesTable,
} from './trial-tables.ts';

const text = messages.trial;

const cell = (value: string) => value.replaceAll('|', '\\|').replaceAll('\n', ' ');
const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

const table = ({ caption, head, rows }: DataTable): string =>
  [`**${caption}**`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

function setting(options: TriageOptions, trained: Trained, file: string): string {
  const { started, epochs } = trained;
  const source = options.csv ? text.report.own(file) : text.sources[options.shortcut ?? 'none'];
  const facts: [string, string][] = [
    [text.source, source],
    [text.report.ticketsSeed, String(options.seed)],
    [text.report.modelSeed, String(options.modelSeed)],
    [text.heads, String(options.heads)],
    [text.width, String(options.width)],
    [text.blocks, String(options.blocks)],
    [text.pooling, text.poolings[options.pooling ?? 'attention']],
    [text.report.epochs, String(epochs.length)],
  ];
  return [
    ...facts.map(([name, value]) => `- ${name}: ${value}`),
    '',
    text.facts(started.train, started.test, started.vocabulary, String(started.parameters)),
  ].join('\n');
}

function furtherPart(judged: TrialJudged): string[] {
  const tables = furtherTables(judged).map(table);
  return tables.length === 0 ? [] : [text.report.further, ...tables, ...furtherWords(judged)];
}

export function reportOf(trained: Trained, judged: TrialJudged, file: string): string {
  const verdict = judged.reliance ? 'reliance' : 'decoration';
  return `${[
    text.report.title,
    text.report.about,
    text.report.setting,
    setting(trained.options, trained, file),
    table(accuracyTable(trained)),
    text.report.figures,
    table(figuresTable(judged)),
    table(methodsTable(judged)),
    text.report.rules,
    table(rulesTable(judged)),
    ...furtherPart(judged),
    text.report.verdict,
    `${text.verdict[verdict]}. ${text.verdictMeans[verdict]}`,
  ].join('\n\n')}\n`;
}

/** Hands the report to the browser as a file. */
export function download(report: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([report], { type: 'text/markdown;charset=utf-8' }));
  link.download = text.fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
