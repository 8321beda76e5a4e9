import { expect, it, vi } from 'vitest';
import { LessonError } from '../../web/engine/error.ts';

it('knows the errors of another bundle', async () => {
  vi.resetModules();
  const other = await import('../../web/engine/error.ts');
  expect(other.LessonError).not.toBe(LessonError);
  const error = new other.LessonError('wrong-shape', 'q is ragged.');
  expect(error).toBeInstanceOf(LessonError);
  expect(error).toBeInstanceOf(Error);
});

it('takes nothing else for one', () => {
  for (const value of [undefined, null, 'x', {}, new Error('x'), { name: 'LessonError' }])
    expect(value instanceof LessonError).toBe(false);
});
