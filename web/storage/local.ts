/**
 * The notes of this page for elements, which do not wait: what was kept is read before this module is ready, and what is
 * kept now is handed to the store at once.
 */
import { openStore } from './store.ts';
import type { Note } from './types.ts';

const store = await openStore();
const notes = new Map<string, Note>();
const read = new Set<string>();
/** How many writes of a key are under way: what the store holds of it is older. */
const pending = new Map<string, number>();

async function refresh(): Promise<void> {
  const [kept, sections] = await Promise.all([store.notes(), store.read()]);
  for (const key of [...notes.keys()]) if (!pending.has(key)) notes.delete(key);
  for (const note of kept) if (!pending.has(note.key)) notes.set(note.key, note);
  for (const { id } of sections) read.add(id);
}

await refresh();
store.subscribe(({ tables, by }) => {
  // Of our own writes only an import, which is one of every table, changes more than is known here.
  if (tables.includes('notes') && (by === 'elsewhere' || tables.length > 1)) void refresh();
});

export function recall(key: string): string | undefined {
  return notes.get(key)?.text ?? undefined;
}

export function keep(key: string, value: string | undefined): void {
  // Later than what it replaces, even if the clock was set back.
  const at = Math.max(Date.now(), (notes.get(key)?.at ?? 0) + 1);
  notes.set(key, { key, text: value ?? null, at });
  pending.set(key, (pending.get(key) ?? 0) + 1);
  void store.setNote(key, value, at).finally(() => {
    const left = (pending.get(key) ?? 1) - 1;
    if (left > 0) pending.set(key, left);
    else pending.delete(key);
  });
}

/** Who keeps what `keep` is given. */
export const keptWhere = () => store.where;

/** Ids of the sections that were read. */
export function recallRead(): ReadonlySet<string> {
  return new Set(read);
}

export function keepRead(id: string): void {
  read.add(id);
  void store.markRead(id);
}
