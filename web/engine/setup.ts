/** A setup at the border: what the checks and the fault library compute. */
import { CAUSAL, EMPTY_ROW } from './attention.ts';
import { choice, flags, matrix, object, optional, optionalVector } from './door.ts';
import { multiheadParts } from './layer.ts';
import type { CoreModule } from './module.js';
import type { HeadsSetup, Matrix, Positions, Setup } from './types.ts';
import { nothing, scalar } from './wire.ts';

const KINDS = ['sinusoid', 'rotary'] as const;
const LAYOUTS = {
  sinusoid: ['interleaved', 'concatenated'],
  rotary: ['interleaved', 'half-split'],
} as const;

function positionParts(core: CoreModule, positions: Positions | undefined): Matrix[] {
  if (positions === undefined) return [scalar(0), scalar(0), nothing, nothing, nothing];
  const {
    kind,
    layout = 'interleaved',
    base,
    queryOffset,
    keyOffset,
  } = object(core, 'positions', positions);
  const index = choice(core, 'positions.kind', kind, KINDS);
  return [
    scalar(1 + index),
    scalar(choice(core, 'positions.layout', layout, LAYOUTS[kind])),
    optional(core, 'positions.base', base),
    optional(core, 'positions.queryOffset', queryOffset),
    optional(core, 'positions.keyOffset', keyOffset),
  ];
}

function sourceParts(core: CoreModule, inputs: Setup): Matrix[] {
  if (inputs.x !== undefined) {
    return [scalar(1), matrix(core, 'x', inputs.x), ...multiheadParts(core, inputs)];
  }
  // A head alone may not have these by its type; a caller without types is told what does not fit.
  const { heads, kvHeads, wo, bo } = inputs as Partial<HeadsSetup>;
  return [
    scalar(0),
    matrix(core, 'q', inputs.q),
    matrix(core, 'k', inputs.k),
    matrix(core, 'v', inputs.v),
    optional(core, 'heads', heads),
    optional(core, 'kvHeads', kvHeads),
    wo === undefined ? nothing : matrix(core, 'wo', wo),
    optionalVector(core, 'bo', bo),
  ];
}

export function setupParts(core: CoreModule, given: Setup): Matrix[] {
  const inputs = object(core, 'inputs', given);
  const { causal = false, emptyRow = 'nan', blocked, padding } = inputs;
  return [
    ...sourceParts(core, inputs),
    optional(core, 'scale', inputs.scale),
    scalar(choice(core, 'causal', causal, CAUSAL)),
    scalar(choice(core, 'emptyRow', emptyRow, EMPTY_ROW)),
    blocked === undefined ? nothing : flags(core, 'blocked', blocked),
    padding === undefined ? nothing : flags(core, 'padding', [padding]),
    ...positionParts(core, inputs.positions),
    optional(core, 'normEps', inputs.normEps),
  ];
}
