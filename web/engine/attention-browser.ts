/** `createAttentionEngine` for pages: what the first figure waits for. */
import createCore from '#core-attention';
import wasmUrl from '#core-attention.wasm?url';
import { attentionEngineOf } from './attention-engine.ts';
import { type EngineOptions, load } from './load.ts';
import type { AttentionEngine } from './types.ts';

/** Loads the small core. Rejects as `createEngine` does. */
export function createAttentionEngine(options: EngineOptions = {}): Promise<AttentionEngine> {
  return load(createCore, wasmUrl, attentionEngineOf, options);
}
