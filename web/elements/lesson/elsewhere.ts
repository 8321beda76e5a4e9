/**
 * The labs that the small file has no room for: it may weigh 400 KiB compressed, and the cores of these two alone are nearly
 * half of that. Each says where it is; what a reader without JavaScript gets stands below the sentence.
 */
import { html, LitElement } from 'lit';
import { messages } from '../../messages/index.ts';

for (const tag of ['heat-trial', 'tensor-doctor']) {
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
