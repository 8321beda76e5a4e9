/**
 * <heat-trial> and <tensor-doctor> in the lesson in one file, which has no room for their cores: each would make it a quarter
 * larger. What a reader without JavaScript gets stands below the sentence.
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
