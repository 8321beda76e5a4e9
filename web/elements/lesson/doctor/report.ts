/** What the doctor found, in sentences, in tables and as Markdown. */
import type {
  DoctorCase,
  DoctorFinding,
  DoctorJudgement,
  DoctorSuspect,
  DoctorTensor,
} from '../../../engine/types/doctor.ts';
import { formatNumber, joinWords, whole } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import type { DataTable } from '../../shared/data-table.ts';

const text = messages.doctor;

/** Differences span many orders of magnitude. */
export const small = (value: number): string => {
  if (!Number.isFinite(value) || value === 0) return formatNumber(value);
  const size = Math.abs(value);
  return size >= 0.01 && size < 1e6
    ? formatNumber(value)
    : value.toExponential(1).replace('-', '−');
};

/** As the mistakes bench names it, and the id by which reports and anchors know it. */
export const mistakeName = (id: string): string => {
  const name = messages.mistakes.names[id];
  return name === undefined ? id : `${name} (${id})`;
};

/** "no scale (scale-missing)", "rotary-half-split + no scale (scale-missing)", or "as it was meant". */
export function nameOf({ convention, mistakes }: DoctorSuspect): string {
  const ids = mistakes.map(({ id }) => mistakeName(id));
  if (convention !== 'as-meant') ids.unshift(convention);
  return ids.join(' + ') || text.asMeant;
}

export const describe = ({ description, mistakes }: DoctorSuspect): string =>
  [description, ...mistakes.map((one) => one.description)].filter((one) => one !== '').join(' ');

const shapeOf = (shape: readonly number[]) =>
  `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

export const kindOf = ({ dtype, bigEndian, columnMajor, printedStep }: DoctorTensor): string =>
  [
    dtype,
    bigEndian ? text.table.bigEndian : '',
    columnMajor ? text.table.columnMajor : '',
    printedStep > 0 ? text.table.printed : '',
  ]
    .filter((one) => one !== '')
    .join(', ');

export const shapeText = ({ shape }: DoctorTensor): string => shapeOf(shape);

export const tensorTable = (
  tensors: readonly DoctorTensor[],
  roles: readonly string[],
): DataTable => ({
  caption: text.table.caption,
  head: [text.table.name, text.table.role, text.table.dtype, text.table.shape],
  rows: tensors.map((one, i) => [
    one.name,
    text.roles[(roles[i] ?? 'none') as keyof typeof text.roles],
    kindOf(one),
    shapeText(one),
  ]),
});

export const rankedTable = ({ suspects, cells }: DoctorJudgement): DataTable => ({
  caption: text.ranked.caption,
  head: [text.ranked.what, text.ranked.fits, text.ranked.matching, text.ranked.largest],
  rows: suspects.map((one) => [
    nameOf(one),
    one.reproduces ? text.ranked.yes : text.ranked.no,
    `${whole.format(one.matching)} / ${whole.format(cells)}`,
    small(one.largestDifference),
  ]),
});

/** Those that apply. */
export function checkTable(name: string, findings: readonly DoctorFinding[]): DataTable {
  const applying = findings.filter(({ verdict }) => verdict !== 'not-applicable');
  return {
    caption: `${name}${text.notApplicable(findings.length - applying.length)}`,
    head: [text.checks.what, text.checks.verdict, text.checks.largest, text.checks.where],
    rows: applying.map(({ description, verdict, largest, sequence, head, row, col }) => [
      description,
      text.checks[verdict === 'fail' ? 'fail' : 'pass'],
      small(largest),
      verdict === 'fail' ? text.place(sequence, head, row, col) : '',
    ]),
  };
}

export function caseWords({
  layout,
  layoutSure,
  mask,
  maskSure,
  sizes,
  slice,
}: DoctorCase): string[] {
  const { batch, heads, queries, keys, width } = sizes;
  const { counts } = text;
  const words = [
    text.taken(
      counts.batch(batch),
      counts.heads(heads),
      counts.queries(queries),
      counts.keys(keys),
      String(width),
    ),
    (layoutSure ? text.layoutSure : text.layoutOpen)(layout),
  ];
  if (mask) words.push(text.maskRead(text.masks[mask], maskSure));
  if (slice.batch.count < batch || slice.heads.count < heads || slice.queries.count < queries) {
    const { first, count } = slice.queries;
    words.push(
      text.part(
        counts.batch(slice.batch.count),
        counts.heads(slice.heads.count),
        `${first}–${first + count - 1}`,
      ),
    );
  }
  return words;
}

/** The mistakes of what fits, each once: those that the bench can show. */
export const fittingMistakes = ({ suspects, tied }: DoctorJudgement): string[] => [
  ...new Set(suspects.slice(0, tied).flatMap(({ mistakes }) => mistakes.map(({ id }) => id))),
];

export function verdictWords(judgement: DoctorJudgement): string[] {
  const { suspects, tied, cells, silent, pairsSearched, precision } = judgement;
  const [first] = suspects;
  if (!first) return [text.none];
  const words: string[] = [];
  if (tied === 0) {
    words.push(
      pairsSearched ? text.none : text.noneSingles,
      `${text.nearest(nameOf(first), whole.format(first.matching), whole.format(cells))} ${describe(first)}`.trimEnd(),
    );
  } else if (tied > 1) {
    words.push(text.tied(tied, `${joinWords(suspects.slice(0, tied).map(nameOf))}.`));
  } else {
    words.push(
      nameOf(first) === text.asMeant
        ? text.right
        : text.one(`${nameOf(first)}. ${describe(first)}`),
    );
  }
  if (tied > 0 && precision !== 'as-given') words.push(text.rounded(precision));
  if (silent.length > 0) words.push(text.silent(silent.length));
  return words;
}

const markdownTable = ({ caption, head, rows }: DataTable): string => {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
  return [`**${caption}**`, '', line(head), line(head.map(() => '-')), ...rows.map(line)].join(
    '\n',
  );
};

export function markdownOf(
  tensors: readonly DoctorTensor[],
  roles: readonly string[],
  taken: DoctorCase,
  judgement: DoctorJudgement,
  checks: readonly DataTable[],
  program: string,
): string {
  const references = judgement.suspects
    .slice(0, Math.max(1, judgement.tied))
    .flatMap(({ mistakes }) => mistakes)
    .map(
      ({ id, description, references: of }) =>
        `- \`${id}\`: ${description}${of.length > 0 ? ` (${of.join(', ')})` : ''}`,
    );
  return [
    `# ${text.reportTitle}`,
    verdictWords(judgement).join(' '),
    ...(references.length > 0 ? [references.join('\n')] : []),
    caseWords(taken).join(' '),
    ...[tensorTable(tensors, roles), rankedTable(judgement), ...checks].map(markdownTable),
    `## ${text.reproduction}`,
    `\`\`\`python\n${program}\`\`\``,
    text.reportOf,
  ].join('\n\n');
}
