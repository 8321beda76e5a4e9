/** A heat map without numbers in its cells: one path for each shade, so that thousands of cells are few elements. */
import { css, html, svg } from 'lit';

const SHADES = 20;

export const heatStyles = css`
  .heat {
    max-width: 30rem;
  }
  .heat svg {
    border: 1px solid var(--_edge);
    background: var(--_paper);
    forced-color-adjust: none;
  }
  .heat path {
    fill: var(--_accent);
  }
`;

/** `valueAt` gives -1 (the paper) to 1 (the accent); `low` is what the paper stands for. */
export function heatMap(
  label: string,
  rows: number,
  cols: number,
  valueAt: (row: number, col: number) => number,
  low = -1,
) {
  const paths: string[] = Array.from({ length: SHADES + 1 }, () => '');
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const share = (valueAt(row, col) - low) / (1 - low);
      const shade = Math.round(SHADES * Math.min(1, Math.max(0, share)));
      paths[shade] += `M${col} ${row}h1v1h-1z`;
    }
  }
  return html`<div class="heat">
    <svg viewBox="0 0 ${cols} ${rows}" role="img" aria-label=${label} shape-rendering="crispEdges">
      ${paths.map((path, shade) => (path ? svg`<path d=${path} fill-opacity=${shade / SHADES}></path>` : ''))}
    </svg>
  </div>`;
}
