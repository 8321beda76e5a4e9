/** The state as numbers: what the engine takes and what the code generators write. The core reads each entry. */
import type { AttentionEngine, AttentionInputs, Causal, EmptyRow } from '../../engine/types.ts';
import type { FigureState, Table } from './state.ts';

export interface FigureNumbers {
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  readonly q: readonly (readonly number[])[];
  readonly k: readonly (readonly number[])[];
  readonly v: readonly (readonly number[])[];
  /** undefined: 1 / sqrt(d_k) */
  readonly scale: number | undefined;
  readonly causal: Causal;
  /** undefined: no cell blocked by hand */
  readonly blocked: readonly (readonly boolean[])[] | undefined;
  readonly emptyRow: EmptyRow;
}

/** Reads entries through the core and remembers them: the same few texts come again on every redraw. */
export function entryReader(engine: AttentionEngine): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = engine.parseNumber(text);
      if (known.size > 4096) known.clear();
      known.set(text, value);
    }
    return value;
  };
}

export function numbersOf(state: FigureState, read: (text: string) => number): FigureNumbers {
  const rows = (table: Table) => table.map((row) => row.map(read));
  return {
    queries: state.queries,
    keys: state.keys,
    q: rows(state.q),
    k: rows(state.k),
    v: rows(state.v),
    scale: state.scale === 'sqrt' ? undefined : state.scale === 'off' ? 1 : read(state.customScale),
    causal: state.causal === 'off' ? false : state.causal,
    blocked: state.blocked.some((row) => row.includes(true)) ? state.blocked : undefined,
    emptyRow: state.emptyRow,
  };
}

export function inputsOf(numbers: FigureNumbers): AttentionInputs {
  const { q, k, v, scale, causal, blocked, emptyRow } = numbers;
  return { q, k, v, scale, causal, blocked, emptyRow };
}
