/** Layers: several heads, normalisation, feed-forward, blocks, and decoding with a cache. */
import { attentionTrace, CAUSAL, EMPTY_ROW, type RawTrace, shapeOf } from './attention.ts';
import { choice, flags, matrix, number, object, optional, optionalVector } from './door.ts';
import type { CoreModule } from './module.js';
import { rotaryParts } from './position.ts';
import type {
  Activation,
  BlockTrace,
  BlockWeights,
  Cache,
  DecoderTrace,
  DecoderWeights,
  Engine,
  FeedForwardTrace,
  FeedForwardWeights,
  HeadTrace,
  LayerKind,
  Matrix,
  MultiheadOptions,
  MultiheadTrace,
  MultiheadWeights,
  NormTrace,
  NormWeights,
} from './types.ts';
import { type Border, nothing, scalar } from './wire.ts';

const ORDER = ['pre', 'post'] as const;
const ACTIVATION: readonly Activation[] = ['relu', 'gelu', 'gelu-tanh', 'none'];
const NO_NORM: NormWeights = {};

export function multiheadParts(core: CoreModule, weights: MultiheadWeights, part = ''): Matrix[] {
  const w = part === '' ? weights : object(core, part.slice(0, -1), weights);
  return [
    number(core, `${part}heads`, w.heads),
    optional(core, `${part}kvHeads`, w.kvHeads),
    ...(['wq', 'wk', 'wv', 'wo'] as const).map((name) => matrix(core, part + name, w[name])),
    ...(['bq', 'bk', 'bv', 'bo'] as const).map((name) =>
      optionalVector(core, part + name, w[name]),
    ),
  ];
}

export function optionParts(core: CoreModule, options: MultiheadOptions, part = ''): Matrix[] {
  const { causal, emptyRow = 'nan', blocked, rotary } = options;
  return [
    causal === undefined ? nothing : scalar(choice(core, `${part}causal`, causal, CAUSAL)),
    scalar(choice(core, `${part}emptyRow`, emptyRow, EMPTY_ROW)),
    blocked === undefined ? nothing : flags(core, `${part}blocked`, blocked),
    ...rotaryParts(core, rotary, part),
  ];
}

export function normParts(core: CoreModule, norm: NormWeights | undefined, part = ''): Matrix[] {
  const { weight, bias, eps } =
    norm === undefined ? NO_NORM : object(core, part.slice(0, -1) || 'inputs', norm);
  return [
    optionalVector(core, `${part}weight`, weight),
    optionalVector(core, `${part}bias`, bias),
    optional(core, `${part}eps`, eps),
  ];
}

function feedForwardParts(
  core: CoreModule,
  weights: FeedForwardWeights,
  activation: Activation | undefined,
  part = '',
  kindPart = '',
): Matrix[] {
  const w = part === '' ? weights : object(core, part.slice(0, -1), weights);
  return [
    matrix(core, `${part}w1`, w.w1),
    optionalVector(core, `${part}b1`, w.b1),
    matrix(core, `${part}w2`, w.w2),
    optionalVector(core, `${part}b2`, w.b2),
    scalar(choice(core, `${kindPart}activation`, activation ?? 'relu', ACTIVATION)),
  ];
}

const orderPart = (core: CoreModule, { order = 'post' }: LayerKind, part: string) =>
  scalar(choice(core, `${part}order`, order, ORDER));

export function blockParts(core: CoreModule, w: BlockWeights, part = ''): Matrix[] {
  return [
    orderPart(core, w, part),
    ...multiheadParts(core, w.attention, `${part}attention.`),
    ...feedForwardParts(core, w.feedForward, w.activation, `${part}feedForward.`, part),
    ...normParts(core, w.norm1, `${part}norm1.`),
    ...normParts(core, w.norm2, `${part}norm2.`),
  ];
}

export function decoderParts(core: CoreModule, w: DecoderWeights, part = ''): Matrix[] {
  return [
    orderPart(core, w, part),
    ...multiheadParts(core, w.self, `${part}self.`),
    ...multiheadParts(core, w.cross, `${part}cross.`),
    ...feedForwardParts(core, w.feedForward, w.activation, `${part}feedForward.`, part),
    ...normParts(core, w.norm1, `${part}norm1.`),
    ...normParts(core, w.norm2, `${part}norm2.`),
    ...normParts(core, w.norm3, `${part}norm3.`),
  ];
}

