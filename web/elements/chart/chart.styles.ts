/** Charts: ink on paper, lines told apart by dashes as well as by colour. */
import { css } from 'lit';

export const chartStyles = css`
  :host {
    display: block;
    max-width: 46rem;
  }
  svg {
    display: block;
    width: 100%;
    height: auto;
    font: 13px var(--_sans);
  }
  text {
    fill: var(--_ink);
  }
  .tick {
    fill: var(--_muted);
    font-variant-numeric: tabular-nums;
  }
  .grid {
    stroke: var(--_line);
  }
  .axis {
    stroke: var(--_edge);
  }
  .mark {
    stroke: var(--_ink);
    stroke-dasharray: 2 3;
  }
  .line {
    fill: none;
    stroke-width: 2.25;
    stroke-linejoin: round;
  }
  .l0 {
    stroke: var(--_accent);
  }
  .l1 {
    stroke: var(--_q);
    stroke-dasharray: 7 4;
  }
  .l2 {
    stroke: var(--_v);
    stroke-dasharray: 2 3;
  }
  .l3 {
    stroke: var(--_k);
    stroke-dasharray: 9 3 2 3;
  }
  .l4 {
    stroke: var(--_muted);
    stroke-dasharray: 1 5;
    stroke-linecap: round;
  }
  .e0 {
    fill: var(--_accent);
  }
  .e1 {
    fill: var(--_q);
  }
  .e2 {
    fill: var(--_v);
  }
  .e3 {
    fill: var(--_k);
  }
  .e4 {
    fill: var(--_muted);
  }
  .here {
    fill: var(--_paper);
    stroke: var(--_ink);
    stroke-width: 2.5;
  }
`;
