/**
 * The number cells of a grid, written by hand instead of through a template: while a number is dragged, hundreds of cells
 * are looked at for every move of the pointer and few of them change. Each cell remembers what it shows.
 */
export interface Look {
  readonly text: string;
  readonly classes: string;
  /** Whole per cent: finer steps are not seen and would be written for nothing. */
  readonly heat: number;
  /** Overrides the text for a screen reader. */
  readonly spoken: string | undefined;
  /** undefined: the cell takes no focus. */
  readonly tabIndex: 0 | -1 | undefined;
  readonly selected: boolean;
}

const shown = new WeakMap<HTMLTableCellElement, Look>();

function setOrRemove(cell: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) cell.removeAttribute(name);
  else cell.setAttribute(name, value);
}

/** Gives the row of a table `count` number cells behind its header; their place is in data-row and data-col. */
export function fitRow(line: HTMLTableRowElement, row: number, count: number): void {
  while (line.cells.length - 1 > count) line.lastElementChild?.remove();
  for (let col = line.cells.length - 1; col < count; col++) {
    const cell = document.createElement('td');
    cell.setAttribute('role', 'gridcell');
    cell.dataset.row = String(row);
    cell.dataset.col = String(col);
    cell.style.setProperty('--col', String(col)); // a mask sweeps in column by column
    cell.append('');
    line.append(cell);
  }
}

/** Writes what differs from what the cell shows already. */
export function paint(cell: HTMLTableCellElement, look: Look): void {
  const old = shown.get(cell);
  if (old?.text !== look.text) (cell.firstChild as Text).data = look.text;
  if (old?.classes !== look.classes) cell.className = look.classes;
  // Set as a property: a style attribute would be refused by the page's security policy.
  if (old?.heat !== look.heat) cell.style.setProperty('--h', `${look.heat}%`);
  if (old?.spoken !== look.spoken) setOrRemove(cell, 'aria-label', look.spoken);
  if (!old || old.tabIndex !== look.tabIndex) {
    setOrRemove(cell, 'tabindex', look.tabIndex === undefined ? undefined : String(look.tabIndex));
  }
  if (!old || old.selected !== look.selected) {
    setOrRemove(
      cell,
      'aria-selected',
      look.tabIndex === undefined ? undefined : String(look.selected),
    );
  }
  shown.set(cell, look);
}
