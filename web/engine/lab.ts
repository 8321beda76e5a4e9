/** The lab. */
import { CAUSAL } from './attention.ts';
import { choice, object, optional, whole } from './door.ts';
import { multiheadTrace, type RawMultihead } from './layer.ts';
import type {
  Engine,
  LabBlock,
  LabCheck,
  LabChecks,
  LabInputs,
  LabTrace,
  Matrix,
} from './types.ts';
import { type Border, nothing, scalar } from './wire.ts';

// Indices at the border.
const RESIDUAL = [false, true] as const;
const POSITIONS = [false, 'interleaved', 'concatenated'] as const;
const AXIS = ['keys', 'queries'] as const;

type RawBlock = Omit<LabBlock, 'attention'> & { readonly attention: RawMultihead };
type RawCheck = Omit<LabCheck, 'holds'> & { readonly holds: number };

const BLOCKS = [
  'plain',
  'permuted',
  'withPositions',
  'permutedWithPositions',
  'causal',
  'causalLastChanged',
  'lastChanged',
  'withoutResidual',
] as const;

type RawLab = Omit<LabTrace, (typeof BLOCKS)[number] | 'checks'> &
  Record<(typeof BLOCKS)[number], RawBlock> & {
    readonly checks: Record<keyof LabChecks, RawCheck>;
  };

export function labCalls({ core, run }: Border): Pick<Engine, 'lab'> {
  function parts(given: LabInputs): Matrix[] {
    const { seed, n, dModel, heads, causal, residual, scale, positions, axis } = given;
    const chosen = (name: string, value: unknown, allowed: readonly (string | boolean)[]) =>
      value === undefined ? nothing : scalar(choice(core, name, value, allowed));
    return [
      ...(seed === undefined ? [scalar(0)] : [scalar(1), ...whole(core, 'seed', seed)]),
      optional(core, 'n', n),
      optional(core, 'dModel', dModel),
      optional(core, 'heads', heads),
      chosen('causal', causal, CAUSAL),
      chosen('residual', residual, RESIDUAL),
      optional(core, 'scale', scale),
      chosen('positions', positions, POSITIONS),
      chosen('axis', axis, AXIS),
    ];
  }
  return {
    lab(given = {}) {
      const made = run('lab', parts(object(core, 'inputs', given))) as unknown as RawLab;
      const blocks = BLOCKS.map((name) => {
        const { attention, ...rest } = made[name];
        return [name, { ...rest, attention: multiheadTrace(attention) }];
      });
      const checks = Object.entries(made.checks).map(([name, { holds, largest }]) => [
        name,
        { holds: holds === 1, largest },
      ]);
      return {
        ...made,
        ...Object.fromEntries(blocks),
        checks: Object.fromEntries(checks),
      } as LabTrace;
    },
  };
}
