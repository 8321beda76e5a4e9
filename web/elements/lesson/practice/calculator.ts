/**
 * A figure that computes from a few typed numbers, its settings: what is refused stays typed, and the last good result
 * stays shown.
 */
import type { PropertyValues } from 'lit';
import type { Engine } from '../../../engine/types.ts';
import { LessonFigure } from '../../shared/lesson-figure.ts';
import { readNumber } from '../../shared/number-field.ts';

export type Numbers<Name extends string> = Readonly<Record<Name, number>>;

export abstract class Calculator<Name extends string, Result> extends LessonFigure {
  protected result: Result | undefined;

  /** The settings, by the names that the core has for them. */
  protected abstract readonly names: readonly Name[];
  /** Throws what the core refuses. */
  protected abstract compute(engine: Engine, numbers: Numbers<Name>): Result;

  protected override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    const typed = this as unknown as Readonly<Record<Name, string>>;
    const result = this.attempt(() => {
      const numbers = this.names.map((name) => [name, readNumber(engine, name, typed[name])]);
      return this.compute(engine, Object.fromEntries(numbers));
    });
    if (result) this.result = result;
  }

  protected number(name: Name, label: string) {
    return this.field(name, label, { plain: true });
  }
}
