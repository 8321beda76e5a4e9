/** Where records lie: tables that are read and written in transactions. Here in memory; `device.ts` has the other one. */
import type { Contents, TableName } from './types.ts';

export type RecordOf<Name extends TableName> = Contents[Name][number];

export interface Table<T> {
  get(key: string): Promise<T | undefined>;
  /** In the order of their keys. */
  all(): Promise<T[]>;
  put(record: T): Promise<unknown>;
  clear(): Promise<unknown>;
}

export type Tables = { readonly [Name in TableName]: Table<RecordOf<Name>> };

export interface Backend {
  /**
   * Runs `run` as one transaction over these tables: when it throws, nothing was written. It may wait for the tables alone.
   * Transactions over the same table run one after the other.
   */
  transaction<T>(
    mode: 'readonly' | 'readwrite',
    names: readonly TableName[],
    run: (tables: Tables) => Promise<T>,
  ): Promise<T>;
  /** One record, handed over before this returns, so that it is kept even if the page ends now. */
  put<Name extends TableName>(name: Name, record: RecordOf<Name>): Promise<void>;
  close(): void;
}

export const TABLES: readonly TableName[] = [
  'cards',
  'reviews',
  'attempts',
  'sections',
  'notes',
  'completions',
];

/** By which key a record of a table is found. There is one completion at most. */
export const KEY_OF: { readonly [Name in TableName]: (record: RecordOf<Name>) => string } = {
  cards: ({ id }) => id,
  reviews: ({ id }) => id,
  attempts: ({ id }) => id,
  sections: ({ id }) => id,
  notes: ({ key }) => key,
  completions: () => 'lesson',
};

type Maps = { [Name in TableName]: Map<string, RecordOf<Name>> };

function tableOf<Name extends TableName>(
  maps: Maps,
  name: Name,
  mode: 'readonly' | 'readwrite',
): Table<RecordOf<Name>> {
  // A copy, made at the first write: what is thrown away when the transaction fails.
  let own = false;
  const map = () => maps[name] as Map<string, RecordOf<Name>>;
  const writable = () => {
    if (mode === 'readonly') throw new Error(`${name} is read only here`);
    if (!own) maps[name] = new Map(map()) as Maps[Name];
    own = true;
    return map();
  };
  return {
    get: async (key) => map().get(key),
    all: async () => [...map()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record),
    put: async (record) => writable().set(KEY_OF[name](record), record),
    clear: async () => writable().clear(),
  };
}

export function tablesOf(make: <Name extends TableName>(name: Name) => Table<RecordOf<Name>>) {
  return Object.fromEntries(TABLES.map((name) => [name, make(name)])) as unknown as Tables;
}

/** Lasts as long as the page. */
export class MemoryBackend implements Backend {
  #maps: Maps;
  #last: Promise<unknown> = Promise.resolve();

  constructor(contents?: Contents) {
    this.#maps = Object.fromEntries(
      TABLES.map((name) => {
        const keyOf = KEY_OF[name] as (record: unknown) => string;
        return [name, new Map((contents?.[name] ?? []).map((record) => [keyOf(record), record]))];
      }),
    ) as unknown as Maps;
  }

  transaction<T>(
    mode: 'readonly' | 'readwrite',
    _names: readonly TableName[],
    run: (tables: Tables) => Promise<T>,
  ): Promise<T> {
    const done = this.#last.then(async () => {
      const maps = { ...this.#maps };
      const result = await run(tablesOf((name) => tableOf(maps, name, mode)));
      this.#maps = maps;
      return result;
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  put<Name extends TableName>(name: Name, record: RecordOf<Name>): Promise<void> {
    return this.transaction('readwrite', [name], async (tables) => {
      await (tables[name] as Table<RecordOf<Name>>).put(record);
    });
  }

  close(): void {}
}

/** All that a backend holds, as of one moment. */
export function snapshot(backend: Backend): Promise<Contents> {
  return backend.transaction('readonly', TABLES, contentsOf);
}

export async function contentsOf(tables: Tables): Promise<Contents> {
  const all = await Promise.all(TABLES.map((name) => tables[name].all()));
  return Object.fromEntries(TABLES.map((name, i) => [name, all[i]])) as unknown as Contents;
}
