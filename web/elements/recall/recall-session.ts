/**
 * <recall-session>: one card after the other. The question stands alone until the learner has answered; then the answer
 * is shown, the card is graded, by the learner or by the core, and the review is kept at once. What a card says are copies
 * of the page's own text in the light DOM, where the page styles it.
 *
 * Events, bubbling and composed
 *   session-end    the learner leaves: the session is over or was stopped, and its result was seen
 */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Grade as TaskGrade } from '../../engine/types.ts';
import { messages } from '../../messages/index.ts';
import { keep, recall as recallNote } from '../../storage/local.ts';
import type { Grade } from '../../storage/types.ts';
import '../exercise/exercise-task.ts';
import { controls, theme } from '../shared/styles.ts';
import type { RecallCard } from './cards.ts';
import { recallStyles } from './recall.styles.ts';
import type { Recall, Reviewed } from './recall.ts';
import { predictionOf } from './recall-prediction.ts';
import { sessionStyles } from './recall-session.styles.ts';
import { advance, currentCard, graded, type Session } from './session.ts';
import { copyOf, progressBar, renderEnd, stepLink } from './session-view.ts';
import { dateText } from './standing-view.ts';

const text = messages.recall.session;
/** Its id in a page. */
export const SESSION = 'recall-session';

/** `ask`: the question alone. `answer`: the answer beside it, not graded yet. `kept`: graded. `end`: no card any more. */
type Phase = 'ask' | 'answer' | 'kept' | 'end';

const draftKey = ({ id }: RecallCard) => `lesson/card/${id}/text`;

/** One of seven draws ties: so many in a row never do. */
const MOST_DRAWS = 50;

/** Fresh numbers each time: 32 random bits. */
const newSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 1);

export class RecallSession extends LitElement {
  static override properties = {
    recall: { attribute: false },
    session: { attribute: false },
    phase: { state: true },
    grade: { state: true },
    reviewed: { state: true },
    problem: { state: true },
    written: { state: true },
  };
  static override styles = [theme, controls, recallStyles, sessionStyles];

  declare recall: Recall | undefined;
  declare session: Session | undefined;
  declare phase: Phase;
  declare grade: Grade | undefined;
  declare reviewed: Reviewed | undefined;
  declare problem: string;
  /** The learner's own answer to the card that is asked. */
  declare written: string;

  #seed = newSeed();
  #stopped = false;

  constructor() {
    super();
    this.recall = undefined;
    this.session = undefined;
    this.phase = 'ask';
    this.grade = undefined;
    this.reviewed = undefined;
    this.problem = '';
    this.written = '';
  }

  get card(): RecallCard | undefined {
    return this.session && currentCard(this.session);
  }

  /** Shows the first card of a session. */
  async begin(recall: Recall, session: Session): Promise<void> {
    this.recall = recall;
    this.session = session;
    this.#stopped = false;
    await this.#ask();
  }

