/** Where to start from, undo, redo, reset, and how many digits to show. */
import { html, nothing } from 'lit';
import { messages } from '../../messages/index.ts';
import type { AttentionFigure } from './attention-figure.ts';
import { presetOf, presets } from './presets.ts';

const DIGITS = [2, 3, 4, 6];
const chosen = (event: Event) => (event.target as HTMLSelectElement).value;

export function renderToolbar(figure: AttentionFigure) {
  const text = messages.figure;
  const now = presetOf(figure.state);
  const examples = html`<label
    >${text.presets}
    <select ?disabled=${figure.readonly} @change=${(event: Event) => figure.showPreset(chosen(event))} .value=${now?.id ?? ''}>
      <option value="" ?selected=${!now} ?hidden=${now !== undefined}>${text.ownNumbers}</option>
      ${presets.map((preset) => html`<option value=${preset.id} ?selected=${preset === now}>${preset.name}</option>`)}
    </select></label
  >`;
  return html`<div class="toolbar">
    ${figure.start ? nothing : examples}
    <span class="buttons">
      <button type="button" ?disabled=${figure.readonly || !figure.history.canUndo} @click=${() => figure.undo()}>${text.undo}</button>
      <button type="button" ?disabled=${figure.readonly || !figure.history.canRedo} @click=${() => figure.redo()}>${text.redo}</button>
      <button type="button" ?disabled=${figure.readonly} @click=${() => figure.reset()}>${text.reset}</button>
    </span>
    <label
      >${text.digits}
      <select
        data-look
        @change=${(event: Event) => {
          figure.digits = Number(chosen(event));
        }}
      >
        ${DIGITS.map((count) => html`<option value=${count} ?selected=${count === figure.digits}>${count}</option>`)}
      </select></label
    >
    ${now && !figure.start ? html`<p class="about">${now.about}</p>` : nothing}
  </div>`;
}
