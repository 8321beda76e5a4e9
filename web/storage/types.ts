/**
 * What a learner did, and how it is kept. One interface for every page and element; `store.ts` opens it. A time `at` is in
 * milliseconds since 1970 (`Date.now()`), a day the number that `engine.review.dayOf` gives. Records are plain objects
 * that nobody changes afterwards.
 */
import type { ReviewCard } from '../engine/types/review.ts';

export type Grade = 'miss' | 'pass';

export interface StoredCard {
  readonly id: string;
  readonly card: ReviewCard;
}

/** One answer to a card, kept for its history. */
export interface StoredReview {
  /** Of the review, unique over all devices. */
  readonly id: string;
  readonly card: string;
  readonly day: number;
  readonly grade: Grade;
  readonly at: number;
  /** The card's stage before: the review was due after that interval. */
  readonly stage: number;
  /** Whether it changed the card: an early pass does not, nor does a second pass of one day. */
  readonly counted: boolean;
}

export type AttemptSource = 'exercise' | 'hand-task' | 'card' | 'puzzle' | 'choice' | 'write';

export interface NewAttempt {
  readonly source: AttemptSource;
  /** Kind of exercise, id of the card, the puzzle (`hidden-mistake` is one) or the question. */
  readonly kind: string;
  /** Of a generated task: with `kind` it gives the same task again. */
  readonly seed?: string | undefined;
  /** 0 to 1: the share that was right. */
  readonly score: number;
  /** Ids of the slips that were named. */
  readonly slips: readonly string[];
  /** Of a puzzle: the edits that were made; of a hidden mistake: the probes. */
  readonly edits?: number | undefined;
  readonly day: number;
  readonly at: number;
}

export interface Attempt extends NewAttempt {
  /** Unique over all devices. */
  readonly id: string;
}

export interface ReadSection {
  /** Id of the section. */
  readonly id: string;
  /** When it was first read; 0: before times were kept. */
  readonly at: number;
}

/** That the lesson was completed, and so its cards scheduled. */
export interface Completion {
  readonly day: number;
  readonly at: number;
  /** `read`: every section of the core path was read here; `elsewhere`: the learner says so. */
  readonly by: 'read' | 'elsewhere';
}

/** What the learner wrote, ticked or chose, by the key of its place, such as `lesson/write/recall-1/text`. */
export interface Note {
  readonly key: string;
  /** `null`: it was deleted; kept so that an older copy does not bring it back. */
  readonly text: string | null;
  readonly at: number;
}

/** Everything, as it is kept, exported and imported. */
export interface Contents {
  readonly cards: readonly StoredCard[];
  readonly reviews: readonly StoredReview[];
  readonly attempts: readonly Attempt[];
  readonly sections: readonly ReadSection[];
  readonly notes: readonly Note[];
  /** None or one. */
  readonly completions: readonly Completion[];
}

export type TableName = keyof Contents;

export interface Backup extends Contents {
  readonly format: 'attention-lesson-backup';
  /** Of the format; `web/public/schemas/attention-lesson-backup.schema.json` describes it. */
  readonly version: 1;
  readonly exportedAt: number;
}

/** Counts by table. */
export type Counts = Readonly<Record<TableName, number>>;

/** What an import does, or would do. Nothing newer on this device is ever replaced by `merge`. */
export interface ImportReport {
  readonly mode: 'merge' | 'replace';
  /** Not here before. */
  readonly added: Counts;
  /** Here before, and the file's is later. */
  readonly updated: Counts;
  /** The same on both sides, or later here (`replace`: only the same). */
  readonly kept: Counts;
  /** Only here, or later here, and gone after `replace`; zeros after `merge`. */
  readonly lost: Counts;
}

