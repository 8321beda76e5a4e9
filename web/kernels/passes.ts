/// <reference types="@webgpu/types" />
/** The kernels' programs, buffers and commands on one device. */
import type { Problem, Sizes } from '../engine/flash-problem.ts';
import type { Part } from '../engine/flash-split.ts';
import type { Device } from './device.ts';
import { failureOf, GpuFailure, type GpuNotice } from './failure.ts';
import naive from './naive.wgsl?raw';
import { tiledSource } from './source.ts';
import tiled from './tiled.wgsl?raw';

/** Rows of a workgroup of the tiled kernel, and the side of a square one of the naive kernel, as the programs have them. */
const [TILED_ROWS, NAIVE_SIDE, SOFTMAX_ROWS] = [16, 8, 64];
const FLOAT = 4;
/** Of the struct `Problem`, filled up. */
const UNIFORM = 48;
/** Between the numbers of two commands: no device asks for more. */
const STRIDE = 256;
/** Of a part. */
export const MOST_HEADS = 256;

export const bytesOf = ({ kernel, heads, queries, keys, width }: Sizes) => {
  const rows = (count: number) => heads * count * width * FLOAT;
  return {
    ...{ q: rows(queries), k: rows(keys), v: rows(keys), output: rows(queries) },
    scores: kernel === 'naive' ? queries * keys * FLOAT : 0,
    padding: keys * FLOAT,
  };
};

/** Everything that the device holds for a problem, the copy for reading included. */
export function gpuMemory(sizes: Sizes): number {
  const bytes = bytesOf(sizes);
  return Object.values(bytes).reduce((sum, one) => sum + one, 0) + bytes.output;
}

/** Throws gpu-too-large. */
export function requireLimits({ limits }: GPUDevice, problem: Problem): void {
  const most = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  for (const [name, bytes] of Object.entries(bytesOf(problem))) {
    if (bytes > most) throw new GpuFailure('gpu-too-large', `${name}: ${bytes} of ${most} bytes`);
  }
  const groups = Math.ceil(Math.max(problem.keys, problem.queries, problem.width) / NAIVE_SIDE);
  const { maxComputeWorkgroupsPerDimension: mostGroups } = limits;
  if (groups > mostGroups)
    throw new GpuFailure('gpu-too-large', `${groups} of ${mostGroups} workgroups`);
}

/** Runs what may be refused, and throws what the device then says. */
export async function watched<T>(device: GPUDevice, run: () => T | Promise<T>): Promise<T> {
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  const result = run();
  // Taken off at once, before anything else can be put on top.
  const scopes = Promise.all([device.popErrorScope(), device.popErrorScope()]);
  const [[memory, invalid], value] = await Promise.all([scopes, result]);
  const failed = (notice: GpuNotice, error: GPUError | null) => {
    if (error) throw new GpuFailure(notice, error.message);
  };
  failed('gpu-memory', memory);
  failed('gpu-invalid', invalid);
  return value;
}

type Pipelines = readonly GPUComputePipeline[];

/** The programs of a device, each compiled once. */
export class Programs {
  readonly #known = new Map<string, Promise<Pipelines>>();

  constructor(private readonly of: Device) {}

  get(problem: Problem, half: boolean): Promise<Pipelines> {
    const { kernel, width } = problem;
    const { subgroups } = this.of.about;
    const key = kernel === 'naive' ? kernel : `tiled ${Math.ceil(width / 4)} ${half}`;
    const known = this.#known.get(key);
    if (known) return known;
    const made =
      kernel === 'naive'
        ? this.#make(naive, ['score', 'softmax', 'mix'], 7)
        : this.#make(tiledSource(tiled, { width, half, subgroups }), ['attend'], 6);
    this.#known.set(key, made);
    made.catch(() => this.#known.delete(key));
    return made;
  }

  async #make(code: string, entries: readonly string[], bindings: number): Promise<Pipelines> {
    const { device } = this.of;
    const layout = device.createBindGroupLayout({
      entries: Array.from({ length: bindings }, (_, binding) => ({
        ...{ binding, visibility: GPUShaderStage.COMPUTE },
        buffer:
          binding === 0
            ? { type: 'uniform', hasDynamicOffset: true, minBindingSize: UNIFORM }
            : { type: binding < 5 ? 'read-only-storage' : 'storage' },
      })),
    });
    try {
      const module = await watched(device, () => device.createShaderModule({ code }));
      return await Promise.all(
        entries.map((entryPoint) =>
          device.createComputePipelineAsync({
            layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
            compute: { module, entryPoint },
          }),
        ),
      );
    } catch (reason) {
      throw failureOf('gpu-invalid', reason);
    }
  }
}

