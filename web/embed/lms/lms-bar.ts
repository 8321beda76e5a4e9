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
    reporting: { type: Boolean },
    leave: { type: String },
    problem: { attribute: false },
  };
  static override styles = [
    theme,
    css`
      :host {
        display: block;
        padding: 0.4rem 1.25rem;
        border-block-end: 1px solid var(--_line);
        background: var(--_raised);
        font-size: 0.875rem;
        overflow-wrap: anywhere;
      }
      p {
        max-width: 46rem;
        margin: 0.15rem auto;
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
