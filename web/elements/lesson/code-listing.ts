/** <code-listing>: a listing in its light DOM, with a button that copies it. */
import { messages } from '../../messages/index.ts';

export class CodeListing extends HTMLElement {
  connectedCallback(): void {
    if (this.querySelector('button')) return; // moved about in the page
    const text = messages.lesson;
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.look = '';
    button.textContent = text.copyCode;
    const note = document.createElement('span');
    note.setAttribute('role', 'status');
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(this.querySelector('code')?.textContent ?? '');
        note.textContent = text.codeCopied;
      } catch {
        note.textContent = text.codeNotCopied;
      }
    });
    this.querySelector('figcaption')?.append(button, note);
  }
}

if (!customElements.get('code-listing')) customElements.define('code-listing', CodeListing);
