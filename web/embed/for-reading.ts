/**
 * A lesson that is shown for reading: no control that changes numbers, answers or progress can be used, in any element, and
 * a note above says so once. Links, folds, and what is marked `data-look` (search, copying, the next step of an explanation)
 * go on. What is not marked is locked, so that a new control is locked until somebody says that it only looks.
 */
import { LitElement } from 'lit';
import { messages } from '../messages/index.ts';

const CONTROLS = 'button, input, select, textarea';
const LOOKS = '[data-look], [data-look] *';
/** Their own text, with its folds, reads without them; they would keep the reasons back until somebody answers. */
const QUESTIONS = ['choose-one', 'write-box'];
/** Inputs whose text can be selected and read to somebody while it cannot be changed. */
const TYPED = ['text', 'search', 'number', 'email', 'tel', 'url', 'password', 'date', 'time'];

type Control = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isTyped = (control: Element): control is HTMLInputElement | HTMLTextAreaElement =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && TYPED.includes(control.type));

function lock(root: ParentNode): void {
  for (const control of root.querySelectorAll<Control>(CONTROLS)) {
    // What says by itself that it does nothing keeps the focus: its state can be read there.
    if (control.matches(LOOKS) || control.ariaDisabled === 'true') continue;
    if (isTyped(control)) control.readOnly = true;
    else control.disabled = true;
  }
}

/** An element that knows how to be read only, by dragging and keys too, is told so. */
const told = (element: object) => {
  if ('readonly' in element) element.readonly = true;
};

/** Enter in a field would check or start what its button does. */
function hold(event: KeyboardEvent): void {
  const [inner] = event.composedPath();
  if (event.key !== 'Enter' || !(inner instanceof Element)) return;
  if (!isTyped(inner) || inner.matches(LOOKS)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** A dropped file would be read; where nobody takes it, the browser would open it in the place of the lesson. */
function refuse(event: DragEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Before the first element is defined: elements of the library are followed from their making on. */
export function showForReading(): void {
  for (const name of QUESTIONS) customElements.define(name, class extends HTMLElement {});
  LitElement.addInitializer((element) => {
    element.addController({
      hostUpdate: () => told(element),
      hostUpdated: () => lock((element as LitElement).renderRoot),
    });
  });
  // The others make their controls in the page itself.
  const page = document.body;
  new MutationObserver(() => lock(page)).observe(page, { childList: true, subtree: true });
  lock(page);
  addEventListener('keydown', hold, { capture: true });
  for (const type of ['dragover', 'drop'] as const)
    addEventListener(type, refuse, { capture: true });
}

/** What a reader is told, once. */
export function noteForReading(): HTMLElement {
  const note = document.createElement('p');
  note.className = 'for-reading';
  note.setAttribute('role', 'note');
  note.textContent = messages.embed.forReading;
  return note;
}
