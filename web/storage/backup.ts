/** A backup as it comes in: from a file that anybody may have written, to records that the store may take. */
import { messages } from '../messages/index.ts';
import schema from '../public/schemas/attention-lesson-backup.schema.json';
import { KEY_OF, TABLES } from './backend.ts';
import { StoreError } from './error.ts';
import { firstFault, type Schema } from './schema.ts';
import type { Backup, Contents } from './types.ts';

/** In characters. Years of daily work take a few million. */
export const MOST_TEXT = 64 * 2 ** 20;

const VERSION = 1;

/** `file`: its text, or what that was parsed to. Throws the `backup-` codes of `types.ts`. */
export function contentsOfFile(file: unknown): Contents {
  const backup = checked(typeof file === 'string' ? parsed(file) : file);
  const contents = Object.fromEntries(TABLES.map((name) => [name, backup[name]]));
  return contents as unknown as Contents;
}

function parsed(text: string): unknown {
  const said = messages.storage.errors;
  if (text.length > MOST_TEXT) {
    throw new StoreError('backup-too-large', said.text(text.length, MOST_TEXT));
  }
  try {
    // Some editors put a byte-order mark first.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (reason) {
    throw new StoreError('backup-not-json', said.notJson((reason as Error).message));
  }
}

function checked(file: unknown): Backup {
  const said = messages.storage.errors;
  const { format, version } = Object(file) as Partial<Backup>;
  if (format !== 'attention-lesson-backup') throw new StoreError('backup-format', said.format);
  if (typeof version === 'number' && version > VERSION) {
    throw new StoreError('backup-newer', said.newer(version, VERSION), '/version');
  }
  const fault = firstFault(file, schema as Schema);
  if (fault) {
    const code = fault.keyword === 'maxItems' ? 'backup-too-large' : 'backup-invalid';
    throw new StoreError(code, said.invalid(fault), fault.where);
  }
  const backup = file as Backup;
  for (const name of TABLES) {
    const keyOf = KEY_OF[name] as (record: unknown) => string;
    const seen = new Set<string>();
    for (const [i, record] of backup[name].entries()) {
      const key = keyOf(record);
      if (!seen.has(key)) seen.add(key);
      else throw new StoreError('backup-invalid', said.twice(name, key), `/${name}/${i}`);
    }
  }
  return backup;
}
