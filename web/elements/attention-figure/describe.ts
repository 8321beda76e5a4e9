/** What the figure shows, in sentences: for screen readers, for print, and for anyone who likes words. */
import type { AttentionTrace, Matrix } from '../../engine/types.ts';
import { formatNumber, formatVector } from '../../format/number.ts';
import { messages } from '../../messages/index.ts';
import type { FigureState } from './state.ts';

export interface Description {
  /** Sizes, scale and mask. */
  readonly setting: readonly string[];
  /** One sentence for each query. */
  readonly rows: readonly string[];
}

/** With more keys than this a sentence names the strongest alone. */
const MOST_LISTED = 6;

const rowOf = (matrix: Matrix, row: number) =>
  matrix.data.subarray(row * matrix.cols, (row + 1) * matrix.cols);

export const nameOf = (tokens: readonly string[], i: number) =>
  tokens[i]?.trim() || messages.tokens.unnamed(i);

function scaleSentence(state: FigureState, trace: AttentionTrace, digits: number): string {
  const text = messages.describe;
  const factor = formatNumber(trace.scale, digits);
  if (state.scale === 'off') return text.scaleOff;
  return state.scale === 'custom'
    ? text.scaleCustom(factor)
    : text.scaleSqrt(factor, trace.shapes.k[1]);
}

function maskSentence(state: FigureState, trace: AttentionTrace): string {
  const blocked = trace.blocked.data.filter((flag) => flag !== 0).length;
  if (blocked === 0 && state.causal === 'off') return messages.describe.noMask;
  return messages.describe.mask(state.causal !== 'off', blocked, trace.blocked.data.length);
}

function rowSentence(
  state: FigureState,
  trace: AttentionTrace,
  row: number,
  digits: number,
): string {
  const text = messages.describe;
  const query = nameOf(state.queries, row);
  const bad = trace.nonFinite.find((entry) => entry.outputRow === row);
  if (bad) {
    const token = nameOf(
      bad.cause === 'query' ? state.queries : state.keys,
      bad.cause === 'score-overflow' ? bad.col : bad.row,
    );
    return text.notFinite[bad.cause](query, token, bad.col);
  }
  if (trace.emptyRows.includes(row)) return text.emptyZero(query);
  const output = formatVector(rowOf(trace.output, row), digits);
  const weights = rowOf(trace.weights, row);
  const strongest = rowOf(trace.strongest, row);
  const most = state.keys.flatMap((_, j) => (strongest[j] ? [j] : []));
  const first = formatNumber(weights[most[0] ?? 0] ?? Number.NaN, digits);
  const alone = weights.every((weight, j) => (strongest[j] ? weight === 1 : weight === 0));
  if (alone) return text.only(query, nameOf(state.keys, most[0] ?? 0), output);
  if (most.length === state.keys.length) return text.even(query, most.length, first, output);
  return text.row(
    query,
    most.map((j) => nameOf(state.keys, j)),
    first,
    (state.keys.length > MOST_LISTED ? [] : state.keys).map(
      (_, j) => `${nameOf(state.keys, j)} ${formatNumber(weights[j] ?? Number.NaN, digits)}`,
    ),
    formatNumber(trace.spread[row] ?? Number.NaN, digits),
    output,
  );
}

export function describe(state: FigureState, trace: AttentionTrace, digits: number): Description {
  return {
    setting: [
      messages.describe.size(
        state.queries.length,
        state.keys.length,
        trace.shapes.k[1],
        trace.shapes.v[1],
      ),
      scaleSentence(state, trace, digits),
      maskSentence(state, trace),
    ],
    rows: state.queries.map((_, i) => rowSentence(state, trace, i, digits)),
  };
}

/** What to announce: the sentences that are new, not those that were said before. */
export function changesBetween(before: Description, after: Description): string {
  const old = new Set([...before.setting, ...before.rows]);
  const fresh = [...after.setting, ...after.rows].filter((sentence) => !old.has(sentence));
  return fresh.length === 0
    ? messages.describe.same
    : `${messages.describe.changed} ${fresh.join(' ')}`;
}
