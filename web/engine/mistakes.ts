/** The fault library and the checks. */
import { attentionTrace, CAUSAL, EMPTY_ROW, type RawTrace } from './attention.ts';
import { list, matrix, object, optional } from './door.ts';
import { nameOf } from './refusal.ts';
import { setupParts } from './setup.ts';
import type {
  BenchSetup,
  Caught,
  Diagnosis,
  FaultyTrace,
  Finding,
  HeadTrace,
  Invariant,
  Invariants,
  LayerTrace,
  Matrix,
  MatrixLike,
  Mistake,
  MistakeIds,
  Mistakes,
  Observed,
  Setup,
  Verdict,
} from './types.ts';
import { type Border, scalar, vector } from './wire.ts';

// Indices of the core's Verdict.
const VERDICTS: readonly Verdict[] = ['pass', 'fail', 'not-applicable'];
const KINDS = [undefined, { kind: 'sinusoid' }, { kind: 'rotary' }] as const;

const text = (words: string): Matrix => vector(new TextEncoder().encode(words));

function isList(tables: MatrixLike | readonly MatrixLike[]): tables is readonly MatrixLike[] {
  if (!Array.isArray(tables)) return false;
  const [first] = tables as readonly unknown[];
  return Array.isArray(first)
    ? Array.isArray(first[0])
    : typeof first === 'object' && first !== null;
}

interface Row {
  readonly setup: number;
  readonly verdicts: readonly number[];
}

interface RawMistake extends Omit<Mistake, 'references' | 'harmless'> {
  /** Separated by ", ". */
  readonly references: string;
  readonly harmless: number;
}

type RawFinding = Omit<Finding, 'id' | 'verdict'> & { readonly verdict: number };

interface RawLayer {
  readonly changed: number;
  readonly heads: readonly (RawTrace & Omit<HeadTrace, keyof RawTrace>)[];
  readonly concatenated: Matrix;
  readonly output: Matrix;
}

interface RawDiagnosis {
  readonly hypotheses: readonly {
    readonly mistakes: readonly number[];
    readonly reproduces: number;
    readonly largestDifference: number;
    readonly matching: number;
    readonly cells: readonly number[];
    readonly tiedWith: readonly number[];
  }[];
  readonly silent: readonly number[];
  readonly cells: number;
  readonly pairsSearched: number;
}

interface RawBench {
  readonly name: string;
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  readonly heads: number;
  readonly kvHeads: number;
  readonly causal: number;
  readonly emptyRow: number;
  readonly blocked: Matrix;
  readonly padding: Matrix;
  readonly positions: number;
  readonly normEps: number | undefined;
}

function benchSetup(raw: RawBench): BenchSetup {
  const { name, q, k, v, heads, kvHeads, blocked, padding, normEps } = raw;
  return {
    name,
    setup: {
      ...{ q, k, v, heads, kvHeads },
      causal: CAUSAL[raw.causal],
      emptyRow: EMPTY_ROW[raw.emptyRow],
      ...(blocked.data.length > 0 && { blocked }),
      ...(padding.data.length > 0 && { padding: Array.from(padding.data, (one) => one !== 0) }),
      ...(raw.positions > 0 && { positions: KINDS[raw.positions] }),
      ...(normEps !== undefined && { normEps }),
    },
  };
}

