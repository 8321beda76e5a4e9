/** The heat map on trial: what it adds to the frame of a figure. */
import { css } from 'lit';

export const trialStyles = css`
  fieldset {
    min-width: 0;
  }
  /* Long options make a select as wide as they are. */
  .row > label {
    grid-template-columns: minmax(0, auto);
    max-width: 100%;
  }
  select {
    max-width: 100%;
  }
  .ticket {
    flex: 1 1 16rem;
    max-width: 32rem;
  }
  .ticket input {
    width: 100%;
  }
  input[type='file'] {
    max-width: 100%;
    padding: 0.25rem 0;
  }
  .choices label {
    display: flex;
    align-items: baseline;
    padding: 0.2rem 0;
    font-size: 0.9375rem;
  }
  .choices input {
    flex: none;
    position: relative;
    top: 0.15rem;
  }
  .about {
    margin: 0.35rem 0;
    max-width: 40rem;
    font-size: 0.9375rem;
    color: var(--_muted);
  }
  .found {
    max-width: 40rem;
  }
  .part {
    margin: 1.25rem 0 0.25rem;
    padding-top: 0.75rem;
    border-top: 1px solid var(--_line);
    font-size: 1rem;
  }
  .run {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
    margin: 0.75rem 0;
    font-variant-numeric: tabular-nums;
  }
  progress {
    width: min(100%, 16rem);
    height: 0.75rem;
    accent-color: var(--_accent);
  }
  .predicted {
    margin: 0.5rem 0;
    font-weight: 600;
  }
  .panels > div {
    max-width: 100%;
  }
  .verdict {
    max-width: 40rem;
    margin: 0.75rem 0;
    padding: 0.5rem 0.9rem;
    border-left: 4px solid var(--_bad);
    background: var(--_raised);
    font-weight: 700;
  }
  .verdict[data-verdict='reliance'] {
    border-left-color: var(--_v);
  }
  .verdict span {
    display: block;
    font-weight: 400;
  }
  .sides {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
    gap: 0.5rem 2rem;
    max-width: 60rem;
  }
  .sides h6 {
    margin: 0;
    font-size: 0.9375rem;
  }
  .sides ul {
    margin: 0.25rem 0;
    padding-left: 1.25rem;
    font-family: var(--_serif);
  }
  .rules input[type='text'] {
    width: 4.5rem;
    min-height: 2rem;
  }
  .rules .fails td:last-child {
    color: var(--_bad);
    font-weight: 700;
  }
  .rules :is(th, td) {
    vertical-align: middle;
  }
  @media (max-width: 30rem) {
    .rules {
      font-size: 0.875rem;
    }
    .rules :is(th, td) {
      padding-right: 0.4rem;
    }
    .rules input[type='text'] {
      width: 3.5rem;
    }
  }
`;
