/** Positions: sinusoids, rotations, biases by distance. */
import { choice, matrix, number, object, optional, vector } from './door.ts';
import type { CoreModule } from './module.js';
import type { Engine, Matrix, PositionTrace, Rotary } from './types.ts';
import { type Border, scalar } from './wire.ts';

const SINUSOID = ['interleaved', 'concatenated'] as const;
const ROTARY = ['interleaved', 'half-split'] as const;

type Angles = Omit<Rotary, 'layout'> & { readonly layout?: string | undefined };

function angleParts(
  core: CoreModule,
  { layout = 'interleaved', base, offset }: Angles,
  layouts: readonly string[],
  part = '',
): Matrix[] {
  return [
    scalar(choice(core, `${part}layout`, layout, layouts)),
    optional(core, `${part}base`, base),
    optional(core, `${part}offset`, offset),
  ];
}

export function rotaryParts(core: CoreModule, rotary: Rotary | undefined, part = ''): Matrix[] {
  if (rotary === undefined) return [scalar(0)];
  const given = object(core, `${part}rotary`, rotary);
  return [scalar(1), ...angleParts(core, given, ROTARY, `${part}rotary.`)];
}

export function positionCalls({
  core,
  run,
}: Border): Pick<Engine, 'sinusoid' | 'rope' | 'similarityByOffset' | 'alibiSlopes' | 'alibiBias'> {
  return {
    sinusoid(given) {
      const { n, d } = object(core, 'inputs', given);
      const parts = [number(core, 'n', n), number(core, 'd', d)];
      return run('sinusoid', [
        ...parts,
        ...angleParts(core, given, SINUSOID),
      ]) as unknown as PositionTrace;
    },
    rope(given) {
      const { x } = object(core, 'inputs', given);
      const parts = [matrix(core, 'x', x), ...angleParts(core, given, ROTARY)];
      return run('rope', parts) as unknown as PositionTrace;
    },
    similarityByOffset(given) {
      const { codes, starts, offsets } = object(core, 'inputs', given);
      return run('similarityByOffset', [
        matrix(core, 'codes', codes),
        vector(core, 'starts', starts),
        number(core, 'offsets', offsets),
      ]).matrix as Matrix;
    },
    alibiSlopes(given) {
      const { heads } = object(core, 'inputs', given);
      return run('alibiSlopes', [number(core, 'heads', heads)]).vector as Float64Array;
    },
    alibiBias(given) {
      const inputs = object(core, 'inputs', given);
      const parts = (['heads', 'head', 'n'] as const).map((name) =>
        number(core, name, inputs[name]),
      );
      return run('alibiBias', parts).matrix as Matrix;
    },
  };
}
