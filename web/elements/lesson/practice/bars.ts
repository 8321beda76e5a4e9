/** Bars, each under its name and its number: the figure around them gives the same as a table. */
import { css, html, nothing } from 'lit';

export interface Bar {
  readonly name: string;
  readonly size: number;
  readonly shown: string;
  /** Stands out, and says why in words. */
  readonly note?: string;
}

/** Per cent of the width: the longest bar fills it. */
const FULL = 100;
const LEAST = 0.3;

export function bars(label: string, list: readonly Bar[]) {
  const most = Math.max(...list.map(({ size }) => size));
  return html`<ul class="bars" aria-label=${label}>
    ${list.map(({ name, size, shown, note }) => {
      const width = most > 0 ? (size / most) * FULL : 0;
      return html`<li>
        <span>${name}${note ? html` <span class="note">(${note})</span>` : nothing}</span>
        <span class="shown">${shown}</span>
        <svg aria-hidden="true">
          <rect class=${note ? 'bar out' : 'bar'} width="${Math.max(width, LEAST)}%" height="14" rx="2"></rect>
        </svg>
      </li>`;
    })}
  </ul>`;
}

export const barStyles = css`
  .bars {
    max-width: 35rem;
    margin: 0.75rem 0;
    padding: 0;
    list-style: none;
    font-size: 0.9375rem;
  }
  .bars li {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0.1rem 1rem;
    margin: 0.5rem 0;
  }
  .bars svg {
    grid-column: 1 / -1;
    width: 100%;
    max-width: none;
    height: 14px;
  }
  .bar {
    fill: color-mix(in oklab, var(--_muted) 55%, var(--_paper));
  }
  .bar.out {
    fill: var(--_accent);
  }
  .bars .note {
    color: var(--_muted);
  }
  .bars .shown {
    font-variant-numeric: tabular-nums;
  }
  @media (forced-colors: active) {
    .bar {
      fill: CanvasText;
    }
  }
`;
