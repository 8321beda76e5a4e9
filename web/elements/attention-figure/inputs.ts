/** The inputs of the figure: tokens, the Q, K and V grids, and the mask. */
import { html, nothing } from 'lit';
import { messages } from '../../messages/index.ts';
import '../grid/entry-grid.ts';
import '../grid/mask-grid.ts';
import type { AttentionFigure } from './attention-figure.ts';
import { type Input, MOST_WIDTH, widthOf, withLinked, withWidth } from './state.ts';
import './token-list.ts';

function widthStepper(figure: AttentionFigure, input: Input) {
  const which = input === 'v' ? 'value' : 'key';
  const width = widthOf(figure.state, input);
  const name =
    input === 'v'
      ? messages.inputs.v.name
      : `${messages.inputs.q.name} / ${messages.inputs.k.name}`;
  const set = (to: number) => figure.show(withWidth(figure.state, which, to));
  return html`<span class="stepper">
    <button class="small" type="button" aria-label=${messages.inputs.narrower(name)} ?disabled=${figure.readonly || width <= 1} @click=${() => set(width - 1)}>−</button>
    <button class="small" type="button" aria-label=${messages.inputs.wider(name)} ?disabled=${figure.readonly || width >= MOST_WIDTH} @click=${() => set(width + 1)}>+</button>
  </span>`;
}

function grid(figure: AttentionFigure, input: Input) {
  const text = messages.inputs[input];
  const rows = figure.namesOf(figure.state[input === 'q' ? 'queries' : 'keys']);
  return html`<div class="card ${input}">
    <h4>
      <span class="letter">${text.letter}</span> ${text.name}
      <span class="shape">${messages.stages.shape(figure.state[input].length, widthOf(figure.state, input))}</span>
      ${widthStepper(figure, input)}
    </h4>
    <p class="about">${text.about}</p>
    <al-entry-grid
      .input=${input}
      .label=${text.singular}
      .entries=${figure.state[input]}
      .rowNames=${rows}
      .marks=${figure.marksOf(input)}
      .read=${figure.readonly ? undefined : figure.computation?.readerOf(input)}
      .epoch=${figure.epoch}
      .parseBlock=${figure.engine?.parseBlock}
    ></al-entry-grid>
  </div>`;
}

function link(figure: AttentionFigure, linked: boolean): void {
  figure.epoch += 1;
  figure.show(withLinked(figure.state, linked));
}

function tokens(figure: AttentionFigure) {
  const text = messages.tokens;
  const { linked, queries, keys } = figure.state;
  return html`<div class="tokens">
    ${linked ? nothing : html`<al-tokens side="queries" ?readonly=${figure.readonly} .label=${text.queries} .tokens=${queries}></al-tokens>`}
    <al-tokens side="keys" ?readonly=${figure.readonly} .label=${linked ? text.all : text.keys} .tokens=${keys}></al-tokens>
    <label
      ><input
        type="checkbox"
        ?disabled=${figure.readonly}
        .checked=${linked}
        @change=${(event: Event) => link(figure, (event.target as HTMLInputElement).checked)}
      />${text.linked}</label
    >
  </div>`;
}

export function renderInputs(figure: AttentionFigure) {
  const text = messages.inputs.mask;
  return html`<h3>${messages.figure.inputs}</h3>
    ${tokens(figure)}
    <p class="hint keys">${messages.figure.keysHint}</p>
    ${figure.blockNotice ? html`<p class="problem" role="alert">${figure.blockNotice}</p>` : nothing}
    <div class="cards inputs">
      ${grid(figure, 'q')} ${grid(figure, 'k')} ${grid(figure, 'v')}
      <div class="card mask">
        <h4>${text.name}</h4>
        <p class="about">${text.about}</p>
        <al-mask-grid
          .label=${text.name}
          .rowNames=${figure.namesOf(figure.state.queries)}
          .colNames=${figure.namesOf(figure.state.keys)}
          .chosen=${figure.state.blocked}
          .all=${figure.trace?.blocked}
          .veiled=${figure.asking}
          .dense=${figure.dense}
          ?readonly=${figure.readonly}
        ></al-mask-grid>
      </div>
    </div>`;
}
