/**
 * What every figure of the lesson has: a title, what to try, the picture, in words what it shows now, its numbers as a
 * table, a reset, its numbers and its code to copy, and a link to its state. A figure gives the parts; the frame, the
 * engine, the refusals, the address and the copying are here.
 *
 * A figure declares what a learner sets, and gets its properties, `reset` and the link from that:
 *
 *   const SETTINGS = { seed: typed('39'), order: oneOf(ORDERS, 'post') };   // settings.ts has the kinds
 *   class MyFigure extends LessonFigure {
 *     static override settings = SETTINGS;
 *     static override properties = propertiesOf(SETTINGS);    // { ...propertiesOf(SETTINGS), more: { state: true } }
 *     declare seed: string;                                   // no constructor: it starts as declared
 *     declare order: Order;
 *     override willUpdate(changed) { if (this.engine && this.stale(changed)) ... this.attempt(...) }
 *     picture() { ... ${this.field('seed', text.seed)} ${this.seedButton('seed', text.nextSeed)} ... }
 *     protected override program() { return ... }             // NumPy that prints the numbers of `data`
 *   }
 *
 * A setting is what the picture is computed from. Answers and predictions are none: who follows a link predicts first.
 * After each change it fires `figure-state` {code}, the text of `state`, bubbling and composed.
 * What a figure computes in `willUpdate` and the core then refuses, through `attempt`, never gets into the link; a link
 * with such values is refused as a whole. Without an `id` the figure leaves the address alone and offers no link.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { LessonError } from '../../engine/error.ts';
import type { Engine } from '../../engine/types.ts';
import { messages } from '../../messages/index.ts';
import { Address } from './address.ts';
import { type DataTable, dataTable, tsvOf } from './data-table.ts';
import { canEmbed, embedCode } from './embed-code.ts';
import { figureStyles } from './lesson-figure.styles.ts';
import { BrokenLink, tellBroken } from './link-text.ts';
import { type NumberField, numberField, seedOf } from './number-field.ts';
import {
  decodeSettings,
  encodeSettings,
  type Settings,
  startsOf,
  type Values,
} from './settings.ts';
import { controls, gridStyles, theme } from './styles.ts';
import './take-away.ts';
import type { Offer } from './take-away.ts';
import { wholeEngine } from './whole-engine.ts';

export { type DataTable, dataTable } from './data-table.ts';

const BASE: Record<string, object> = {
  engine: { state: true },
  failure: { state: true },
  notice: { state: true },
};

/** The properties of a figure with these settings. */
export const propertiesOf = (settings: Settings): Record<string, object> => ({
  ...BASE,
  ...Object.fromEntries(Object.keys(settings).map((name) => [name, { state: true }])),
});

export abstract class LessonFigure extends LitElement {
  static override properties: Record<string, object> = BASE;
  static override styles = [theme, controls, gridStyles, figureStyles];
  /** What a learner sets, by the property that holds it. */
  static settings: Settings = {};

  declare engine: Engine | undefined;
  /** What the core refused last: shown below the controls, while the last good picture stays. */
  declare failure: LessonError | undefined;
  /** Why the link could not be followed. */
  declare notice: string;

  readonly #address = new Address(() => this.id);
  /** The text of the last good state; empty for that of the start. */
  #code = '';
  /** The settings of a link that the core has not seen yet. */
  #untried = false;
  #offers: readonly Offer[] = [];

  constructor() {
    super();
    this.engine = undefined;
    this.failure = undefined;
    this.notice = '';
    this.#set(startsOf(this.#settings));
    this.addController({ hostUpdated: () => this.#drawn() });
  }

  get #settings(): Settings {
    return (this.constructor as typeof LessonFigure).settings;
  }

  get #values(): Values {
    return this as unknown as Values;
  }

