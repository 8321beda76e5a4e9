/** What the parts of the bench are called. An id that has no name yet stands for itself. */
import type { Mistake } from '../../../engine/types.ts';
import { messages } from '../../../messages/index.ts';

const text = messages.mistakes;

export const mistakeName = (id: string): string => text.names[id] ?? id;
export const checkName = (id: string): string => text.checks[id] ?? id;
export const setupName = (name: string): string => text.setups[name] ?? name;

/** Steps of the computation, in their order. */
export const STAGES = Object.keys(text.stages) as Mistake['stage'][];

export const byStage = (
  list: readonly Mistake[],
): readonly (readonly [stage: Mistake['stage'], mistakes: readonly Mistake[]])[] =>
  STAGES.map((stage) => [stage, list.filter((one) => one.stage === stage)] as const).filter(
    ([, own]) => own.length > 0,
  );
