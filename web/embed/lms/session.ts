/**
 * Between the store and the system: what changes here is put there at once and saved soon after, what the system kept is
 * merged in at the start.
 */
import { StoreError } from '../../storage/error.ts';
import type { Contents, Store, TableName } from '../../storage/types.ts';
import type { Lms, Tell } from './lms.ts';
import { progressOf } from './progress.ts';
import { decodeState, encodeState, REPORTED, StateError } from './state.ts';

export interface SessionOptions {
  readonly lms: Lms;
  readonly store: Store;
  readonly tell: Tell;
  /** The system has all that was put. */
  readonly saved?: () => void;
  /** Ids of the sections of the core path. */
  readonly sections: readonly string[];
  /** Ids of the kinds of exercises; asked for once there is an attempt at one. */
  readonly kinds: () => Promise<readonly string[]>;
  /** Id of the section in view. */
  readonly place: () => string;
  /** In milliseconds: from a change to the system, and from there to its save. */
  readonly delays?: { readonly put: number; readonly commit: number };
}

const DELAYS = { put: 250, commit: 2000 };

const RELEVANT: ReadonlySet<TableName> = new Set<TableName>([
  ...(['attempts', 'cards', 'completions', 'notes', 'reviews', 'sections'] as const),
]);

export class LmsSession {
  /** A state of a newer lesson is in the system: it is not written over. */
  #keepState = false;
  #putting: Promise<void> = Promise.resolve();
  #putTimer: ReturnType<typeof setTimeout> | undefined;
  #commitTimer: ReturnType<typeof setTimeout> | undefined;
  /** Ids of attempts that were handed over in this session. */
  readonly #handed = new Set<string>();
  /** Time of the latest of them. */
  #latest = 0;
  #stop = () => {};

  constructor(private readonly options: SessionOptions) {}

  /** Merges what the system kept into the store; never rejects for what the state is like. */
  async begin(): Promise<void> {
    const { lms, store, tell } = this.options;
    if (lms.state !== '') {
      try {
        await store.importBackup(decodeState(lms.state), 'merge');
      } catch (reason) {
        if (!(reason instanceof StateError) && !(reason instanceof StoreError)) throw reason;
        const newer = reason.code === 'lms-state-newer';
        this.#keepState = newer;
        tell({ code: newer ? 'lms-state-newer' : 'lms-state-damaged', detail: reason.message });
      }
    }
    this.#stop = store.subscribe(({ tables }) => {
      if (tables.some((name) => RELEVANT.has(name))) this.changed();
    });
    this.changed();
  }

  /** Something is to be told: the store changed, or another section came into view. */
  changed = (): void => {
    const { put } = this.options.delays ?? DELAYS;
    this.#putTimer ??= setTimeout(() => void this.#put(), put);
  };

  /** Puts and saves what there is without waiting for the timers. */
  async flush(): Promise<void> {
    await this.#put();
    await this.#commit();
  }

  /** The page is left. */
  end(): void {
    this.#stop();
    clearTimeout(this.#putTimer);
    clearTimeout(this.#commitTimer);
    this.options.lms.end();
  }

  /** One after the other: of two that read the store at once the older could be put last. */
  #put(): Promise<void> {
    clearTimeout(this.#putTimer);
    this.#putTimer = undefined;
    this.#putting = this.#putting.catch(() => undefined).then(() => this.#report());
    return this.#putting;
  }

  async #report(): Promise<void> {
    const { lms, store, sections, place, delays = DELAYS } = this.options;
    const contents: Contents = await store.exportAll();
    const mark = Number(contents.notes.find(({ key }) => key === REPORTED)?.text ?? 0);
    const attempts = contents.attempts
      .filter(({ id, at }) => at > mark && !this.#handed.has(id))
      .sort((a, b) => a.at - b.at);
    const tried = contents.attempts.some(({ source }) => source === 'exercise');
    // Without the core there is no score for now; the page itself says that the core is missing.
    const kinds = tried ? await this.options.kinds().catch(() => []) : [];
    const progress = progressOf(contents.sections, contents.attempts, { sections, kinds });
    for (const { id, at } of attempts) {
      this.#handed.add(id);
      this.#latest = Math.max(this.#latest, at);
    }
    const state = this.#keepState
      ? undefined
      : encodeState(withMark(contents, Math.max(mark, this.#latest)), lms.room).text;
    lms.put({ ...progress, place: place(), state, attempts });
    this.#commitTimer ??= setTimeout(() => void this.#commit(), delays.commit);
  }

  async #commit(): Promise<void> {
    clearTimeout(this.#commitTimer);
    this.#commitTimer = undefined;
    const { lms, store, saved } = this.options;
    const latest = this.#latest;
    if (!(await lms.commit())) return;
    saved?.();
    if (latest === 0) return;
    // Known at the next launch, on whichever device that is.
    if (Number((await store.note(REPORTED)) ?? 0) < latest) {
      await store.setNote(REPORTED, String(latest), latest);
    }
  }
}

/** With the answers goes that they are there: a system saves both, or neither. */
function withMark(contents: Contents, at: number): Contents {
  if (at === 0) return contents;
  const others = contents.notes.filter(({ key }) => key !== REPORTED);
  return { ...contents, notes: [...others, { key: REPORTED, text: String(at), at }] };
}
