import { css } from 'lit';

export const explainStyles = css`
  :host {
    display: block;
  }
  section {
    padding: 0.9rem 1.1rem 1.1rem;
    border: 2px solid var(--_accent);
    border-radius: 0.6rem;
    background: var(--_raised);
  }
  header {
    display: flex;
    justify-content: space-between;
    align-items: start;
    gap: 1rem;
  }
  h4 {
    margin: 0;
    font-size: 1.0625rem;
  }
  output {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  p {
    margin: 0.5rem 0 0;
    max-width: 44rem;
  }
  .line {
    font-size: 1.0625rem;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .exact {
    color: var(--_muted);
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
  .scroll {
    overflow-x: auto;
    margin-top: 0.5rem;
  }
  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 0.2rem 0.9rem 0.2rem 0;
    text-align: right;
    white-space: nowrap;
  }
  thead th {
    font-size: 0.8125rem;
    font-weight: 500;
    color: var(--_muted);
    border-bottom: 1px solid var(--_edge);
  }
  th:first-child {
    text-align: left;
  }
  th[scope='row'] {
    font-weight: 500;
  }
  tfoot th,
  tfoot td {
    border-top: 1px solid var(--_edge);
    font-weight: 600;
  }
  @media (max-width: 30rem) {
    th,
    td {
      padding-right: 0.5rem;
      font-size: 0.875rem;
      white-space: normal;
    }
    th[scope='row'] {
      white-space: nowrap;
    }
  }
  .chosen {
    background: color-mix(in srgb, var(--_accent) 14%, transparent);
  }
  .chosen th::before {
    content: '▸ ';
  }
`;
