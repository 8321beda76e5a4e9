/** The engine: the core's calls with names, types and errors. It computes nothing itself. */
import { toFlags, toMatrix } from './matrix.ts';
import type { CoreModule } from './module.js';
import { accept, lastRefusal, nameOf } from './refusal.ts';
import type {
  AttentionInputs,
  AttentionTrace,
  Cause,
  CellMatrix,
  CellRef,
  Engine,
  Explainable,
  ExplainInputs,
  Explanation,
  Matrix,
  Where,
} from './types.ts';
import { nothing, readOutbox, scalar, vector, writeInbox } from './wire.ts';

// Indices of the core's enumerations: Causal, EmptyRow, Cause, Stage.
const CAUSAL = [false, 'top-left', 'bottom-right'] as const;
const EMPTY_ROW = ['nan', 'zero'] as const;
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

type Call = 'attention' | 'project' | 'explain' | 'batchShapes';

/** The fields of a call's result by the names that the core gives them. */
function fieldsOf(core: CoreModule): (call: Call) => Record<string, Matrix> {
  const names = new Map<Call, readonly string[]>();
  return (call) => {
    let known = names.get(call);
    if (!known) {
      known = core.fields(call).split(',');
      names.set(call, known);
    }
    const parts = readOutbox(core, known.length);
    const result: Record<string, Matrix> = {};
    known.forEach((name, i) => {
      result[name] = parts[i] ?? nothing;
    });
    return result;
  };
}

/** The index of a choice, or the core's refusal of it. */
function choose(
  core: CoreModule,
  name: string,
  given: unknown,
  allowed: readonly (string | false)[],
): number {
  const index = allowed.indexOf(given as string | false);
  if (index >= 0) return index;
  const list = allowed.map((choice) => (choice === false ? 'false' : `"${choice}"`)).join(', ');
  core.refuseChoice(name, nameOf(given), list);
  throw lastRefusal(core);
}

function inboxOf(core: CoreModule, inputs: AttentionInputs): Matrix[] {
  const { scale, causal = false, blocked, emptyRow = 'nan' } = inputs;
  if (scale !== undefined && typeof scale !== 'number') {
    core.refuseNumber('scale', -1, -1, nameOf(scale));
    throw lastRefusal(core);
  }
  return [
    toMatrix(core, 'q', inputs.q),
    toMatrix(core, 'k', inputs.k),
    toMatrix(core, 'v', inputs.v),
    scale === undefined ? nothing : scalar(scale),
    scalar(choose(core, 'causal', causal, CAUSAL)),
    scalar(choose(core, 'emptyRow', emptyRow, EMPTY_ROW)),
    blocked === undefined ? nothing : toFlags(core, 'blocked', blocked),
  ];
}

function cellsOf(table: Matrix, from: number): CellRef[] {
  const cells: CellRef[] = [];
  for (let i = 0; i < table.rows; i++) {
    const [stage = 0, row = 0, col = 0] = table.data.subarray(i * table.cols + from);
    cells.push({ matrix: STAGES[stage] ?? 'q', row, col });
  }
  return cells;
}

/** Wraps an instantiated core. Pages and Node use `createEngine` of `browser.ts` and `node.ts`. */
export function engineOf(core: CoreModule): Engine {
  const fields = fieldsOf(core);

  function attention(inputs: AttentionInputs): AttentionTrace {
    const parts = inboxOf(core, inputs);
    writeInbox(core, parts);
    accept(core, core.attention());
    const f = fields('attention') as Record<string, Matrix>;
    const get = (name: string) => f[name] ?? nothing;
    const shape = (m: Matrix) => [m.rows, m.cols] as const;
    const [q, k, v] = parts as [Matrix, Matrix, Matrix];
    const causes = get('nonFinite');
    return {
      scale: get('scale').data[0] ?? Number.NaN,
      blocked: get('blocked'),
      raw: get('raw'),
      scaled: get('scaled'),
      masked: get('masked'),
      weights: get('weights'),
      output: get('output'),
      rowSums: get('rowSums').data,
      columnSums: get('columnSums').data,
      spread: get('spread').data,
      strongest: get('strongest'),
      emptyRows: Array.from(get('emptyRows').data),
      nonFinite: Array.from({ length: causes.rows }, (_, i) => {
        const [outputRow = 0, cause = 0, row = -1, col = -1] = causes.data.subarray(i * 4);
        return { outputRow, cause: CAUSES[cause] ?? 'empty-row', row, col };
      }),
      shapes: {
        q: shape(q),
        k: shape(k),
        v: shape(v),
        scores: shape(get('raw')),
        weights: shape(get('weights')),
        output: shape(get('output')),
      },
    };
  }

  function explain(inputs: ExplainInputs): Explanation {
    const { what, row, col } = inputs;
    choose(core, 'what', what, Object.keys(STAGE_OF));
    for (const [name, index] of [
      ['row', row],
      ['col', col],
    ] as const) {
      if (!Number.isInteger(index)) {
        core.refuseNumber(name, -1, -1, nameOf(index));
        throw lastRefusal(core);
      }
    }
    const asked = { rows: 1, cols: 3, data: Float64Array.of(STAGE_OF[what], row, col) };
    writeInbox(core, [...inboxOf(core, inputs), asked]);
    accept(core, core.explain());
    const f = fields('explain');
    const get = (name: string) => f[name] ?? nothing;
    const terms = get('terms');
    const termSources = get('termSources');
    const cells = cellsOf(termSources, 1);
    const [cell] = cellsOf(get('cell'), 0);
    return {
      what,
      cell: cell ?? { matrix: 'raw', row, col },
      terms: Array.from({ length: terms.rows }, (_, t) => ({
        a: terms.data[t * 3] ?? Number.NaN,
        b: terms.data[t * 3 + 1] ?? Number.NaN,
        value: terms.data[t * 3 + 2] ?? Number.NaN,
        sources: cells.filter((_cell, i) => termSources.data[i * 4] === t),
      })),
      max: get('max').data[0] ?? Number.NaN,
      sum: get('sum').data[0] ?? Number.NaN,
      result: get('result').data[0] ?? Number.NaN,
      sources: cellsOf(get('sources'), 0),
    };
  }

  return {
    attention,
    explain,
    project(inputs) {
      const names = ['x', 'wq', 'wk', 'wv'] as const;
      writeInbox(
        core,
        names.map((name) => toMatrix(core, name, inputs[name])),
      );
      accept(core, core.project());
      const { q = nothing, k = nothing, v = nothing } = fields('project');
      return { q, k, v };
    },
    batchShapes({ q, k, v }) {
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
      writeInbox(core, [vector(q), vector(k), vector(v)]);
      accept(core, core.batchShapes());
      const { scores = nothing, weights = nothing, output = nothing } = fields('batchShapes');
      return {
        scores: Array.from(scores.data),
        weights: Array.from(weights.data),
        output: Array.from(output.data),
      };
    },
    parseNumber(text, where: Where = { name: 'number', row: -1, col: -1 }) {
      accept(core, core.parseNumber(String(text), where.name, where.row, where.col));
      return readOutbox(core, 1)[0]?.data[0] ?? Number.NaN;
    },
    parseBlock(text) {
      accept(core, core.parseBlock(String(text)));
      return core
        .block()
        .split('\n')
        .map((row) => row.split('\t'));
    },
  };
}
