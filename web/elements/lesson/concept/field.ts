/** A labelled field for one number. What is typed stays as typed; the core reads it and words every refusal. */
import { html } from 'lit';
import type { Engine } from '../../../engine/types.ts';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  /** The core refused this one. */
  readonly refused: boolean;
  readonly step?: string;
}

export const numberField = (
  { name, label, text, refused, step = '1' }: Field,
  change: (name: string, text: string) => void,
) => html`<label>
  ${label}
  <input
    type="number"
    name=${name}
    step=${step}
    .value=${text}
    aria-invalid=${refused ? 'true' : 'false'}
    @input=${(event: Event) => change(name, (event.target as HTMLInputElement).value)}
  />
</label>`;

/** The number that a text is; throws the core's refusal, which then names the field. */
export const readNumber = (engine: Engine, name: string, text: string): number =>
  engine.parseNumber(text, { name, row: -1, col: -1 });

/** The mean of a list, by the core: that of a row, which a layer norm looks at. */
export const meanOf = (engine: Engine, values: Float64Array): number =>
  engine.layerNorm({ x: { rows: 1, cols: values.length, data: values } }).mean[0] ?? Number.NaN;
