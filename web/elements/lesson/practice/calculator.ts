/** A figure that computes from a few typed numbers: what is refused stays typed, and the last good result stays shown. */
import { html } from 'lit';
import type { Engine } from '../../../engine/types.ts';
import { LessonFigure } from '../../shared/lesson-figure.ts';

export type Numbers<Name extends string> = Readonly<Record<Name, number>>;

export abstract class Calculator<Name extends string, Result> extends LessonFigure {
  static override properties: Record<string, object> = {
    ...LessonFigure.properties,
    typed: { state: true },
    result: { state: true },
  };

  declare typed: Readonly<Record<Name, string>>;
  declare result: Result | undefined;

  /** `start`: what the fields hold at first, by the names that the core has for them. */
  constructor(private readonly start: Readonly<Record<Name, string>>) {
    super();
    this.typed = start;
    this.result = undefined;
  }

  /** Throws what the core refuses. */
  protected abstract compute(engine: Engine, numbers: Numbers<Name>): Result;

  protected override willUpdate(): void {
    if (this.engine && !this.result) this.#run();
  }

  #run(): void {
    const { engine } = this;
    if (!engine) return;
    const result = this.attempt(() => {
      const numbers = Object.entries<string>(this.typed).map(([name, text]) => [
        name,
        engine.parseNumber(text, { name, row: -1, col: -1 }),
      ]);
      return this.compute(engine, Object.fromEntries(numbers));
    });
    if (result) this.result = result;
  }

  protected field(name: Name, label: string) {
    return html`<label>
      <span>${label}</span>
      <input
        type="text"
        inputmode="numeric"
        name=${name}
        autocomplete="off"
        aria-invalid=${this.failure?.where.name === name ? 'true' : 'false'}
        .value=${this.typed[name]}
        @input=${(event: InputEvent) => this.#type(name, (event.target as HTMLInputElement).value)}
      />
    </label>`;
  }

  #type(name: Name, text: string): void {
    this.typed = { ...this.typed, [name]: text };
    this.#run();
  }

  protected override reset(): void {
    this.typed = this.start;
    this.#run();
  }
}
