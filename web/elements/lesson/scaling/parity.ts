/** The kernels of the GPU beside their C++ twins, on the same numbers. */
import type { FlashInputs } from '../../../engine/flash-browser.ts';
import {
  type Difference,
  differenceOf,
  TOLERANCE,
  TOLERANCE_HALF,
} from '../../../kernels/parity.ts';
import { type KernelId, kernelOf, type Machines, type Sample, sample } from './contestants.ts';
import type { Numbers } from './measure.ts';

export interface Shape extends Pick<FlashInputs, 'causal' | 'scale' | 'padding'> {
  readonly heads: number;
  readonly n: number;
  readonly m: number;
  readonly d: number;
}

export interface Parity extends Difference {
  readonly id: KernelId;
  readonly half: boolean;
  readonly within: boolean;
  /** It was not computed on the GPU: then there is nothing to compare. */
  readonly notice: Sample['notice'];
}

export async function parityOf(
  machines: Machines,
  numbers: Numbers,
  id: 'gpuNaive' | 'gpuTiled',
  { causal, scale, padding, ...sizes }: Shape,
  half = false,
  signal?: AbortSignal,
): Promise<Parity> {
  const inputs = { ...numbers.inputs(sizes), causal, scale, padding };
  const { output, notice } = await sample(machines, id, inputs, { half, signal });
  const twin = machines.tiled({ ...inputs, kernel: kernelOf(id) });
  const difference = differenceOf(output, twin);
  const within = difference.largest <= (half ? TOLERANCE_HALF : TOLERANCE);
  return { ...difference, id, half, within, notice };
}
