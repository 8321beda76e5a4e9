/**
 * The table in use: that of the page's language, <html lang="en">, which also chooses the folder of the lesson's text
 * (.scripts/lesson/lesson.mjs). A translation is a second table of the same type, named here.
 */
import { en } from './en.ts';

/** Any words in place of ours: the same keys, and functions of the same parameters. */
type Translated<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Result
    ? (...given: Given) => Translated<Result>
    : { readonly [Key in keyof T]: Translated<T[Key]> };

export type Messages = Translated<typeof en>;

const tables: Readonly<Record<string, Messages>> = { en };

/** The table of a language; English where there is none. */
export const messagesOf = (language: string): Messages => tables[language] ?? en;

// Tests of a table run without a page.
export const messages = messagesOf(globalThis.document?.documentElement.lang ?? 'en');
