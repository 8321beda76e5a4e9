/**
 * What every figure of the lesson has: a title, what to try, the picture, in words what it shows now, its numbers as a
 * table, and a reset. A figure gives the parts; the frame, the engine and the refusals are here.
 */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { LessonError } from '../../engine/error.ts';
import type { Engine } from '../../engine/types.ts';
import { messages } from '../../messages/index.ts';
import { figureStyles } from './lesson-figure.styles.ts';
import { controls, gridStyles, theme } from './styles.ts';
import { wholeEngine } from './whole-engine.ts';

export interface DataTable {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row is its name. */
  readonly rows: readonly (readonly string[])[];
}

export abstract class LessonFigure extends LitElement {
  static override properties: Record<string, object> = {
    engine: { state: true },
    failure: { state: true },
  };
  static override styles = [theme, controls, gridStyles, figureStyles];

  declare engine: Engine | undefined;
  /** What the core refused last: shown below the controls, while the last good picture stays. */
  declare failure: LessonError | undefined;

  constructor() {
    super();
    this.engine = undefined;
    this.failure = undefined;
    this.addController({ hostUpdated: () => this.#levels() });
  }

  /** Headings one level below the section's own, which is an h2. */
  #levels(): void {
    for (const heading of this.renderRoot.querySelectorAll('h4, h5, h6'))
      heading.setAttribute('aria-level', String(Number(heading.tagName.slice(1)) - 1));
  }

  abstract readonly title_: string;
  abstract readonly tryThis: string;
  /** The controls and the picture. Called only when the engine is there. */
  protected abstract picture(engine: Engine): TemplateResult;
  /** What the figure shows now, in sentences: one paragraph each. */
  protected abstract words(engine: Engine): readonly string[];
  protected abstract data(engine: Engine): readonly DataTable[];
  /** Back to the start. */
  protected abstract reset(): void;

  override connectedCallback(): void {
    super.connectedCallback();
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

  override render() {
    const { engine } = this;
    const text = messages.figure;
    return html`<figure>
      <figcaption>
        <h4>${this.title_}</h4>
        <p>${this.tryThis}</p>
      </figcaption>
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
            <button type="button" class="reset" @click=${this.#reset}>${text.reset}</button>`
          : nothing
      }
    </figure>`;
  }

  #reset = () => {
    this.failure = undefined;
    this.reset();
  };
}

/** A table in its own scrolling box, styled by `figureStyles`. */
export function dataTable({ caption, head, rows }: DataTable) {
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${caption}>
    <table class="plain">
      <caption>${caption}</caption>
      <thead>
        <tr>${head.map((one) => (one === '' ? html`<td></td>` : html`<th scope="col">${one}</th>`))}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, ...cells]) =>
            html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
