/** The two 16-bit formats. */
import { attentionInbox } from './attention.ts';
import { choice, matrix, number, object } from './door.ts';
import type { Engine, HalfFormat, Halves, MatrixLike, Precision, StoredTrace } from './types.ts';
import { type Border, scalar } from './wire.ts';

const PRECISIONS: readonly Precision[] = ['float64', 'float32', 'bfloat16', 'float16'];
const FORMAT: readonly HalfFormat[] = ['float16', 'bfloat16'];

export function halfCalls({
  core,
  run,
}: Border): Pick<Engine, 'float16' | 'bfloat16' | 'unitsBetween' | 'attentionIn'> {
  const roundTo = (format: number) => (values: MatrixLike) =>
    run('roundTo', [scalar(format), matrix(core, 'values', values)]) as unknown as Halves;
  return {
    float16: roundTo(0),
    bfloat16: roundTo(1),
    attentionIn(precision, inputs) {
      return run('attentionIn', [
        scalar(choice(core, 'precision', precision, PRECISIONS)),
        ...attentionInbox(core, inputs),
      ]) as unknown as StoredTrace;
    },
    unitsBetween(given) {
      const { a, b, format } = object(core, 'inputs', given);
      return run('unitsBetween', [
        scalar(choice(core, 'format', format, FORMAT)),
        number(core, 'a', a),
        number(core, 'b', b),
      ]).units as number | undefined;
    },
  };
}