  async #ask(): Promise<void> {
    const { card } = this;
    this.#seed = this.#draw(card);
    this.grade = undefined;
    this.reviewed = undefined;
    this.problem = '';
    this.written = card ? (recallNote(draftKey(card)) ?? '') : '';
    this.phase = card ? 'ask' : 'end';
    this.#place(card);
    await this.#focus('head');
  }

  /** Of a prediction such that one key is read most: with two alike there would be nothing to foresee. */
  #draw(card: RecallCard | undefined): string {
    const engine = this.recall?.reckoning?.engine;
    let seed = newSeed();
    if (!engine || card?.kind !== 'predict') return seed;
    for (let draws = 0; draws < MOST_DRAWS; draws++) {
      if (predictionOf(engine, card.exercise, seed)?.strongest.length === 1) break;
      seed = newSeed();
    }
    return seed;
  }

  /** Copies of what the card says, for the slots. */
  #place(card: RecallCard | undefined): void {
    const copies = card
      ? [
          copyOf(card.front, 'front'),
          copyOf(card.back, 'back'),
          ...card.points.map((point, i) => copyOf(point, `point-${i}`)),
        ]
      : [];
    this.replaceChildren(...copies);
  }

  async #focus(id: string): Promise<void> {
    await this.updateComplete;
    const target = this.renderRoot.querySelector<HTMLElement>(`#${id}`);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  override render() {
    const { session, card } = this;
    if (!session) return nothing;
    if (this.phase === 'end' || !card) {
      const left = this.recall?.reckoning?.due.length ?? 0;
      return renderEnd(session, { left, stopped: this.#stopped, leave: this.#leave });
    }
    return html`<section class="card" aria-labelledby="head" data-phase=${this.phase} data-card=${card.id}>
      <div class="top">
        <h3 id="head" tabindex="-1">
          <span class="progress">${text.progress(session.at + 1, session.queue.length)}</span>
          ${card.title}
        </h3>
        <button type="button" class="quiet" @click=${this.#stop} title=${text.stopHint}>${text.stop}</button>
      </div>
      ${progressBar(session)}
      <p class="muted">${text.kinds[card.kind]}</p>
      ${keyed(this.#seed, card.kind === 'write' ? this.#write(card) : this.#living(card))}
      ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
      <div role="status" class="kept">${this.phase === 'kept' ? this.#kept() : nothing}</div>
      ${this.phase === 'kept' ? this.#onwards(session, card) : nothing}
    </section>`;
  }

  #write(card: RecallCard): TemplateResult {
    const asking = this.phase === 'ask';
    return html`<div class="said"><slot name="front"></slot></div>
      ${
        asking || this.written
          ? html`<label class="yours">
              ${text.yours}
              <textarea
                rows="3"
                ?readonly=${!asking}
                .value=${this.written}
                @input=${(event: Event) => this.#writes(card, (event.target as HTMLTextAreaElement).value)}
              ></textarea>
            </label>`
          : nothing
      }
      ${
        asking
          ? html`<button type="button" class="primary" @click=${this.#show}>${text.show}</button>`
          : html`<h4 id="answer" tabindex="-1">${text.answer}</h4>
              <div class="said"><slot name="back"></slot></div>
              <fieldset class="points">
                <legend>${text.points}</legend>
                ${card.points.map(
                  (_, i) =>
                    html`<label><input type="checkbox" /> <span><slot name=${`point-${i}`}></slot></span></label>`,
                )}
              </fieldset>
              ${
                this.phase === 'answer'
                  ? html`<fieldset class="grade">
                      <legend>${text.grade}</legend>
                      <div class="row">
                        <button type="button" @click=${() => void this.#give('pass')}>${text.had}</button>
                        <button type="button" @click=${() => void this.#give('miss')}>${text.missed}</button>
                      </div>
                    </fieldset>`
                  : nothing
              }`
      }`;
  }

  #living(card: RecallCard): TemplateResult {
    const engine = this.recall?.reckoning?.engine;
    const asked =
      card.kind === 'task'
        ? html`<exercise-task
            source="card"
            .kind=${card.exercise}
            .seed=${this.#seed}
            @task-graded=${this.#onTask}
            @task-shown=${() => void this.#give('miss')}
          ></exercise-task>`
        : html`<div class="said"><slot name="front"></slot></div>
            <recall-prediction
              .engine=${engine}
              .kind=${card.exercise}
              .seed=${this.#seed}
              .back=${this.id}
              @predicted-key=${(event: CustomEvent<{ right: boolean }>) => void this.#give(event.detail.right ? 'pass' : 'miss')}
            ></recall-prediction>`;
    return html`${asked}
      ${
        this.phase === 'kept'
          ? html`<details class="method">
              <summary>${text.method}</summary>
              <div class="said"><slot name="back"></slot></div>
            </details>`
          : nothing
      }`;
  }

  #kept(): TemplateResult | typeof nothing {
    const { grade, reviewed, recall } = this;
    const reckoning = recall?.reckoning;
    if (!grade || !reckoning) return nothing;
    const verdict = html`<b class=${grade}>${text[grade]}</b>`;
    if (!reviewed) return html`<p>${verdict} ${text.notScheduled}</p>`;
    const date = dateText(reckoning, reviewed.due);
    const says =
      grade === 'pass' && !reviewed.moved
        ? text.stays(date)
        : text.back(date, reviewed.due - reviewed.today);
    return html`<p>${verdict} ${says}</p>`;
  }

  /** Of a card that was missed, the place that teaches it; and the next card. */
  #onwards({ at, queue }: Session, card: RecallCard): TemplateResult {
    return html`${this.grade === 'miss' ? html`<p class="step">${stepLink(card)}</p>` : nothing}
      <div class="row">
        <button id="next" type="button" class="primary" @click=${this.#next}>
          ${at + 1 < queue.length ? text.next : text.finish}
        </button>
      </div>`;
  }

  #writes(card: RecallCard, written: string): void {
    this.written = written;
    keep(draftKey(card), written || undefined);
  }

  #show = async () => {
    this.phase = 'answer';
    await this.#focus('answer');
  };

  /** An empty or unreadable cell is no answer yet: the first checked one that is whole decides. */
  #onTask = (event: CustomEvent<{ grade: TaskGrade }>) => {
    const { cells, right } = event.detail.grade;
    if (cells.some(({ verdict }) => verdict === 'empty' || verdict === 'unreadable')) return;
    void this.#give(right ? 'pass' : 'miss');
  };

  async #give(grade: Grade): Promise<void> {
    const { recall, session, card } = this;
    if (!recall || !session || !card || this.grade) return;
    this.grade = grade; // at once, so that a second press grades nothing
    try {
      this.reviewed = await recall.review(card, grade);
    } catch (reason) {
      this.grade = undefined;
      this.problem = `${text.notKept}${reason instanceof Error ? reason.message : String(reason)}`;
      return;
    }
    keep(draftKey(card), undefined);
    this.problem = '';
    this.session = graded(session, grade);
    this.phase = 'kept';
    // What was wrong stands in a task above the button: there the focus stays.
    if (card.kind === 'write') await this.#focus('next');
  }

  #next = async () => {
    const { session, recall } = this;
    if (!session || !recall) return;
    await recall.refresh();
    const due = new Set(recall.reckoning?.due.map(({ id }) => id));
    this.session = advance(session, due);
    await this.#ask();
  };

  #stop = async () => {
    this.#stopped = true;
    this.phase = 'end';
    this.#place(undefined);
    await this.#focus('head');
  };

  #leave = () => {
    this.session = undefined;
    this.#place(undefined);
    this.dispatchEvent(new CustomEvent('session-end', { bubbles: true, composed: true }));
  };
}

if (!customElements.get('recall-session')) customElements.define('recall-session', RecallSession);