/**
 * Why what happens is kept in memory only, until the page is closed:
 *   storage-refused    the browser gives no storage here: a private window, or a frame of another site
 *   storage-full       the device has no room left; every later write tries again
 *   storage-blocked    the device has not answered yet, mostly as another tab holds an older version open; what was done is
 *                      kept as soon as it does
 *   storage-newer      what is kept was written by a newer version of this page: reload it
 *   storage-failed     the browser's storage broke
 *   host-silent        the site that shows the lesson keeps the progress, and has not handed it over yet
 *   read-only          the site shows the lesson to be looked at
 */
export type Notice =
  | 'storage-refused'
  | 'storage-full'
  | 'storage-blocked'
  | 'storage-newer'
  | 'storage-failed'
  | 'host-silent'
  | 'read-only';

export interface StoreChange {
  readonly tables: readonly TableName[];
  /** `elsewhere`: by another tab; `place`: `where` or `notice` changed. */
  readonly by: 'here' | 'elsewhere' | 'place';
}

/**
 * Every write is one transaction: done wholly, or refused with a `StoreError` and not at all. Where the device does not
 * keep, the store goes on in memory and `notice` says why: no method fails for want of room.
 */
export interface Store {
  /** `memory`: lost when the page is closed; `host`: the site around the lesson keeps it. May change: `subscribe` tells. */
  readonly where: 'device' | 'memory' | 'host';
  readonly notice: Notice | undefined;

  /** In the order of their ids. */
  cards(): Promise<readonly StoredCard[]>;
  /** Adds those that are not there yet, each as `card`; gives the ids that were added. */
  startCards(ids: readonly string[], card: ReviewCard): Promise<readonly string[]>;
  /**
   * Reviews a card: `next` gets the card as it stands, also when another tab reviewed it meanwhile, and gives the card
   * after: `(card) => engine.review.next({ card, grade, day })`. Gives what `next` gave. `next` must not wait.
   *   unknown-card   no card of that id was started
   */
  putReview(
    id: string,
    review: { readonly day: number; readonly grade: Grade; readonly at: number },
    next: (card: ReviewCard) => ReviewCard,
  ): Promise<ReviewCard>;
  /** The reviews of one card, or of all, from the first to the last. */
  history(id?: string): Promise<readonly StoredReview[]>;

  /**
   * Gives the attempt with its id.
   *   score-range   the score is not from 0 to 1
   */
  addAttempt(attempt: NewAttempt): Promise<Attempt>;
  /** From the first to the last. */
  attempts(): Promise<readonly Attempt[]>;

  completed(): Promise<Completion | undefined>;
  /** The first one stays. */
  setCompleted(completion: Completion): Promise<Completion>;
  read(): Promise<readonly ReadSection[]>;
  /** The first reading stays. */
  markRead(id: string, at?: number): Promise<void>;

  /** Elements take `recall` and `keep` of `local.ts`, which do not wait. */
  note(key: string): Promise<string | undefined>;
  /** `undefined` deletes it. */
  setNote(key: string, text: string | undefined, at?: number): Promise<void>;
  notes(): Promise<readonly Note[]>;

  /** Called after each change, of this tab or another. Gives the end of it. */
  subscribe(listener: (change: StoreChange) => void): () => void;

  exportAll(): Promise<Backup>;
  /** What `importBackup` would do. `file`: the text of the file, or what it was parsed to. Refuses as `importBackup` does. */
  previewImport(file: unknown, mode: 'merge' | 'replace'): Promise<ImportReport>;
  /**
   * `merge` keeps, of each card, the one with the later last review, of each note the later text, and every review,
   * attempt and section of both. `replace` keeps the file's alone.
   *   backup-not-json        the text is no JSON
   *   backup-format          it is no backup of this lesson
   *   backup-newer           it was written by a newer version of the page
   *   backup-invalid         something in it is not what the schema says; `where` names the place
   *   backup-too-large       more text or more records than this store takes
   */
  importBackup(file: unknown, mode: 'merge' | 'replace'): Promise<ImportReport>;

  /** Ends the connection: for tests, and for a page that is closed. */
  close(): Promise<void>;
}
