/** Tensors as shape, strides and a row of addresses: what view, transpose and reshape do to them. */

export interface Tensor {
  readonly shape: readonly number[];
  /** In numbers, not in bytes. */
  readonly strides: readonly number[];
  /** Whose each address is: the memory may be a copy in another order. */
  readonly memory: readonly number[];
}

export function contiguousStrides(shape: readonly number[]): readonly number[] {
  const strides: number[] = [];
  let step = 1;
  for (const size of [...shape].reverse()) {
    strides.unshift(step);
    step *= size;
  }
  return strides;
}

export const isContiguous = ({ shape, strides }: Tensor): boolean =>
  contiguousStrides(shape).every((step, axis) => step === strides[axis] || shape[axis] === 1);

/** The first addresses 0, 1, 2 ... in this shape. */
export function arange(...shape: readonly number[]): Tensor {
  const count = shape.reduce((product, size) => product * size, 1);
  return {
    shape,
    strides: contiguousStrides(shape),
    memory: Array.from({ length: count }, (_, at) => at),
  };
}

/** The numbers in the order in which they are read, last axis first. */
export function read({ shape, strides, memory }: Tensor): readonly number[] {
  let places = [0];
  shape.forEach((size, axis) => {
    places = places.flatMap((place) =>
      Array.from({ length: size }, (_, at) => place + at * (strides[axis] ?? 0)),
    );
  });
  return places.map((place) => memory[place] ?? Number.NaN);
}

/** Nothing moves; the tensor must be contiguous, as PyTorch asks. */
export function view(tensor: Tensor, ...shape: readonly number[]): Tensor {
  if (!isContiguous(tensor)) throw new Error('a view of a tensor that is not contiguous');
  return { ...tensor, shape, strides: contiguousStrides(shape) };
}

export function transpose({ shape, strides, memory }: Tensor, a: number, b: number): Tensor {
  const exchanged = (list: readonly number[]) =>
    list.map((one, axis) => (axis === a ? list[b] : axis === b ? list[a] : one) ?? 0);
  return { shape: exchanged(shape), strides: exchanged(strides), memory };
}

/** A copy in the order of reading, where there is need of one. */
export function reshape(tensor: Tensor, ...shape: readonly number[]): Tensor {
  const memory = isContiguous(tensor) ? tensor.memory : read(tensor);
  return { memory, shape, strides: contiguousStrides(shape) };
}

/** Each entry of an axis repeated beside itself: a new axis after it, of stride 0. */
export function expand({ shape, strides, memory }: Tensor, axis: number, times: number): Tensor {
  const put = (list: readonly number[], one: number) => [
    ...list.slice(0, axis),
    one,
    ...list.slice(axis),
  ];
  return { shape: put(shape, times), strides: put(strides, 0), memory };
}
