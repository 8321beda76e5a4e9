import type { Engine } from '../../../engine/types.ts';

/** The mean of a list, by the core: that of a row, which a layer norm looks at. */
export const meanOf = (engine: Engine, values: Float64Array): number =>
  engine.layerNorm({ x: { rows: 1, cols: values.length, data: values } }).mean[0] ?? Number.NaN;
