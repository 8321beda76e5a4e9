/** How a card looks while it is asked. */
import { css } from 'lit';

export const sessionStyles = css`
  :host {
    margin: 0;
  }
  .top {
    display: flex;
    justify-content: space-between;
    align-items: start;
    gap: 1rem;
  }
  .top h3 {
    font-size: 1.1875rem;
    color: var(--_ink);
    text-wrap: balance;
  }
  .top button {
    flex: none;
    margin: -0.3rem -0.5rem 0 0;
  }
  .progress {
    display: block;
    font-size: 0.875rem;
    font-weight: 600;
    color: var(--_accent);
  }
  .bar {
    display: flex;
    gap: 3px;
    margin: 0.5rem 0 0.75rem;
  }
  .bar i {
    flex: 1;
    height: 5px;
    max-width: 2.5rem;
    border-radius: 3px;
    background: var(--_line);
    forced-color-adjust: none;
  }
  .bar i.now {
    background: var(--_accent);
  }
  .bar i.had {
    background: var(--_v);
  }
  .bar i.missed {
    background: repeating-linear-gradient(135deg, var(--_bad) 0 3px, transparent 3px 5px);
  }
  .said {
    max-width: 40rem;
    font-family: var(--_serif);
    font-size: 1.125rem;
    line-height: 1.55;
  }
  .yours {
    display: block;
    max-width: 40rem;
    margin: 0.75rem 0 0.6rem;
    font-size: 0.9375rem;
    color: var(--_muted);
  }
  textarea {
    display: block;
    width: 100%;
    min-height: 5.5rem;
    margin-top: 0.2rem;
    padding: 0.5rem 0.6rem;
    border: 1px solid var(--_edge);
    border-radius: 0.4rem;
    background: var(--_raised);
    color: var(--_ink);
    font: 1rem / 1.5 var(--_sans);
    field-sizing: content;
  }
  textarea[readonly] {
    border-style: dashed;
    background: none;
  }
  fieldset {
    border: 0;
    margin: 0.75rem 0;
    padding: 0;
  }
  legend {
    padding: 0;
    font-weight: 600;
    font-size: 0.9375rem;
  }
  .points label {
    display: flex;
    gap: 0.4rem;
    align-items: baseline;
    padding: 0.25rem 0;
    max-width: 40rem;
  }
  .points input {
    flex: none;
  }
  h4:focus,
  h3:focus {
    outline-offset: 4px;
  }
  .kept p {
    margin: 0.6rem 0;
  }
  .kept b {
    padding: 0.05rem 0.4rem;
    border: 2px solid currentcolor;
    border-radius: 0.4rem;
  }
  .kept b.pass {
    color: var(--_v);
  }
  .kept b.miss {
    color: var(--_bad);
  }
  /* A wide table of a task scrolls by itself, not the page. */
  exercise-task {
    margin: 0.5rem 0;
    overflow-x: auto;
  }
  @media (width <= 40rem) {
    .grade .row button {
      flex: 1 1 8rem;
      min-height: 2.75rem;
    }
  }
`;
