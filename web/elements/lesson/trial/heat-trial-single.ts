/** <heat-trial> in the lesson in one file, which has no room for the classifier: it would be a quarter larger. */
import { html, LitElement } from 'lit';
import { messages } from '../../../messages/index.ts';

class HeatTrial extends LitElement {
  protected override render() {
    return html`<p>${messages.trial.elsewhere}</p><slot></slot>`;
  }
}

if (!customElements.get('heat-trial')) customElements.define('heat-trial', HeatTrial);
