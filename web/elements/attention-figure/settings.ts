/** Scale, causal mask, and what an empty row gives. */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { messages } from '../../messages/index.ts';
import type { AttentionFigure } from './attention-figure.ts';
import type { FigureState } from './state.ts';

function choice<K extends 'scale' | 'causal' | 'emptyRow'>(
  figure: AttentionFigure,
  name: K,
  value: FigureState[K],
  label: unknown,
) {
  return html`<label
    ><input
      type="radio"
      name=${name}
      value=${value}
      .checked=${live(figure.shown[name] === value)}
      @change=${() => figure.show({ ...figure.shown, [name]: value })}
    />${label}</label
  >`;
}

function scale(figure: AttentionFigure) {
  const text = messages.controls;
  return html`<fieldset>
    <legend>${text.scale}</legend>
    ${choice(figure, 'scale', 'sqrt', html`<span>${text.scaleSqrt} √<i>d</i><sub>k</sub></span>`)}
    ${choice(figure, 'scale', 'off', text.scaleOff)} ${choice(figure, 'scale', 'custom', text.scaleCustom)}
    ${
      figure.shown.scale === 'custom'
        ? html`<span class="factor"
            >${text.factor}
            <al-entry-grid
              bare
              .input=${'scale'}
              .label=${text.factor}
              .entries=${figure.scaleEntries}
              .read=${figure.readAt('scale')}
            ></al-entry-grid
          ></span>`
        : nothing
    }
    ${figure.refusal ? html`<p class="problem" role="alert">${figure.refusal.message}</p>` : nothing}
  </fieldset>`;
}

function causal(figure: AttentionFigure) {
  const text = messages.controls;
  const { shown } = figure;
  const on = shown.causal !== 'off';
  return html`<fieldset>
    <legend>${text.causal}</legend>
    <label
      ><input
        type="checkbox"
        role="switch"
        id="causal"
        .checked=${live(on)}
        @change=${(event: Event) =>
          figure.show({
            ...figure.shown,
            causal: (event.target as HTMLInputElement).checked ? 'top-left' : 'off',
          })}
      />${on ? text.causalOn : text.causalOff}</label
    >
    ${
      on && shown.queries.length !== shown.keys.length
        ? html`${choice(figure, 'causal', 'top-left', text.topLeft)} ${choice(figure, 'causal', 'bottom-right', text.bottomRight)}`
        : nothing
    }
    ${
      shown.blocked.some((row) => row.includes(true))
        ? html`<button
            type="button"
            @click=${() => figure.show({ ...figure.shown, blocked: figure.shown.blocked.map((row) => row.map(() => false)) })}
          >
            ${text.clearMask}
          </button>`
        : nothing
    }
  </fieldset>`;
}

function emptyRow(figure: AttentionFigure) {
  if (!figure.trace?.emptyRows.length || figure.asking) return nothing;
  const text = messages.controls;
  return html`<fieldset>
    <legend>${text.emptyRow}</legend>
    ${choice(figure, 'emptyRow', 'nan', text.emptyNan)} ${choice(figure, 'emptyRow', 'zero', text.emptyZero)}
  </fieldset>`;
}

export function renderSettings(figure: AttentionFigure) {
  return html`<div class="settings">${scale(figure)} ${causal(figure)} ${emptyRow(figure)}</div>`;
}
