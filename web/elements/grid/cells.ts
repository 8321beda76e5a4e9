/**
 * The number cells of a grid, written by hand instead of through a template: while a number is dragged, hundreds of cells
 * are looked at for every move of the pointer and few of them change. A cell remembers what it shows: looking makes no
 * objects, and the document is touched only where something differs.
 */
import { formatNumber, speakNumber } from '../../format/number.ts';
import { messages } from '../../messages/index.ts';

/** What is true of a cell beside its number, as bits. */
export const Trait = {
  blocked: 1,
  /** Its number is kept back, and with it whether it is blocked or NaN. */
  veiled: 2,
  nan: 4,
  marked: 8,
  selected: 16,
  /** It takes the focus; `tabStop`: it is the one in the tab order. */
  focusable: 32,
  tabStop: 64,
} as const;

const AS_CLASS = [
  [Trait.blocked, 'hatched'],
  [Trait.veiled, 'veiled'],
  [Trait.nan, 'nan'],
  [Trait.marked, 'marked'],
  [Trait.selected, 'selected'],
] as const;

export class NumberCell {
  readonly element = document.createElement('td');
  readonly #text = document.createTextNode('');
  #shown = '';
  #value = Number.NaN;
  #digits = -1;
  #heat = -1;
  #traits = 0;
  #tone = '';

  constructor(row: number, col: number) {
    const { element } = this;
    element.setAttribute('role', 'gridcell');
    element.dataset.row = String(row);
    element.dataset.col = String(col);
    // Set as a property: a style attribute would be refused by the page's security policy.
    element.style.setProperty('--col', String(col)); // a mask sweeps in column by column
    element.append(this.#text);
  }

  /** `heat` in whole per cent, `traits` a sum of `Trait`s. */
  show(value: number, digits: number, heat: number, traits: number, tone: string): void {
    const turned = traits ^ this.#traits;
    const spoken = turned & (Trait.blocked | Trait.veiled);
    const number = spoken !== 0 || digits !== this.#digits || !Object.is(value, this.#value);
    const look = turned !== 0 || heat !== this.#heat || tone !== this.#tone;
    if (!number && !look) return;
    this.#value = value;
    this.#digits = digits;
    this.#heat = heat;
    this.#traits = traits;
    this.#tone = tone;
    if (number) this.#write(spoken !== 0);
    if (look) this.element.className = this.#classes();
    if (turned & (Trait.focusable | Trait.tabStop | Trait.selected)) this.#focus();
  }

  #is(trait: number): boolean {
    return (this.#traits & trait) !== 0;
  }

  #write(spokenTurned: boolean): void {
    const text = this.#is(Trait.veiled) ? '?' : formatNumber(this.#value, this.#digits);
    if (text !== this.#shown) {
      this.#shown = text;
      this.#text.data = text;
    }
    if (this.#is(Trait.blocked)) {
      const spoken = `${speakNumber(this.#value, this.#digits)}, ${messages.stages.blocked}`;
      this.element.setAttribute('aria-label', spoken);
    } else if (spokenTurned) {
      this.element.removeAttribute('aria-label');
    }
  }

  /** A class for the heat, not a property of the element: one write brings all that a cell looks like. */
  #classes(): string {
    let classes = `${this.#tone} h${this.#is(Trait.veiled) ? 0 : this.#heat}`;
    for (const [trait, name] of AS_CLASS) if (this.#is(trait)) classes += ` ${name}`;
    return classes;
  }

  #focus(): void {
    const { element } = this;
    if (this.#is(Trait.focusable)) {
      element.setAttribute('tabindex', this.#is(Trait.tabStop) ? '0' : '-1');
      element.setAttribute('aria-selected', String(this.#is(Trait.selected)));
    } else {
      element.removeAttribute('tabindex');
      element.removeAttribute('aria-selected');
    }
  }
}

const cellsOf = new WeakMap<HTMLTableRowElement, NumberCell[]>();

/** The number cells of a table's row, behind its header; there are `count` of them afterwards. */
export function fitRow(
  line: HTMLTableRowElement,
  row: number,
  count: number,
): readonly NumberCell[] {
  let cells = cellsOf.get(line);
  if (!cells) {
    cells = [];
    cellsOf.set(line, cells);
  }
  while (cells.length > count) cells.pop()?.element.remove();
  while (cells.length < count) {
    const cell = new NumberCell(row, cells.length);
    line.append(cell.element);
    cells.push(cell);
  }
  return cells;
}
