/** The figure in words, and what a prediction has to say. */
import { html, nothing } from 'lit';
import { messages } from '../../messages/index.ts';
import type { AttentionFigure } from './attention-figure.ts';
import './predict-causal.ts';
import { canAsk } from './prediction.ts';

export function renderWords(figure: AttentionFigure) {
  const { result, asking } = figure;
  if (!result) return nothing;
  const { setting, rows } = result.description;
  return html`<details class="words" open>
    <summary>${messages.figure.inWords}</summary>
    <p>${setting.join(' ')}</p>
    ${
      asking
        ? html`<p>${messages.stages.hiddenUntilPredicted}</p>`
        : html`<ul>
          ${rows.map((sentence) => html`<li>${sentence}</li>`)}
        </ul>`
    }
  </details>`;
}

export function renderPrediction(figure: AttentionFigure) {
  const { result, asking, answer } = figure;
  const pending = asking || answer !== undefined;
  if (!result || !pending || figure.start || !canAsk(result.state, result.trace)) {
    return html`<div class="predict"><slot name="predict"></slot></div>`;
  }
  return html`<div class="predict">
    <slot name="predict"><h4>${messages.predict.title}</h4></slot>
    <al-predict-causal .state=${result.state} .trace=${result.trace} .answer=${asking ? undefined : answer}></al-predict-causal>
    ${
      asking
        ? nothing
        : html`<button class="quiet again" type="button" @click=${() => figure.askAgain()}>${messages.predict.again}</button>`
    }
  </div>`;
}
