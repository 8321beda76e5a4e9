import type { Where } from './types.ts';

/** Each bundle of the package has its class; `instanceof` of one knows the errors of all. */
const MARK = Symbol.for('attention-lesson/error');

/**
 * A refused input. `code` is stable and may be compared; `message` says which value was refused and what was expected;
 * `where` names the argument and, where there is one, the cell. Nothing was changed by the refused call.
 */
export class LessonError extends Error {
  override readonly name = 'LessonError';
  readonly [MARK] = true;

  constructor(
    readonly code: string,
    message: string,
    readonly where: Where = { name: '', row: -1, col: -1 },
  ) {
    super(message);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && MARK in value;
  }
}
