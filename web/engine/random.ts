/** Generators of random numbers. Their state is a vector of the core's, kept here: there is nothing to delete. */
import { number, optional, vector, whole } from './door.ts';
import type { Call } from './module.js';
import type {
  Draw,
  DrawIntegers,
  DrawNormal,
  DrawWords,
  Engine,
  Matrix,
  NumpyRandom,
  Seed,
  Size,
  TorchRandom,
} from './types.ts';
import { type Border, vector as vectorOf } from './wire.ts';

/** One number without a size, a matrix for two axes. */
function shaped(numbers: Float64Array, size: Size | undefined): number | Float64Array | Matrix {
  if (size === undefined) return numbers[0] ?? Number.NaN;
  const [rows, cols, more] = typeof size === 'number' ? [] : size;
  if (rows === undefined || cols === undefined || more !== undefined) return numbers;
  return { rows, cols, data: numbers };
}

/** Pairs of 32 bits, the lower first, as the words of 64 bits that they are. */
const halvesOf = (numbers: Float64Array) => Uint32Array.from(numbers).buffer;

/** The stream behind a generator: each draw goes on from the state that the last one left. */
class Stream {
  constructor(
    readonly border: Border,
    private state: Float64Array,
  ) {}

  draw(call: Call, size: Size | undefined, more: readonly Matrix[] = []): Float64Array {
    const { core } = this.border;
    if (size === undefined) return this.next(call, vectorOf([]), more);
    const axes = Array.isArray(size)
      ? vector(core, 'shape', size)
      : number(core, 'shape', size as number);
    return this.next(call, axes, more);
  }

  private next(call: Call, axes: Matrix, more: readonly Matrix[] = []): Float64Array {
    const made = this.border.run(call, [vectorOf(this.state), axes, ...more]);
    this.state = made.state as Float64Array;
    return made.numbers as Float64Array;
  }

  /** The draws of a call, as `Draw` has them. */
  drawer(call: Call): Draw {
    return ((size?: Size) => shaped(this.draw(call, size), size)) as Draw;
  }

  order(call: Call, n: number): number[] {
    return Array.from(this.next(call, number(this.border.core, 'shape', n)));
  }

  copy(): Stream {
    return new Stream(this.border, this.state);
  }
}

function numpyOf(stream: Stream): NumpyRandom {
  const { core } = stream.border;
  function raw(size?: Size) {
    const words = new BigUint64Array(halvesOf(stream.draw('numpyRaw', size)));
    return size === undefined ? words[0] : words;
  }
  function normal(loc?: number, scale?: number, size?: Size) {
    const more = [optional(core, 'loc', loc), optional(core, 'scale', scale)];
    return shaped(stream.draw('numpyNormal', size, more), size);
  }
  function integers(low: number | bigint, high: number | bigint, size?: Size) {
    const more = [...whole(core, 'low', low), ...whole(core, 'high', high)];
    const words = new BigInt64Array(halvesOf(stream.draw('numpyIntegers', size, more)));
    if (typeof low === 'number' && typeof high === 'number') {
      return shaped(Float64Array.from(words, Number), size);
    }
    return size === undefined ? words[0] : words;
  }
  return {
    raw: raw as DrawWords,
    random: stream.drawer('numpyRandom'),
    normal: normal as DrawNormal,
    integers: integers as DrawIntegers,
    permutation: (n) => stream.order('numpyPermutation', n),
    copy: () => numpyOf(stream.copy()),
  };
}

function torchOf(stream: Stream): TorchRandom {
  return {
    rand: stream.drawer('torchRand'),
    randn: stream.drawer('torchRandn'),
    randperm: (n) => stream.order('torchRandperm', n),
    copy: () => torchOf(stream.copy()),
  };
}

export function randomCalls(border: Border): Pick<Engine, 'numpyRandom' | 'torchRandom'> {
  const seeded = (call: Call, seed: Seed) =>
    new Stream(border, border.run(call, whole(border.core, 'seed', seed)).state as Float64Array);
  return {
    numpyRandom: (seed) => numpyOf(seeded('numpySeed', seed)),
    torchRandom: (seed) => torchOf(seeded('torchSeed', seed)),
  };
}
