/**
 * What a learner sets in the attention figure. Numbers are kept as typed ("1/2" stays "1/2"); the core reads them.
 * Every change makes a new state, so that undo is a list of states.
 */
export const MOST_TOKENS = 12;
export const MOST_WIDTH = 8;

export type Input = 'q' | 'k' | 'v';
export type Side = 'queries' | 'keys';
export type Table = readonly (readonly string[])[];

export interface FigureState {
  /** Self-attention: queries and keys come from the same tokens, so they are named, added and removed together. */
  readonly linked: boolean;
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  readonly q: Table;
  readonly k: Table;
  readonly v: Table;
  /** `sqrt`: 1 / sqrt(d_k); `off`: 1; `custom`: the factor as typed. */
  readonly scale: 'sqrt' | 'off' | 'custom';
  readonly customScale: string;
  readonly causal: 'off' | 'top-left' | 'bottom-right';
  /** Set by hand, beside the causal mask: true means may not read. */
  readonly blocked: readonly (readonly boolean[])[];
  readonly emptyRow: 'nan' | 'zero';
}

export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** Left out: the same tokens as the keys. */
  readonly queries?: readonly string[];
  readonly keys: readonly string[];
  readonly q: Table;
  readonly k: Table;
  readonly v: Table;
}

const noneBlocked = (rows: number, cols: number) =>
  Array.from({ length: rows }, () => Array.from({ length: cols }, () => false));

export function stateOf(preset: Preset): FigureState {
  const queries = preset.queries ?? preset.keys;
  return {
    linked: preset.queries === undefined,
    queries,
    keys: preset.keys,
    q: preset.q,
    k: preset.k,
    v: preset.v,
    scale: 'sqrt',
    customScale: '1',
    causal: 'off',
    blocked: noneBlocked(queries.length, preset.keys.length),
    emptyRow: 'nan',
  };
}

/** Equal in every entry; lists are walked only as far as the first difference. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((value, i) => same(value, b[i]));
}

export function sameState(a: FigureState, b: FigureState): boolean {
  return (Object.keys(a) as (keyof FigureState)[]).every((name) => same(a[name], b[name]));
}

const replaceAt = <T>(list: readonly T[], at: number, value: T) =>
  list.map((old, i) => (i === at ? value : old));
const removeAt = <T>(list: readonly T[], at: number) => list.filter((_, i) => i !== at);
const zeros = (width: number): readonly string[] => Array.from({ length: width }, () => '0');

export function widthOf(state: FigureState, input: Input): number {
  return state[input === 'v' ? 'v' : 'k'][0]?.length ?? 0;
}

export function withCell(
  state: FigureState,
  input: Input,
  row: number,
  col: number,
  text: string,
): FigureState {
  const old = state[input];
  return { ...state, [input]: replaceAt(old, row, replaceAt(old[row] ?? [], col, text)) };
}

export function withToken(state: FigureState, side: Side, at: number, name: string): FigureState {
  if (state.linked) {
    const tokens = replaceAt(state.keys, at, name);
    return { ...state, queries: tokens, keys: tokens };
  }
  return { ...state, [side]: replaceAt(state[side], at, name) };
}

function nextName(tokens: readonly string[]): string {
  for (let i = tokens.length; ; i++) {
    const name = `token ${i}`;
    if (!tokens.includes(name)) return name;
  }
}

const addQuery = (state: FigureState, name: string): FigureState => ({
  ...state,
  queries: [...state.queries, name],
  q: [...state.q, zeros(widthOf(state, 'q'))],
  blocked: [...state.blocked, state.keys.map(() => false)],
});

const addKey = (state: FigureState, name: string): FigureState => ({
  ...state,
  keys: [...state.keys, name],
  k: [...state.k, zeros(widthOf(state, 'k'))],
  v: [...state.v, zeros(widthOf(state, 'v'))],
  blocked: state.blocked.map((row) => [...row, false]),
});

/** One token more, with rows of zeros; the same state when there are already as many as the figure holds. */
export function withTokenAdded(state: FigureState, side: Side): FigureState {
  if (state[side].length >= MOST_TOKENS) return state;
  const name = nextName(state[side]);
  if (state.linked) return addQuery(addKey(state, name), name);
  return side === 'queries' ? addQuery(state, name) : addKey(state, name);
}

