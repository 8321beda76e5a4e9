/** The chooser of tasks, and that of puzzles. */
import { css } from 'lit';

export const setStyles = css`
  :host {
    display: block;
    margin: 1rem 0;
  }
  .loading {
    min-height: 12rem;
    color: var(--_muted);
  }
  .chooser > summary {
    cursor: pointer;
    padding: 0.35rem 0;
    font-weight: 600;
  }
  .chooser ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
    gap: 0.75rem;
    margin: 0.35rem 0 0.75rem;
    padding: 0;
    list-style: none;
  }
  .chooser li {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 0.25rem;
    padding: 0.75rem 0.9rem;
    border: 1px solid var(--_line);
    border-radius: 0.5rem;
    background: var(--_raised);
  }
  .chooser li[aria-current] {
    border: 2px solid var(--_accent);
    padding: calc(0.75rem - 1px) calc(0.9rem - 1px);
  }
  .chooser h4 {
    margin: 0;
    font-size: 1rem;
  }
  .chooser p {
    margin: 0;
    font-size: 0.9375rem;
  }
  .chooser .record {
    margin-top: auto;
    padding-top: 0.2rem;
    font-size: 0.875rem;
    color: var(--_muted);
  }
`;
