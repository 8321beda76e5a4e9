/** The mistakes bench and the hidden mistake. */
import { css } from 'lit';

export const benchStyles = css`
  h5 {
    margin: 1.1rem 0 0.25rem;
    font-size: 1rem;
  }
  h6 {
    margin: 0.75rem 0 0.25rem;
    font-size: 0.9375rem;
  }
  a {
    color: var(--_accent);
  }
  .about {
    overflow-wrap: anywhere;
    margin: 0.25rem 0;
    font-size: 0.875rem;
    color: var(--_muted);
  }
  input[type='search'] {
    width: min(100%, 16rem);
    min-height: 2.25rem;
    padding: 0.2rem 0.5rem;
    border: 1px solid var(--_edge);
    border-radius: 0.4rem;
    background: var(--_raised);
  }
  .catalogue {
    columns: 15rem auto;
    column-gap: 1.25rem;
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--_line);
    border-radius: 0.4rem;
  }
  .catalogue fieldset {
    margin: 0 0 0.6rem;
    break-inside: avoid;
  }
  .catalogue legend {
    font-size: 0.8125rem;
    color: var(--_muted);
  }
  .catalogue label,
  .choices label {
    display: flex;
    align-items: start;
    gap: 0.1rem;
    padding: 0.15rem 0;
    font-size: 0.9375rem;
  }
  :is(.catalogue, .choices) input {
    flex: none;
    margin-top: 0.15rem;
  }
  .one {
    margin-top: 1rem;
    padding-top: 0.25rem;
    border-top: 1px solid var(--_line);
  }
  .one > p,
  .every > p {
    max-width: 44rem;
  }
  .pipeline {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem 1.3rem;
    margin: 0.6rem 0 0.25rem;
    padding: 0;
    list-style: none;
    font-size: 0.8125rem;
  }
  .pipeline li {
    position: relative;
    display: flex;
    align-items: center;
    padding: 0.2rem 0.55rem;
    border: 1px solid var(--_line);
    border-radius: 0.4rem;
    color: var(--_muted);
  }
  .pipeline li:not(:last-child)::after {
    content: '→';
    position: absolute;
    left: calc(100% + 0.25rem);
    color: var(--_muted);
  }
  .pipeline .acts {
    gap: 0.5rem;
    border: 2px solid var(--_bad);
    color: var(--_ink);
    background: color-mix(in oklab, var(--_bad) 10%, var(--_paper));
  }
  .pipeline strong {
    color: var(--_bad);
  }
  .panels > section {
    min-width: 0;
    max-width: 100%;
  }
  .panels h5 {
    margin: 0.5rem 0 0.25rem;
  }
  .predict {
    margin-top: 1rem;
  }
  .choices {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
    gap: 0.1rem 1.25rem;
  }
  .choices small {
    display: block;
    font-size: 0.8125rem;
    color: var(--_muted);
  }
  .found {
    margin-top: 1rem;
  }
  table.results :is(th, td) {
    vertical-align: top;
  }
  table.results :is(th, td) {
    text-align: left;
  }
  select {
    max-width: 100%;
  }
  .row > label:has(select) {
    grid-template-columns: minmax(0, auto);
    max-width: 100%;
  }
  .verdict {
    display: inline-block;
    padding: 0 0.45rem;
    border: 1px solid var(--_edge);
    border-radius: 0.75rem;
    white-space: nowrap;
  }
  .verdict.pass {
    border-color: var(--_v);
    color: var(--_v);
  }
  .verdict.fail {
    border-color: var(--_bad);
    color: var(--_bad);
    font-weight: 600;
  }
  pre {
    max-height: 24rem;
    margin: 0.25rem 0 0;
    padding: 0.5rem 0.65rem;
    overflow: auto;
    border: 1px solid var(--_line);
    border-radius: 0.4rem;
    font:
      0.8125rem / 1.45 ui-monospace,
      SFMono-Regular,
      menlo,
      consolas,
      monospace;
  }
  .matrix {
    position: relative;
    max-height: 32rem;
    overflow: auto;
    border: 1px solid var(--_line);
    border-radius: 0.4rem;
  }
  .matrix table {
    border-collapse: separate;
    border-spacing: 0;
    font-size: 0.8125rem;
  }
  .matrix :is(th, td) {
    padding: 0.1rem 0.3rem;
    border-bottom: 1px solid var(--_line);
    border-radius: 0;
    max-width: none;
    overflow: visible;
    background: var(--_paper);
  }
  .matrix thead th {
    position: sticky;
    top: 0;
    z-index: 2;
    vertical-align: bottom;
    color: var(--_ink);
  }
  .matrix thead th:not(.corner) span {
    display: inline-block;
    writing-mode: vertical-rl;
    transform: rotate(180deg);
  }
  .matrix th[scope='row'],
  .matrix .corner {
    position: sticky;
    left: 0;
    z-index: 1;
    text-align: left;
  }
  .matrix .corner {
    z-index: 3;
  }
  .matrix th button {
    min-height: 1.75rem;
    padding: 0;
    color: var(--_ink);
    text-align: left;
    white-space: normal;
  }
  .matrix td.fail {
    color: var(--_bad);
    font-weight: 700;
    background: color-mix(in oklab, var(--_bad) 14%, var(--_paper));
  }
  .matrix td.pass {
    color: var(--_muted);
  }
  .matrix .nobody > * {
    border-block: 2px solid var(--_accent);
  }
  .matrix .current th[scope='row'] {
    border-left: 4px solid var(--_accent);
  }
  .matrix .count {
    white-space: nowrap;
  }
  .probes {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr));
    gap: 0.4rem;
  }
  .probes button {
    text-align: left;
  }
  .probes .made {
    border-style: dashed;
  }
  .probes small {
    color: var(--_muted);
  }
  .answer {
    margin-top: 1rem;
  }
  .solved {
    padding: 0.5rem 0.75rem;
    border-left: 4px solid var(--_v);
  }
  /* On a phone each row is a paragraph: five columns would leave a word to the line. */
  @media (width <= 40rem) {
    table.results,
    table.results :is(caption, tbody, tr, th, td) {
      display: block;
    }
    table.results thead {
      position: absolute;
      clip-path: inset(50%);
    }
    table.results :is(th, td) {
      padding: 0.1rem 0;
      border: 0;
      text-align: left;
    }
    table.results td[data-label]:not(:empty)::before {
      content: attr(data-label) ': ';
      color: var(--_muted);
    }
    table.results td:empty {
      display: none;
    }
    table.results tr {
      padding: 0.4rem 0;
      border-bottom: 1px solid var(--_line);
    }
    .matrix th[scope='row'] {
      max-width: 9rem;
    }
  }
`;
