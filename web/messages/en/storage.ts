/** Refusals of the store: of a file that is imported, and of what a page hands over. */
import type { Fault } from '../../storage/schema.ts';

/** "/cards/3/card/due" as people read it. */
const place = (where: string) => (where === '' ? 'The file' : `The file, at ${where}:`);

const expects: Readonly<Partial<Record<Fault['keyword'], string>>> = {
  required: 'lacks',
  additionalProperties: 'may only have',
};

export const storage = {
  errors: {
    text: (found: number, most: number) =>
      `The file has ${found} characters; a backup has at most ${most}.`,
    notJson: (reason: string) =>
      `The file is not JSON, as an exported backup is: ${reason.replace(/\.?$/, '.')}`,
    format: 'The file is no backup of this lesson: its "format" is not "attention-lesson-backup".',
    newer: (found: number, known: number) =>
      `The file has version ${found}; this page reads up to version ${known}. Reload the page to get its newest version.`,
    invalid: ({ where, keyword, expected, found }: Fault) =>
      expects[keyword]
        ? `${place(where)} ${expects[keyword]} ${expected}; found: ${found}.`
        : `${place(where)} expected ${expected}, found ${found}.`,
    twice: (table: string, key: string) =>
      `The file has "${key.slice(0, 60)}" twice in ${table}; each may stand there once.`,
    unknownCard: (id: string) => `No card "${id.slice(0, 60)}" was started: start it first.`,
    score: (score: number) => `The score is ${score}; expected is a number from 0 to 1.`,
  },
};
