/** The kernels of the bench, each with its name, its memory and how it is run. */
import type { Flash, FlashInputs, FlashKernel, FlashSizes } from '../../../engine/flash-browser.ts';
import type { Gpu } from '../../../kernels/gpu.ts';
import { messages } from '../../../messages/index.ts';

export const KERNELS = ['naive', 'tiled', 'gpuNaive', 'gpuTiled'] as const;
export type KernelId = (typeof KERNELS)[number];

/** What the kernels run on. Each kernel of WebAssembly has a module, and with it a memory, of its own. */
export interface Machines {
  readonly naive: Flash;
  readonly tiled: Flash;
  readonly gpu: Gpu;
}

export interface Sample {
  readonly output: Float32Array;
  readonly milliseconds: number;
  /** Bytes, where they can be known. */
  readonly memory: number | undefined;
  /** A key of the messages: why it was computed otherwise. */
  readonly notice: keyof typeof messages.scaling.notices | undefined;
  /** Computed by another kernel than was asked for: its time says nothing of this one. */
  readonly elsewhere: boolean;
}

export interface SampleOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number) => void) | undefined;
  readonly atLeast?: number | undefined;
  readonly half?: boolean | undefined;
}

export const kernelOf = (id: KernelId): FlashKernel =>
  id === 'naive' || id === 'gpuNaive' ? 'naive' : 'tiled';
export const isGpu = (id: KernelId): boolean => id === 'gpuNaive' || id === 'gpuTiled';
export const nameOf = (id: KernelId): string => messages.scaling.kernels[id];

export interface Predicted {
  readonly id: KernelId;
  readonly inputs: number;
  readonly output: number;
  /** Beside inputs and output, while it runs. */
  readonly kept: number;
  readonly total: number;
}

/** Throws what the core refuses. */
export function memoryOf({ tiled, gpu }: Machines, id: KernelId, sizes: FlashSizes): Predicted {
  const asked = { ...sizes, kernel: kernelOf(id) };
  const memory = tiled.memory(asked);
  if (!isGpu(id)) return { id, ...memory };
  const total = gpu.memory(asked);
  const { inputs, output } = memory;
  return { id, inputs, output, kept: total - inputs - output, total };
}

export async function sample(
  machines: Machines,
  id: KernelId,
  inputs: FlashInputs,
  options: SampleOptions,
): Promise<Sample> {
  const asked = { ...inputs, kernel: kernelOf(id) };
  if (isGpu(id)) {
    const { output, milliseconds, notice } = await machines.gpu.run(asked, options);
    return { output, milliseconds, memory: undefined, notice, elsewhere: notice !== undefined };
  }
  const { signal, onProgress, atLeast } = options;
  const flash = machines[kernelOf(id)];
  const run = await flash.run(asked, { workers: 1, signal, onProgress, atLeast });
  const { output, milliseconds, memory, notice } = run;
  return { output, milliseconds, memory, notice, elsewhere: false };
}
