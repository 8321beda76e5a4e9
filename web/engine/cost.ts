/** Exact counts. */
import { number, object, optional } from './door.ts';
import type {
  Bytes,
  Cost,
  LayerCost,
  LayerSizes,
  ParameterCost,
  PathCost,
  ScoreCost,
} from './types.ts';
import type { Border } from './wire.ts';

export function costOf({ core, run }: Border): Cost {
  function layer(given: LayerSizes): LayerCost {
    const { n, dModel } = object(core, 'sizes', given);
    const parts = [number(core, 'n', n), number(core, 'dModel', dModel)];
    return run('layerCost', parts) as unknown as LayerCost;
  }
  return {
    layer,
    crossover: (given) => layer({ n: 1, dModel: object(core, 'sizes', given).dModel }).crossover,
    scoreBytes(given) {
      const { batch, heads, n, m, elementBytes } = object(core, 'sizes', given);
      return run('scoreCost', [
        optional(core, 'batch', batch),
        optional(core, 'heads', heads),
        number(core, 'n', n),
        optional(core, 'm', m),
        optional(core, 'elementBytes', elementBytes),
      ]) as unknown as ScoreCost;
    },
    parameters(given) {
      const { dModel, heads, kvHeads } = object(core, 'sizes', given);
      return run('parameterCost', [
        number(core, 'dModel', dModel),
        optional(core, 'heads', heads),
        optional(core, 'kvHeads', kvHeads),
      ]) as unknown as ParameterCost;
    },
    cache(given) {
      const { layers, kvHeads, headWidth, n, elementBytes } = object(core, 'sizes', given);
      return run('cacheCost', [
        optional(core, 'layers', layers),
        optional(core, 'kvHeads', kvHeads),
        number(core, 'headWidth', headWidth),
        number(core, 'n', n),
        optional(core, 'elementBytes', elementBytes),
      ]) as unknown as Bytes;
    },
    paths(given) {
      const { n } = object(core, 'sizes', given);
      return run('pathCost', [number(core, 'n', n)]) as unknown as PathCost;
    },
  };
}
