/** `sharedEngine` for the lesson in one file, which has the whole core alone. */
export { wholeEngine as sharedEngine } from './whole-engine.ts';
