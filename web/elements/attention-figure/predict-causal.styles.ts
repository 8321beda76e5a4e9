import { css } from 'lit';

export const predictStyles = css`
  :host {
    display: block;
  }
  form,
  .verdict {
    padding: 0.9rem 1.1rem;
    border-left: 4px solid var(--_accent);
    background: color-mix(in srgb, var(--_accent) 7%, var(--_raised));
    border-radius: 0 0.5rem 0.5rem 0;
  }
  fieldset {
    border: 0;
    margin: 0;
    padding: 0;
  }
  legend {
    padding: 0;
    margin-bottom: 0.4rem;
  }
  fieldset label {
    display: block;
    padding: 0.2rem 0;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    margin-top: 0.5rem;
  }
  .problem:empty {
    display: none;
  }
  .verdict p {
    margin: 0 0 0.3rem;
    max-width: 44rem;
  }
`;
