/**
 * Records on this device, in IndexedDB. Version 1 of what is kept was the notes alone, in localStorage; `legacy.ts` reads
 * them. Each later version has its step in `MIGRATIONS`, and a test that starts from every earlier one.
 */
import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import {
  type Backend,
  KEY_OF,
  type RecordOf,
  TABLES,
  type Table,
  type Tables,
  tablesOf,
} from './backend.ts';
import { forgetLegacy, readLegacy } from './legacy.ts';
import type { TableName } from './types.ts';

export const NAME = 'attention-lesson';
export const VERSION = 2;

type Upgrade = IDBPTransaction<unknown, string[], 'versionchange'>;

/** By the version that each leads to. All steps of one opening are one transaction: done wholly, or not at all. */
export type Migrations = Readonly<Record<number, (db: IDBPDatabase, upgrade: Upgrade) => unknown>>;

export const MIGRATIONS: Migrations = {
  // Keys stand outside the records: `KEY_OF` says what they are.
  2: (db) => TABLES.map((name) => db.createObjectStore(name)),
};

export interface DeviceOptions {
  readonly name?: string;
  readonly version?: number;
  readonly migrations?: Migrations;
  /** Another tab holds an older version open. The opening goes on waiting. */
  readonly onBlocked?: () => void;
  /** Another tab waits to upgrade: the connection ends once this is done. */
  readonly onNewer?: () => Promise<void>;
}

export class DeviceBackend implements Backend {
  #db: IDBPDatabase | undefined;
  #ended = false;

  private constructor(private readonly options: DeviceOptions) {}

  /** Rejects with the browser's `DOMException`, or a `TypeError` where there is no IndexedDB. */
  static async open(options: DeviceOptions = {}): Promise<DeviceBackend> {
    const device = new DeviceBackend(options);
    await device.#connect();
    await takeLegacy(device);
    return device;
  }

  async #connect(): Promise<IDBPDatabase> {
    const { name = NAME, version = VERSION, migrations = MIGRATIONS } = this.options;
    const { onBlocked = () => {}, onNewer = async () => {} } = this.options;
    let db: IDBPDatabase | undefined;
    let broken: unknown;
    const lost = () => {
      if (this.#db === db) this.#db = undefined;
    };
    db = await openDB(name, version, {
      async upgrade(opened, from, _to, upgrade) {
        // That it failed is said by the opening.
        upgrade.done.catch(() => {});
        try {
          for (let step = from + 1; step <= version; step++) {
            await migrations[step]?.(opened, upgrade as unknown as Upgrade);
          }
        } catch (reason) {
          broken = reason;
          abort(upgrade);
        }
      },
      blocked: onBlocked,
      async blocking(_from, to, event) {
        // The database is being deleted: the next transaction makes a new one.
        if (to !== null) await onNewer();
        lost();
        (event.target as IDBDatabase).close();
      },
      terminated: lost,
    }).catch((reason: unknown) => {
      throw broken ?? reason;
    });
    this.#db = db;
    return db;
  }

  async transaction<T>(
    mode: 'readonly' | 'readwrite',
    names: readonly TableName[],
    run: (tables: Tables) => Promise<T>,
  ): Promise<T> {
    const tx = this.#begin(names, mode) ?? (await this.#again(names, mode));
    try {
      const result = await run(tablesOf((name) => tableOf(tx as never, name)));
      await tx.done;
      return result;
    } catch (reason) {
      // One that has failed by itself cannot be aborted again, and tells better than the request what went wrong.
      const failed = tx.done.then(
        () => undefined,
        (error: unknown) => error,
      );
      abort(tx);
      const cause = await failed;
      throw isFull(cause) ? cause : reason;
    }
  }

  async put<Name extends TableName>(name: Name, record: RecordOf<Name>): Promise<void> {
    // No waiting before the record is handed over: the page may be about to end.
    const tx = this.#begin([name], 'readwrite') ?? (await this.#again([name], 'readwrite'));
    const stored = tx.objectStore(name).put?.(record, KEY_OF[name](record));
    tx.commit();
    const [, done] = await Promise.allSettled([stored, tx.done]);
    if (done.status === 'rejected') throw done.reason;
  }

  /** Nothing where the connection is lost. */
  #begin(names: readonly TableName[], mode: 'readonly' | 'readwrite') {
    try {
      return this.#db?.transaction([...names], mode);
    } catch (reason) {
      // The browser ended the connection and has not said so yet.
      if ((reason as Error).name !== 'InvalidStateError') throw reason;
      this.#db = undefined;
      return undefined;
    }
  }

  /** On a new connection. */
  async #again(names: readonly TableName[], mode: 'readonly' | 'readwrite') {
    if (this.#ended) throw new DOMException('The store is closed.', 'InvalidStateError');
    return (await this.#connect()).transaction([...names], mode);
  }

  close(): void {
    this.#ended = true;
    this.#db?.close();
    this.#db = undefined;
  }
}

function abort(tx: { abort(): void }): void {
  try {
    tx.abort();
  } catch {
    // It has failed by itself.
  }
}

const isFull = (reason: unknown) => (reason as Error | null)?.name === 'QuotaExceededError';

function tableOf<Name extends TableName>(
  tx: IDBPTransaction<unknown, string[], 'readwrite'>,
  name: Name,
): Table<RecordOf<Name>> {
  // A transaction over some tables has no others.
  const store = () => tx.objectStore(name as string);
  return {
    get: (key) => store().get(key),
    all: () => store().getAll(),
    put: (record) => store().put(record, KEY_OF[name](record)),
    clear: () => store().clear(),
  };
}

/** A tab that still shows the page of version 1 may write more of it: looked for at every opening. */
async function takeLegacy(device: DeviceBackend): Promise<void> {
  const legacy = readLegacy();
  if (legacy.found.size === 0) return;
  await device.transaction('readwrite', ['notes', 'sections'], async ({ notes, sections }) => {
    for (const note of legacy.notes) {
      const known = await notes.get(note.key);
      // What was written since has its time.
      if (!known || known.at === 0) await notes.put(note);
    }
    for (const section of legacy.sections) {
      if (!(await sections.get(section.id))) await sections.put(section);
    }
  });
  forgetLegacy(legacy);
}
