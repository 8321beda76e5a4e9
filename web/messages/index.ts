/** The table in use. One language ships; another is chosen here. */
import { en, type Messages } from './en.ts';

export const messages: Messages = en;
