/** Parts of a session that hold no state: how far it is, what a card says, where to read again, and the end. */
import { html, nothing, type TemplateResult } from 'lit';
import { messages } from '../../messages/index.ts';
import { type RecallCard, titleOfPlace } from './cards.ts';
import type { Session } from './session.ts';

const text = messages.recall.session;

/** For the eye alone: the heading says it in words. */
export function progressBar({ queue, at, passed, missed }: Session): TemplateResult {
  const has = (list: readonly RecallCard[], id: string) => list.some((one) => one.id === id);
  const mark = (id: string, i: number) => {
    if (has(passed, id)) return 'had';
    if (has(missed, id)) return 'missed';
    return i === at ? 'now' : '';
  };
  return html`<div class="bar" aria-hidden="true">
    ${queue.map(({ id }, i) => html`<i class=${mark(id, i)}></i>`)}
  </div>`;
}

/** A copy of what stands in the page, for a slot. */
export function copyOf(source: Element, slot: string): Element {
  const copy = document.createElement('div');
  copy.slot = slot;
  copy.append(...source.cloneNode(true).childNodes);
  return copy;
}

/** The place that teaches a card. */
export const stepLink = ({ step }: RecallCard): TemplateResult =>
  html`<a href=${`#${step}`}>${text.step(titleOfPlace(step))}</a>`;

export interface End {
  /** Cards that are still due. */
  readonly left: number;
  /** The learner stopped before the last card. */
  readonly stopped: boolean;
  readonly leave: () => void;
}

export function renderEnd({ passed, missed }: Session, { left, stopped, leave }: End) {
  const steps = [...new Set(missed.map(({ step }) => step))];
  return html`<section class="card" aria-labelledby="head" data-phase="end">
    <h3 id="head" tabindex="-1">${stopped ? text.stopped : text.over}</h3>
    <p role="status">${text.result(passed.length, missed.length)} ${left > 0 ? text.left(left) : nothing}</p>
    ${
      steps.length > 0
        ? html`<h4>${text.missedList}</h4>
            <ul class="plain">${steps.map((step) => html`<li><a href=${`#${step}`}>${titleOfPlace(step)}</a></li>`)}</ul>`
        : nothing
    }
    <div class="row">
      <button type="button" class="primary" @click=${leave}>${text.done}</button>
    </div>
  </section>`;
}
