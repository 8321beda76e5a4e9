/**
 * Where a learner stands with the cards, for an element that shows it: reads the store, follows its changes and the
 * calendar, and schedules the cards when the lesson is completed. The core is loaded when there is a day to reckon with.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Engine, ReviewCard } from '../../engine/types.ts';
import type { Completion, Grade, Store, StoredCard, TableName } from '../../storage/types.ts';
import { cardsIn, coreSectionsIn, type RecallCard } from './cards.ts';
import { onNewDay, todayOf } from './days.ts';
import { dueCards } from './session.ts';

/** Not before it is needed: the first screen waits for no core. */
const wholeEngine = async (): Promise<Engine> =>
  (await import('../shared/whole-engine.ts')).wholeEngine();

/** What a standing is made of: what is typed into the page changes none of it. */
const SHOWN: ReadonlySet<TableName> = new Set(['cards', 'sections', 'completions']);

export interface Standing {
  readonly completion: Completion | undefined;
  /** Sections of the core path that were not read yet. */
  readonly missing: readonly { readonly id: string; readonly title: string }[];
  /** How many sections the core path has. */
  readonly sections: number;
  /** Those of the page; undefined as long as none is scheduled. */
  readonly stored: readonly StoredCard[];
  readonly cards: readonly RecallCard[];
}

/** What a review did to its card. */
export interface Reviewed {
  readonly today: number;
  readonly due: number;
  /** The date of the card changed. */
  readonly moved: boolean;
}

/** What needs the core. */
export interface Reckoning {
  readonly engine: Engine;
  readonly today: number;
  readonly due: readonly RecallCard[];
}

export class Recall implements ReactiveController {
  store: Store | undefined;
  standing: Standing | undefined;
  reckoning: Reckoning | undefined;
  /** Why nothing can be shown: the core or the store did not open. */
  failure: Error | undefined;

  /** The first reading is done, or failed. */
  ready: Promise<void> = Promise.resolve();

  #stop: (() => void)[] = [];
  #turn = 0;

  constructor(
    private readonly host: ReactiveControllerHost,
    /** Load the core also when nothing is scheduled. */
    private readonly eager = false,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.ready = this.#open();
  }

  hostDisconnected(): void {
    for (const stop of this.#stop) stop();
    this.#stop = [];
  }

  async #open(): Promise<void> {
    try {
      const { openStore } = await import('../../storage/store.ts');
      this.store = await openStore();
      this.#stop.push(
        this.store.subscribe(({ tables, by }) => {
          if (by === 'place' || tables.some((name) => SHOWN.has(name))) void this.refresh();
        }),
      );
      this.#stop.push(onNewDay(() => void this.refresh()));
      await this.refresh();
    } catch (reason) {
      this.#fail(reason);
    }
  }

  #fail(reason: unknown): void {
    this.failure = reason instanceof Error ? reason : new Error(String(reason));
    this.host.requestUpdate();
  }

  /** Reads everything again. Of two that overlap, the one that began last is shown. */
  async refresh(): Promise<void> {
    const { store } = this;
    if (!store) return;
    const turn = ++this.#turn;
    try {
      const standing = await standingOf(store);
      const needed = this.eager || standing.stored.length > 0 || isComplete(standing);
      const engine = needed ? await wholeEngine() : undefined;
      if (turn !== this.#turn) return;
      this.failure = undefined;
      this.standing = standing;
      if (engine) {
        const today = todayOf(engine.review);
        this.reckoning = { engine, today, due: dueCards(standing.cards, standing.stored, today) };
      }
      this.host.requestUpdate();
      if (engine && isComplete(standing) && unscheduled(standing).length > 0)
        await this.schedule(standing.completion?.by ?? 'read');
    } catch (reason) {
      this.#fail(reason);
    }
  }

  /** The lesson is completed: its cards begin today. Those that are scheduled already stay as they are. */
  async schedule(by: Completion['by']): Promise<void> {
    const { store } = this;
    if (!store) return;
    const engine = await wholeEngine();
    const now = new Date();
    const day = todayOf(engine.review, now);
    await store.setCompleted({ day, at: now.getTime(), by });
    await store.startCards(
      cardsIn(document).map(({ id }) => id),
      engine.review.start({ day }),
    );
    await this.refresh();
  }

  /** Keeps a review at once. Of a card that is not scheduled yet there is nothing to keep but the attempt. */
  async review(card: RecallCard, grade: Grade): Promise<Reviewed | undefined> {
    const { store } = this;
    if (!store) return undefined;
    const engine = await wholeEngine();
    const now = new Date();
    const [day, at] = [todayOf(engine.review, now), now.getTime()];
    // The core's tasks note their own attempts, with the slips that were named.
    if (card.kind !== 'task') {
      const score = grade === 'pass' ? 1 : 0;
      await store.addAttempt({ source: 'card', kind: card.id, score, slips: [], day, at });
    }
    if (!(await store.cards()).some(({ id }) => id === card.id)) return undefined;
    let before: ReviewCard | undefined;
    const after = await store.putReview(card.id, { day, grade, at }, (stored) => {
      before = stored;
      return engine.review.next({ card: stored, grade, day });
    });
    return { due: after.due, today: day, moved: after.due !== before?.due };
  }
}

async function standingOf(store: Store): Promise<Standing> {
  const [stored, read, completion] = await Promise.all([
    store.cards(),
    store.read(),
    store.completed(),
  ]);
  const cards = cardsIn(document);
  const known = new Set(cards.map(({ id }) => id));
  const done = new Set(read.map(({ id }) => id));
  const core = coreSectionsIn(document);
  return {
    completion,
    cards,
    // A card that a later version of the lesson dropped stays in the store and is asked no more.
    stored: stored.filter(({ id }) => known.has(id)),
    sections: core.length,
    missing: core.filter(({ id }) => !done.has(id)),
  };
}

const isComplete = ({ completion, missing, sections }: Standing): boolean =>
  completion !== undefined || (sections > 0 && missing.length === 0);

/** Cards that are not scheduled, such as those that a later version of the lesson added. */
const unscheduled = ({ cards, stored }: Standing): readonly RecallCard[] => {
  const ids = new Set(stored.map(({ id }) => id));
  return cards.filter(({ id }) => !ids.has(id));
};
