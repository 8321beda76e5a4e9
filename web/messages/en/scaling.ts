/** Sentences of the scaling bench. */
const noAdapter = 'WebGPU: this browser has it, and offers no adapter. Its kernels are not run.';

export const scaling = {
  title: 'Measure n² on this device',
  tryThis:
    'Predict, then measure: how much longer does attention take for twice as many tokens? Then change the heads, the width or the kernels.',
  settings: 'What is measured',
  most: 'Largest n',
  heads: 'Heads',
  width: 'Width of a head',
  kernelsLegend: 'Kernels',
  kernels: {
    naive: 'naive, WebAssembly',
    tiled: 'tiled, WebAssembly',
    gpuNaive: 'naive, WebGPU',
    gpuTiled: 'tiled, WebGPU',
  },
  /** At the ends of lines, where there is little room. */
  lines: {
    naive: 'naive, wasm',
    tiled: 'tiled, wasm',
    gpuNaive: 'naive, GPU',
    gpuTiled: 'tiled, GPU',
  },
  half: 'tiled, WebGPU: queries, keys and values rounded to half precision (11 bits instead of 24; sums stay float32)',
  adapter: {
    notAsked: 'WebGPU: the browser is asked for an adapter when you measure.',
    ask: 'Ask now',
    asking: 'WebGPU: asking for an adapter …',
    hardware: (name: string) =>
      `WebGPU: ${name || 'an adapter without a name'}, a hardware adapter.`,
    software: (name: string) =>
      `WebGPU: ${name || 'an adapter without a name'}, a software adapter. It computes on the processor: the numbers are right, and the times say nothing about a GPU.`,
    subgroups: 'Its threads exchange numbers in subgroups.',
    noHalf: 'It offers no half precision.',
    'gpu-missing': 'WebGPU: this browser does not have it. Its kernels are not run.',
    'gpu-no-adapter': noAdapter,
    'gpu-refused': 'WebGPU: there is an adapter, and it gives no device. Its kernels are not run.',
    'gpu-lost': 'WebGPU: the device was lost.',
    'gpu-memory': noAdapter,
    'gpu-too-large': noAdapter,
    'gpu-invalid': noAdapter,
    'gpu-not-finite': noAdapter,
  },
  notices: {
    'gpu-missing': 'no WebGPU',
    'gpu-no-adapter': 'no adapter',
    'gpu-refused': 'the adapter gave no device',
    'gpu-lost': 'the device was lost',
    'gpu-memory': 'the device has not enough memory',
    'gpu-too-large': 'beyond the limits of the device',
    'gpu-invalid': 'the device refused the program',
    'gpu-not-finite': 'numbers that shaders may treat as they like',
    'workers-missing': 'no workers: computed on the page’s own thread',
    'workers-failed': 'a worker failed: computed on the page’s own thread',
  },
  fellBack: (kernel: string, n: string, why: string) =>
    `${kernel}, n = ${n}: computed in WebAssembly instead (${why}). Its time is left out of the chart.`,
  onThread: (kernel: string, why: string) => `${kernel}: ${why}.`,
  memoryCaption: (n: string) => `Memory in MiB at n = ${n}, before anything runs`,
  memory: {
    kernel: 'kernel',
    inputs: 'Q, K, V',
    output: 'output',
    kept: 'kept while it runs',
    total: 'total',
  },
  noKernel: 'Choose a kernel to measure.',
  tooLarge: (kernel: string, sum: string, total: string, most: string) =>
    `${kernel} would need ${sum} = ${total}\u00a0MiB. This figure takes at most ${most}\u00a0MiB: choose fewer heads, a smaller width or a smaller n.`,
  predict: 'Twice as many tokens. The time of a kernel is then',
  choices: {
    same: 'about the same',
    two: 'about twice as long',
    four: 'about four times as long',
    eight: 'about eight times as long',
  },
  commit: 'Commit and measure',
  measure: 'Measure',
  measureWithout: 'Measure without predicting',
  chooseFirst: 'Choose a prediction first.',
  cancel: 'Cancel',
  cancelled: 'Cancelled. What was measured before stays.',
  finished: 'Measured.',
  failed: (message: string) => `The measurement stopped: ${message}`,
  progress: 'Progress of the measurement',
  checking: 'Comparing the GPU kernels with their C++ twins',
  step: (kernel: string, n: string, round: number, rounds: number) =>
    `${kernel}, n = ${n}, run ${round} of ${rounds}`,
  chart: 'Time of one call against n, both axes logarithmic',
  xName: 'n, tokens',
  yName: 'milliseconds',
  square: 'n² line',
  verdictRight: 'Right.',
  verdictWrong: 'Not so.',
  verdict: (answer: string) => `You predicted: ${answer}.`,
  notPredicted: 'You made no prediction.',
  measuredHere: 'Measured here:',
  law: 'The verdict goes by the first of these. The multiply-adds alone grow × 4.',
  doubled: (kernel: string, from: string, to: string, factor: string) =>
    `${kernel}: × ${factor} from n = ${from} to ${to}`,
  parity: (kernel: string, largest: string, relative: string) =>
    `${kernel}: agrees with its C++ twin. Largest difference ${largest}, which is ${relative} of the largest number.`,
  parityHalf: (kernel: string, largest: string, relative: string) =>
    `${kernel}, half precision: largest difference from its C++ twin ${largest}, which is ${relative} of the largest number. Float32 is some thousand times closer.`,
  parityBad: (kernel: string, largest: string) =>
    `${kernel}: differs from its C++ twin by ${largest}. Do not trust its results on this device.`,
  none: 'Nothing has been measured yet.',
  wordsFit: (kernel: string, exponent: string, from: string, to: string) =>
    `${kernel}: the time grows as n to the power ${exponent}, fitted from n = ${from} to ${to}.`,
  wordsTime: (kernel: string, n: string, time: string, memory: string) =>
    `${kernel}: one call at n = ${n} takes ${time}\u00a0ms and keeps ${memory}\u00a0MiB beside its inputs and its output.`,
  wordsRatio: (fast: string, slow: string, factor: string, n: string) =>
    `At n = ${n}, ${fast} is ${factor} times as fast as ${slow} on this device.`,
  wordsSoftware:
    'WebGPU ran on a software adapter: its times are those of the processor, so that they are compared with nothing here.',
  wordsHow:
    'Each time is the median of repeated runs, kernels in turn, each in one worker of its own or on the adapter. Copies between the page and the kernel are not counted. Browsers do not tell how much memory a GPU used. Other work on the device makes times longer.',
  table: {
    caption: (heads: string, width: string) => `Measured: ${heads}, width ${width}`,
    kernel: 'kernel, n',
    median: 'median, ms',
    least: 'least, ms',
    most: 'most, ms',
    runs: 'runs',
    factor: 'times that of n/2',
    predicted: 'memory predicted, MiB',
    measured: 'memory measured, MiB',
  },
  fits: { caption: 'Fitted slopes', kernel: 'kernel', exponent: 'power of n', points: 'points' },
  notMeasurable: 'not told',
  row: (kernel: string, n: string) => `${kernel}, ${n}`,
  headsOf: (count: number) => `${count} ${count === 1 ? 'head' : 'heads'}`,
  csv: 'Export CSV',
};
