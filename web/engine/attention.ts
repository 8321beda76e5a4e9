/** One attention head: its trace, its projections, the arithmetic of one number. */
import { choice, flags, matrix, object, optional } from './door.ts';
import type { CoreModule } from './module.js';
import { lastRefusal, nameOf } from './refusal.ts';
import type {
  AttentionInputs,
  AttentionTrace,
  Cause,
  CellMatrix,
  CellRef,
  Engine,
  Explainable,
  Explanation,
  Matrix,
  NonFinite,
  Projections,
  Shape,
} from './types.ts';
import { type Border, nothing, scalar, vector } from './wire.ts';

// Indices of the core's enumerations: Causal, EmptyRow, Cause, Stage.
export const CAUSAL = [false, 'top-left', 'bottom-right'] as const;
export const EMPTY_ROW = ['nan', 'zero'] as const;
const CAUSES: readonly Cause[] = [
  'empty-row',
  'query',
  'key',
  'value',
  'score-overflow',
  'value-overflow',
];
const STAGES: readonly CellMatrix[] = [
  'q',
  'k',
  'v',
  'raw',
  'scaled',
  'masked',
  'weights',
  'output',
  'rowSums',
  'spread',
];
const STAGE_OF: Record<Explainable, number> = {
  raw: 3,
  scaled: 4,
  masked: 5,
  weight: 6,
  output: 7,
  rowSum: 8,
  spread: 9,
};

export const shapeOf = (m: Matrix): Shape => [m.rows, m.cols];

export function attentionInbox(core: CoreModule, inputs: AttentionInputs): Matrix[] {
  const { causal = false, emptyRow = 'nan' } = object(core, 'inputs', inputs);
  const scale = optional(core, 'scale', inputs.scale);
  return [
    matrix(core, 'q', inputs.q),
    matrix(core, 'k', inputs.k),
    matrix(core, 'v', inputs.v),
    scale,
    scalar(choice(core, 'causal', causal, CAUSAL)),
    scalar(choice(core, 'emptyRow', emptyRow, EMPTY_ROW)),
    inputs.blocked === undefined ? nothing : flags(core, 'blocked', inputs.blocked),
  ];
}

/** The trace as the core writes it: `nonFinite` is a table still, and the shapes are to be added. */
export type RawTrace = Omit<AttentionTrace, 'nonFinite' | 'shapes'> & {
  readonly nonFinite: Matrix;
};

export function attentionTrace(raw: RawTrace, q: Matrix, k: Matrix, v: Matrix): AttentionTrace {
  const { rows, data } = raw.nonFinite;
  const nonFinite: NonFinite[] = [];
  for (let i = 0; i < rows; i++) {
    const [outputRow = 0, cause = 0, row = -1, col = -1] = data.subarray(i * 4);
    nonFinite.push({ outputRow, cause: CAUSES[cause] ?? 'empty-row', row, col });
  }
  const shapes = {
    q: shapeOf(q),
    k: shapeOf(k),
    v: shapeOf(v),
    scores: shapeOf(raw.raw),
    weights: shapeOf(raw.weights),
    output: shapeOf(raw.output),
  };
  return Object.assign(raw, { nonFinite, shapes });
}

function cellsOf(table: Matrix, from: number): CellRef[] {
  const cells: CellRef[] = [];
  for (let i = 0; i < table.rows; i++) {
    const [stage = 0, row = 0, col = 0] = table.data.subarray(i * table.cols + from);
    cells.push({ matrix: STAGES[stage] ?? 'q', row, col });
  }
  return cells;
}

type Tables = Record<'cell' | 'terms' | 'termSources' | 'sources', Matrix> &
  Pick<Explanation, 'max' | 'sum' | 'result'>;

export function attentionCalls({
  core,
  run,
}: Border): Pick<Engine, 'attention' | 'project' | 'explain' | 'batchShapes'> {
  return {
    attention(inputs) {
      const parts = attentionInbox(core, inputs);
      const [q, k, v] = parts as [Matrix, Matrix, Matrix];
      return attentionTrace(run('attention', parts) as unknown as RawTrace, q, k, v);
    },

    project(inputs) {
      const given = object(core, 'inputs', inputs);
      const parts = (['x', 'wq', 'wk', 'wv'] as const).map((name) =>
        matrix(core, name, given[name]),
      );
      return run('project', parts) as unknown as Projections;
    },

    explain(inputs) {
      const { what, row, col } = object(core, 'inputs', inputs);
      choice(core, 'what', what, Object.keys(STAGE_OF));
      for (const [name, index] of Object.entries({ row, col })) {
        if (!Number.isInteger(index)) {
          core.refuseNumber(name, -1, -1, nameOf(index));
          throw lastRefusal(core);
        }
      }
      const asked = { rows: 1, cols: 3, data: Float64Array.of(STAGE_OF[what], row, col) };
      const made = run('explain', [...attentionInbox(core, inputs), asked]) as unknown as Tables;
      const { terms, termSources, max, sum, result } = made;
      const cells = cellsOf(termSources, 1);
      const [cell] = cellsOf(made.cell, 0);
      return {
        what,
        cell: cell ?? { matrix: 'raw', row, col },
        terms: Array.from({ length: terms.rows }, (_, t) => ({
          a: terms.data[t * 3] ?? Number.NaN,
          b: terms.data[t * 3 + 1] ?? Number.NaN,
          value: terms.data[t * 3 + 2] ?? Number.NaN,
          sources: cells.filter((_cell, i) => termSources.data[i * 4] === t),
        })),
        max,
        sum,
        result,
        sources: cellsOf(made.sources, 0),
      };
    },

    batchShapes(shapes) {
      const { q, k, v } = object(core, 'shapes', shapes);
      for (const [name, axes] of Object.entries({ q, k, v })) {
        if (!Array.isArray(axes)) {
          core.refuseMatrix(name, nameOf(axes));
          throw lastRefusal(core);
        }
        axes.forEach((axis, i) => {
          if (Number.isInteger(axis)) return;
          core.refuseNumber(name, -1, i, nameOf(axis));
          throw lastRefusal(core);
        });
      }
      return run('batchShapes', [vector(q), vector(k), vector(v)]) as unknown as ReturnType<
        Engine['batchShapes']
      >;
    },
  };
}
