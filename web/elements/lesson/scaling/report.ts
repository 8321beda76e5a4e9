/** What was measured, as lines of a chart, as sentences, as tables and as a file. */
import { formatNumber, whole } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import type { Line } from '../../chart/line-chart.ts';
import { type PowerFit, powerFit } from '../../chart/power-fit.ts';
import type { DataTable } from '../../shared/data-table.ts';
import { isGpu, KERNELS, type KernelId, nameOf, type Predicted } from './contestants.ts';
import type { Measured } from './measure.ts';
import type { Parity } from './parity.ts';

const text = messages.scaling;
const MIB = 2 ** 20;
/** Below, what each call costs besides its work would bend the line; with fewer n, all of them count. */
const FITTED_FROM = 256;
const FEWEST = 3;

export const count = (n: number): string => whole.format(n);
export const mib = (bytes: number): string => formatNumber(bytes / MIB, bytes < MIB ? 3 : 1);

/** Three digits that mean something, whatever the size. */
export function milliseconds(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 3 : 4;
  return formatNumber(value, digits);
}

/** Kernels that were measured, in the order of the list, and of each what counts, by n. */
export function byKernel(all: readonly Measured[]): [KernelId, readonly Measured[]][] {
  return KERNELS.map((id): [KernelId, readonly Measured[]] => [
    id,
    all
      .filter((one) => one.id === id && !one.elsewhere && one.milliseconds > 0)
      .sort((a, b) => a.n - b.n),
  ]).filter(([, own]) => own.length > 0);
}

const pointsOf = (own: readonly Measured[]) =>
  own.map(({ n, milliseconds }): [number, number] => [n, milliseconds]);

