/**
 * Why something was not computed on the GPU; the kernels of WebAssembly then compute the same.
 *
 *   gpu-missing     the browser has no WebGPU
 *   gpu-no-adapter  it has, and offers no adapter
 *   gpu-refused     an adapter is there, and gives no device
 *   gpu-lost        the device was lost, before or while it computed
 *   gpu-memory      the device has not enough memory
 *   gpu-too-large   a buffer or a count of workgroups is beyond the device's limits
 *   gpu-invalid     the device refuses the program or a command
 *   gpu-not-finite  NaN, infinities or scores beyond 1e30, which shaders may treat as they like; or, for half precision,
 *                   a number beyond 65,504
 */
export type GpuNotice =
  | 'gpu-missing'
  | 'gpu-no-adapter'
  | 'gpu-refused'
  | 'gpu-lost'
  | 'gpu-memory'
  | 'gpu-too-large'
  | 'gpu-invalid'
  | 'gpu-not-finite';

export class GpuFailure extends Error {
  constructor(
    readonly notice: GpuNotice,
    /** What the browser said; empty when it said nothing. */
    readonly detail = '',
  ) {
    super(`${notice}: ${detail}`);
  }
}

/** What a promise of the GPU rejects with, as a failure. */
export const failureOf = (notice: GpuNotice, reason: unknown): GpuFailure =>
  reason instanceof GpuFailure
    ? reason
    : new GpuFailure(notice, reason instanceof Error ? reason.message : String(reason));
