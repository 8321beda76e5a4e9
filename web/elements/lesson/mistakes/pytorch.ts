/** The programs of PyTorch, by the mistake that each makes; tests/web/mistakes-code.test.ts runs them. */
import { CONVENTIONS } from './pytorch-conventions.ts';
import { STEPS } from './pytorch-steps.ts';

export const PYTORCH: ReadonlyMap<string, string> = new Map([...CONVENTIONS, ...STEPS]);
