/** Tasks by hand and their grades. */
import { attentionInbox, CAUSAL } from './attention.ts';
import { choice, list, number, object, whole } from './door.ts';
import { lastRefusal, nameOf } from './refusal.ts';
import type {
  Ask,
  AttentionInputs,
  CellVerdict,
  ExerciseKind,
  Exercises,
  ExerciseTask,
  FigureStep,
  Grade,
  Matrix,
  Seed,
  Slip,
} from './types.ts';
import { type Border, scalar, vector } from './wire.ts';

// Indices of the core's enumerations: AskKind, CellVerdict, Stage; and of `what` at the border.
const ASK_KINDS = ['number', 'whole', 'choice'] as const;
const VERDICTS: readonly CellVerdict[] = ['right', 'rounded', 'wrong', 'empty', 'unreadable'];
const WHAT = ['raw', 'scaled', 'weights', 'output'] as const;
const STEPS: Readonly<Record<number, FigureStep['what']>> = {
  3: 'raw',
  4: 'scaled',
  5: 'masked',
  6: 'weight',
  7: 'output',
};

interface RawInputs {
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  readonly causal: number;
  readonly blocked: Matrix;
}

interface RawTask extends Omit<ExerciseTask, 'asks' | 'inputs'> {
  readonly asks: readonly (Omit<Ask, 'kind' | 'choices'> & {
    readonly kind: number;
    readonly choices: readonly { readonly text: string }[];
  })[];
  readonly inputs: RawInputs | undefined;
}

interface RawGrade extends Omit<Grade, 'right' | 'cells' | 'step'> {
  readonly right: number;
  readonly cells: readonly (Omit<Grade['cells'][number], 'verdict'> & {
    readonly verdict: number;
  })[];
  readonly step: { readonly stage: number; readonly row: number; readonly col: number } | undefined;
}

function inputsOf({ q, k, v, causal, blocked }: RawInputs): AttentionInputs {
  return {
    ...{ q, k, v, causal: CAUSAL[causal] },
    ...(blocked.data.length > 0 && { blocked }),
  };
}

function taskOf({ asks, inputs, ...rest }: RawTask): ExerciseTask {
  return {
    ...rest,
    asks: asks.map((ask) => ({
      ...ask,
      kind: ASK_KINDS[ask.kind] ?? 'number',
      choices: ask.choices.map(({ text }) => text),
    })),
    inputs: inputs && inputsOf(inputs),
  };
}

function gradeOf({ right, cells, step, ...rest }: RawGrade): Grade {
  return {
    ...rest,
    right: right === 1,
    cells: cells.map((cell) => ({ ...cell, verdict: VERDICTS[cell.verdict] ?? 'wrong' })),
    step: step && { what: STEPS[step.stage] ?? 'raw', row: step.row, col: step.col },
  };
}

export function exercisesOf({ core, run }: Border): Exercises {
  const encoder = new TextEncoder();

  function text(name: string, given: unknown, row = -1, col = -1): Matrix {
    if (typeof given === 'string') return vector(encoder.encode(given));
    core.refuseText(name, row, col, nameOf(given));
    throw lastRefusal(core);
  }

  function chosen(given: { readonly kind: string; readonly seed: Seed }): Matrix[] {
    const { kind, seed } = object(core, 'inputs', given);
    return [text('kind', kind), ...whole(core, 'seed', seed)];
  }

  function texts(given: readonly string[], row: number): Matrix[] {
    const all = Array.from(list(core, 'answers', given));
    return [scalar(all.length), ...all.map((one, col) => text('answers', one, row, col))];
  }

  return {
    kinds: () => run('listExercises', []).list as readonly ExerciseKind[],
    slips: () => run('listSlips', []).list as readonly Slip[],
    make: (given) => taskOf(run('makeExercise', chosen(given)) as unknown as RawTask),
    solve(given) {
      const { answers } = run('solveExercise', chosen(given));
      return (answers as readonly { readonly matrix: Matrix }[]).map(({ matrix }) => matrix);
    },
    grade(given) {
      const parts = chosen(given);
      const answers = Array.from(list(core, 'answers', given.answers));
      return gradeOf(
        run('gradeExercise', [
          ...parts,
          scalar(answers.length),
          ...answers.flatMap((cells, row) => texts(cells, row)),
        ]) as unknown as RawGrade,
      );
    },
    gradeRow(given) {
      const { inputs, what, row, answers } = object(core, 'inputs', given);
      return gradeOf(
        run('gradeRow', [
          ...attentionInbox(core, inputs),
          scalar(choice(core, 'what', what, WHAT)),
          number(core, 'row', row),
          ...texts(answers, 0),
        ]) as unknown as RawGrade,
      );
    },
  };
}
