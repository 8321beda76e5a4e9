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
    --al-cell: clamp(4.25rem, 7vw, 6.5rem);
    --al-cell-height: clamp(3.25rem, 5vw, 4.5rem);
    --al-cell-font: 1.25rem;
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
  @media print {
    .row {
      display: none;
    }
  }
`;
