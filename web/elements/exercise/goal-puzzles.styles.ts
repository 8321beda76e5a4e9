/** A puzzle and its score. */
import { css } from 'lit';

export const puzzleStyles = css`
  .puzzle h4 {
    margin: 0.5rem 0 0;
    font-size: 1.125rem;
    color: var(--_accent);
  }
  .puzzle > p,
  .hint p {
    max-width: 42rem;
    margin: 0.25rem 0;
  }
  .goal {
    font-family: var(--_serif);
    font-size: 1.0625rem;
  }
  .may {
    font-size: 0.9375rem;
    color: var(--_muted);
  }
  .hint summary {
    cursor: pointer;
    padding: 0.25rem 0;
    font-size: 0.9375rem;
  }
  .board {
    position: sticky;
    top: 0;
    z-index: 2;
    margin: 0.6rem 0;
    padding: 0.5rem 0.9rem;
    border: 2px solid var(--_edge);
    border-radius: 0.5rem;
    background: var(--_raised);
  }
  .board.solved {
    border-color: var(--_v);
  }
  .board dl {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 1.5rem;
    margin: 0;
  }
  .board dl > div {
    display: flex;
    gap: 0.4rem;
    align-items: baseline;
  }
  .board dt {
    font-size: 0.875rem;
    color: var(--_muted);
  }
  .board dt::after {
    content: ':';
  }
  .board dd {
    margin: 0;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .board p {
    margin: 0.15rem 0 0;
  }
  .solved [role='status'] {
    font-weight: 600;
    color: var(--_v);
  }
`;
