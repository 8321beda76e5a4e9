/**
 * <write-box id>: a question to answer in writing before the model answer is opened. What is written, and which points of
 * the answer the reader ticked, stay on this device. Its text is its own light DOM, so that it reads without JavaScript:
 * a `.prompt`, and a <details> with the model answer and perhaps a list `.points`.
 */
import { messages } from '../../messages/index.ts';
import { keep, recall } from '../../storage/local.ts';

export class WriteBox extends HTMLElement {
  connectedCallback(): void {
    if (this.querySelector('textarea')) return; // moved about in the page
    const prompt = this.querySelector('.prompt');
    const box = document.createElement('textarea');
    box.rows = 3;
    box.setAttribute('aria-labelledby', prompt?.id ?? '');
    box.setAttribute('aria-describedby', `${this.id}-kept`);
    box.value = recall(this.#key('text')) ?? '';
    box.addEventListener('input', () => keep(this.#key('text'), box.value || undefined));
    const note = document.createElement('p');
    note.className = 'kept';
    note.id = `${this.id}-kept`;
    note.textContent = messages.lesson.kept;
    prompt?.after(box, note);
    this.querySelectorAll('.points > li').forEach((item, i) => {
      this.#tickable(item, i);
    });
  }

  #key(what: string): string {
    return `lesson/write/${this.id}/${what}`;
  }

  #tickable(item: Element, i: number): void {
    const label = document.createElement('label');
    const tick = document.createElement('input');
    tick.type = 'checkbox';
    tick.checked = recall(this.#key(`point-${i}`)) === 'yes';
    tick.addEventListener('change', () =>
      keep(this.#key(`point-${i}`), tick.checked ? 'yes' : undefined),
    );
    const words = document.createElement('span');
    words.append(...item.childNodes);
    label.append(tick, words);
    item.append(label);
  }
}

if (!customElements.get('write-box')) customElements.define('write-box', WriteBox);
