/**
 * Dragging a number field sideways changes its number: 0.1 for every 6 pixels, 1 with Shift, 0.01 with Alt. A press
 * without a drag stays a click. Typing and arrow keys do the same, so dragging is never the only way.
 */
export interface ScrubHost {
  valueOf(field: HTMLInputElement): number;
  begin(field: HTMLInputElement): void;
  change(field: HTMLInputElement, text: string): void;
  end(field: HTMLInputElement): void;
  click(field: HTMLInputElement): void;
  /** True while the field is being typed in: presses then place the caret. */
  passive(field: HTMLInputElement): boolean;
}

const START_PX = 5;
const PX_PER_STEP = 6;

function stepOf(event: PointerEvent): number {
  if (event.shiftKey) return 1;
  return event.altKey ? 0.01 : 0.1;
}

/** On the grid of `step`, without the tail that binary fractions leave ("0.30000000000000004"). */
export function snapped(value: number, step: number): string {
  const places = step < 0.1 ? 2 : step < 1 ? 1 : 0;
  const text = (Math.round(value / step) * step).toFixed(places);
  return String(Number(text));
}

export class Scrub {
  #field: HTMLInputElement | undefined;
  #pointer = -1;
  #x = 0;
  #y = 0;
  #value = 0;
  #active = false;

  constructor(private readonly host: ScrubHost) {}

  onDown = (event: PointerEvent) => {
    const field = event.composedPath()[0];
    if (
      !(field instanceof HTMLInputElement) ||
      event.button !== 0 ||
      this.#field ||
      this.host.passive(field)
    )
      return;
    this.#field = field;
    this.#pointer = event.pointerId;
    this.#x = event.clientX;
    this.#y = event.clientY;
    this.#active = false;
  };

  // Without this the press would focus the field and begin a text selection under the drag.
  onMouseDown = (event: MouseEvent) => {
    if (this.#field) event.preventDefault();
  };

  onMove = (event: PointerEvent) => {
    const field = this.#field;
    if (!field || event.pointerId !== this.#pointer) return;
    // Released outside the grid before a drag began: nobody told us.
    if (event.buttons === 0) {
      this.onCancel();
      return;
    }
    const dx = event.clientX - this.#x;
    if (!this.#active) {
      if (Math.abs(dx) < START_PX || Math.abs(dx) < Math.abs(event.clientY - this.#y)) return;
      this.#active = true;
      this.#x = event.clientX;
      this.#value = this.host.valueOf(field);
      if (!Number.isFinite(this.#value)) this.#value = 0;
      field.setPointerCapture(event.pointerId);
      this.host.begin(field);
      return;
    }
    const step = stepOf(event);
    this.host.change(field, snapped(this.#value + Math.round(dx / PX_PER_STEP) * step, step));
  };

  onUp = (event: PointerEvent) => {
    const field = this.#field;
    if (!field || event.pointerId !== this.#pointer) return;
    this.#field = undefined;
    if (this.#active) this.host.end(field);
    else this.host.click(field);
    this.#active = false;
  };

  onCancel = () => {
    const field = this.#field;
    this.#field = undefined;
    if (field && this.#active) this.host.end(field);
    this.#active = false;
  };
}
