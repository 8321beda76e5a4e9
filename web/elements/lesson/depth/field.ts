/** A labelled field of plain text, for seeds and positions of any length: what is typed stays as typed, also where it is no number. */
import { html } from 'lit';

export const field = (
  label: string,
  name: string,
  text: string,
  refused: boolean,
  change: (text: string) => void,
) => html`<label>
  ${label}
  <input
    type="text"
    inputmode="numeric"
    autocomplete="off"
    spellcheck="false"
    maxlength="24"
    name=${name}
    .value=${text}
    aria-invalid=${refused ? 'true' : 'false'}
    @input=${(event: Event) => change((event.target as HTMLInputElement).value)}
  />
</label>`;
