/**
 * <exercise-set>: every kind of generated task to choose from, each with what it trains, its minutes and the learner's own
 * record, and the task that was chosen. Its `id` is the key of its link: kind and number of the task.
 */
import { html, LitElement, nothing } from 'lit';
import { LessonError } from '../../engine/error.ts';
import type { Engine, ExerciseKind } from '../../engine/types.ts';
import { messages } from '../../messages/index.ts';
import { Address } from '../shared/address.ts';
import { BrokenLink, tellBroken } from '../shared/link-text.ts';
import { decodeSettings, encodeSettings, startsOf, typed } from '../shared/settings.ts';
import { controls, theme } from '../shared/styles.ts';
import '../shared/take-away.ts';
import type { Offer } from '../shared/take-away.ts';
import { wholeEngine } from '../shared/whole-engine.ts';
import { setStyles } from './exercise-set.styles.ts';
import './exercise-task.ts';
import type { ExerciseTask } from './exercise-task.ts';
import { followTallies, NONE, type Tally } from './record.ts';

/** What a link holds. */
const SETTINGS = { kind: typed('', 40), seed: typed('') };
const text = messages.exercise;

export class ExerciseSet extends LitElement {
  static override properties = {
    engine: { state: true },
    failure: { state: true },
    kind: { state: true },
    seed: { state: true },
    tallies: { state: true },
    notice: { state: true },
  };
  static override styles = [theme, controls, setStyles];

  declare engine: Engine | undefined;
  declare failure: LessonError | undefined;
  /** Empty before one is chosen. */
  declare kind: string;
  declare seed: string;
  declare tallies: ReadonlyMap<string, Tally>;
  /** Why the link could not be followed. */
  declare notice: string;

  readonly #address = new Address(() => this.id);
  #offers: readonly Offer[] = [];
  #unfollow = () => {};

  constructor() {
    super();
    this.engine = undefined;
    this.failure = undefined;
    this.tallies = new Map();
    this.notice = '';
    Object.assign(this, startsOf(SETTINGS));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const link = () => new URL(this.#address.linkTo(this.#code(), `#${this.id}`), location.href);
    this.#offers = [{ button: text.set.link, name: messages.figure.link, text: () => link().href }];
    this.#unfollow = followTallies('exercise', (tallies) => {
      this.tallies = tallies;
    });
    wholeEngine().then(
      (engine) => {
        if (!this.engine) this.#follow(engine);
        this.engine = engine;
      },
      (reason: unknown) => {
        if (!(reason instanceof LessonError)) throw reason;
        this.failure = reason;
      },
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#address.flush();
    this.#unfollow();
  }

  #code(): string {
    return encodeSettings(SETTINGS, { kind: this.kind, seed: this.seed });
  }

  /** The task of the page's address, if the core can make it. */
  #follow(engine: Engine): void {
    const linked = this.#address.read();
    if (!linked) return;
    try {
      const { kind, seed } = decodeSettings(SETTINGS, linked) as { kind: string; seed: string };
      engine.exercise.make({ kind, seed: seed || '1' });
      this.kind = kind;
      this.seed = seed;
    } catch (reason) {
      if (reason instanceof BrokenLink) this.notice = messages.link[reason.reason];
      else if (reason instanceof LessonError)
        this.notice = `${messages.link.core} ${reason.message}`;
      else throw reason;
      tellBroken(this, this.notice);
    }
  }

  override render() {
    if (this.failure) return html`<p class="problem" role="alert">${this.failure.message}</p>`;
    const { engine } = this;
    if (!engine) return html`<p class="loading" role="status">${text.set.loading}</p>`;
    return html`${this.notice ? html`<p class="problem" role="status">${messages.link.broken} ${this.notice}</p>` : nothing}
      <details class="chooser" ?open=${this.kind === ''}>
        <summary>${text.set.choose}</summary>
        <ul>
          ${engine.exercise.kinds().map((kind) => this.#card(kind))}
        </ul>
      </details>
      ${
        this.kind
          ? html`<exercise-task
                kind=${this.kind}
                seed=${this.seed}
                @task-changed=${this.#onChanged}
              ></exercise-task>
              ${this.id ? html`<al-take-away ready .offers=${this.#offers}></al-take-away>` : nothing}`
          : nothing
      }`;
  }

  #card({ id, minutes }: ExerciseKind) {
    const words = text.kinds[id];
    const { tries, right } = this.tallies.get(id) ?? NONE;
    const name = words?.name ?? id;
    return html`<li aria-current=${id === this.kind ? 'true' : nothing}>
      <h4 aria-level="3">${name}</h4>
      <p>${words?.about ?? ''}</p>
      <p class="record">${text.set.minutes(minutes)}. ${tries === 0 ? text.set.none : text.set.record(tries, right)}</p>
      <button type="button" data-kind=${id} aria-label=${text.set.startKind(name)} @click=${() => this.#start(id)}>
        ${text.set.start}
      </button>
    </li>`;
  }

  async #start(kind: string): Promise<void> {
    this.notice = '';
    if (kind !== this.kind) this.seed = '';
    this.kind = kind;
    const fold = this.renderRoot.querySelector('details');
    if (fold) fold.open = false;
    await this.updateComplete;
    const task = this.renderRoot.querySelector<ExerciseTask>('exercise-task');
    await task?.updateComplete;
    await task?.focusTask();
  }

  #onChanged = (event: CustomEvent<{ kind: string; seed: string }>) => {
    this.seed = event.detail.seed;
    this.#address.write(() => this.#code());
  };
}

customElements.define('exercise-set', ExerciseSet);

declare global {
  interface HTMLElementTagNameMap {
    'exercise-set': ExerciseSet;
  }
}
