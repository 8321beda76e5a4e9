/** Back, next, and how far a sequence by hand has come. */
import { html } from 'lit';
import { messages } from '../../../messages/index.ts';

const text = messages.depth.stepper;

/** `go` is called with the number of steps that are then done. */
export const stepper = (done: number, all: number, go: (done: number) => void) => html`<div
  class="row steps"
  data-look
>
  <button type="button" ?disabled=${done === 0} @click=${() => go(done - 1)}>${text.back}</button>
  <button type="button" class="primary" ?disabled=${done === all} @click=${() => go(done + 1)}>
    ${text.next}
  </button>
  <span>${text.count(done, all)}</span>
</div>`;
