/** The sentences of `en/lms.ts` in the page's language: a table of their own, since an ordinary page loads none of them. */
import { lms } from './en/lms.ts';

const tables: Readonly<Record<string, typeof lms>> = { en: lms };

export const lmsMessages = tables[globalThis.document?.documentElement.lang ?? 'en'] ?? lms;
