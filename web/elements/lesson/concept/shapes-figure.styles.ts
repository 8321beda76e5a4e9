import { css } from 'lit';

export const shapesStyles = css`
  h5 {
    margin: 1rem 0 0.25rem;
    font-size: 1rem;
  }
  .chain {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem 0.6rem;
    align-items: start;
    margin: 0 0 1rem;
    padding: 0;
    list-style: none;
    font-size: 0.875rem;
  }
  .chain li {
    max-width: 6.5rem;
    font-variant-numeric: tabular-nums;
  }
  .chain b {
    display: block;
  }
  .chain .step {
    padding-top: 1.75rem;
    max-width: 6.25rem;
    color: var(--_muted);
  }
  .chain svg {
    width: auto;
    height: 4.5rem;
    margin-bottom: 0.25rem;
  }
  rect {
    fill: var(--_field, light-dark(#f4f1ea, #24242b));
    stroke: var(--_edge);
    stroke-width: 1.5;
  }
  .q :is(rect, b) {
    stroke: var(--_q);
    color: var(--_q);
  }
  .k :is(rect, b) {
    stroke: var(--_k);
    color: var(--_k);
  }
  .v :is(rect, b) {
    stroke: var(--_v);
    color: var(--_v);
  }
  .square rect {
    stroke: var(--_accent);
    fill: color-mix(in oklab, var(--_accent) 25%, var(--_paper));
  }
  fieldset,
  .row > label {
    min-width: 0;
    max-width: 100%;
  }
  select {
    max-width: 100%;
    min-width: 0;
  }
  /* On a phone a story from top to bottom: each step a line of its own. */
  @media (width <= 40rem) {
    .chain .step {
      flex: 0 0 100%;
      max-width: none;
      padding-top: 0;
    }
    .step span {
      display: inline-block;
      transform: rotate(90deg);
    }
  }
`;
