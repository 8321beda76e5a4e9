/** What the elements of the recall cards share. */
import { css } from 'lit';

export const recallStyles = css`
  :host {
    display: block;
    margin: 1.25rem 0;
  }
  .frame {
    padding: 0.9rem 1rem 1rem;
    border: 1px solid var(--_line);
    border-radius: 0.6rem;
    background: var(--_paper);
  }
  h3 {
    margin: 0;
    font-size: 1.0625rem;
    color: var(--_accent);
  }
  h4 {
    margin: 1rem 0 0.25rem;
    font-size: 1rem;
  }
  p {
    margin: 0.35rem 0;
    max-width: 42rem;
  }
  .muted {
    color: var(--_muted);
    font-size: 0.9375rem;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.75rem;
    align-items: center;
    margin: 0.6rem 0;
  }
  a {
    color: var(--_accent);
    text-underline-offset: 0.15em;
  }
  a.button {
    display: inline-block;
    min-height: 2.25rem;
    padding: 0.35rem 0.7rem;
    border: 1px solid var(--_edge);
    border-radius: 0.4rem;
    background: var(--_raised);
    color: var(--_ink);
    text-decoration: none;
  }
  a.button:hover {
    border-color: var(--_ink);
  }
  ul.plain {
    margin: 0.35rem 0;
    padding: 0;
    list-style: none;
  }
  ul.plain li {
    padding: 0.15rem 0;
  }
  details {
    border-top: 1px solid var(--_line);
  }
  details:first-of-type {
    margin-top: 0.75rem;
  }
  summary {
    cursor: pointer;
    padding: 0.5rem 0;
    font-weight: 600;
    font-size: 0.9375rem;
  }
  details > .in {
    padding-bottom: 0.75rem;
  }
  details details {
    border: 0;
    margin: 0;
  }
  details details summary {
    padding: 0.25rem 0;
    font-weight: 500;
  }
  .notice {
    margin: 0 0 0.75rem;
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--_edge);
    border-left: 4px solid var(--_bad);
    border-radius: 0.4rem;
    background: var(--_raised);
    font-size: 0.9375rem;
  }
  .notice p {
    margin: 0.15rem 0;
  }
  .scroll {
    overflow-x: auto;
    margin: 0.5rem 0 0.75rem;
  }
  table {
    border-collapse: collapse;
    font-size: 0.9375rem;
    font-variant-numeric: tabular-nums;
  }
  caption {
    text-align: left;
    padding: 0.25rem 0;
    color: var(--_muted);
  }
  :is(th, td) {
    padding: 0.25rem 0.9rem 0.25rem 0;
    border-bottom: 1px solid var(--_line);
    text-align: left;
    vertical-align: top;
    font-weight: 400;
  }
  thead th {
    font-weight: 600;
    color: var(--_muted);
    font-size: 0.875rem;
  }
  .date {
    white-space: nowrap;
  }
  tr[data-card] th {
    min-width: 9rem;
  }
  td.num,
  th.num {
    text-align: right;
  }
  .loading {
    min-height: 3rem;
    color: var(--_muted);
  }
`;
