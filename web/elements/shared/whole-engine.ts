/** The whole core, for the figures that need more than one head of attention. Loaded once, when the first of them asks. */
import { createEngine } from '../../engine/browser.ts';
import type { Engine } from '../../engine/types.ts';

let pending: Promise<Engine> | undefined;

export function wholeEngine(): Promise<Engine> {
  pending ??= createEngine().catch((reason: unknown) => {
    pending = undefined; // a second try may find the network again
    throw reason;
  });
  return pending;
}