/** A problem on the device: its buffers, and the commands for its parts. */
export class Passes {
  readonly #buffers: GPUBuffer[] = [];
  readonly #uniforms: GPUBuffer;
  readonly #output: GPUBuffer;
  readonly #read: GPUBuffer;
  readonly #group: GPUBindGroup;

  /** Called under `watched`. */
  constructor(
    private readonly device: GPUDevice,
    private readonly pipelines: Pipelines,
    private readonly problem: Problem,
  ) {
    const { STORAGE, UNIFORM: OF_COMMANDS, COPY_DST, COPY_SRC, MAP_READ } = GPUBufferUsage;
    const make = (size: number, usage: number) => {
      const buffer = device.createBuffer({ size, usage });
      this.#buffers.push(buffer);
      return buffer;
    };
    const given = (numbers: Float32Array | Uint32Array) => {
      const buffer = make(numbers.byteLength, STORAGE | COPY_DST);
      device.queue.writeBuffer(buffer, 0, numbers as Float32Array<ArrayBuffer>);
      return buffer;
    };
    const { q, k, v, padding } = problem;
    const bytes = bytesOf(problem);
    this.#uniforms = make(STRIDE * MOST_HEADS, OF_COMMANDS | COPY_DST);
    this.#output = make(bytes.output, STORAGE | COPY_SRC);
    this.#read = make(bytes.output, COPY_DST | MAP_READ);
    const buffers = [
      ...[q, k, v].map((one) => given(one instanceof Float32Array ? one : Float32Array.from(one))),
      given(padding?.length ? Uint32Array.from(padding) : new Uint32Array(1)),
      this.#output,
      ...(bytes.scores > 0 ? [make(bytes.scores, STORAGE)] : []),
    ];
    this.#group = device.createBindGroup({
      layout: (pipelines[0] as GPUComputePipeline).getBindGroupLayout(0),
      entries: [
        { binding: 0, resource: { buffer: this.#uniforms, size: UNIFORM } },
        ...buffers.map((buffer, i) => ({ binding: i + 1, resource: { buffer } })),
      ],
    });
  }

  /** Computes a part so many times over; resolves when the device has. */
  async compute(part: Part, times: number): Promise<void> {
    const { device } = this;
    const tiles = this.problem.kernel === 'tiled';
    // The tiled kernel takes all heads at once, the naive one, which has scores for one, head after head.
    const heads = part.lastHead - part.firstHead;
    const commands = tiles ? 1 : heads;
    device.queue.writeBuffer(this.#uniforms, 0, this.#numbers(part, commands));
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    const rows = part.last - part.first;
    const { keys, width } = this.problem;
    const side = (count: number) => Math.ceil(count / NAIVE_SIDE);
    const groups: [x: number, y: number][] = tiles
      ? [[Math.ceil(rows / TILED_ROWS), heads]]
      : [
          [side(keys), side(rows)],
          [Math.ceil(rows / SOFTMAX_ROWS), 1],
          [side(width), side(rows)],
        ];
    for (let time = 0; time < times; time++) {
      for (let command = 0; command < commands; command++) {
        pass.setBindGroup(0, this.#group, [command * STRIDE]);
        for (const [i, pipeline] of this.pipelines.entries()) {
          pass.setPipeline(pipeline);
          pass.dispatchWorkgroups(...(groups[i] as [number, number]));
        }
      }
    }
    pass.end();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  }

  /** The struct `Problem` for each command. */
  #numbers({ firstHead, first, last }: Part, commands: number): ArrayBuffer {
    const { queries, keys, width, reach, padding, scale } = this.problem;
    const numbers = new DataView(new ArrayBuffer(STRIDE * commands));
    for (let i = 0; i < commands; i++) {
      const at = STRIDE * i;
      const whole = [queries, keys, width, firstHead + i, first, last, reach];
      for (const [place, number] of [...whole, padding?.length ? 1 : 0].entries())
        numbers.setInt32(at + 4 * place, number, true);
      numbers.setFloat32(at + 32, scale, true);
    }
    return numbers.buffer;
  }

  async output(): Promise<Float32Array> {
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(this.#output, 0, this.#read, 0, this.#read.size);
    this.device.queue.submit([encoder.finish()]);
    await this.#read.mapAsync(GPUMapMode.READ);
    const output = new Float32Array(this.#read.getMappedRange().slice(0));
    this.#read.unmap();
    return output;
  }

  close(): void {
    for (const buffer of this.#buffers) buffer.destroy();
  }
}
