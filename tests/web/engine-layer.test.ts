import { createEngine } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import type {
  BlockWeights,
  DecoderWeights,
  Matrix,
  MultiheadWeights,
} from '../../web/engine/types.ts';
import { type Given, refusal } from './engine-refusal.ts';
import { type Case, casesOf, expectClose, rowsOf } from './oracle.ts';

const engine = await createEngine();
const cases = casesOf('layers.json');
const rows = (value: unknown) => value as number[][];
const named = (name: string) => cases.find((one) => one.name === name) as Case;

/** The oracle's names, as the engine has them. */
function weightsOf(inputs: Record<string, unknown>, heads: number): MultiheadWeights {
  const { wq, wk, wv, wo, bq, bk, bv, bo } = inputs as Given<
    'wq' | 'wk' | 'wv' | 'wo' | 'bq' | 'bk' | 'bv' | 'bo'
  >;
  return { heads, wq, wk, wv, wo, bq, bk, bv, bo };
}

function blockOf(inputs: Record<string, unknown>): BlockWeights {
  const { w1, b1, w2, b2, order, activation, eps } = inputs as Given<
    'w1' | 'b1' | 'w2' | 'b2' | 'order' | 'activation' | 'eps'
  >;
  const norm = (i: number) => ({
    weight: inputs[`norm${i}_weight`] as number[],
    bias: inputs[`norm${i}_bias`] as number[],
    eps,
  });
  return {
    order,
    activation,
    attention: weightsOf(inputs, inputs.heads as number),
    feedForward: { w1, b1, w2, b2 },
    norm1: norm(1),
    norm2: norm(2),
  };
}

const flat = (matrices: readonly Matrix[]) => matrices.flatMap((m) => Array.from(m.data));

describe('layers agree with PyTorch', () => {
  test('the file has the cases that this test knows', () => {
    expect(cases).toHaveLength(14);
  });

  test.each(cases.filter(({ name }) => name.startsWith('layernorm')))(
    '$name',
    ({ inputs, expected, tolerance }) => {
      const { x, weight, bias, eps } = inputs as Given<'x' | 'weight' | 'bias' | 'eps'>;
      expectClose(engine.layerNorm({ x, weight, bias, eps }).output.data, expected.y, tolerance);
      const without = expected.y_without_eps;
      if (without) expectClose(engine.layerNorm({ x, eps: 0 }).output.data, without, tolerance);
    },
  );

  test('gelu, as a feed-forward between identities', () => {
    const { inputs, expected, tolerance } = named('gelu');
    const eye = Array.from({ length: 8 }, (_, i) =>
      Array.from({ length: 8 }, (_, j) => +(i === j)),
    );
    const bent = (activation: 'gelu' | 'gelu-tanh') =>
      engine.feedForward({ x: rows(inputs.x), w1: eye, w2: eye, activation }).output.data;
    expectClose(bent('gelu'), expected.exact, tolerance);
    expectClose(bent('gelu-tanh'), expected.tanh, tolerance);
  });

  test.each(cases.filter(({ name }) => name.startsWith('multihead')))(
    '$name',
    ({ inputs, expected, tolerance }) => {
      const x = rows(inputs.x);
      const weights = weightsOf(inputs, inputs.heads as number);
      const trace = engine.multihead({ x, ...weights });
      expectClose(trace.output.data, expected.output, tolerance);
      expectClose(flat(trace.weights), expected.weights, tolerance);
      expectClose(trace.meanWeights.data, expected.mean_weights, tolerance);
      const causal = engine.multihead({ x, ...weights, causal: 'top-left' });
      expectClose(causal.output.data, expected.causal_output, tolerance);
      expectClose(flat(causal.weights), expected.causal_weights, tolerance);
    },
  );

  test('cross-attention', () => {
    const { inputs, expected, tolerance } = named('cross-attention');
    const trace = engine.multihead({
      x: rows(inputs.decoder),
      memory: rows(inputs.encoder),
      ...weightsOf(inputs, 2),
    });
    expectClose(trace.output.data, expected.output, tolerance);
    expectClose(flat(trace.weights), expected.weights, tolerance);
    expect(trace.shapes).toEqual({
      q: [3, 8],
      k: [12, 8],
      v: [12, 8],
      weights: [3, 12],
      concatenated: [3, 8],
      output: [3, 8],
    });
  });

  test('grouped queries', () => {
    const { inputs, expected, tolerance } = named('grouped-query');
    const trace = engine.multihead({
      x: rows(inputs.x),
      ...weightsOf(inputs, 4),
      kvHeads: 2,
      causal: 'top-left',
    });
    expectClose(trace.output.data, expected.output, tolerance);
    expectClose(flat(trace.weights), expected.weights, tolerance);
    expect(trace.heads.map(({ kvHead }) => kvHead)).toEqual([0, 0, 1, 1]);
  });

  test.each(cases.filter(({ name }) => name.startsWith('block')))(
    '$name',
    ({ inputs, expected, tolerance }) => {
      const x = rows(inputs.x);
      const weights = blockOf(inputs);
      const trace = engine.block({ x, ...weights });
      expectClose(trace.output.data, expected.output, tolerance);
      const causal = engine.block({ x, ...weights, causal: 'top-left' });
      expectClose(causal.output.data, expected.causal_output, tolerance);
      const stages = ['input', 'attention', 'residual1', 'norm1', 'feedForward', 'residual2'];
      if (inputs.order === 'post') {
        expect(trace.stages.map(({ name }) => name)).toEqual([...stages, 'norm2']);
      }
      expect(trace.stages.at(-1)?.rows).toEqual(trace.output);
      // One layer of a stack is that block.
      const stacked = engine.stack({ family: 'decoder-only', x, layers: [weights] });
      expect(stacked.output).toEqual(causal.output);
      expect(stacked.finalNorm).toBeUndefined();
      expect(engine.stack({ family: 'encoder-only', x, layers: [weights] }).layers).toEqual([
        trace,
      ]);
    },
  );

  test('decoder layer, alone and in an encoder-decoder without encoder layers', () => {
    const { inputs, expected, tolerance } = named('decoder-layer');
    const { w1, b1, w2, b2, norms } = inputs as Given<'w1' | 'b1' | 'w2' | 'b2' | 'norms'>;
    const [norm1, norm2, norm3] = (norms as [number[], number[]][]).map(([weight, bias]) => ({
      weight,
      bias,
    }));
    const weights: DecoderWeights = {
      self: weightsOf(inputs.self as Record<string, unknown>, 2),
      cross: weightsOf(inputs.cross as Record<string, unknown>, 2),
      feedForward: { w1, b1, w2, b2 },
      norm1,
      norm2,
      norm3,
    };
    const x = rows(inputs.target);
    const memory = rows(inputs.memory);
    const trace = engine.decoderBlock({ x, memory, ...weights });
    expectClose(trace.output.data, expected.output, tolerance);
    const both = engine.encoderDecoder({
      source: memory,
      target: x,
      encoder: { layers: [] },
      decoder: { layers: [weights] },
    });
    expect(both.decoder.layers[0]).toEqual(trace);
    expect(rowsOf(both.encoder.output)).toEqual(memory);
  });
});

