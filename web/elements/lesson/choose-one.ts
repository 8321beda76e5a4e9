/**
 * <choose-one id>: a question with several answers, of which one is right. The reader commits to one before the reasons
 * are shown; the answer stays on this device, and counts as an attempt. Its text is its own light DOM, so that it reads without JavaScript: a
 * `.prompt` and a list whose items hold the answer and, in a <details>, the reason; the right one has `data-right`.
 */
import { messages } from '../../messages/index.ts';
import { keep, recall } from '../../storage/local.ts';
import { noteAttempt } from '../shared/attempts.ts';

export class ChooseOne extends HTMLElement {
  #items: HTMLElement[] = [];
  #verdict = document.createElement('p');
  #commit = document.createElement('button');

  connectedCallback(): void {
    if (this.#items.length > 0) return; // moved about in the page
    const list = this.querySelector('ul');
    this.#items = [...(list?.querySelectorAll<HTMLElement>(':scope > li') ?? [])];
    list?.setAttribute('role', 'radiogroup');
    list?.setAttribute('aria-labelledby', `${this.id}-prompt`);
    this.#items.forEach((item, i) => {
      item.setAttribute('role', 'none');
      this.#selectable(item, i);
    });
    this.#commit.type = 'button';
    this.#commit.addEventListener('click', () => this.#answer());
    this.#verdict.setAttribute('role', 'status');
    list?.after(this.#commit, this.#verdict);
    const before = recall(this.#key);
    if (before !== undefined && this.#items[Number(before)]) this.#show(Number(before), false);
    else this.#ask();
  }

  get #key(): string {
    return `lesson/choose/${this.id}`;
  }

  #selectable(item: HTMLElement, i: number): void {
    const words = item.querySelector(':scope > span');
    const label = document.createElement('label');
    const radio = document.createElement('input');
    radio.type = 'radio';
    radio.name = this.id;
    radio.value = String(i);
    const mark = document.createElement('span');
    mark.className = 'mark';
    label.append(radio, ...(words ? [words] : []), mark);
    item.prepend(label);
  }

  #radios(): HTMLInputElement[] {
    return [...this.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
  }

  #ask(): void {
    this.classList.remove('answered');
    this.#verdict.textContent = '';
    this.#commit.textContent = messages.lesson.commit;
    for (const radio of this.#radios()) radio.disabled = false;
    for (const item of this.#items) {
      item.classList.remove('yours');
      const [mark, why] = [item.querySelector('.mark'), item.querySelector('details')];
      if (mark) mark.textContent = '';
      if (why) why.hidden = true;
    }
  }

  #answer(): void {
    if (this.classList.contains('answered')) {
      keep(this.#key, undefined);
      this.#ask();
      this.#radios()
        .find((radio) => radio.checked)
        ?.focus();
      return;
    }
    const chosen = this.#radios().findIndex((radio) => radio.checked);
    if (chosen < 0) {
      this.#verdict.textContent = messages.lesson.chooseFirst;
      this.#radios()[0]?.focus();
      return;
    }
    keep(this.#key, String(chosen));
    const right = this.#show(chosen, true);
    void noteAttempt({ source: 'choice', kind: this.id, score: right ? 1 : 0, slips: [] });
  }

  /** Says whether the answer is the right one. */
  #show(chosen: number, spoken: boolean): boolean {
    const text = messages.lesson;
    this.classList.add('answered');
    this.#commit.textContent = text.again;
    this.#radios().forEach((radio, i) => {
      radio.checked = i === chosen;
      radio.disabled = true;
    });
    let right = false;
    this.#items.forEach((item, i) => {
      const isRight = 'right' in item.dataset;
      right ||= isRight && i === chosen;
      item.classList.toggle('yours', i === chosen);
      const notes = [...(isRight ? [text.rightAnswer] : []), ...(i === chosen ? [text.yours] : [])];
      const [mark, why] = [item.querySelector('.mark'), item.querySelector('details')];
      if (mark) mark.textContent = notes.length > 0 ? ` (${notes.join(', ')})` : '';
      if (why) {
        why.hidden = false;
        why.open = isRight || i === chosen;
      }
    });
    const verdict = right ? text.right : text.wrong;
    // Said when the reader commits; after a reload it is only shown.
    if (!spoken) this.#verdict.removeAttribute('role');
    this.#verdict.textContent = verdict;
    this.#verdict.setAttribute('role', 'status');
    return right;
  }
}

if (!customElements.get('choose-one')) customElements.define('choose-one', ChooseOne);
