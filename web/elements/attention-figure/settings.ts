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
      .checked=${live(figure.state[name] === value)}
      @change=${() => figure.show({ ...figure.state, [name]: value })}
    />${label}</label
  >`;
}

let factor: readonly (readonly string[])[] = [['1']];
/** The factor as a one-cell table, the same object while it does not change. */
function oneCell(text: string) {
  if (factor[0]?.[0] !== text) factor = [[text]];
  return factor;
}

function scale(figure: AttentionFigure) {
  const text = messages.controls;
  return html`<fieldset ?disabled=${figure.readonly}>
    <legend>${text.scale}</legend>
    ${choice(figure, 'scale', 'sqrt', html`<span>${text.scaleSqrt} √<i>d</i><sub>k</sub></span>`)}
    ${choice(figure, 'scale', 'off', text.scaleOff)} ${choice(figure, 'scale', 'custom', text.scaleCustom)}
    ${
      figure.state.scale === 'custom'
        ? html`<span class="factor"
            >${text.factor}
            <al-entry-grid
              bare
              .input=${'scale'}
              .label=${text.factor}
              .entries=${oneCell(figure.state.customScale)}
              .read=${figure.readonly ? undefined : figure.computation?.readerOf('scale')}
            ></al-entry-grid
          ></span>`
        : nothing
    }
    ${figure.computation?.refusal ? html`<p class="problem" role="alert">${figure.computation?.refusal.message}</p>` : nothing}
  </fieldset>`;
}

function allowAll(figure: AttentionFigure): void {
  const blocked = figure.state.blocked.map((row) => row.map(() => false));
  figure.show({ ...figure.state, blocked });
  void figure.keepFocus();
}

function causal(figure: AttentionFigure) {
  const text = messages.controls;
  const { state } = figure;
  const on = state.causal !== 'off';
  return html`<fieldset ?disabled=${figure.readonly}>
    <legend>${text.causal}</legend>
    <label
      ><input
        type="checkbox"
        role="switch"
        id="causal"
        .checked=${live(on)}
        @change=${(event: Event) =>
          figure.show({
            ...figure.state,
            causal: (event.target as HTMLInputElement).checked ? 'top-left' : 'off',
          })}
      />${on ? text.causalOn : text.causalOff}</label
    >
    ${
      on && state.queries.length !== state.keys.length
        ? html`${choice(figure, 'causal', 'top-left', text.topLeft)} ${choice(figure, 'causal', 'bottom-right', text.bottomRight)}`
        : nothing
    }
    ${
      state.blocked.some((row) => row.includes(true))
        ? html`<button
            type="button"
            @click=${() => allowAll(figure)}
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
  return html`<fieldset ?disabled=${figure.readonly}>
    <legend>${text.emptyRow}</legend>
    ${choice(figure, 'emptyRow', 'nan', text.emptyNan)} ${choice(figure, 'emptyRow', 'zero', text.emptyZero)}
  </fieldset>`;
}

export function renderSettings(figure: AttentionFigure) {
  return html`<div class="settings">${scale(figure)} ${causal(figure)} ${emptyRow(figure)}</div>`;
}
