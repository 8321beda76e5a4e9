/**
 * <write-box id>: a question to answer in writing before the model answer is opened. Nobody grades what is written: the
 * reader compares it with the model answer and ticks the points that it had. Both stay where the store keeps them; how many points
 * there were counts as an attempt when the reader says so. Its text is its own light DOM, so that it reads without
 * JavaScript: a `.prompt`, and a <details> with the model answer and perhaps a list `.points`.
 */
import { messages } from '../../messages/index.ts';
import { keep, keptWhere, recall } from '../../storage/local.ts';
import { noteAttempt } from '../shared/attempts.ts';

export class WriteBox extends HTMLElement {
  #ticks: HTMLInputElement[] = [];
  #score = document.createElement('p');

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
    note.textContent = messages.lesson.kept[keptWhere()];
    prompt?.after(box, note);
    this.querySelectorAll('.points > li').forEach((item, i) => {
      this.#tickable(item, i);
    });
    if (this.#ticks.length > 0) this.#scored();
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
    this.#ticks.push(tick);
  }

  get #had(): number {
    return this.#ticks.filter((tick) => tick.checked).length;
  }

  /** Below the points: how many were ticked, and a button that makes it the reader's score. */
  #scored(): void {
    const done = document.createElement('button');
    done.type = 'button';
    done.textContent = messages.lesson.selfScore;
    this.#score.className = 'self-score';
    this.#score.setAttribute('role', 'status');
    done.addEventListener('click', () => this.#commit());
    this.querySelector('.points')?.after(done, this.#score);
    const kept = recall(this.#key('score'));
    if (kept !== undefined) this.#score.textContent = this.#said(Number(kept));
  }

  #said(had: number): string {
    return messages.lesson.selfScored(had, this.#ticks.length);
  }

  #commit(): void {
    const had = this.#had;
    const again = recall(this.#key('score')) === String(had);
    keep(this.#key('score'), String(had));
    this.#score.textContent = this.#said(had);
    if (again) return;
    const score = had / this.#ticks.length;
    void noteAttempt({ source: 'write', kind: this.id, score, slips: [] });
  }
}

if (!customElements.get('write-box')) customElements.define('write-box', WriteBox);
