import { css } from 'lit';

export const ticketStyles = css`
  :host {
    display: block;
  }
  figure {
    margin: 0;
  }
  .space {
    min-height: 16rem;
    color: var(--_muted);
  }
  al-matrix {
    font-size: 1.0625rem;
  }
  figcaption p {
    margin: 0.5rem 0 0;
  }
  .output {
    min-height: 3rem;
    font-variant-numeric: tabular-nums;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    margin-top: 0.5rem;
  }
`;
