/** The calls of the trainable classifier: names, types and errors for what `wasm/triage.cpp` takes and gives. */
import { choice, list, number, object, optional, whole } from './door.ts';
import type { CoreModule } from './module.js';
import { lastRefusal, nameOf } from './refusal.ts';
import type { Matrix } from './types/matrix.ts';
import type {
  Finding,
  Rule,
  TicketReading,
  Triage,
  TriageEpoch,
  TriageOptions,
  TriageStarted,
  TrialJudged,
} from './types/triage.ts';
import { borderOf, scalar, vector } from './wire.ts';

export { LessonError } from './error.ts';
export type * from './types/matrix.ts';
export * from './types/triage.ts';

const SHORTCUTS = ['none', 'spurious', 'planted'] as const;
const POOLINGS = ['attention', 'mean', 'first'] as const;
const GUIDES = ['uniform', 'learned', 'frozen', 'adversary'] as const;

interface RawProgress {
  readonly epoch: number;
  readonly of: number;
  readonly testAccuracy: number;
}

type Sync<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : T[K];
};
/** The same calls, on the thread that calls. */
export type TriageCalls = Sync<Omit<Triage, 'close'>>;

interface RawRule {
  readonly id: string;
  readonly atLeast: number;
  readonly threshold: number;
  readonly inForce: number;
}
const ruleOf = ({ id, atLeast, threshold, inForce }: RawRule): Rule => ({
  ...{ id: id as Rule['id'], atLeast: atLeast === 1, threshold, inForce: inForce === 1 },
});

interface RawReading {
  readonly words: readonly { readonly word: string; readonly known: number }[];
  readonly blocks: readonly {
    readonly heads: readonly { readonly weights: Matrix }[];
    readonly mean: Matrix;
  }[];
  readonly tampered: { readonly uniformChanges: number };
}
interface RawJudged {
  readonly withoutCodes: Matrix;
  readonly reliance: number;
  readonly findings: readonly (Record<'measured' | 'holds' | 'counted', number> & {
    readonly rule: RawRule;
    readonly value: number;
  })[];
}

export function triageOf(core: CoreModule): TriageCalls {
  const { run } = borderOf(core);
  const textOf = (name: string, text: string): Matrix => {
    if (typeof text === 'string') return vector(new TextEncoder().encode(text));
    core.refuseText(name, -1, -1, nameOf(text));
    throw lastRefusal(core);
  };
  const flagOf = (name: string, value: boolean) => scalar(choice(core, name, value, [false, true]));
  const bytesOf = (csv: Uint8Array | undefined): Matrix[] => {
    if (csv === undefined) return [scalar(0)];
    if (!(csv instanceof Uint8Array)) {
      core.refuseVector('csv', nameOf(csv));
      throw lastRefusal(core);
    }
    return [scalar(1), vector(csv)];
  };
  function startParts(given: TriageOptions): Matrix[] {
    const { seed = 39, shortcut = 'none', pooling = 'attention', uniform = false } = given;
    return [
      ...whole(core, 'seed', seed),
      optional(core, 'train', given.train),
      optional(core, 'test', given.test),
      scalar(choice(core, 'shortcut', shortcut, SHORTCUTS)),
      ...bytesOf(given.csv),
      optional(core, 'width', given.width),
      optional(core, 'heads', given.heads),
      optional(core, 'blocks', given.blocks),
      scalar(choice(core, 'pooling', pooling, POOLINGS)),
      flagOf('uniform', uniform),
      ...whole(core, 'modelSeed', given.modelSeed ?? 1),
      optional(core, 'epochs', given.epochs),
      optional(core, 'batch', given.batch),
      optional(core, 'rate', given.rate),
      optional(core, 'maskShare', given.maskShare),
    ];
  }
  const ruleParts = (rule: Rule): Matrix[] => {
    const { id, atLeast, threshold, inForce } = object(core, 'rules', rule);
    return [
      textOf('rules.id', id),
      flagOf('rules.atLeast', atLeast),
      number(core, 'rules.threshold', threshold),
      flagOf('rules.inForce', inForce),
    ];
  };
  return {
    start(given = {}) {
      const made = run('triageStart', startParts(object(core, 'options', given)));
      const { queues, ...rest } = made as unknown as Omit<TriageStarted, 'queues'> & {
        readonly queues: readonly { readonly text: string }[];
      };
      return { ...rest, queues: queues.map(({ text }) => text) };
    },
    epoch: () => run('triageEpoch', []) as unknown as TriageEpoch,
    read(text) {
      const made = run('triageRead', [textOf('text', text)]) as unknown as RawReading;
      const { words, blocks, tampered } = made;
      return {
        ...(made as unknown as TicketReading),
        words: words.map(({ word, known }) => ({ word, known: known === 1 })),
        blocks: blocks.map(({ heads, mean }) => ({
          heads: heads.map(({ weights }) => weights),
          mean,
        })),
        tampered: {
          ...(tampered as unknown as TicketReading['tampered']),
          uniformChanges: tampered.uniformChanges === 1,
        },
      };
    },
    tryTickets: (count, of) =>
      run('triageTry', [number(core, 'count', count), number(core, 'tickets', of)]) as unknown as {
        done: number;
        of: number;
      },
    peerEpoch: (uniform) =>
      run('triagePeerEpoch', [flagOf('uniform', uniform)]) as unknown as RawProgress,
    guideEpoch: (guide) =>
      run('triageGuideEpoch', [
        scalar(choice(core, 'guide', guide, GUIDES)),
      ]) as unknown as RawProgress,
    adversaryEpoch: () => run('triageAdversaryEpoch', []) as unknown as RawProgress,
    judge(given) {
      const rules = list(core, 'rules', given);
      const made = run('triageJudge', [scalar(rules.length), ...rules.flatMap(ruleParts)]);
      const { reliance, findings } = made as unknown as RawJudged;
      return {
        ...(made as unknown as TrialJudged),
        reliance: reliance === 1,
        findings: findings.map(
          ({ rule, measured, value, holds, counted }): Finding => ({
            ...{ rule: ruleOf(rule), measured: measured === 1, value },
            ...{ holds: holds === 1, counted: counted === 1 },
          }),
        ),
      };
    },
    rules: () =>
      (run('triageRules', []) as unknown as { rules: readonly RawRule[] }).rules.map(ruleOf),
  };
}

/** The calls with promises, where no worker is. */
export function promised(calls: TriageCalls): Triage {
  const later =
    <A extends unknown[], R>(call: (...args: A) => R) =>
    async (...args: A) =>
      call(...args);
  return {
    start: later(calls.start),
    epoch: later(calls.epoch),
    read: later(calls.read),
    tryTickets: later(calls.tryTickets),
    peerEpoch: later(calls.peerEpoch),
    guideEpoch: later(calls.guideEpoch),
    adversaryEpoch: later(calls.adversaryEpoch),
    judge: later(calls.judge),
    rules: later(calls.rules),
    close() {},
  };
}