  #set(values: Values): void {
    Object.assign(this, values);
  }

  abstract readonly title_: string;
  abstract readonly tryThis: string;
  /** The controls and the picture. Called only when the engine is there. */
  protected abstract picture(engine: Engine): TemplateResult;
  /** What the figure shows now, in sentences: one paragraph each. */
  protected abstract words(engine: Engine): readonly string[];
  protected abstract data(engine: Engine): readonly DataTable[];

  /** A NumPy program that prints the numbers of `data`; nothing where there is no use for one. */
  protected program(_engine: Engine): string | undefined {
    return undefined;
  }

  /** Back to the start: a figure with more than settings takes that back too. */
  protected reset(): void {
    this.#set(startsOf(this.#settings));
  }

  /** The settings as a text for a link; empty when all is as it starts. */
  state(): string {
    return encodeSettings(this.#settings, this.#values);
  }

  /** Takes the settings of such a text. A broken one changes nothing and gives the reason. */
  restore(text: string): BrokenLink['reason'] | undefined {
    try {
      this.#set(decodeSettings(this.#settings, text));
      return undefined;
    } catch (reason) {
      if (reason instanceof BrokenLink) return reason.reason;
      throw reason;
    }
  }

  /** Whether something that the picture is computed from has changed: a setting, or the engine has come. */
  protected stale(changed: PropertyValues): boolean {
    return changed.has('engine') || Object.keys(this.#settings).some((name) => changed.has(name));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#offers = this.#makeOffers();
    if (!this.engine) this.#follow();
    wholeEngine().then(
      (engine) => {
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
  }

  #follow(): void {
    const linked = this.#address.read();
    if (!linked) return;
    const broken = this.restore(linked);
    if (broken) this.#say(messages.link[broken]);
    else this.#untried = true;
    this.#code = this.state();
  }

  #say(notice: string): void {
    this.notice = notice;
    tellBroken(this, notice);
  }

  #drawn(): void {
    // Headings one level below the section's own, which is an h2.
    for (const heading of this.renderRoot.querySelectorAll('h4, h5, h6'))
      heading.setAttribute('aria-level', String(Number(heading.tagName.slice(1)) - 1));
    if (!this.engine) return;
    const { failure } = this;
    if (failure && this.#untried) {
      this.#say(`${messages.link.core} ${failure.message}`);
      this.failure = undefined;
      this.#set(startsOf(this.#settings));
      this.#code = '';
    }
    this.#untried = false;
    if (!failure) this.#keep();
  }

  #keep(): void {
    const code = this.state();
    if (code === this.#code) return;
    this.#code = code;
    this.#address.write(() => this.#code);
    const detail = { code };
    this.dispatchEvent(new CustomEvent('figure-state', { detail, bubbles: true, composed: true }));
  }

  /** Runs something of the core; a refusal is kept to be shown, and the result is then nothing. */
  protected attempt<T>(run: () => T): T | undefined {
    try {
      const result = run();
      this.failure = undefined;
      return result;
    } catch (reason) {
      if (!(reason instanceof LessonError)) throw reason;
      this.failure = reason;
      return undefined;
    }
  }

  /** Whether the core refused this setting last. */
  protected refuses(name: string): boolean {
    const { failure } = this;
    return failure?.where.name === name || (name === 'seed' && !!failure?.code.startsWith('seed-'));
  }

  /** A labelled field for a number that is a setting: what is typed stays as typed. */
  protected field(name: string, label: string, more: Partial<NumberField> = {}): TemplateResult {
    return numberField(
      {
        name,
        label,
        text: String(this.#values[name]),
        refused: this.refuses(name),
        ...more,
      },
      (typed) => this.#set({ [name]: typed }),
    );
  }

  /** A button for the seed after `last`, the last that was drawn. */
  protected seedButton(name: string, label: string, last: string): TemplateResult {
    const next = () => this.#set({ [name]: String(seedOf(last) + 1n) });
    return html`<button type="button" @click=${next}>${label}</button>`;
  }

  override render() {
    const { engine } = this;
    const text = messages.figure;
    return html`<figure>
      <figcaption>
        <h4>${this.title_}</h4>
        <p>${this.tryThis}</p>
      </figcaption>
      ${this.notice ? this.#notice() : nothing}
      ${engine ? this.picture(engine) : html`<p class="loading">${this.failure ? nothing : text.loading}</p>`}
      ${this.failure ? html`<p class="problem" role="alert" data-code=${this.failure.code}>${this.failure.message}</p>` : nothing}
      ${
        engine
          ? html`<details open class="words">
              <summary>${text.inWords}</summary>
              ${this.words(engine).map((one) => html`<p>${one}</p>`)}
            </details>
            <details class="data">
              <summary>${text.numbers}</summary>
              ${this.data(engine).map(dataTable)}
            </details>
            <al-take-away ready .offers=${this.#offers}>
              <button type="button" class="reset" @click=${this.#reset}>${text.reset}</button>
            </al-take-away>`
          : nothing
      }
    </figure>`;
  }

  #notice() {
    const dismiss = async () => {
      this.notice = '';
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('input, select, button')?.focus();
    };
    return html`<div class="notice" role="status">
      <p>${messages.link.broken} ${this.notice} ${messages.link.usual}</p>
      <button class="quiet" type="button" data-look @click=${dismiss}>${messages.link.dismiss}</button>
    </div>`;
  }

  #makeOffers(): readonly Offer[] {
    const text = messages.figure;
    const of = (make: (engine: Engine) => string | undefined) => () =>
      this.engine ? (make(this.engine) ?? '') : '';
    const link = () => this.#address.linkTo(this.#code, `#${this.id}`);
    return [
      { button: text.copyNumpy, name: text.numpy, text: of((engine) => this.program(engine)) },
      {
        button: text.copyNumbers,
        name: text.numbers,
        text: of((engine) => tsvOf(this.data(engine))),
      },
      { button: text.copyLink, name: text.link, text: () => new URL(link(), location.href).href },
      {
        button: text.copyEmbed,
        name: text.embed,
        text: () => embedCode({ show: 'lab', lab: this.id, state: this.#code }, this.title_),
      },
    ].filter(
      ({ button }) =>
        (button !== text.copyNumpy || this.program !== LessonFigure.prototype.program) &&
        (button !== text.copyLink || this.id !== '') &&
        (button !== text.copyEmbed ||
          (this.id !== '' && canEmbed() && this.getRootNode() === document)),
    );
  }

  #reset = () => {
    this.failure = undefined;
    this.reset();
  };
}
