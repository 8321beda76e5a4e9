/** What the figure does with the classifier: training and the trial, call by call, each of which may be the last. */
import type {
  Finding,
  Guide,
  Rule,
  Triage,
  TriageEpoch,
  TriageOptions,
  TriageStarted,
  TrialJudged,
} from '../../../engine/types/triage.ts';

/** A number of the trial's tickets that are tried in one call: some hundredths of a second. */
const TOGETHER = 4;
const PEERS = 2;

export interface Trained {
  readonly options: TriageOptions;
  readonly started: TriageStarted;
  readonly epochs: readonly TriageEpoch[];
}

/** How far the tests are that train other models, beside the court. */
export type FurtherStep =
  | { readonly kind: 'guide'; readonly guide: Guide; readonly epoch: number; readonly of: number }
  | { readonly kind: 'adversary'; readonly epoch: number; readonly of: number };

export type CourtStep =
  | { readonly kind: 'tickets'; readonly done: number; readonly of: number }
  | { readonly kind: 'peer'; readonly peer: number; readonly epoch: number; readonly of: number }
  | { readonly kind: 'uniform'; readonly epoch: number; readonly of: number };

/** Share of the whole trial that is done, for a bar. Other models take about as long as all tickets do. */
export function shareOf(step: CourtStep, others: boolean): number {
  const stages = others ? 2 + PEERS : 1;
  if (step.kind === 'tickets') return step.done / step.of / stages;
  const before = step.kind === 'uniform' ? 1 + PEERS : step.peer;
  return (before + step.epoch / step.of) / stages;
}

/** Trains until all epochs are done or `signal` is aborted; `told` hears of each. */
export async function train(
  triage: Triage,
  options: TriageOptions,
  signal: AbortSignal,
  told: (state: Trained) => void,
): Promise<Trained> {
  const started = await triage.start(options);
  let state: Trained = { options, started, epochs: [] };
  told(state);
  while (!signal.aborted && state.epochs.length < (options.epochs ?? 1)) {
    const epoch = await triage.epoch();
    state = { ...state, epochs: [...state.epochs, epoch] };
    told(state);
  }
  return state;
}

/** Tries tickets, and trains the other models if they are wanted. What was done when it was aborted stays. */
export async function hold(
  triage: Triage,
  of: number,
  others: boolean,
  signal: AbortSignal,
  told: (step: CourtStep) => void,
): Promise<void> {
  for (;;) {
    const progress = await triage.tryTickets(TOGETHER, of);
    told({ kind: 'tickets', ...progress });
    if (signal.aborted) return;
    if (progress.done === progress.of) break;
  }
  if (!others) return;
  for (let peer = 1; peer <= PEERS; peer++) {
    for (let over = false; !over; ) {
      const { epoch, of: all } = await triage.peerEpoch(false);
      told({ kind: 'peer', peer, epoch, of: all });
      if (signal.aborted) return;
      over = epoch === all;
    }
  }
  for (let over = false; !over; ) {
    const { epoch, of: all } = await triage.peerEpoch(true);
    told({ kind: 'uniform', epoch, of: all });
    if (signal.aborted) return;
    over = epoch === all;
  }
}

/** The adversary's map guides last: it must be there. */
const FURTHER = ['uniform', 'learned', 'frozen', 'train', 'adversary'] as const;

export function shareOfFurther(step: FurtherStep): number {
  const stage = FURTHER.indexOf(step.kind === 'adversary' ? 'train' : step.guide);
  return (stage + step.epoch / step.of) / FURTHER.length;
}

/** Trains the guided models and the adversary. Those that were done when it was aborted stay. */
export async function further(
  triage: Triage,
  signal: AbortSignal,
  told: (step: FurtherStep) => void,
): Promise<void> {
  for (const stage of FURTHER) {
    for (let over = false; !over; ) {
      const { epoch, of } =
        stage === 'train' ? await triage.adversaryEpoch() : await triage.guideEpoch(stage);
      told(
        stage === 'train'
          ? { kind: 'adversary', epoch, of }
          : { kind: 'guide', guide: stage, epoch, of },
      );
      if (signal.aborted) return;
      over = epoch === of;
    }
  }
}

export interface Ruling {
  readonly rules: readonly Rule[];
  readonly judged: TrialJudged;
}

export const failedOf = ({ findings }: TrialJudged): readonly Finding[] =>
  findings.filter(({ counted, holds }) => counted && !holds);