export interface Fit extends PowerFit {
  readonly id: KernelId;
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

export function fitsOf(all: readonly Measured[]): Fit[] {
  return byKernel(all).flatMap(([id, own]) => {
    const large = own.filter(({ n }) => n >= FITTED_FROM);
    const used = large.length >= FEWEST ? large : own;
    const [first, last] = [used[0], used.at(-1)];
    if (!first || !last || used.length < FEWEST) return [];
    const fit = { ...powerFit(pointsOf(used)), id };
    return [{ ...fit, from: first.n, to: last.n, points: used.length }];
  });
}

/** With the line that a time growing as n^2 would follow, through the largest n of the first kernel. */
export function linesOf(all: readonly Measured[]): Line[] {
  const kernels = byKernel(all);
  const lines = kernels.map(([id, own]) => ({ name: text.lines[id], points: pointsOf(own) }));
  const [, first] = kernels[0] ?? [];
  const end = first?.at(-1);
  const start = first?.[0];
  if (!end || !start || end === start) return lines;
  const square = (n: number): [number, number] => [n, end.milliseconds * (n / end.n) ** 2];
  return [...lines, { name: text.square, points: [square(start.n), square(end.n)] }];
}

/** The factor of each kernel's last doubling. */
export function doublingsOf(all: readonly Measured[]) {
  return byKernel(all).flatMap(([id, own]) => {
    const [before, after] = own.slice(-2);
    if (!before || !after || after.n !== 2 * before.n) return [];
    return [{ id, from: before.n, to: after.n, factor: after.milliseconds / before.milliseconds }];
  });
}

export function parityWords({ id, half, within, largest, relative }: Parity): string {
  const shown = (value: number) =>
    value === 0 ? '0' : value.toExponential(1).replace('e-', 'e−').replace('e+', 'e');
  if (!within) return text.parityBad(nameOf(id), shown(largest));
  const say = half ? text.parityHalf : text.parity;
  return say(nameOf(id), shown(largest), shown(relative));
}

/** `software`: the adapter is none of a GPU, so that its times are compared with nothing. */
export function wordsOf(all: readonly Measured[], software: boolean): string[] {
  if (all.length === 0) return [text.none];
  const fits = fitsOf(all).map(({ id, exponent, from, to }) =>
    text.wordsFit(nameOf(id), formatNumber(exponent, 2), count(from), count(to)),
  );
  const last = byKernel(all).map(([, own]) => own.at(-1) as Measured);
  const times = last.map(({ id, n, milliseconds: time, kept }) =>
    text.wordsTime(nameOf(id), count(n), milliseconds(time), mib(kept)),
  );
  const simulated = software && last.some(({ id }) => isGpu(id));
  const how = [...(simulated ? [text.wordsSoftware] : []), text.wordsHow];
  const ratio = ratioOf(last.filter(({ id }) => !(software && isGpu(id))));
  return [...fits, ...times, ...ratio, ...noticesOf(all), ...how];
}

/** The quickest and the slowest kernel at the largest n. */
function ratioOf(last: readonly Measured[]): string[] {
  const sorted = [...last].sort((a, b) => a.milliseconds - b.milliseconds);
  const [fast, slow] = [sorted[0], sorted.at(-1)];
  if (!fast || !slow || fast === slow || fast.n !== slow.n) return [];
  const factor = formatNumber(slow.milliseconds / fast.milliseconds, 1);
  return [text.wordsRatio(nameOf(fast.id), nameOf(slow.id), factor, count(fast.n))];
}

export function noticesOf(all: readonly Measured[]): string[] {
  const said = all.flatMap(({ id, n, notice, elsewhere }) => {
    if (!notice) return [];
    const why = text.notices[notice];
    return [elsewhere ? text.fellBack(nameOf(id), count(n), why) : text.onThread(nameOf(id), why)];
  });
  return [...new Set(said)];
}

export const verdictsOf = (all: readonly Measured[]): string[] =>
  doublingsOf(all).map(({ id, from, to, factor }) =>
    text.doubled(nameOf(id), count(from), count(to), formatNumber(factor, 2)),
  );

export function predictedTable(n: number, predicted: readonly Predicted[]): DataTable {
  const { kernel, inputs, output, kept, total } = text.memory;
  return {
    caption: text.memoryCaption(count(n)),
    head: [kernel, inputs, output, kept, total],
    rows: predicted.map((one) => [
      nameOf(one.id),
      ...[one.inputs, one.output, one.kept, one.total].map(mib),
    ]),
  };
}

export function tablesOf(all: readonly Measured[], heads: number, width: number): DataTable[] {
  if (all.length === 0) return [];
  const { caption, ...head } = text.table;
  const rows = KERNELS.flatMap((id) =>
    all
      .filter((one) => one.id === id)
      .map((one) => {
        const half = all.find((other) => other.id === id && other.n * 2 === one.n);
        const factor = half && !half.elsewhere && !one.elsewhere;
        return [
          text.row(nameOf(id), count(one.n)),
          ...[one.milliseconds, one.least, one.most].map(milliseconds),
          String(one.runs),
          factor ? formatNumber(one.milliseconds / half.milliseconds, 2) : '',
          mib(one.predicted),
          one.memory === undefined ? text.notMeasurable : mib(one.memory),
        ];
      }),
  );
  const { kernel, median, least, most, runs, factor, predicted, measured } = head;
  const times: DataTable = {
    caption: caption(text.headsOf(heads), count(width)),
    head: [kernel, median, least, most, runs, factor, predicted, measured],
    rows,
  };
  const fits = fitsOf(all);
  const slopes: DataTable = {
    caption: text.fits.caption,
    head: [text.fits.kernel, text.fits.exponent, text.fits.points],
    rows: fits.map(({ id, exponent, points }) => [
      nameOf(id),
      formatNumber(exponent, 2),
      String(points),
    ]),
  };
  return fits.length > 0 ? [times, slopes] : [times];
}

/** As spreadsheets and programs read it: numbers in full, RFC 4180. */
export function csvOf(
  all: readonly Measured[],
  heads: number,
  width: number,
  adapter: string,
): string {
  const cell = (value: string | number) =>
    /[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  const head =
    'kernel,n,heads,width,median_ms,least_ms,most_ms,runs,predicted_bytes,memory_bytes,notice,adapter';
  const lines = all.map((one) =>
    [
      ...[one.id, one.n, heads, width, one.milliseconds, one.least, one.most, one.runs],
      ...[one.predicted, one.memory ?? '', one.notice ?? '', adapter],
    ]
      .map(cell)
      .join(','),
  );
  return `${[head, ...lines].join('\r\n')}\r\n`;
}
