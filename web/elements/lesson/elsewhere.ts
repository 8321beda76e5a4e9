/**
 * The labs that the lesson in one file has no room for: one MiB, and 400 KiB compressed, is what it may weigh. Each says so;
 * what a reader without JavaScript gets stands below the sentence.
 */
import { html, LitElement } from 'lit';
import { messages } from '../../messages/index.ts';

const LABS = [
  ...['mistakes-bench', 'hidden-mistake', 'layout-figure', 'mask-translator', 'precision-figure'],
  ...['heat-trial', 'tensor-doctor'],
];

for (const tag of LABS) {
  if (customElements.get(tag)) continue;
  customElements.define(
    tag,
    class extends LitElement {
      protected override render() {
        return html`<p>${messages.lesson.elsewhere}</p><slot></slot>`;
      }
    },
  );
}
