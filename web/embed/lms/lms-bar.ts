/**
 * <lms-bar>: at the top of a lesson that runs in a learning-management system: that it reports there, the way back, and
 * what did not reach the system. What fails in the midst of reading comes into view until it is dismissed.
 *
 * Properties
 *   reporting   whether a system takes reports
 *   leave       an address, or empty
 *   problem     the last one, or undefined
 */
import { css, html, LitElement, nothing } from 'lit';
import { controls, theme } from '../../elements/shared/styles.ts';
import { lmsMessages as text } from '../../messages/lms.ts';
import type { Problem, ProblemCode } from './lms.ts';

/** Those that come while somebody reads far below. */
const AMIDST: readonly ProblemCode[] = ['lms-refused', 'lms-not-saved'];

export class LmsBar extends LitElement {
  static override properties = {
    reporting: { attribute: false },
    leave: { attribute: false },
    problem: { attribute: false },
    dismissed: { state: true },
  };
  static override styles = [
    theme,
    controls,
    css`
      :host {
        flex: 1 1 100%;
        padding: 0.5rem 0.9rem;
        border: 1px solid var(--_line);
        border-radius: 0.5rem;
        background: var(--_raised);
        font-size: 0.875rem;
        overflow-wrap: anywhere;
      }
      :host(:not([shown])) {
        display: none;
      }
      :host([afloat]) {
        position: fixed;
        z-index: 10;
        inset-block-end: 0.75rem;
        inset-inline: 0.75rem;
        max-width: 46rem;
        max-height: 45vh;
        margin-inline: auto;
        overflow-y: auto;
        border: 2px solid var(--_bad);
      }
      button {
        margin-block-start: 0.4rem;
      }
      p {
        max-width: 60rem;
        margin: 0.15rem 0;
      }
      a {
        color: var(--_accent);
      }
      .problem {
        color: var(--_bad);
      }
      .detail {
        color: var(--_muted);
      }
    `,
  ];

  declare reporting: boolean;
  declare leave: string;
  declare problem: Problem | undefined;
  /** The problem that somebody has read. */
  declare dismissed: Problem | undefined;

  constructor() {
    super();
    this.reporting = false;
    this.leave = '';
    this.problem = undefined;
    this.dismissed = undefined;
  }

  /** The same refusal again is one that was read. */
  get #afloat(): boolean {
    const { problem, dismissed } = this;
    const known = problem?.code === dismissed?.code && problem?.detail === dismissed?.detail;
    return !!problem && AMIDST.includes(problem.code) && !known;
  }

  /** Empty, it takes no room. */
  override willUpdate(): void {
    this.toggleAttribute('shown', this.reporting || this.leave !== '' || !!this.problem);
    this.toggleAttribute('afloat', this.#afloat);
  }

  #dismiss = () => {
    this.dismissed = this.problem;
  };

  override render() {
    const { problem, leave } = this;
    const afloat = this.#afloat;
    const reporting = this.reporting && !afloat;
    const way = URL.canParse(leave) && /^https?:$/.test(new URL(leave).protocol);
    return html`
      ${reporting ? html`<p>${text.reporting}</p>` : nothing}
      <div role="status">
        ${
          problem
            ? html`<p class="problem" data-code=${problem.code}>
                ${text.problems[problem.code]}
                <span class="detail">${text.code(problem.code, problem.detail)}</span>
              </p>`
            : nothing
        }
      </div>
      ${afloat ? html`<button type="button" @click=${this.#dismiss}>${text.dismiss}</button>` : nothing}
      ${way && !afloat ? html`<p><a href=${leave} target="_top">${text.leave}</a></p>` : nothing}
    `;
  }
}

if (!customElements.get('lms-bar')) customElements.define('lms-bar', LmsBar);
