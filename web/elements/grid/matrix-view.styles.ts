import { css, unsafeCSS } from 'lit';

/** Whole per cent: finer steps are not seen. */
const HEATS = Array.from({ length: 101 }, (_, heat) => `.h${heat}{--h:${heat}%}`).join('');

export const matrixStyles = css`
  :host {
    display: block;
    max-width: 100%;
  }
  .scroll {
    overflow-x: auto;
    padding: 3px;
    margin: -3px;
  }
  thead td {
    min-width: 0;
    height: auto;
  }
  tbody td {
    min-width: var(--al-cell, 2.95rem);
    height: var(--al-cell-height, 2.125rem);
    padding: 0 0.15rem;
    cursor: pointer;
    background-color: var(--_cell);
  }
  :host([fixed]) tbody td {
    cursor: default;
  }
  ${unsafeCSS(HEATS)}
  td.scores {
    --_cell: color-mix(in oklab, var(--_ink) calc(var(--h) * 0.26), var(--_field));
  }
  td.weights {
    --_cell: color-mix(in oklab, var(--_heat) var(--h), var(--_field));
  }
  td.output {
    --_cell: color-mix(in oklab, var(--_v-heat) var(--h), var(--_field));
  }
  :host {
    --_field: light-dark(#f4f1ea, #24242b);
    --_heat: light-dark(#d993cb, #7d2a70);
    --_v-heat: light-dark(#93d6bd, #115741);
  }
  td.aside {
    --_cell: transparent;
    min-width: 1.75rem;
    color: var(--_muted);
  }
  th.aside {
    max-width: 4rem;
    white-space: normal;
    line-height: 1.1;
    overflow: visible;
  }
  td.veiled {
    --_cell: var(--_field);
    color: var(--_muted);
    cursor: default;
  }
  td.nan {
    --_cell: transparent;
    color: var(--_bad);
    font-weight: 700;
    box-shadow: inset 0 0 0 2px var(--_bad);
  }
  /* Above the next cells, which would cover the ring. */
  td:is(.marked, .selected) {
    position: relative;
    z-index: 1;
  }
  td.marked {
    box-shadow: 0 0 0 2px var(--_ink);
  }
  td.selected {
    box-shadow: 0 0 0 3px var(--_accent);
  }
  /* Shadows are taken away here. */
  @media (forced-colors: active) {
    td:is(.marked, .selected) {
      outline: 3px solid Highlight;
    }
    td.nan {
      border: 3px double CanvasText;
    }
  }
  td:focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 1px;
  }
  .dense {
    font-size: 0.8125rem;
  }
  .dense table {
    font-size: 0.8125rem;
    border-spacing: 1px;
  }
  .dense tbody td {
    min-width: 2.45rem;
    height: 1.75rem;
    padding: 0 0.15rem;
  }
  /* A mask sweeps in and rows share out anew; a number that is dragged does not trail behind. */
  @media (prefers-reduced-motion: no-preference) {
    :host([moving]) tbody td {
      transition: background-color 300ms ease-out;
    }
    :host([moving]) td.hatched {
      animation: sweep 240ms ease-out calc(var(--col) * 45ms) backwards;
    }
    @keyframes sweep {
      from {
        opacity: 0;
        transform: scale(0.6);
      }
    }
  }
  @media (max-width: 30rem) {
    tbody td {
      min-width: 3.1rem;
    }
  }
`;
