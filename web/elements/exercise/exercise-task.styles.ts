/** Of a generated task: prompt, answer cells, what came of them. */
import { css } from 'lit';

export const taskStyles = css`
  .prompt p {
    max-width: 42rem;
    margin: 0.35rem 0;
    font-family: var(--_serif);
    font-size: 1.0625rem;
    line-height: 1.5;
  }
  .givens {
    margin: 0.75rem 0;
  }
  .givens > * {
    max-width: 100%;
  }
  table.flags tbody td {
    min-width: 3.25rem;
    height: 2.125rem;
    padding: 0 0.35rem;
    border: 1px solid var(--_line);
  }
  .asks {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 2rem;
    align-items: start;
  }
  .ask {
    min-width: 0;
    max-width: 100%;
  }
  .cells {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem 0.75rem;
    align-items: start;
  }
  .cell {
    display: grid;
    gap: 0.15rem;
    font-size: 0.875rem;
  }
  .ask input[type='text'] {
    width: 5.75rem;
  }
  .ask input.right {
    border: 2px solid var(--_v);
  }
  .answers {
    margin-left: -2px;
  }
  .answers td {
    vertical-align: top;
    text-align: left;
  }
  .answers th[scope='row'] {
    padding-right: 0.5rem;
    vertical-align: top;
    line-height: 2.25rem;
  }
  .mark {
    display: block;
    min-height: 1.2rem;
    font-size: 0.8125rem;
  }
  .choices .mark {
    display: inline;
  }
  .rule,
  .hint {
    max-width: 42rem;
    margin: 0.25rem 0 0.6rem;
    font-size: 0.875rem;
    color: var(--_muted);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .result p {
    max-width: 42rem;
    margin: 0.5rem 0 0;
  }
  .result .all-right {
    font-weight: 600;
    color: var(--_v);
  }
  .result .slip {
    padding-left: 0.75rem;
    border-left: 3px solid var(--_bad);
  }
  .step-link {
    margin: 0.6rem 0 0;
  }
  attention-figure {
    margin-top: 0.75rem;
  }
  .solution h5 {
    margin: 0.9rem 0 0.15rem;
    font-size: 0.9375rem;
  }
  .solution ul {
    margin: 0;
    padding-left: 1.2rem;
    font-variant-numeric: tabular-nums;
  }
  .number {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem 0.6rem;
    align-items: center;
    margin-top: 0.9rem;
    padding-top: 0.6rem;
    border-top: 1px solid var(--_line);
    font-size: 0.9375rem;
  }
  .number .hint {
    margin: 0;
  }
`;
