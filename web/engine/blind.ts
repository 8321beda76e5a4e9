/** The hidden mistake. */
import { list, whole } from './door.ts';
import { nameOf } from './refusal.ts';
import type { Blind, BlindProbe, Finding, Matrix, Reading, Seed, Verdict } from './types.ts';
import { type Border, scalar, vector } from './wire.ts';

// Indices of the core's Verdict.
const VERDICTS: readonly Verdict[] = ['pass', 'fail', 'not-applicable'];

interface RawProbe {
  readonly id: string;
  readonly checks: readonly number[];
}

type RawReading = Omit<Finding, 'id' | 'verdict'> & {
  readonly check: number;
  readonly setup: number;
  readonly verdict: number;
};

interface RawFits {
  readonly mistakes: readonly number[];
  readonly all: number;
  readonly fewest: number;
}

interface RawJudgement {
  readonly right: number;
  readonly hidden: number;
  readonly tied: readonly number[];
  readonly setup: number;
  readonly expected: number;
  readonly got: number;
  readonly row: number;
  readonly col: number;
}

export function blindOf({ core, run }: Border): Blind {
  const ids = (call: 'listMistakes' | 'listInvariants') =>
    (run(call, []).list as readonly { readonly id: string }[]).map(({ id }) => id);
  const names = () =>
    (run('listBench', []).list as readonly { readonly name: string }[]).map(({ name }) => name);

  const asked = (seed: Seed, given: readonly string[]): Matrix[] => [
    ...whole(core, 'seed', seed),
    scalar(given.length),
    ...given.map((id: unknown) =>
      vector(new TextEncoder().encode(typeof id === 'string' ? id : nameOf(id))),
    ),
  ];

  return {
    probes() {
      const checks = ids('listInvariants');
      return (run('listProbes', []).list as readonly RawProbe[]).map(
        (probe): BlindProbe => ({
          id: probe.id,
          checks: Array.from(probe.checks, (check) => checks[check] ?? ''),
        }),
      );
    },
    probe(seed, probe) {
      const made = run('blindProbe', asked(seed, [probe])).list as readonly RawReading[];
      const [checks, setups] = [ids('listInvariants'), names()];
      return made.map(
        ({ check, setup, verdict, ...finding }): Reading => ({
          ...finding,
          id: checks[check] ?? '',
          setup: setups[setup] ?? '',
          verdict: VERDICTS[verdict] ?? 'not-applicable',
        }),
      );
    },
    fits(seed, probes) {
      const given = Array.from(list(core, 'probes', probes)) as string[];
      const made = run('blindFits', asked(seed, given)) as unknown as RawFits;
      const known = ids('listMistakes');
      return {
        mistakes: Array.from(made.mistakes, (one) => known[one] ?? ''),
        all: made.all,
        fewest: made.fewest,
      };
    },
    judge(seed, mistake) {
      const made = run('blindJudge', asked(seed, [mistake])) as unknown as RawJudgement;
      const known = ids('listMistakes');
      const { row, col, expected, got } = made;
      const setup = names()[made.setup];
      return {
        right: made.right === 1,
        hidden: known[made.hidden] ?? '',
        tied: Array.from(made.tied, (one) => known[one] ?? ''),
        ...(setup !== undefined && { differs: { setup, row, col, expected, got } }),
      };
    },
  };
}
