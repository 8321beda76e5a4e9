/** What `attention-lesson/engine` publishes beside `createEngine`. */
export { LessonError } from './error.ts';
export type * from './types.ts';
