/// <reference types="@webgpu/types" />
/** A device of the GPU: asked for once, with what it is and what it offers, and watched for its loss. */
import { failureOf, GpuFailure } from './failure.ts';

export interface AdapterAbout {
  /** As the browser names it; empty when it does not say. */
  readonly name: string;
  /** Computes on the processor: right numbers, and speeds that say nothing of a GPU. */
  readonly software: boolean;
  /** Offers half precision. */
  readonly half: boolean;
  /** Threads of a subgroup exchange numbers; used where it is so. */
  readonly subgroups: boolean;
}

export interface Device {
  readonly device: GPUDevice;
  readonly about: AdapterAbout;
  /** Rejects when the device is lost; never resolves. */
  readonly lost: Promise<never>;
  /** Whether it was. */
  isLost(): boolean;
}

const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|warp|basic render|software/i;

function isSoftware(adapter: GPUAdapter): boolean {
  const { info } = adapter;
  const older = (adapter as { isFallbackAdapter?: boolean }).isFallbackAdapter;
  const { vendor, architecture, device, description } = info;
  return (
    info.isFallbackAdapter === true ||
    older === true ||
    SOFTWARE.test([vendor, architecture, device, description].join(' '))
  );
}

function nameOf({ vendor, architecture, device, description }: GPUAdapterInfo): string {
  return description || [vendor, architecture, device].filter(Boolean).join(' ');
}

/** Throws `GpuFailure`: gpu-missing, gpu-no-adapter, gpu-refused. */
export async function openDevice(): Promise<Device> {
  const { gpu } = navigator as Partial<NavigatorGPU>;
  if (!gpu) throw new GpuFailure('gpu-missing');
  const adapter = await gpu
    .requestAdapter({ powerPreference: 'high-performance' })
    .catch(() => null);
  if (!adapter) throw new GpuFailure('gpu-no-adapter');
  const offered = (['shader-f16', 'subgroups'] as const).filter((one) => adapter.features.has(one));
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  let device: GPUDevice;
  try {
    device = await adapter.requestDevice({
      requiredFeatures: offered,
      requiredLimits: { maxStorageBufferBindingSize, maxBufferSize },
    });
  } catch (reason) {
    throw failureOf('gpu-refused', reason);
  }
  let gone = false;
  const lost = device.lost.then(({ message }) => {
    gone = true;
    throw new GpuFailure('gpu-lost', message);
  });
  lost.catch(() => undefined); // who computes hears of it
  const about = {
    name: nameOf(adapter.info),
    software: isSoftware(adapter),
    half: offered.includes('shader-f16'),
    subgroups: offered.includes('subgroups') && (await standSideBySide(device).catch(() => false)),
  };
  return { device, about, lost, isLost: () => gone };
}

const PROBE = `enable subgroups;
@group(0) @binding(0) var<storage, read_write> found: array<u32>;
@compute @workgroup_size(64)
fn probe(
  @builtin(local_invocation_index) thread: u32,
  @builtin(subgroup_invocation_id) place: u32,
  @builtin(subgroup_size) size: u32,
) {
  found[2u * thread] = place;
  found[2u * thread + 1u] = size;
}`;

/**
 * Whether threads that follow each other stand side by side in a subgroup, four at least: the language does not promise
 * it, and tiled.wgsl relies on it.
 */
async function standSideBySide(device: GPUDevice): Promise<boolean> {
  const bytes = 64 * 2 * 4;
  const found = device.createBuffer({
    ...{ size: bytes, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC },
  });
  const read = device.createBuffer({
    ...{ size: bytes, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ },
  });
  try {
    const pipeline = await device.createComputePipelineAsync({
      layout: 'auto',
      compute: { module: device.createShaderModule({ code: PROBE }) },
    });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(
      0,
      device.createBindGroup({
        layout: pipeline.getBindGroupLayout(0),
        entries: [{ binding: 0, resource: { buffer: found } }],
      }),
    );
    pass.dispatchWorkgroups(1);
    pass.end();
    encoder.copyBufferToBuffer(found, 0, read, 0, bytes);
    device.queue.submit([encoder.finish()]);
    await read.mapAsync(GPUMapMode.READ);
    const numbers = new Uint32Array(read.getMappedRange().slice(0));
    return Array.from({ length: 64 }, (_, thread) => {
      const [place = 0, size = 0] = numbers.subarray(2 * thread, 2 * thread + 2);
      return size >= 4 && size % 4 === 0 && place === thread % size;
    }).every(Boolean);
  } finally {
    found.destroy();
    read.destroy();
  }
}
