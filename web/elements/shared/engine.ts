/** One engine for all elements of a page: the small one, which the first figures wait for. */
import { createAttentionEngine } from '../../engine/attention-browser.ts';
import type { AttentionEngine } from '../../engine/types.ts';

let pending: Promise<AttentionEngine> | undefined;

export function sharedEngine(): Promise<AttentionEngine> {
  pending ??= createAttentionEngine().catch((reason: unknown) => {
    pending = undefined; // a second try may find the network again
    throw reason;
  });
  return pending;
}
