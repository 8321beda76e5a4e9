/** The engine: the core's calls with names, types and errors. It computes nothing itself. One file for each part. */
import { attentionCalls } from './attention.ts';
import { blindOf } from './blind.ts';
import { costOf } from './cost.ts';
import { exercisesOf } from './exercise.ts';
import { gradientOf } from './gradient.ts';
import { halfCalls } from './half.ts';
import { labCalls } from './lab.ts';
import { layerCalls } from './layer.ts';
import { mistakeCalls } from './mistakes.ts';
import type { CoreModule } from './module.js';
import { positionCalls } from './position.ts';
import { puzzlesOf } from './puzzle.ts';
import { randomCalls } from './random.ts';
import { reviewsOf } from './review.ts';
import { stackCalls } from './stack.ts';
import { textCalls } from './text.ts';
import type { Engine } from './types.ts';
import { borderOf } from './wire.ts';

/** Wraps an instantiated core. Pages and Node use `createEngine` of `browser.ts` and `node.ts`. */
export function engineOf(core: CoreModule): Engine {
  const border = borderOf(core);
  return {
    ...attentionCalls(border),
    ...layerCalls(border),
    ...stackCalls(border),
    ...positionCalls(border),
    ...halfCalls(border),
    ...randomCalls(border),
    ...textCalls(border),
    ...mistakeCalls(border),
    ...labCalls(border),
    blind: blindOf(border),
    cost: costOf(border),
    exercise: exercisesOf(border),
    gradient: gradientOf(border),
    review: reviewsOf(border),
    puzzle: puzzlesOf(border),
  };
}
