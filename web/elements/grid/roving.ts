/**
 * Keyboard movement in a grid (WAI-ARIA grid pattern): one cell is in the tab order, arrow keys move between cells.
 * The host gives the size and says how to focus a cell.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface GridSize {
  readonly rows: number;
  readonly cols: number;
}

export class Roving implements ReactiveController {
  row = 0;
  col = 0;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly size: () => GridSize,
    private readonly focusCell: (row: number, col: number) => void,
  ) {
    host.addController(this);
  }

  /** A grid that shrank keeps its place inside. */
  hostUpdate(): void {
    const { rows, cols } = this.size();
    this.row = Math.max(0, Math.min(this.row, rows - 1));
    this.col = Math.max(0, Math.min(this.col, cols - 1));
  }

  tabIndexOf(row: number, col: number): 0 | -1 {
    return row === this.row && col === this.col ? 0 : -1;
  }

  place(row: number, col: number): void {
    if (row === this.row && col === this.col) return;
    this.row = row;
    this.col = col;
    this.host.requestUpdate();
  }

  /** Moves for an arrow, Home, End, Page Up or Page Down; false for any other key and at the edge. */
  move(event: KeyboardEvent): boolean {
    const target = this.targetOf(event);
    if (!target) return false;
    event.preventDefault();
    const { rows, cols } = this.size();
    const row = Math.max(0, Math.min(target[0], rows - 1));
    const col = Math.max(0, Math.min(target[1], cols - 1));
    if (row === this.row && col === this.col) return true;
    this.row = row;
    this.col = col;
    this.host.requestUpdate();
    void this.host.updateComplete.then(() => this.focusCell(row, col));
    return true;
  }

  private targetOf(event: KeyboardEvent): [number, number] | undefined {
    const { rows, cols } = this.size();
    const far = event.ctrlKey || event.metaKey;
    if (event.altKey || event.shiftKey) return undefined;
    switch (event.key) {
      case 'ArrowLeft':
        return far ? undefined : [this.row, this.col - 1];
      case 'ArrowRight':
        return far ? undefined : [this.row, this.col + 1];
      case 'ArrowUp':
        return far ? undefined : [this.row - 1, this.col];
      case 'ArrowDown':
        return far ? undefined : [this.row + 1, this.col];
      case 'Home':
        return far ? [0, 0] : [this.row, 0];
      case 'End':
        return far ? [rows - 1, cols - 1] : [this.row, cols - 1];
      case 'PageUp':
        return [0, this.col];
      case 'PageDown':
        return [rows - 1, this.col];
      default:
        return undefined;
    }
  }
}
