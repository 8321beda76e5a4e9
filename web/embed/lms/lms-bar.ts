/**
 * <lms-bar>: at the top of a lesson that runs in a learning-management system: that it reports there, the way back, and
 * what did not reach the system. Properties: `reporting`, `leave` (an address), `problem`.
 */
import { css, html, LitElement, nothing } from 'lit';
import { theme } from '../../elements/shared/styles.ts';
import { lmsMessages as text } from '../../messages/lms.ts';
import type { Problem } from './lms.ts';

export class LmsBar extends LitElement {
  static override properties = {
    reporting: { attribute: false },
    leave: { attribute: false },
    problem: { attribute: false },
  };
  static override styles = [
    theme,
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

  constructor() {
    super();
    this.reporting = false;
    this.leave = '';
    this.problem = undefined;
  }

  /** Empty, it takes no room. */
  override willUpdate(): void {
    this.toggleAttribute('shown', this.reporting || this.leave !== '' || !!this.problem);
  }

  override render() {
    const { problem, leave, reporting } = this;
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
      ${way ? html`<p><a href=${leave} target="_top">${text.leave}</a></p>` : nothing}
    `;
  }
}

if (!customElements.get('lms-bar')) customElements.define('lms-bar', LmsBar);
