/** Measures kernels for growing n: in turn, several times each, beginning with another one in each round. */
import type { FlashInputs } from '../../../engine/flash-browser.ts';
import type { Engine } from '../../../engine/types.ts';
import { median } from '../../chart/power-fit.ts';
import { type KernelId, type Machines, memoryOf, type Sample, sample } from './contestants.ts';

/** The smallest n; each next one is twice as large. */
export const LEAST = 64;
export const ROUNDS = 5;
const FEWEST_ROUNDS = 3;
/** Once a run takes this long, the fewest rounds are enough. */
const LONG_MS = 1000;
/** A quick call is repeated so long: browsers' clocks are coarse. */
const AT_LEAST_MS = 20;
/** Browsers compile anew what runs often; this comes before anything counts. */
const WARM_UP_MS = 150;

export interface Plan {
  readonly most: number;
  readonly heads: number;
  readonly width: number;
  readonly kernels: readonly KernelId[];
  readonly half: boolean;
}

export interface Measured {
  readonly id: KernelId;
  readonly n: number;
  readonly milliseconds: number;
  readonly least: number;
  readonly most: number;
  readonly runs: number;
  /** Bytes, before it ran: of all, and of what the kernel keeps beside inputs and output. */
  readonly predicted: number;
  readonly kept: number;
  /** Bytes after it ran. */
  readonly memory: number | undefined;
  readonly notice: Sample['notice'];
  readonly elsewhere: boolean;
}

export interface Step {
  readonly id: KernelId;
  readonly n: number;
  readonly round: number;
  /** Of all, from 0 to 1. */
  readonly done: number;
}

/** A prime, so that no row is like the one above it. */
const BLOCK = 65_521;

/** Standard normal numbers of the core: one block of them, again and again. */
export class Numbers {
  readonly #block: Float32Array;

  constructor(engine: Engine) {
    this.#block = Float32Array.from(engine.numpyRandom(39).normal(0, 1, BLOCK));
  }

  take(count: number, from: number): Float32Array {
    const numbers = new Float32Array(count);
    for (let at = 0, start = from % BLOCK; at < count; start = 0) {
      const part = this.#block.subarray(start, start + count - at);
      numbers.set(part, at);
      at += part.length;
    }
    return numbers;
  }

  inputs(sizes: { heads: number; n: number; m?: number; d: number }): FlashInputs {
    const { heads, n, m = n, d } = sizes;
    const [q, k, v] = [n, m, m].map((rows, i) => this.take(heads * rows * d, 20_011 * i));
    return { ...sizes, m, q, k, v } as FlashInputs;
  }
}

export function sizesUpTo(most: number): number[] {
  const sizes: number[] = [];
  for (let n = LEAST; n <= most; n *= 2) sizes.push(n);
  return sizes;
}

/** Tells each step and, for each n and kernel, the result. Rejects with `cancelled`. */
export async function measure(
  machines: Machines,
  numbers: Numbers,
  { most, heads, width: d, kernels, half }: Plan,
  signal: AbortSignal,
  tell: { step(step: Step): void; result(measured: Measured): void },
): Promise<void> {
  const sizes = sizesUpTo(most);
  const warm = numbers.inputs({ heads: 1, n: LEAST, d });
  for (const id of kernels) await sample(machines, id, warm, { signal, atLeast: WARM_UP_MS, half });
  // Work grows with n^2, so that the largest n is most of it.
  const all = sizes.reduce((sum, n) => sum + n * n, 0);
  let before = 0;
  for (const n of sizes) {
    const inputs = numbers.inputs({ heads, n, d });
    const samples = new Map<KernelId, Sample[]>(kernels.map((id) => [id, []]));
    let rounds = ROUNDS;
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < kernels.length; turn++) {
        const id = kernels[(turn + round) % kernels.length] as KernelId;
        const step = (of: number) => {
          const part = (round + (turn + of) / kernels.length) / rounds;
          tell.step({ id, n, round, done: (before + n * n * part) / all });
        };
        step(0);
        const options = { signal, onProgress: step, atLeast: AT_LEAST_MS, half };
        const one = await sample(machines, id, inputs, options);
        samples.get(id)?.push(one);
        if (one.milliseconds > LONG_MS) rounds = FEWEST_ROUNDS;
      }
    }
    before += n * n;
    for (const [id, of] of samples) tell.result(resultOf(machines, { heads, n, d }, id, of));
  }
}

function resultOf(
  machines: Machines,
  sizes: { heads: number; n: number; d: number },
  id: KernelId,
  samples: readonly Sample[],
): Measured {
  const { total, kept } = memoryOf(machines, id, sizes);
  const times = samples.map(({ milliseconds }) => milliseconds);
  return {
    ...{ id, n: sizes.n, milliseconds: median(times), runs: times.length },
    ...{ least: Math.min(...times), most: Math.max(...times) },
    ...{ predicted: total, kept },
    memory: samples.at(-1)?.memory,
    notice: samples.find(({ notice }) => notice)?.notice,
    elsewhere: samples.some(({ elsewhere }) => elsewhere),
  };
}
