/** A hidden mistake, and the probes that a learner has to find it. Everything by the seed: nothing is remembered. */
import type { Finding } from './mistakes.ts';
import type { Seed } from './random.ts';

export interface BlindProbe {
  /** Stable. */
  readonly id: string;
  /** Ids of `invariants.list()`: what it runs, each check in one probe. */
  readonly checks: readonly string[];
}

/** What one check of a probe shows: on the first setup of the bench that fails it, else on the first to which it applies. */
export interface Reading extends Finding {
  /** Name of a setup of `mistakes.bench()`. */
  readonly setup: string;
}

export interface Fits {
  /** Ids of the mistakes that may be hidden and break, of the probes made, the same as the hidden one. */
  readonly mistakes: readonly string[];
  /** How many may be hidden. */
  readonly all: number;
  /** The fewest probes after which no other would rule out more. */
  readonly fewest: number;
}

export interface Judgement {
  /** It is the hidden one, or one of `tied`. */
  readonly right: boolean;
  readonly hidden: string;
  /** Others that give the same numbers on every setup of the bench: they cannot be told apart. */
  readonly tied: readonly string[];
  /** Where the named one would give another output: the first such setup, and the cell furthest apart. None when right. */
  readonly differs?:
    | {
        readonly setup: string;
        readonly row: number;
        readonly col: number;
        /** Of the one that was named. */
        readonly expected: number;
        readonly got: number;
      }
    | undefined;
}

/** All throw what is refused of a seed; `unknown-probe` and `unknown-mistake` for an id that there is not. */
export interface Blind {
  probes(): readonly BlindProbe[];
  /** Findings of the attention in which the seed hides a mistake, one for each check of the probe. */
  probe(seed: Seed, probe: string): readonly Reading[];
  fits(seed: Seed, probes: readonly string[]): Fits;
  judge(seed: Seed, mistake: string): Judgement;
}
