/** The scaling bench: what it adds to the frame of a figure. */
import { css } from 'lit';

export const scalingStyles = css`
  fieldset {
    min-width: 0; /* its tables scroll */
  }
  .kernels {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(13rem, 14rem));
    max-width: 32rem;
    gap: 0.15rem 1.25rem;
  }
  .kernels label,
  .choices label {
    display: flex;
    align-items: baseline;
    padding: 0.2rem 0;
    font-size: 0.9375rem;
  }
  .kernels input,
  .choices input {
    flex: none;
    position: relative;
    top: 0.15rem;
  }
  .kernels label:has(:disabled) {
    color: var(--_muted);
    cursor: default;
  }
  .wide {
    grid-column: 1 / -1;
  }
  .about {
    margin: 0.35rem 0;
    max-width: 40rem;
    font-size: 0.9375rem;
    color: var(--_muted);
  }
  .run {
    margin: 0.75rem 0;
    padding-top: 0.75rem;
    border-top: 1px solid var(--_line);
  }
  progress {
    width: min(100%, 24rem);
    height: 0.75rem;
    accent-color: var(--_accent);
  }
  .verdict {
    max-width: 40rem;
    margin: 0.5rem 0 0;
    font-weight: 600;
  }
  .doublings {
    margin: 0.25rem 0 0.75rem;
    padding-left: 1.25rem;
  }
  @media (min-width: 40rem) {
    table.plain :is(td, th[scope='row']) {
      white-space: nowrap;
    }
  }
  .badge {
    display: flex;
    gap: 0.5rem;
    max-width: 40rem;
    margin: 0.35rem 0;
    padding: 0.3rem 0.6rem;
    border: 1px solid var(--_v);
    border-radius: 0.4rem;
    font-size: 0.9375rem;
  }
  .badge::before {
    content: '✓';
    font-weight: 700;
    color: var(--_v);
  }
  .badge.differs {
    border-color: var(--_bad);
  }
  .badge.differs::before {
    content: '✗';
    color: var(--_bad);
  }
  /* Refusals stand at the settings, above the picture. */
  :host([shown]) figure > .problem {
    display: none;
  }
`;
