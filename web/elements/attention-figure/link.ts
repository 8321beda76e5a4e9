/**
 * The figure's state as a short text for an address, version 1:
 *
 *   1~~ticket                                   a preset, as it is
 *   1~~sqrt-off-nan-self~~tokens~~q~~k~~v[~~scale[~~blocked]]
 *   1~~sqrt-off-nan-cross~~queries~~keys~~q~~k~~v[~~scale[~~blocked]]
 *
 * Rows are joined by "_", cells by "~"; an empty name is "."; blocked cells are "row-col". Only characters that no mail
 * program or wiki rewrites are used; all others are percent-encoded.
 */
import { BrokenLink, decode, encode } from '../shared/link-text.ts';
import type { FigureState, Preset, Table } from './state.ts';
import { MOST_TOKENS, MOST_WIDTH, sameState, stateOf } from './state.ts';

export { BrokenLink } from '../shared/link-text.ts';

const VERSION = '1';

const list = (words: readonly string[]) => words.map(encode).join('~');
const table = (rows: Table) => rows.map(list).join('_');

export function encodeState(state: FigureState, presets: readonly Preset[]): string {
  const preset = presets.find((candidate) => sameState(stateOf(candidate), state));
  if (preset) return `${VERSION}~~${preset.id}`;
  const parts = [
    VERSION,
    `${state.scale}-${state.causal === 'off' ? 'off' : state.causal === 'top-left' ? 'tl' : 'br'}-${state.emptyRow}-${state.linked ? 'self' : 'cross'}`,
    ...(state.linked ? [] : [list(state.queries)]),
    list(state.keys),
    table(state.q),
    table(state.k),
    table(state.v),
  ];
  const blocked = state.blocked.flatMap((row, i) =>
    row.flatMap((cell, j) => (cell ? [`${i}-${j}`] : [])),
  );
  if (state.scale === 'custom' || blocked.length > 0) parts.push(encode(state.customScale));
  if (blocked.length > 0) parts.push(blocked.join('_'));
  return parts.join('~~');
}

function wordsOf(text: string): string[] {
  const words = text.split('~').map(decode);
  if (words.length > MOST_TOKENS || words.some((word) => word.length > 64))
    throw new BrokenLink('shape');
  return words;
}

function tableOf(text: string, rows: number): string[][] {
  const cells = text.split('_').map((row) => row.split('~').map(decode));
  const width = cells[0]?.length ?? 0;
  if (
    cells.length !== rows ||
    width < 1 ||
    width > MOST_WIDTH ||
    cells.some((row) => row.length !== width)
  ) {
    throw new BrokenLink('shape');
  }
  return cells;
}

/**
 * The state of a link. `readable` says whether the core can read a number; a link with one that it cannot is broken
 * as a whole, as half of it would be another figure than the one that was shared.
 */
export function decodeState(
  text: string,
  presets: readonly Preset[],
  readable: (text: string) => boolean,
): FigureState {
  const [version, head = '', ...rest] = text.split('~~');
  if (version !== VERSION) throw new BrokenLink('version');
  if (rest.length === 0) {
    const preset = presets.find((candidate) => candidate.id === head);
    if (!preset) throw new BrokenLink('preset');
    return stateOf(preset);
  }
  const [scale = '', causal = '', emptyRow = '', tokens = ''] = head.split('-');
  const causals: Record<string, FigureState['causal']> = {
    off: 'off',
    tl: 'top-left',
    br: 'bottom-right',
  };
  if (
    !/^(sqrt|off|custom)$/.test(scale) ||
    !Object.hasOwn(causals, causal) ||
    !/^(nan|zero)$/.test(emptyRow) ||
    !/^(self|cross)$/.test(tokens)
  ) {
    throw new BrokenLink('choice');
  }
  const linked = tokens === 'self';
  const queriesText = linked ? rest[0] : rest.shift();
  const [keysText = '', qText = '', kText = '', vText = '', customText = '1', blockedText = ''] =
    rest;
  const keys = wordsOf(keysText);
  const queries = linked ? keys : wordsOf(queriesText ?? '');
  const q = tableOf(qText, queries.length);
  const k = tableOf(kText, keys.length);
  const v = tableOf(vText, keys.length);
  if (q[0]?.length !== k[0]?.length) throw new BrokenLink('shape');
  const customScale = decode(customText);
  if (![...q, ...k, ...v, [customScale]].flat().every(readable)) throw new BrokenLink('number');
  const blocked = queries.map(() => keys.map(() => false));
  for (const cell of blockedText === '' ? [] : blockedText.split('_')) {
    const [row = -1, col = -1] = /^\d+-\d+$/.test(cell) ? cell.split('-').map(Number) : [];
    const line = blocked[row];
    if (!line || line[col] === undefined) throw new BrokenLink('shape');
    line[col] = true;
  }
  return {
    linked,
    queries,
    keys,
    q,
    k,
    v,
    scale: scale as FigureState['scale'],
    customScale,
    causal: causals[causal] ?? 'off',
    blocked,
    emptyRow: emptyRow as FigureState['emptyRow'],
  };
}
