/** What is typed into a task, kept over a reload: the last task of each kind at each place. */
import { keep, recall } from '../../storage/local.ts';

export interface Kept {
  readonly seed: string;
  readonly typed: readonly (readonly string[])[];
  /** Whether these answers were checked, and whether the solution was shown. */
  readonly checked: boolean;
  readonly shown: boolean;
  /** The answers that were noted as an attempt last. */
  readonly counted: string;
}

const keyOf = (place: string) => `lesson/exercise/${place}`;

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { seed, typed, checked, shown, counted } = value as Record<string, unknown>;
  return (
    typeof seed === 'string' &&
    typeof checked === 'boolean' &&
    typeof shown === 'boolean' &&
    typeof counted === 'string' &&
    Array.isArray(typed) &&
    typed.every((cells) => Array.isArray(cells) && cells.every((one) => typeof one === 'string'))
  );
}

export function recallTask(place: string | undefined): Kept | undefined {
  if (place === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(recall(keyOf(place)) ?? 'null');
    return isKept(kept) ? kept : undefined;
  } catch {
    return undefined; // written by nobody that we know
  }
}

export function keepTask(place: string | undefined, kept: Kept | undefined): void {
  if (place !== undefined) keep(keyOf(place), kept && JSON.stringify(kept));
}
