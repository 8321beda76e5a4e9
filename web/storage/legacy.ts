/**
 * Version 1: each note a text in localStorage under its key, such as `lesson/write/<box>/text`, `lesson/choose/<question>` or
 * `lesson/hand-task/<token>/open`; and under `lesson/read` the ids of the sections that were read, with commas between.
 */
import type { Note, ReadSection } from './types.ts';

const READ = 'lesson/read';
/** All keys that it wrote, and none that another page of the same site may have: what is taken is removed there. */
const OURS =
  /^(lesson\/(write\/[^/]+\/(text|point-\d+)|choose\/[^/]+|hand-task\/\w+\/(open|causal)|lab\/[^/]+|read)|attention-lesson:predict-causal)$/;

export interface Legacy {
  /** The keys and texts as they were found. */
  readonly found: ReadonlyMap<string, string>;
  readonly notes: readonly Note[];
  readonly sections: readonly ReadSection[];
}

/** Times are 0: nobody knows them, and whatever has one is later. Nothing where localStorage is refused. */
export function readLegacy(): Legacy {
  const found = new Map<string, string>();
  try {
    for (const key of Object.keys(localStorage)) {
      const text = localStorage.getItem(key);
      if (text !== null && OURS.test(key)) found.set(key, text);
    }
  } catch {
    found.clear();
  }
  const ids = new Set((found.get(READ) ?? '').split(',').filter((id) => id !== ''));
  return {
    found,
    notes: [...found].filter(([key]) => key !== READ).map(([key, text]) => ({ key, text, at: 0 })),
    sections: [...ids].map((id) => ({ id, at: 0 })),
  };
}

/** Only those that still hold what was taken. */
export function forgetLegacy({ found }: Legacy): void {
  try {
    for (const [key, text] of found) {
      if (localStorage.getItem(key) === text) localStorage.removeItem(key);
    }
  } catch {
    // Looked for again at the next opening, where what was written since is left alone.
  }
}
