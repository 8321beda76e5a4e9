/** Derivatives of softmax and of one head. */
import { attentionInbox } from './attention.ts';
import { matrix, object, vector } from './door.ts';
import type { AttentionGradient, Gradient, SoftmaxGradient } from './types.ts';
import type { Border } from './wire.ts';

export function gradientOf({ core, run }: Border): Gradient {
  return {
    softmax(given) {
      const { weights } = object(core, 'inputs', given);
      const parts = [vector(core, 'weights', weights)];
      return run('softmaxJacobian', parts) as unknown as SoftmaxGradient;
    },
    attention(inputs) {
      const parts = attentionInbox(core, inputs);
      parts.push(matrix(core, 'upstream', inputs.upstream));
      return run('attentionBackward', parts) as unknown as AttentionGradient;
    },
  };
}
