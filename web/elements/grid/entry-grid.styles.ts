import { css } from 'lit';

export const entryStyles = css`
  :host {
    display: inline-block;
    max-width: 100%;
  }
  .scroll {
    position: relative; /* keeps hidden words of its table inside */
    overflow-x: auto;
    padding: 4px;
    margin: -4px;
  }
  td.marked {
    box-shadow: 0 0 0 2px var(--_ink);
  }
  @media (forced-colors: active) {
    td.marked {
      outline: 3px solid Highlight;
    }
  }
  input {
    width: 4rem;
    height: 2.125rem;
    padding: 0 0.3rem;
    border: 1px solid var(--_edge);
    border-radius: 0.25rem;
    background: var(--_raised);
    text-align: center;
    cursor: ew-resize;
    touch-action: pan-y;
  }
  input:focus {
    cursor: text;
    outline: 3px solid var(--_accent);
    outline-offset: 0;
  }
  input[aria-invalid='true'] {
    border: 2px dashed var(--_bad);
    background: color-mix(in srgb, var(--_bad) 10%, var(--_raised));
  }
  .kept {
    margin: 0.1rem 0 0;
    font-size: 0.8125rem;
    color: var(--_muted);
  }
  @media (max-width: 30rem) {
    input {
      width: 3.4rem;
    }
  }
`;
