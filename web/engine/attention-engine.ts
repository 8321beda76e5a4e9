/** The engine of the first figure: one head and text. A third of the whole core, so that a page is alive sooner. */
import { attentionCalls } from './attention.ts';
import type { CoreModule } from './module.js';
import { textCalls } from './text.ts';
import type { AttentionEngine } from './types.ts';
import { borderOf } from './wire.ts';

export function attentionEngineOf(core: CoreModule): AttentionEngine {
  const border = borderOf(core);
  return { ...attentionCalls(border), ...textCalls(border) };
}