/** The traces as the core writes them lack what is said twice in a finished one: weights and shapes. */
type RawHead = RawTrace & Pick<HeadTrace, 'kvHead' | 'q' | 'k' | 'v'>;
export type RawMultihead = Omit<MultiheadTrace, 'heads' | 'weights' | 'shapes'> & {
  heads: RawHead[];
};
export type RawBlock = Omit<BlockTrace, 'attention'> & { attention: RawMultihead };
export type RawDecoder = Omit<DecoderTrace, 'self' | 'cross'> &
  Record<'self' | 'cross', RawMultihead>;

export function multiheadTrace(raw: RawMultihead): MultiheadTrace {
  const heads = raw.heads.map((head) => attentionTrace(head, head.q, head.k, head.v) as HeadTrace);
  return {
    ...raw,
    heads,
    weights: heads.map(({ weights }) => weights),
    shapes: {
      q: shapeOf(raw.q),
      k: shapeOf(raw.k),
      v: shapeOf(raw.v),
      weights: shapeOf(raw.meanWeights),
      concatenated: shapeOf(raw.concatenated),
      output: shapeOf(raw.output),
    },
  };
}

export const blockTrace = (raw: RawBlock): BlockTrace => ({
  ...raw,
  attention: multiheadTrace(raw.attention),
});

export const decoderTrace = (raw: RawDecoder): DecoderTrace => ({
  ...raw,
  self: multiheadTrace(raw.self),
  cross: multiheadTrace(raw.cross),
});

export function layerCalls({
  core,
  run,
}: Border): Pick<
  Engine,
  'multihead' | 'decode' | 'layerNorm' | 'feedForward' | 'block' | 'decoderBlock'
> {
  return {
    multihead(given) {
      const inputs = object(core, 'inputs', given);
      const { x, memory } = inputs;
      const made = run('multihead', [
        matrix(core, 'x', x),
        ...(memory === undefined ? [scalar(0)] : [scalar(1), matrix(core, 'memory', memory)]),
        ...multiheadParts(core, inputs),
        ...optionParts(core, inputs),
      ]);
      return multiheadTrace(made as unknown as RawMultihead);
    },

    decode(given) {
      const inputs = object(core, 'inputs', given);
      const cache = object(core, 'cache', inputs.cache ?? { k: nothing, v: nothing, offset: 0 });
      const made = run('decode', [
        matrix(core, 'x', inputs.x),
        matrix(core, 'cache.k', cache.k),
        matrix(core, 'cache.v', cache.v),
        number(core, 'cache.offset', cache.offset),
        ...multiheadParts(core, inputs),
        ...rotaryParts(core, inputs.rotary),
      ]) as unknown as RawMultihead & { cache: Cache };
      return { ...multiheadTrace(made), cache: made.cache };
    },

    layerNorm(given) {
      const { x } = object(core, 'inputs', given);
      const made = run('layerNorm', [matrix(core, 'x', x), ...normParts(core, given)]);
      return made as unknown as NormTrace;
    },

    feedForward(given) {
      const { x, activation } = object(core, 'inputs', given);
      const parts = [matrix(core, 'x', x), ...feedForwardParts(core, given, activation)];
      return run('feedForward', parts) as unknown as FeedForwardTrace;
    },

    block(given) {
      const inputs = object(core, 'inputs', given);
      const made = run('block', [
        matrix(core, 'x', inputs.x),
        ...blockParts(core, inputs),
        ...optionParts(core, inputs),
      ]);
      return blockTrace(made as unknown as RawBlock);
    },

    decoderBlock(given) {
      const inputs = object(core, 'inputs', given);
      const options = object(core, 'memoryOptions', inputs.memoryOptions ?? {});
      const made = run('decoderBlock', [
        matrix(core, 'x', inputs.x),
        matrix(core, 'memory', inputs.memory),
        ...decoderParts(core, inputs),
        ...optionParts(core, inputs),
        ...optionParts(core, options, 'memoryOptions.'),
      ]);
      return decoderTrace(made as unknown as RawDecoder);
    },
  };
}
