import { css } from 'lit';

export const tokenStyles = css`
  :host {
    display: block;
  }
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
  }
  legend {
    padding: 0;
    font-size: 0.875rem;
    font-weight: 600;
  }
  ol {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
    margin: 0.25rem 0 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: flex;
  }
  input {
    width: 7rem;
    height: 2.25rem;
    padding: 0 0.5rem;
    border: 1px solid var(--_edge);
    border-right: 0;
    border-radius: 0.4rem 0 0 0.4rem;
    background: var(--_raised);
  }
  input:focus {
    outline: 3px solid var(--_accent);
    outline-offset: 0;
  }
  button.small {
    min-height: 2.25rem;
    border-radius: 0 0.4rem 0.4rem 0;
  }
  @media print {
    button {
      display: none;
    }
    input {
      border-right: 1px solid var(--_edge);
      border-radius: 0.4rem;
    }
  }
`;
