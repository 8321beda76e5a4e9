/**
 * A refusal of the store. `code` is stable; `message` says what was found and what was expected; `where` is a path in the
 * file, such as `/cards/3/card/due`, where there is one.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';

  constructor(
    readonly code: string,
    message: string,
    readonly where = '',
  ) {
    super(message);
  }
}