const eye = [
  [1, 0],
  [0, 1],
];
const weights = { heads: 1, wq: eye, wk: eye, wv: eye, wo: eye };
const x = [
  [1, 0],
  [0, 2],
  [1, 1],
];

test('a head of a multi-head trace is the trace of attention on its rows', () => {
  const { heads, q, k, v } = engine.multihead({ x, ...weights, causal: 'top-left' });
  const alone = engine.attention({ q, k, v, causal: 'top-left' });
  expect(heads).toEqual([{ ...alone, kvHead: 0, q, k, v }]);
});

test('a blocked row follows the policy in every head', () => {
  const blocked = [
    [true, true, true],
    [false, false, false],
    [false, false, false],
  ];
  const nan = engine.multihead({ x, ...weights, blocked });
  expect(nan.heads[0]?.emptyRows).toEqual([0]);
  expect(nan.output.data[0]).toBeNaN();
  const zero = engine.multihead({ x, ...weights, blocked, emptyRow: 'zero' });
  expect(rowsOf(zero.output)[0]).toEqual([0, 0]);
});

test.each([undefined, { layout: 'half-split', base: 100 } as const])(
  'decoding step by step gives the rows of the whole, rotary %j',
  (rotary) => {
    const whole = engine.multihead({ x, ...weights, causal: 'top-left', rotary });
    const first = engine.decode({ x: x.slice(0, 2), ...weights, rotary });
    expect(first.cache.nextPosition).toBe(2);
    const second = engine.decode({ x: x.slice(2), ...weights, cache: first.cache, rotary });
    expectClose(
      [...first.output.data, ...second.output.data],
      Array.from(whole.output.data),
      1e-15, // the same sums in the same order; only the maximum of the row may come from another place
    );
    expect(second.cache.k).toEqual(whole.k);
    expect(second.cache.nextPosition).toBe(3);
  },
);