export function mistakeCalls({ core, run }: Border): {
  readonly mistakes: Mistakes;
  readonly invariants: Invariants;
} {
  const listed = <T>(call: Parameters<typeof run>[0]) => run(call, []).list as readonly T[];
  let known: readonly Mistake[] | undefined;
  let checks: readonly Invariant[] | undefined;

  function library(): readonly Mistake[] {
    known ??= listed<RawMistake>('listMistakes').map((one) => ({
      ...one,
      references: one.references === '' ? [] : one.references.split(', '),
      harmless: one.harmless === 1,
    }));
    return known;
  }

  function invariants(): readonly Invariant[] {
    checks ??= listed<Invariant>('listInvariants');
    return checks;
  }

  const bench = () => listed<RawBench>('listBench').map(benchSetup);

  function idParts(given: MistakeIds): Matrix[] {
    const ids = typeof given === 'string' ? [given] : Array.from(list(core, 'mistake', given));
    return [
      scalar(ids.length),
      ...ids.map((id: unknown) => text(typeof id === 'string' ? id : nameOf(id))),
    ];
  }

  function tableParts(name: string, tables: Observed['weights']): Matrix[] {
    if (tables === undefined) return [scalar(0)];
    const all = isList(tables) ? tables : [tables];
    return [scalar(all.length), ...all.map((table) => matrix(core, name, table))];
  }

  function apply(ids: MistakeIds, inputs: Setup): LayerTrace & FaultyTrace {
    const made = run('applyMistake', [
      ...idParts(ids),
      ...setupParts(core, inputs),
    ]) as unknown as RawLayer;
    const heads = made.heads.map((head) => attentionTrace(head, head.q, head.k, head.v));
    const { concatenated, output } = made;
    const changed = made.changed === 1;
    const [only] = heads;
    const one = inputs.x === undefined && inputs.heads === undefined;
    return (one
      ? { ...only, output, changed }
      : {
          ...{ changed, heads, concatenated, output },
          weights: heads.map((head) => head.weights),
        }) as unknown as LayerTrace & FaultyTrace;
  }

  function report(inputs: Setup, observed: Observed): Diagnosis {
    const { scores, weights, output, tolerance } = object(core, 'observed', observed);
    const made = run('diagnose', [
      ...setupParts(core, inputs),
      ...tableParts('scores', scores),
      ...tableParts('weights', weights),
      ...(output === undefined ? [scalar(0)] : [scalar(1), matrix(core, 'output', output)]),
      optional(core, 'tolerance', tolerance),
    ]) as unknown as RawDiagnosis;
    const idOf = (index: number) => library()[index]?.id ?? '';
    const nameOf = (mistakes: readonly number[]) => mistakes.map(idOf).join(' + ') || 'none';
    return {
      hypotheses: made.hypotheses.map((one) => ({
        id: nameOf(one.mistakes),
        mistakes: one.mistakes.map(idOf),
        reproduces: one.reproduces === 1,
        largestDifference: one.largestDifference,
        matching: one.matching,
        cells: one.cells.map((cell) => cell === 1),
        tiedWith: one.tiedWith.map((tied) => nameOf(made.hypotheses[tied]?.mistakes ?? [])),
      })),
      silent: made.silent.map(idOf),
      cells: made.cells,
      pairsSearched: made.pairsSearched === 1,
    };
  }

  return {
    mistakes: {
      // Copies: what a caller does to them must not reach the library.
      list: () => library().map((one) => ({ ...one, references: [...one.references] })),
      apply,
      applyToNorm(ids, inputs) {
        const { x, eps } = object(core, 'inputs', inputs);
        return run('applyToNorm', [
          ...idParts(ids),
          matrix(core, 'x', x),
          optional(core, 'eps', eps),
        ]) as unknown as ReturnType<Mistakes['applyToNorm']>;
      },
      diagnose: (inputs, observed) => report(inputs, observed).hypotheses,
      report,
      bench,
      shownOn(id) {
        const { setup } = run('shownOn', [text(typeof id === 'string' ? id : nameOf(id))]);
        return bench()[setup as number] as BenchSetup;
      },
      table() {
        const names = listed<RawBench>('listBench').map((one) => one.name);
        return listed<Row>('mistakeTable').map(
          (row, i): Caught => ({
            id: library()[i]?.id ?? '',
            setup: names[row.setup] ?? '',
            verdicts: Object.fromEntries(
              invariants().map(({ id }, c) => [id, VERDICTS[row.verdicts[c] ?? 2] as Verdict]),
            ),
          }),
        );
      },
    },
    invariants: {
      list: () => invariants().map((one) => ({ ...one })),
      run(inputs, ids = 'none') {
        const parts = [...idParts(ids), ...setupParts(core, inputs)];
        const found = run('runInvariants', parts).list as readonly RawFinding[];
        return found.map((finding, i) => ({
          ...finding,
          id: invariants()[i]?.id ?? '',
          verdict: VERDICTS[finding.verdict] ?? 'not-applicable',
        }));
      },
    },
  };
}
