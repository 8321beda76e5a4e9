import type { Where } from './types.ts';

/**
 * A refused input. `code` is stable and may be compared; `message` says which value was refused and what was expected;
 * `where` names the argument and, where there is one, the cell. Nothing was changed by the refused call.
 */
export class LessonError extends Error {
  override readonly name = 'LessonError';

  constructor(
    readonly code: string,
    message: string,
    readonly where: Where = { name: '', row: -1, col: -1 },
  ) {
    super(message);
  }
}