test('who may read whom', () => {
  const table = (family: 'encoder-only' | 'decoder-only' | 'encoder-decoder') =>
    rowsOf(engine.mayNotRead({ family, source: 2, target: 1 }));
  expect(table('encoder-only')).toEqual([
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  expect(table('decoder-only')).toEqual([
    [0, 1, 1],
    [0, 0, 1],
    [0, 0, 0],
  ]);
  expect(table('encoder-decoder')).toEqual([
    [0, 0, 1],
    [0, 0, 1],
    [0, 0, 0],
  ]);
});

const feedForward = { w1: eye, w2: eye };
const block = { attention: weights, feedForward };

describe('refused', () => {
  test.each([
    ['heads-divide', 'heads', ['2', '3'], { heads: 3 }],
    ['heads-below-one', 'heads', ['0'], { heads: 0 }],
    ['heads-below-one', 'heads', ['-2147483647'], { heads: -2147483647 }],
    ['heads-below-one', 'kvHeads', ['-1'], { kvHeads: -1 }],
    ['kv-heads-divide', 'kvHeads', ['2', '1'], { kvHeads: 2 }],
    ['size-not-whole', 'heads', ['1.5'], { heads: 1.5 }],
    ['size-not-whole', 'heads', ['NaN'], { heads: Number.NaN }],
    ['size-too-large', 'heads', ['4294967297'], { heads: 2 ** 32 + 1 }],
    ['size-too-large', 'kvHeads', ['1e300'], { kvHeads: 1e300 }],
    ['not-a-number', 'heads', ['text "2"'], { heads: '2' }],
    ['not-a-number', 'heads', ['missing'], { heads: undefined }],
    ['not-a-number', 'kvHeads', ['null'], { kvHeads: null }],
    ['inner-width', 'wq', ['2', '1'], { wq: [[1, 2]] }],
    ['weight-width', 'wk', ['1 column', '2'], { wk: [[1], [2]] }],
    ['ragged-rows', 'wo', ['2', '1'], { wo: [[1, 2], [3]] }],
    ['not-a-matrix', 'wv', ['null'], { wv: null }],
    ['vector-length', 'bq', ['3', '2'], { bq: [1, 2, 3] }],
    ['not-a-vector', 'bo', ['the number 1'], { bo: 1 }],
    ['not-a-number', 'bk', ['position 1', 'null'], { bk: [0, null] }],
    ['width-zero', 'x', [], { x: [[]] }],
    ['no-keys', 'k', [], { x: { rows: 0, cols: 2, data: new Float64Array(0) } }],
    ['memory-width', 'memory', ['1', '2'], { memory: [[1]] }],
    ['not-a-matrix', 'memory', ['null'], { memory: null }],
    ['blocked-shape', 'blocked', ['(1, 1)', '(3, 3)'], { blocked: [[true]] }],
    ['unknown-choice', 'causal', ['"left"'], { causal: 'left' }],
    ['odd-width', 'rotary.x', ['1'], { heads: 2, rotary: {} }],
    ['rotary-cross', 'rotary', [], { memory: eye, rotary: {} }],
    ['not-an-object', 'rotary', ['a boolean'], { rotary: true }],
    ['unknown-choice', 'rotary.layout', ['"concatenated"'], { rotary: { layout: 'concatenated' } }],
    ['negative-offset', 'rotary.offset', ['-1'], { rotary: { offset: -1 } }],
    ['size-not-whole', 'rotary.offset', ['0.5'], { rotary: { offset: 0.5 } }],
    ['base-out-of-range', 'rotary.base', ['NaN'], { rotary: { base: Number.NaN } }],
  ])('multihead: %s at %s', (code, place, says, change) => {
    const error = refusal(() => engine.multihead({ x, ...weights, ...change } as never));
    expect([error.code, error.where.name]).toEqual([code, place]);
    for (const part of says) expect(error.message).toContain(part);
  });

  test.each([
    ['too-large', 'x', { x: { rows: 2049, cols: 2, data: new Float64Array(4098) } }],
    ['cache-shape', 'cache', { cache: { k: [[1]], v: [[1]], offset: 0 } }],
    ['negative-offset', 'cache', { cache: { k: [], v: [], offset: -1 } }],
    ['not-a-number', 'cache.offset', { cache: { k: [], v: [] } }],
    ['not-an-object', 'cache', { cache: 'k' }],
  ])('decode: %s at %s', (code, place, change) => {
    const error = refusal(() => engine.decode({ x, ...weights, ...change } as never));
    expect([error.code, error.where.name]).toEqual([code, place]);
  });

  test.each([
    ['width-zero', 'x', { x: [[]] }],
    ['eps-negative', 'eps', { eps: -1 }],
    ['eps-not-finite', 'eps', { eps: Number.POSITIVE_INFINITY }],
    ['vector-length', 'weight', { weight: [1] }],
    ['not-a-number', 'bias', { bias: ['0', 0] }],
  ])('layerNorm: %s at %s', (code, place, change) => {
    const error = refusal(() => engine.layerNorm({ x, ...change } as never));
    expect([error.code, error.where.name]).toEqual([code, place]);
  });

  test.each([
    ['not-an-object', 'attention', { attention: undefined }],
    ['not-an-object', 'feedForward', { feedForward: null }],
    ['not-an-object', 'norm1', { norm1: 1 }],
    ['heads-divide', 'attention.heads', { attention: { ...weights, heads: 3 } }],
    ['size-not-whole', 'attention.heads', { attention: { ...weights, heads: 0.5 } }],
    ['inner-width', 'feedForward.w2', { feedForward: { w1: eye, w2: [[1]] } }],
    ['residual-shape', 'feedForward', { feedForward: { w1: eye, w2: [[1], [1]] } }],
    ['vector-length', 'norm2.bias', { norm2: { bias: [1] } }],
    ['unknown-choice', 'order', { order: 'first' }],
    ['unknown-choice', 'activation', { activation: 'tanh' }],
  ])('block: %s at %s', (code, place, change) => {
    const error = refusal(() => engine.block({ x, ...block, ...change } as never));
    expect([error.code, error.where.name]).toEqual([code, place]);
    const inStack = refusal(() =>
      engine.stack({
        family: 'encoder-only',
        x,
        layers: [block, { ...block, ...change }],
      } as never),
    );
    expect([inStack.code, inStack.where.name]).toEqual([code, `layers[1].${place}`]);
  });

  test.each([
    ['not-a-list', 'layers', { layers: 1 }],
    ['not-an-object', 'layers[0]', { layers: [null] }],
    ['unknown-choice', 'family', { family: 'encoder-decoder', layers: [] }],
    ['vector-length', 'finalNorm.weight', { layers: [], finalNorm: { weight: [1] } }],
    [
      'too-large',
      'layers',
      {
        layers: new Array(5).fill(block),
        x: { rows: 1024, cols: 2, data: new Float64Array(2048) },
      },
    ],
  ])('stack: %s at %s', (code, place, change) => {
    const error = refusal(() => engine.stack({ family: 'encoder-only', x, ...change } as never));
    expect([error.code, error.where.name]).toEqual([code, place]);
  });

  test.each([
    ['size-not-whole', 'source', { source: 0.5 }],
    ['negative-size', 'target', { target: -1 }],
    ['too-large', 'table', { source: 1500 }],
    ['not-a-number', 'target', { target: undefined }],
  ])('mayNotRead: %s at %s', (code, place, change) => {
    const asked = { family: 'encoder-only', source: 1, target: 1000, ...change };
    const error = refusal(() => engine.mayNotRead(asked as never));
    expect([error.code, error.where.name]).toEqual([code, place]);
  });

  test.each([
    'attention',
    'project',
    'explain',
    'multihead',
    'decode',
    'layerNorm',
    'feedForward',
    'block',
    'decoderBlock',
    'stack',
    'encoderDecoder',
    'mayNotRead',
  ] as const)('%s without inputs', (call) => {
    for (const nothing of [undefined, null, 'x']) {
      expect(refusal(() => engine[call](nothing as never)).code).toBe('not-an-object');
    }
    expect(['not-a-matrix', 'not-an-object', 'unknown-choice']).toContain(
      refusal(() => engine[call]({} as never)).code,
    );
  });

  test('traces that no memory holds are refused before they are made', () => {
    const wide = { rows: 2048, cols: 2048, data: new Float64Array(2048 * 2048) };
    const inputs = { x: wide, heads: 1, wq: wide, wk: wide, wv: wide, wo: wide };
    expect(refusal(() => engine.multihead(inputs)).code).toBe('too-large');
    const one = [[1]];
    const middle = (rows: number, cols: number) => ({ rows, cols, data: new Float64Array(65536) });
    const layer = {
      attention: { heads: 1, wq: one, wk: one, wv: one, wo: one },
      feedForward: { w1: middle(1, 65536), w2: middle(65536, 1) },
    };
    const tall = { rows: 64, cols: 1, data: new Float64Array(64) };
    const layers = new Array(64).fill(layer);
    const error = refusal(() => engine.stack({ family: 'encoder-only', x: tall, layers }));
    expect([error.code, error.where.name]).toEqual(['too-large', 'layers']);
  });

  test('after all this the engine works', () => {
    expect(engine.multihead({ x, ...weights }).output.rows).toBe(3);
  });
});
