/** What `types.ts` promises of a store, over a backend that may change from the device to memory and back. */

import { messages } from '../messages/index.ts';
import {
  type Backend,
  contentsOf,
  KEY_OF,
  MemoryBackend,
  type RecordOf,
  snapshot,
  TABLES,
  type Tables,
} from './backend.ts';
import { StoreError } from './error.ts';
import { planImport } from './plan.ts';
import type {
  Backup,
  Contents,
  ImportReport,
  NewAttempt,
  Notice,
  Store,
  StoreChange,
  TableName,
} from './types.ts';

/** What other tabs are told. */
interface News {
  readonly tables: readonly TableName[];
}

/** Of the browser's errors, what they mean for the learner; nothing for an error of another kind. */
export function noticeOf(reason: unknown): Notice | undefined {
  const name = reason instanceof Error || reason instanceof DOMException ? reason.name : '';
  if (name === 'QuotaExceededError') return 'storage-full';
  if (name === 'VersionError') return 'storage-newer';
  if (name === 'SecurityError') return 'storage-refused';
  // A record that cannot be copied is the caller's fault.
  const ofBrowser = reason instanceof DOMException && name !== 'DataCloneError';
  return ofBrowser ? 'storage-failed' : undefined;
}

/** 128 random bits: `crypto.randomUUID` exists in secure contexts alone. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const byTime = (a: { at: number; id: string }, b: { at: number; id: string }) =>
  a.at - b.at || (a.id < b.id ? -1 : 1);

export class LessonStore implements Store {
  #backend: Backend;
  /** The device, while memory stands in for it and may be written back. */
  #waiting: Backend | undefined;
  #notice: Notice | undefined;
  #moving: Promise<void> | undefined;
  /** Since memory stands in, an import replaced all that there was: so it does on the device too. */
  #replaced = false;
  readonly #listeners = new Set<(change: StoreChange) => void>();
  #channel: BroadcastChannel | undefined;

  /** `channel`: the same name in every tab that opens the same device. */
  constructor(backend: Backend, channel: string, notice?: Notice) {
    this.#backend = backend;
    this.#notice = notice;
    if (typeof BroadcastChannel === 'undefined') return;
    this.#channel = new BroadcastChannel(channel);
    this.#channel.onmessage = ({ data }: MessageEvent<News>) => {
      // What this tab keeps in memory is not what the other one wrote.
      if (this.where === 'device') this.#tell({ tables: data.tables, by: 'elsewhere' });
    };
  }

  get where(): Store['where'] {
    return this.#notice ? 'memory' : 'device';
  }

  get notice(): Notice | undefined {
    return this.#notice;
  }

  cards: Store['cards'] = () => this.#read(['cards'], ({ cards }) => cards.all());

  startCards: Store['startCards'] = (ids, card) =>
    this.#write(['cards'], async ({ cards }) => {
      const added: string[] = [];
      for (const id of ids) {
        if (await cards.get(id)) continue;
        await cards.put({ id, card });
        added.push(id);
      }
      return added;
    });

  putReview: Store['putReview'] = (id, { day, grade, at }, next) =>
    this.#write(['cards', 'reviews'], async ({ cards, reviews }) => {
      const before = (await cards.get(id))?.card;
      if (!before) throw new StoreError('unknown-card', messages.storage.errors.unknownCard(id));
      const after = next(before);
      const counted = after.reviews !== before.reviews;
      await cards.put({ id, card: after });
      await reviews.put({ id: newId(), card: id, day, grade, at, stage: before.stage, counted });
      return after;
    });

  history: Store['history'] = async (id) => {
    const reviews = await this.#read(['reviews'], (tables) => tables.reviews.all());
    return reviews.filter(({ card }) => id === undefined || card === id).sort(byTime);
  };

  addAttempt: Store['addAttempt'] = async (given: NewAttempt) => {
    // A backup that holds another score could not be read again.
    if (!(given.score >= 0 && given.score <= 1)) {
      throw new StoreError('score-range', messages.storage.errors.score(given.score));
    }
    const attempt = { id: newId(), ...given, slips: [...given.slips] };
    await this.#put('attempts', attempt);
    return attempt;
  };

  attempts: Store['attempts'] = async () => {
    const attempts = await this.#read(['attempts'], (tables) => tables.attempts.all());
    return attempts.sort(byTime);
  };

  completed: Store['completed'] = async () =>
    (await this.#read(['completions'], ({ completions }) => completions.all()))[0];

  setCompleted: Store['setCompleted'] = (completion) => this.#putFirst('completions', completion);

  read: Store['read'] = () => this.#read(['sections'], ({ sections }) => sections.all());

  markRead: Store['markRead'] = async (id, at = Date.now()) => {
    await this.#putFirst('sections', { id, at });
  };

  note: Store['note'] = async (key) =>
    (await this.#read(['notes'], ({ notes }) => notes.get(key)))?.text ?? undefined;

  setNote: Store['setNote'] = (key, text, at = Date.now()) =>
    this.#put('notes', { key, text: text ?? null, at });

  notes: Store['notes'] = () => this.#read(['notes'], ({ notes }) => notes.all());

  subscribe(listener: (change: StoreChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async exportAll(): Promise<Backup> {
    const contents = await this.#read(TABLES, contentsOf);
    return { format: 'attention-lesson-backup', version: 1, exportedAt: Date.now(), ...contents };
  }

  async previewImport(file: unknown, mode: ImportReport['mode']): Promise<ImportReport> {
    const { contentsOfFile } = await import('./backup.ts');
    const theirs = contentsOfFile(file);
    return planImport(await this.#read(TABLES, contentsOf), theirs, mode).report;
  }

  async importBackup(file: unknown, mode: ImportReport['mode']): Promise<ImportReport> {
    const { contentsOfFile } = await import('./backup.ts');
    const theirs = contentsOfFile(file);
    const report = await this.#write(TABLES, (tables) => take(tables, theirs, mode));
    this.#replaced ||= this.where === 'memory' && mode === 'replace';
    return report;
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#channel?.close();
    this.#channel = undefined;
    await this.#moving;
    this.#backend.close();
    this.#waiting?.close();
  }

  /** A device that opened late, or that has room again: what memory holds is merged into it. Rejects when that fails. */
  adopt(device: Backend): Promise<void> {
    return this.#move(async () => {
      if (this.where === 'device') return;
      const here = await snapshot(this.#backend);
      const mode = this.#replaced ? 'replace' : 'merge';
      await device.transaction('readwrite', TABLES, (tables) => take(tables, here, mode));
      this.#waiting = undefined;
      this.#replaced = false;
      this.#backend = device;
      this.#notice = undefined;
      this.#tell({ tables: [], by: 'place' });
      this.#wrote(TABLES);
    });
  }

  /** From now on in memory, with all that the device holds while it can be read. */
  goOnInMemory(notice: Notice): Promise<void> {
    return this.#move(async () => {
      if (this.where === 'device') {
        const device = this.#backend;
        const contents = await snapshot(device).catch(() => undefined);
        this.#backend = new MemoryBackend(contents);
        if (notice === 'storage-full') this.#waiting = device;
      }
      this.explain(notice);
    });
  }

  /** One move at a time; reads and writes wait for it. */
  #move(run: () => Promise<void>): Promise<void> {
    const moved = (this.#moving ?? Promise.resolve()).catch(() => undefined).then(run);
    const ended = moved.finally(() => {
      if (this.#moving === ended) this.#moving = undefined;
    });
    this.#moving = ended;
    return ended;
  }

  /** Why memory stands in, when that is known only later; nothing once somebody keeps what it holds. */
  explain(notice: Notice | undefined): void {
    this.#notice = notice;
    this.#tell({ tables: [], by: 'place' });
  }

  #read<T>(names: readonly TableName[], run: (tables: Tables) => Promise<T>): Promise<T> {
    return this.#try((backend) => backend.transaction('readonly', names, run));
  }

  async #write<T>(names: readonly TableName[], run: (tables: Tables) => Promise<T>): Promise<T> {
    if (this.#waiting) await this.#tryRoom(this.#waiting);
    const result = await this.#try((backend) => backend.transaction('readwrite', names, run));
    this.#wrote(names);
    return result;
  }

  async #put<Name extends TableName>(name: Name, record: RecordOf<Name>): Promise<void> {
    if (this.#waiting) await this.#tryRoom(this.#waiting);
    await this.#try((backend) => backend.put(name, record));
    this.#wrote([name]);
  }

  /** Unless there is one of that key; gives the one that is there then. */
  #putFirst<Name extends 'sections' | 'completions'>(
    name: Name,
    record: RecordOf<Name>,
  ): Promise<RecordOf<Name>> {
    return this.#write([name], async (tables) => {
      const table = tables[name] as Tables['sections'] & Tables['completions'];
      const known = await table.get(KEY_OF[name](record));
      if (!known) await table.put(record as never);
      return (known ?? record) as RecordOf<Name>;
    });
  }

  /** On the device; in memory instead, should the device fail. */
  async #try<T>(run: (backend: Backend) => Promise<T>): Promise<T> {
    if (this.#moving) await this.#moving.catch(() => undefined);
    try {
      return await run(this.#backend);
    } catch (reason) {
      const notice = noticeOf(reason);
      if (!notice || this.where === 'memory') throw reason;
      await this.goOnInMemory(notice);
      return run(this.#backend);
    }
  }

  /** There was no room before; there may be some now. */
  #tryRoom(device: Backend): Promise<void> {
    return this.adopt(device).catch(() => undefined);
  }

  #wrote(tables: readonly TableName[]): void {
    this.#tell({ tables, by: 'here' });
    if (this.where === 'device') this.#channel?.postMessage({ tables } satisfies News);
  }

  #tell(change: StoreChange): void {
    for (const listener of [...this.#listeners]) listener(change);
  }
}

/** Writes what the plan says into tables of one transaction. */
async function take(
  tables: Tables,
  theirs: Contents,
  mode: ImportReport['mode'],
): Promise<ImportReport> {
  const plan = planImport(await contentsOf(tables), theirs, mode);
  for (const name of TABLES) {
    if (plan.clear) await tables[name].clear();
    for (const record of plan.write[name]) await tables[name].put(record as never);
  }
  return plan.report;
}
