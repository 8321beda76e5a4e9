import { css } from 'lit';

export const maskStyles = css`
  :host {
    display: block;
    max-width: 100%;
  }
  .scroll {
    overflow-x: auto;
    padding: 4px;
    margin: -4px;
  }
  button {
    display: block;
    width: 100%;
    min-width: 2.6rem;
    height: 2.125rem;
    padding: 0;
    border: 1px solid var(--_edge);
    border-radius: 0.25rem;
    background-color: var(--_raised);
    color: var(--_ink);
    font: inherit;
    cursor: pointer;
  }
  button[aria-disabled='true'] {
    cursor: not-allowed;
    border-color: var(--_line);
  }
  .dense button {
    min-width: 1.9rem;
    height: 1.75rem;
  }
  button:focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 1px;
  }
`;
