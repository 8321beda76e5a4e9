/**
 * What an import does, worked out before anything is written. Of each record that both sides have, one is the later: that
 * is what `merge` keeps.
 */
import { KEY_OF, type RecordOf, TABLES } from './backend.ts';
import type { Contents, Counts, ImportReport, TableName } from './types.ts';

type Ranks = { readonly [Name in TableName]: (record: RecordOf<Name>) => readonly number[] };

/** Compared number by number, the larger being the later record. */
const RANK_OF: Ranks = {
  // A new card has no last review.
  cards: ({ card }) => [card.last ?? Number.NEGATIVE_INFINITY, card.reviews, card.misses],
  // Never changed once they are written: ours stays.
  reviews: () => [],
  attempts: () => [],
  // The first reading counts.
  sections: ({ at }) => [-at],
  completions: ({ at }) => [-at],
  notes: ({ at }) => [at],
};

/** The records that an import writes, by table, and the tables that it empties before. */
export interface Plan {
  readonly report: ImportReport;
  readonly write: Contents;
  readonly clear: boolean;
}

export function planImport(ours: Contents, theirs: Contents, mode: ImportReport['mode']): Plan {
  const parts = TABLES.map((name) => [name, planTable(name, ours, theirs, mode)] as const);
  const pick = <T>(of: (part: TablePlan) => T) =>
    Object.fromEntries(parts.map(([name, part]) => [name, of(part)]));
  const counts = (of: (part: TablePlan) => number) => pick(of) as unknown as Counts;
  return {
    report: {
      mode,
      added: counts((part) => part.added),
      updated: counts((part) => part.updated),
      kept: counts((part) => part.kept),
      lost: counts((part) => part.lost),
    },
    write: pick((part) => part.write) as unknown as Contents,
    clear: mode === 'replace',
  };
}

interface TablePlan {
  added: number;
  updated: number;
  kept: number;
  lost: number;
  readonly write: unknown[];
}

function planTable(
  name: TableName,
  ours: Contents,
  theirs: Contents,
  mode: ImportReport['mode'],
): TablePlan {
  const keyOf = KEY_OF[name] as (record: unknown) => string;
  const rankOf = RANK_OF[name] as (record: unknown) => readonly number[];
  const replace = mode === 'replace';
  const left = new Map(ours[name].map((record) => [keyOf(record), record]));
  const plan: TablePlan = { added: 0, updated: 0, kept: 0, lost: 0, write: [] };
  for (const record of theirs[name]) {
    const key = keyOf(record);
    const mine = left.get(key);
    left.delete(key);
    const later = mine ? compare(rankOf(record), rankOf(mine)) : 1;
    if (!mine) plan.added++;
    else if (later > 0) plan.updated++;
    else if (replace && !same(mine, record)) plan.lost++;
    else plan.kept++;
    if (replace || later > 0) plan.write.push(record);
  }
  if (replace) plan.lost += left.size;
  else plan.kept += left.size;
  return plan;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [i, number] of a.entries()) {
    const other = b[i] ?? 0;
    if (number !== other) return number > other ? 1 : -1;
  }
  return 0;
}

/** Whether two records of plain values hold the same, in any order of their fields. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const fields = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...fields].every((field) => same(Reflect.get(a, field), Reflect.get(b, field)));
}
