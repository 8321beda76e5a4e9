/** A labelled field for one number. What is typed stays as typed; the core reads it and words every refusal. */
import { html } from 'lit';
import { LessonError } from '../../engine/error.ts';
import type { Engine } from '../../engine/types.ts';

export interface NumberField {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  /** The core refused this one. */
  readonly refused: boolean;
  readonly step?: string;
  /** Plain text, for numbers of any length, where a browser's own field for numbers would round or hide them. */
  readonly plain?: boolean;
  /** Decimals are expected too: a phone's keyboard then has the point. */
  readonly decimal?: boolean;
}

export const numberField = (
  { name, label, text, refused, step = '1', plain = false, decimal = false }: NumberField,
  change: (text: string) => void,
) => {
  const type = (event: Event) => change((event.target as HTMLInputElement).value);
  const invalid = refused ? 'true' : 'false';
  return html`<label>
    ${label}
    ${
      plain
        ? html`<input
            type="text"
            inputmode=${decimal ? 'decimal' : 'numeric'}
            autocomplete="off"
            spellcheck="false"
            maxlength="24"
            name=${name}
            .value=${text}
            aria-invalid=${invalid}
            @input=${type}
          />`
        : html`<input type="number" name=${name} step=${step} .value=${text} aria-invalid=${invalid} @input=${type} />`
    }
  </label>`;
};

/** The number that a text is; throws the core's refusal, which then names the field. */
export const readNumber = (engine: Engine, name: string, text: string): number =>
  engine.parseNumber(text, { name, row: -1, col: -1 });

/** A seed that the core has drawn from, as the whole number that it is. */
export const seedOf = (text: string): bigint => BigInt(text.trim().replace('−', '-'));

/** Runs what may be refused, with the core's name of an input as `rename` has it here. */
export function renaming<T>(rename: (name: string) => string, run: () => T): T {
  try {
    return run();
  } catch (reason) {
    if (!(reason instanceof LessonError)) throw reason;
    const { code, message, where } = reason;
    throw new LessonError(code, message, { ...where, name: rename(where.name) });
  }
}
