/** <update-bar>: a new version is there; the reader decides when to take it. */
import { css, html, LitElement, nothing } from 'lit';
import { controls, theme } from '../elements/shared/styles.ts';
import { messages } from '../messages/index.ts';

type Why = 'ready' | 'elsewhere';

export class UpdateBar extends LitElement {
  static override properties = { why: { state: true } };
  static override styles = [
    theme,
    controls,
    css`
      :host {
        position: fixed;
        inset: auto 0 0;
        z-index: 1;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem 1rem;
        padding: 0.75rem 1.25rem;
        border-top: 2px solid var(--_accent);
        background: var(--_raised);
      }
      p {
        flex: 1 1 16rem;
        margin: 0;
      }
    `,
  ];

  declare why: Why | undefined;
  take: () => void = () => {};

  constructor() {
    super();
    this.why = undefined;
  }

  /** What gets the focus is scrolled to above the bar, not behind it. */
  override updated(): void {
    const height = this.why ? `${this.offsetHeight}px` : '';
    document.documentElement.style.scrollPaddingBottom = height;
  }

  override render() {
    const text = messages.offline;
    // The live region is there before what it says.
    return html`<div role="status">
      ${
        this.why
          ? html`<div class="bar">
              <p>${text[this.why]}</p>
              <button type="button" class="primary" @click=${this.take}>${text.take}</button>
              <button type="button" @click=${this.#later}>${text.later}</button>
            </div>`
          : nothing
      }
    </div>`;
  }

  #later = () => {
    this.why = undefined;
  };
}

customElements.define('update-bar', UpdateBar);

/** One bar: what is said last counts. */
export function showUpdate(why: Why, take: () => void): void {
  let bar = document.querySelector<UpdateBar>('update-bar');
  if (!bar) {
    bar = document.createElement('update-bar') as UpdateBar;
    document.body.append(bar);
  }
  bar.take = take;
  const shown = bar;
  void shown.updateComplete.then(() => {
    shown.why = why;
  });
}
