/** One engine for all elements of a page. */
import { createEngine } from '../../engine/browser.ts';
import type { Engine } from '../../engine/types.ts';

let pending: Promise<Engine> | undefined;

export function sharedEngine(): Promise<Engine> {
  pending ??= createEngine().catch((reason: unknown) => {
    pending = undefined; // a second try may find the network again
    throw reason;
  });
  return pending;
}