const dropQuery = (state: FigureState, at: number): FigureState => ({
  ...state,
  queries: removeAt(state.queries, at),
  q: removeAt(state.q, at),
  blocked: removeAt(state.blocked, at),
});

const dropKey = (state: FigureState, at: number): FigureState => ({
  ...state,
  keys: removeAt(state.keys, at),
  k: removeAt(state.k, at),
  v: removeAt(state.v, at),
  blocked: state.blocked.map((row) => removeAt(row, at)),
});

/** Without one token; the same state when it is the last one. */
export function withTokenRemoved(state: FigureState, side: Side, at: number): FigureState {
  if (state[side].length <= 1) return state;
  if (state.linked) return dropQuery(dropKey(state, at), at);
  return side === 'queries' ? dropQuery(state, at) : dropKey(state, at);
}

const resized = (row: readonly string[], width: number) => [
  ...row.slice(0, width),
  ...zeros(Math.max(0, width - row.length)),
];

/** Queries and keys share a width; values have their own. New columns are zeros. */
export function withWidth(state: FigureState, which: 'key' | 'value', width: number): FigureState {
  const to = Math.min(MOST_WIDTH, Math.max(1, width));
  const fit = (table: Table) => table.map((row) => resized(row, to));
  return which === 'key'
    ? { ...state, q: fit(state.q), k: fit(state.k) }
    : { ...state, v: fit(state.v) };
}

/** Linking makes the queries' tokens those of the keys: rows are added or dropped to match. */
export function withLinked(state: FigureState, linked: boolean): FigureState {
  if (!linked) return { ...state, linked };
  let next = state;
  while (next.queries.length < next.keys.length) next = addQuery(next, '');
  while (next.queries.length > next.keys.length) next = dropQuery(next, next.queries.length - 1);
  return { ...next, linked, queries: next.keys };
}

export function withBlocked(
  state: FigureState,
  row: number,
  col: number,
  value: boolean,
): FigureState {
  return {
    ...state,
    blocked: replaceAt(state.blocked, row, replaceAt(state.blocked[row] ?? [], col, value)),
  };
}

export interface PastedBlock {
  readonly input: Input;
  readonly row: number;
  readonly col: number;
  /** null: leave the cell as it is. */
  readonly cells: readonly (readonly (string | null)[])[];
}

/** How far over the figure's limits a block would reach, or nothing if it fits. */
export function overflowOf(block: PastedBlock): { rows: number; cols: number } | undefined {
  const rows = block.row + block.cells.length;
  const cols = block.col + Math.max(...block.cells.map((row) => row.length));
  return rows > MOST_TOKENS || cols > MOST_WIDTH ? { rows, cols } : undefined;
}

/** The block's cells from its corner on; the figure grows to hold it. */
export function withBlock(state: FigureState, block: PastedBlock): FigureState {
  const { input, row, col, cells } = block;
  const side: Side = input === 'q' ? 'queries' : 'keys';
  let next = state;
  while (next[side].length < row + cells.length) {
    const grown = withTokenAdded(next, side);
    if (grown === next) break;
    next = grown;
  }
  const width = col + Math.max(...cells.map((line) => line.length));
  if (width > widthOf(next, input)) next = withWidth(next, input === 'v' ? 'value' : 'key', width);
  cells.forEach((line, i) => {
    line.forEach((text, j) => {
      if (text !== null) next = withCell(next, input, row + i, col + j, text);
    });
  });
  return next;
}
