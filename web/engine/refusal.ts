/** Turns the core's last refusal into a `LessonError`: every message comes from the core. */
import { LessonError } from './error.ts';
import type { CoreModule } from './module.js';

export function lastRefusal(core: CoreModule): LessonError {
  return new LessonError(core.errorCode(), core.errorMessage(), {
    name: core.errorName(),
    row: core.errorRow(),
    col: core.errorCol(),
  });
}

export function accept(core: CoreModule, status: number): void {
  if (status !== 0) throw lastRefusal(core);
}

/** What a value is, in words, for "q is a string". */
export function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'string') return `the text "${value.slice(0, 40)}"`;
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}
