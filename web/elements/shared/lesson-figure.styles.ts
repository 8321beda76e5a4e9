/** The frame of the lesson's figures. */
import { css } from 'lit';

export const figureStyles = css`
  :host {
    display: block;
    margin: 1.25rem 0;
  }
  figure {
    margin: 0;
    padding: 0.9rem 1rem 1rem;
    border: 1px solid var(--_line);
    border-radius: 0.6rem;
    background: var(--_paper);
  }
  h4 {
    margin: 0;
    font-size: 1.0625rem;
    color: var(--_accent);
  }
  figcaption p {
    margin: 0.1rem 0 0.75rem;
    font-size: 0.9375rem;
    color: var(--_muted);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem 1.25rem;
    align-items: end;
    margin: 0.5rem 0;
  }
  /* No control is wider than a narrow screen. */
  .row > label {
    display: grid;
    grid-template-columns: minmax(0, auto);
    gap: 0.15rem;
    max-width: 100%;
    font-size: 0.9375rem;
  }
  .row > label:has(input[type='checkbox'], input[type='radio']) {
    display: block;
  }
  label:has(input[type='checkbox'], input[type='radio']) {
    min-height: 1.5rem; /* the least size of a target */
  }
  .row select {
    max-width: 100%;
  }
  input[type='number'],
  input[type='text'] {
    width: 7rem;
    min-height: 2.25rem;
    padding: 0.2rem 0.5rem;
    border: 1px solid var(--_edge);
    border-radius: 0.4rem;
    background: var(--_raised);
    font-variant-numeric: tabular-nums;
  }
  input[type='range'] {
    accent-color: var(--_accent);
    min-height: 2.25rem;
  }
  fieldset {
    border: 0;
    margin: 0.5rem 0;
    padding: 0;
  }
  legend {
    padding: 0;
    font-weight: 600;
    font-size: 0.9375rem;
  }
  .panels {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem 1.5rem;
    align-items: start;
  }
  .panels > * {
    min-width: 0;
    max-width: 100%; /* what is wider scrolls inside */
  }
  .panels h5 {
    margin: 0 0 0.25rem;
    font-size: 0.9375rem;
  }
  .panels p {
    margin: 0.25rem 0 0;
    font-size: 0.875rem;
    color: var(--_muted);
  }
  .scroll {
    overflow-x: auto;
  }
  table.plain {
    border-collapse: collapse;
    font-size: 0.9375rem;
  }
  table.plain caption {
    position: sticky; /* where the table scrolls, its name is read as a whole */
    left: 0;
    max-width: calc(100vw - 4.5rem);
    text-align: left;
    color: var(--_muted);
    padding: 0.25rem 0;
  }
  table.plain :is(th, td) {
    padding: 0.2rem 0.9rem 0.2rem 0;
    border-bottom: 1px solid var(--_line);
    border-radius: 0;
    text-align: right;
    color: var(--_ink);
    max-width: none;
    white-space: normal;
    overflow: visible;
    font-size: inherit;
  }
  table.plain :is(th:first-child, td:first-child) {
    text-align: left;
  }
  summary {
    cursor: pointer;
    padding: 0.35rem 0;
    font-weight: 600;
    font-size: 0.9375rem;
  }
  .words p {
    max-width: 40rem;
    margin: 0.25rem 0;
    font-family: var(--_serif);
  }
  .loading {
    min-height: 12rem;
    color: var(--_muted);
  }
  .notice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    margin-bottom: 0.75rem;
    padding: 0.6rem 0.9rem;
    border: 2px dashed var(--_bad);
    border-radius: 0.5rem;
  }
  .notice p {
    margin: 0;
  }
  al-take-away {
    margin-top: 0.6rem;
  }
  svg {
    display: block;
    width: 100%;
    height: auto;
    max-width: 46rem;
    overflow: visible;
    font-size: 13px;
  }
  svg text {
    fill: var(--_ink);
  }
  /* On paper nobody presses anything. */
  @media print {
    button {
      display: none;
    }
  }
`;
