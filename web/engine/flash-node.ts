/** `createFlash` for Node >= 20. It has no workers: `run` computes on the calling thread, in slices. */
import { readFile } from 'node:fs/promises';
import { relaxedSimd } from 'wasm-feature-detect';
import { type FlashBytes, flashOf } from './flash.ts';
import type { Flash } from './types/flash.ts';

export * from './flash.ts';

export interface FlashOptions {
  /** The compiled kernels; a file beside this one when left out. */
  readonly wasm?: FlashBytes | undefined;
  /** `false`: not those with fused multiply-add, even where Node has it. */
  readonly relaxed?: boolean | undefined;
}

/** A build without the relaxed kernels has no such file. */
async function relaxedBytes(): Promise<FlashBytes | undefined> {
  if (!(await relaxedSimd())) return undefined;
  return readFile(new URL('./flash-relaxed.wasm', import.meta.url)).catch(() => undefined);
}

/**
 * Loads the kernels. Rejects with a `LessonError`:
 *   core-not-loaded  the bytes are not those of the module
 */
export async function createFlash({ wasm, relaxed }: FlashOptions = {}): Promise<Flash> {
  const fused = wasm === undefined && relaxed !== false ? await relaxedBytes() : undefined;
  const bytes = wasm ?? fused ?? (await readFile(new URL('./flash.wasm', import.meta.url)));
  return flashOf({ bytes, variant: fused ? 'relaxed-simd' : 'simd' });
}
