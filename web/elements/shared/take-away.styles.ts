import { css } from 'lit';

export const takeAwayStyles = css`
  :host {
    display: block;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .note {
    min-height: 1.4rem;
    margin: 0.4rem 0 0;
    color: var(--_muted);
    font-size: 0.875rem;
  }
  textarea {
    width: 100%;
    margin-top: 0.4rem;
    padding: 0.7rem;
    border: 1px solid var(--_edge);
    border-radius: 0.4rem;
    background: var(--_raised);
    color: var(--_ink);
    font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
    font-size: 0.8125rem;
    line-height: 1.5;
    white-space: pre;
    resize: vertical;
  }
  @media print {
    :host {
      display: none;
    }
  }
`;
