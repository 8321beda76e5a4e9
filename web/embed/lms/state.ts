/**
 * What the store holds as a text for a system's suspend data: `a1:` and the base64 of deflated JSON, in which each table is
 * a list of columns. Where there is no room for all of it the least valuable records are left out, whole. From the most
 * valuable:
 *   1  the completion, the sections that were read, the note of what was reported
 *   2  the best attempt at each kind of exercise, then the cards with their dates
 *   3  the best attempt at everything else
 *   4  notes, the latest first: what was written, ticked and typed
 *   5  the other attempts, the latest first
 *   6  the reviews of the cards, the latest first
 *   7  notes so long that one alone takes a quarter of the room
 */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { TABLES } from '../../storage/backend.ts';
import type { Attempt, Backup, Contents, Note, TableName } from '../../storage/types.ts';
import type { ProblemCode } from './lms.ts';

const VERSION = 1;
const PREFIX = /^a(\d+):([A-Za-z0-9+/]*={0,2})$/;

/** Under this key the store notes the time of the latest attempt that a system has. */
export const REPORTED = 'lms/reported';

type Row = readonly [TableName, object];

/** By `a.b` a field of a record inside a record is named. A field that is missing is kept as null. */
const FIELDS: Readonly<Record<TableName, readonly string[]>> = {
  cards: ['id', 'card.stage', 'card.due', 'card.reviews', 'card.misses', 'card.last'],
  reviews: ['id', 'card', 'day', 'grade', 'at', 'stage', 'counted'],
  attempts: ['id', 'source', 'kind', 'score', 'slips', 'day', 'at', 'seed', 'edits'],
  sections: ['id', 'at'],
  notes: ['key', 'text', 'at'],
  completions: ['day', 'at', 'by'],
};
/** Fields that may be missing; null is a value of all others. */
const OPTIONAL = new Set(['card.last', 'seed', 'edits']);

export class StateError extends Error {
  override readonly name = 'StateError';

  constructor(
    readonly code: Extract<ProblemCode, 'lms-state-newer' | 'lms-state-damaged'>,
    message: string,
  ) {
    super(message);
  }
}

export interface Encoded {
  /** At most `room` characters; empty where not even an empty state has room. */
  readonly text: string;
  /** How many records were left out. */
  readonly dropped: number;
}

export function encodeState(contents: Contents, room: number): Encoded {
  const rows = ranked(contents, room);
  const all = encoded(rows);
  if (all.length <= room) return { text: all, dropped: 0 };
  // A few records more hardly ever make a shorter text: the largest number that has room is looked for by halves.
  let [fits, tooMany, text] = [-1, rows.length, ''];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    const tried = encoded(rows.slice(0, middle));
    if (tried.length > room) tooMany = middle;
    else [fits, text] = [middle, tried];
  }
  return { text, dropped: rows.length - Math.max(fits, 0) };
}

/** Throws a `StateError`. Whether the records are what a store may take, its import says. */
export function decodeState(text: string): Backup {
  const [, version, packed = ''] = PREFIX.exec(text) ?? [];
  if (Number(version) > VERSION) {
    throw new StateError('lms-state-newer', `Version ${version}; known is ${VERSION}.`);
  }
  if (Number(version) !== VERSION) {
    throw new StateError('lms-state-damaged', `Expected a text that begins with "a${VERSION}:".`);
  }
  try {
    const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
    const tables: unknown = JSON.parse(strFromU8(inflateSync(bytes)));
    if (!isTables(tables)) throw new Error('Expected columns of equal length for each table.');
    return backupOf(tables);
  } catch (reason) {
    throw new StateError('lms-state-damaged', reason instanceof Error ? reason.message : '');
  }
}

const latest = (a: { readonly at: number }, b: { readonly at: number }) => b.at - a.at;

/** From the most to the least valuable. */
function ranked(contents: Contents, room: number): Row[] {
  const best = new Map<string, Attempt>();
  for (const attempt of contents.attempts) {
    const key = `${attempt.source} ${attempt.kind}`;
    const known = best.get(key);
    if (!known || attempt.score >= known.score) best.set(key, attempt);
  }
  const isBest = new Set(best.values());
  const isLong = ({ text }: Note) => encoded([['notes', { text }]]).length > room / 4;
  const isMark = ({ key }: Note) => key === REPORTED;
  const notes = contents.notes.filter((note) => !isMark(note)).sort(latest);
  const long = new Set(notes.filter(isLong));
  const rows = <Name extends TableName>(name: Name, records: Iterable<Contents[Name][number]>) =>
    [...records].map((record): Row => [name, record]);
  return [
    ...rows('completions', contents.completions),
    ...rows('sections', contents.sections),
    ...rows('notes', contents.notes.filter(isMark)),
    ...rows(
      'attempts',
      [...isBest].filter(({ source }) => source === 'exercise'),
    ),
    ...rows('cards', contents.cards),
    ...rows(
      'attempts',
      [...isBest].filter(({ source }) => source !== 'exercise'),
    ),
    ...rows(
      'notes',
      notes.filter((note) => !long.has(note)),
    ),
    ...rows('attempts', contents.attempts.filter((one) => !isBest.has(one)).sort(latest)),
    ...rows('reviews', [...contents.reviews].sort(latest)),
    ...rows('notes', long),
  ];
}

/** Columns, not records: like stands beside like, which deflates better, and no name of a field is repeated. */
function encoded(rows: readonly Row[]): string {
  const columns = TABLES.map((name) => {
    const records = rows.filter(([table]) => table === name).map(([, record]) => record);
    return FIELDS[name].map((field) => records.map((record) => valueAt(record, field) ?? null));
  });
  const bytes = deflateSync(strToU8(JSON.stringify(columns)), { level: 9 });
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `a${VERSION}:${btoa(binary)}`;
}

const valueAt = (record: object, field: string): unknown =>
  field.split('.').reduce<unknown>((value, name) => Reflect.get(Object(value), name), record);

type Columns = readonly (readonly unknown[])[];

/** A later version that keeps fewer columns, or more, has another number. */
const isTables = (value: unknown): value is readonly Columns[] =>
  Array.isArray(value) &&
  value.length === TABLES.length &&
  TABLES.every((name, t) => {
    const columns: unknown = value[t];
    return (
      Array.isArray(columns) &&
      columns.length === FIELDS[name].length &&
      columns.every((column) => Array.isArray(column) && column.length === columns[0].length)
    );
  });

function backupOf(tables: readonly Columns[]): Backup {
  const contents = TABLES.map((name, t) => {
    const columns = tables[t] ?? [];
    return [name, (columns[0] ?? []).map((_, i) => recordOf(name, (c) => columns[c]?.[i]))];
  });
  return {
    format: 'attention-lesson-backup',
    version: 1,
    exportedAt: 0,
    ...(Object.fromEntries(contents) as unknown as Contents),
  };
}

function recordOf(name: TableName, cell: (column: number) => unknown): object {
  const record: Record<string, unknown> = {};
  for (const [c, field] of FIELDS[name].entries()) {
    const value = cell(c);
    if (value === null && OPTIONAL.has(field)) continue;
    const [outer = '', inner] = field.split('.');
    if (inner === undefined) record[outer] = value;
    else record[outer] = { ...Object(record[outer]), [inner]: value };
  }
  return record;
}
