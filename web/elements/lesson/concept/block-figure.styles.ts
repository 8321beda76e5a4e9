import { css } from 'lit';

export const blockStyles = css`
  .order label {
    display: inline-block;
    min-height: 2.25rem;
    padding: 0.4rem 1rem 0 0;
  }
  .order {
    margin: 0;
  }
  .panels {
    margin-top: 1rem;
  }
  .panels section {
    flex: 1 1 28rem;
    min-width: 0;
    max-width: 46rem;
  }
  .panels .note {
    margin: 0 0 0.5rem;
  }
  /* The input stands at the bottom, as blocks are drawn; it is first in the order of reading. */
  .stages {
    display: flex;
    flex-direction: column-reverse;
    gap: 0.35rem;
    max-width: 46rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .stages li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 100px 10.5rem;
    gap: 0.25rem 1rem;
    align-items: center;
    padding: 0.35rem 0.75rem;
    border: 1px solid var(--_line);
    border-left: 5px solid var(--_edge);
    border-radius: 0.4rem;
    font-size: 0.9375rem;
  }
  .stages li.norm {
    border-left-color: var(--_accent);
  }
  .stages li.attention {
    border-left-color: var(--_q);
  }
  .stages li.feedForward {
    border-left-color: var(--_v);
  }
  .stages li.residual {
    border-left-style: double;
  }
  .about {
    display: block;
    font-size: 0.875rem;
    color: var(--_muted);
  }
  .numbers {
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
  rect {
    fill: var(--_accent);
  }
  .stages svg {
    width: 100px;
    overflow: hidden;
  }
  @media (width <= 40rem) {
    .stages li {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
