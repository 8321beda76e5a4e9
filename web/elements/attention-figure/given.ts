/** A state of the figure from what the engine takes: a task or a puzzle of the core comes with numbers, not with entries. */
import type { AttentionInputs, BlockedLike, MatrixLike } from '../../engine/types.ts';
import { messages } from '../../messages/index.ts';
import type { FigureState, Table } from './state.ts';

const rowsOf = (matrix: MatrixLike): readonly (readonly number[])[] =>
  'data' in matrix
    ? Array.from({ length: matrix.rows }, (_, row) =>
        Array.from(matrix.data.slice(row * matrix.cols, (row + 1) * matrix.cols)),
      )
    : matrix;

const entries = (matrix: MatrixLike): Table => rowsOf(matrix).map((row) => row.map(String));

function flagsOf(blocked: BlockedLike | undefined, rows: number, cols: number): boolean[][] {
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: cols }, (__, j) => {
      if (!blocked) return false;
      return 'data' in blocked ? blocked.data[i * cols + j] === 1 : blocked[i]?.[j] === true;
    }),
  );
}

/** As many queries as keys are taken for the same tokens. */
export function stateFrom(inputs: AttentionInputs): FigureState {
  const [q, k, v] = [entries(inputs.q), entries(inputs.k), entries(inputs.v)];
  const linked = q.length === k.length;
  const text = messages.tokens;
  const keys = k.map((_, i) => (linked ? text.unnamed(i) : text.key(i)));
  const { scale } = inputs;
  return {
    linked,
    queries: linked ? keys : q.map((_, i) => text.query(i)),
    keys,
    ...{ q, k, v },
    scale: scale === undefined ? 'sqrt' : scale === 1 ? 'off' : 'custom',
    customScale: String(scale ?? 1),
    causal: inputs.causal || 'off',
    blocked: flagsOf(inputs.blocked, q.length, k.length),
    emptyRow: inputs.emptyRow ?? 'nan',
  };
}
