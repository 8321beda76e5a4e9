/** What the tests of the engine share. */
import { LessonError } from 'attention-lesson/engine';
import { expect } from 'vitest';

/** The refusal of a call, in the core's words; a call that is not refused fails the test. */
export function refusal(call: () => unknown): LessonError {
  try {
    call();
  } catch (reason) {
    expect(reason).toBeInstanceOf(LessonError);
    const error = reason as LessonError;
    expect(error.message.length).toBeGreaterThan(20);
    return error;
  }
  throw new Error('not refused');
}

/** Fields of an oracle's case that fit whatever the engine takes: their values are the oracle's to vouch for. */
export type Given<Name extends string> = Readonly<Record<Name, never>>;
