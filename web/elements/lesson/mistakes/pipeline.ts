/** The computation as a row of steps, the one in which the mistake acts marked and named. */
import { html } from 'lit';
import type { Mistake } from '../../../engine/types.ts';
import { messages } from '../../../messages/index.ts';
import { STAGES } from './names.ts';

const { stages, bench: text } = messages.mistakes;

export const pipeline = (
  acts: Mistake['stage'],
) => html`<ol class="pipeline" aria-label=${text.where}>
    ${STAGES.map((stage) =>
      stage === acts
        ? html`<li class="acts" aria-current="step">${stages[stage]}<strong>${text.actsHere}</strong></li>`
        : html`<li>${stages[stage]}</li>`,
    )}
  </ol>
  <p class="about">${text.acts(stages[acts])}</p>`;
