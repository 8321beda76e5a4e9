/** The engine: the core's calls with names, types and errors. It computes nothing itself. One file for each part. */
import { attentionCalls } from './attention.ts';
import type { CoreModule } from './module.js';
import { textCalls } from './text.ts';
import type { Engine } from './types.ts';
import { borderOf } from './wire.ts';

/** Wraps an instantiated core. Pages and Node use `createEngine` of `browser.ts` and `node.ts`. */
export function engineOf(core: CoreModule): Engine {
  const border = borderOf(core);
  return { ...attentionCalls(border), ...textCalls(border) };
}
