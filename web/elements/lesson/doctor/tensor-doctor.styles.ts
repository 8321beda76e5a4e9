/** The tensor doctor: what it adds to the frame of a figure. */
import { css } from 'lit';

export const doctorStyles = css`
  fieldset {
    min-width: 0; /* its tables scroll */
    margin: 1rem 0 0;
    padding-top: 0.75rem;
    border-top: 1px solid var(--_line);
  }
  fieldset:first-of-type {
    border-top: 0;
    padding-top: 0;
    margin-top: 0;
  }
  .files {
    display: grid;
    gap: 0.75rem 1.5rem;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
    margin: 0.5rem 0;
  }
  .files > div {
    min-width: 0;
  }
  .files label {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.25rem;
    font-size: 0.9375rem;
  }
  .files p {
    margin: 0.25rem 0;
    font-size: 0.9375rem;
    color: var(--_muted);
  }
  input[type='file'] {
    max-width: 100%;
    min-height: 2.25rem;
    font: inherit;
    font-size: 0.9375rem;
  }
  textarea {
    box-sizing: border-box;
    width: 100%;
    min-height: 5rem;
    padding: 0.35rem 0.5rem;
    border: 1px solid var(--_edge);
    border-radius: 0.4rem;
    background: var(--_raised);
    color: var(--_ink);
    font-family: var(--_mono, ui-monospace, monospace);
    font-size: 0.875rem;
  }
  .hint {
    font-family: var(--_mono, ui-monospace, monospace);
    overflow-wrap: anywhere;
  }
  .row > label {
    min-width: 0;
    max-width: 100%;
  }
  select {
    min-height: 2.25rem;
    min-width: 0;
    max-width: 100%;
  }
  :host([over]) figure {
    outline: 2px dashed var(--_accent);
    outline-offset: -4px;
  }
  progress {
    width: min(100%, 24rem);
    height: 0.75rem;
    accent-color: var(--_accent);
  }
  .said {
    min-height: 1.4em;
    margin: 0.35rem 0;
    font-size: 0.9375rem;
    color: var(--_muted);
  }
  .case p {
    max-width: 44rem;
    margin: 0.25rem 0;
    font-size: 0.9375rem;
  }
  .verdict {
    max-width: 44rem;
    margin: 0.5rem 0;
    padding: 0.5rem 0.75rem;
    border-left: 4px solid var(--_accent);
    background: var(--_raised);
  }
  .verdict p {
    margin: 0.2rem 0;
  }
  .verdict p:first-child {
    font-weight: 600;
  }
  .scroll {
    margin-top: 0.75rem;
  }
  table.plain th[scope='row'] {
    min-width: 9rem; /* on a phone the table scrolls, and a check is still a sentence */
  }
  table.plain.tensors th[scope='row'],
  .look table.plain th[scope='row'] {
    min-width: 0;
  }
  table.plain.tensors :is(td, th) {
    text-align: left;
  }
  .look table.plain th[scope='row'] {
    white-space: nowrap;
  }
  /* Where a check fails is said in words, which may take two lines. */
  .checks table.plain :is(td, th):last-child {
    min-width: 9rem;
    text-align: left;
    white-space: normal;
  }
  @media (min-width: 40rem) {
    table.plain :is(td, th[scope='row']) {
      white-space: nowrap;
    }
  }
`;
