/** Stacks of blocks, and the families that differ in who may read whom. */
import { choice, list, matrix, number, object } from './door.ts';
import {
  blockParts,
  blockTrace,
  decoderParts,
  decoderTrace,
  normParts,
  optionParts,
  type RawBlock,
  type RawDecoder,
} from './layer.ts';
import type { CoreModule } from './module.js';
import type { Engine, Family, Matrix, NormTrace, NormWeights } from './types.ts';
import { type Border, scalar } from './wire.ts';

const FAMILY: readonly Family[] = ['encoder-only', 'decoder-only', 'encoder-decoder'];

type PartsOf<Layer> = (core: CoreModule, layer: Layer, part: string) => Matrix[];

interface Layers<Layer> {
  readonly layers: readonly Layer[];
  readonly finalNorm?: NormWeights | undefined;
}

function stackParts<Layer extends object>(
  core: CoreModule,
  { layers, finalNorm }: Layers<Layer>,
  partsOf: PartsOf<Layer>,
  part = '',
): Matrix[] {
  const all = list(core, `${part}layers`, layers);
  return [
    scalar(all.length),
    ...all.flatMap((layer, l) => {
      const name = `${part}layers[${l}]`;
      return partsOf(core, object(core, name, layer), `${name}.`);
    }),
    ...(finalNorm === undefined
      ? [scalar(0)]
      : [scalar(1), ...normParts(core, finalNorm, `${part}finalNorm.`)]),
  ];
}

interface RawStack<Layer> {
  readonly layers: Layer[];
  readonly finalNorm: NormTrace | undefined;
  readonly output: Matrix;
}

export function stackCalls({
  core,
  run,
}: Border): Pick<Engine, 'stack' | 'encoderDecoder' | 'mayNotRead'> {
  const finished = (raw: RawStack<RawBlock>) => ({ ...raw, layers: raw.layers.map(blockTrace) });
  return {
    stack(given) {
      const inputs = object(core, 'inputs', given);
      const made = run('stack', [
        scalar(choice(core, 'family', inputs.family, FAMILY.slice(0, 2))),
        matrix(core, 'x', inputs.x),
        ...stackParts(core, inputs, blockParts),
        ...optionParts(core, inputs),
      ]);
      return finished(made as unknown as RawStack<RawBlock>);
    },

    encoderDecoder(given) {
      const inputs = object(core, 'inputs', given);
      const encoder = object(core, 'encoder', inputs.encoder);
      const decoder = object(core, 'decoder', inputs.decoder);
      const memoryOptions = object(core, 'decoder.memoryOptions', decoder.memoryOptions ?? {});
      const made = run('encoderDecoder', [
        matrix(core, 'source', inputs.source),
        matrix(core, 'target', inputs.target),
        ...stackParts(core, encoder, blockParts, 'encoder.'),
        ...optionParts(core, encoder, 'encoder.'),
        ...stackParts(core, decoder, decoderParts, 'decoder.'),
        ...optionParts(core, decoder, 'decoder.'),
        ...optionParts(core, memoryOptions, 'decoder.memoryOptions.'),
      ]) as unknown as { encoder: RawStack<RawBlock>; decoder: RawStack<RawDecoder> };
      return {
        encoder: finished(made.encoder),
        decoder: { ...made.decoder, layers: made.decoder.layers.map(decoderTrace) },
      };
    },

    mayNotRead(given) {
      const { family, source, target } = object(core, 'inputs', given);
      const made = run('mayNotRead', [
        scalar(choice(core, 'family', family, FAMILY)),
        number(core, 'source', source),
        number(core, 'target', target),
      ]);
      return made.blocked as Matrix;
    },
  };
}
