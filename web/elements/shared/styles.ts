/**
 * Colours, type and small parts shared by every element. A page themes them through custom properties named --al-*;
 * light and dark follow the element's `color-scheme`.
 */
import { css } from 'lit';

export const theme = css`
  :host {
    --_paper: var(--al-paper, light-dark(#fdfcf9, #17171b));
    --_raised: var(--al-raised, light-dark(#ffffff, #1e1e24));
    --_ink: var(--al-ink, light-dark(#1d1c1a, #ece9e2));
    --_muted: var(--al-muted, light-dark(#5b5750, #a9a59c));
    --_line: var(--al-line, light-dark(#dcd8ce, #3a3a42));
    --_edge: var(--al-edge, light-dark(#8a857b, #7d7a86));
    --_accent: var(--al-accent, light-dark(#7a2a6d, #e2a6d6));
    --_on-accent: light-dark(#ffffff, #1d1c1a);
    --_q: var(--al-query, light-dark(#005f96, #6cb6ff));
    --_k: var(--al-key, light-dark(#a84300, #ff9a66));
    --_v: var(--al-value, light-dark(#00694d, #4fd1a5));
    --_bad: light-dark(#a3001b, #ff8d8d);
    --_serif: var(--al-serif, 'Iowan Old Style', Charter, 'Bitstream Charter', 'Source Serif 4', Georgia, 'Noto Serif', serif);
    --_sans: var(--al-sans, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif);
    color: var(--_ink);
    font-family: var(--_sans);
    font-size: 1rem;
    line-height: 1.45;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
`;

export const controls = css`
  button,
  select,
  input {
    font: inherit;
    color: inherit;
  }
  button,
  select {
    min-height: 2.25rem;
    padding: 0.25rem 0.7rem;
    border: 1px solid var(--_edge);
    border-radius: 0.4rem;
    background: var(--_raised);
    cursor: pointer;
  }
  button:hover:not(:disabled),
  select:hover {
    border-color: var(--_ink);
  }
  button:disabled {
    color: var(--_muted);
    border-color: var(--_line);
    cursor: default;
  }
  button.primary {
    background: var(--_accent);
    border-color: var(--_accent);
    color: var(--_on-accent);
  }
  button.primary:disabled {
    background: var(--_raised);
    border-color: var(--_line);
    color: var(--_muted);
  }
  button.quiet {
    border-color: transparent;
    background: none;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  button.small {
    min-width: 1.75rem;
    min-height: 1.75rem;
    padding: 0 0.35rem;
    line-height: 1;
  }
  :focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 1px;
  }
  label {
    cursor: pointer;
  }
  input[type='radio'],
  input[type='checkbox'] {
    width: 1.1rem;
    height: 1.1rem;
    margin: 0 0.35rem 0 0;
    accent-color: var(--_accent);
    vertical-align: -0.15rem;
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .problem {
    margin: 0.35rem 0 0;
    color: var(--_bad);
    font-size: 0.875rem;
    max-width: 34rem;
  }
`;

/** With more columns than this a grid is `dense`: narrower cells, and names that are `upright` where they are long. */
export const DENSE_FROM = 6;

/** Tables of numbers. */
export const gridStyles = css`
  table {
    border-collapse: separate;
    border-spacing: 2px;
    font-variant-numeric: tabular-nums;
    font-size: var(--al-cell-font, 0.9375rem);
    print-color-adjust: exact;
  }
  th {
    font-weight: 500;
    font-size: max(0.75rem, 0.8em);
    color: var(--_muted);
    padding: 0 0.15rem;
    text-align: center;
    max-width: 6.5rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  th[scope='row'] {
    text-align: right;
    padding-left: 0;
  }
  td {
    padding: 0;
    border-radius: 0.25rem;
    text-align: center;
  }
  .upright thead th:not(.aside) {
    vertical-align: bottom;
    max-width: none;
  }
  .upright thead th:not(.aside) span {
    display: inline-block;
    max-height: 5rem;
    overflow: hidden;
    text-overflow: ellipsis;
    writing-mode: sideways-lr;
  }
  @supports not (writing-mode: sideways-lr) {
    .upright thead th:not(.aside) span {
      writing-mode: vertical-rl;
      transform: rotate(180deg);
    }
  }
  .hatched {
    background-image: repeating-linear-gradient(
      45deg,
      transparent 0 4px,
      color-mix(in srgb, var(--_muted) 45%, transparent) 4px 5.5px
    );
  }
  @media (forced-colors: active) {
    tbody td {
      border: 1px solid CanvasText;
    }
    /* Gradients are taken away here, and hatching means something. */
    .hatched {
      forced-color-adjust: none;
      color: CanvasText;
      background-color: Canvas;
      background-image: repeating-linear-gradient(45deg, transparent 0 4px, CanvasText 4px 5px);
      text-shadow: 0 0 2px Canvas, 0 0 2px Canvas, 0 0 2px Canvas, 0 0 2px Canvas;
    }
  }
`;
