/** Says what changed when the learner pauses: once, and only the sentences that are new. */
import { changesBetween, type Description } from './describe.ts';

const AFTER_MS = 700;

export class Announcer {
  #timer = 0;
  #said: Description | undefined;

  constructor(private readonly say: (text: string) => void) {}

  /** `silent`: what is shown is known, but must not be said (a prediction is pending). */
  note(description: Description, silent: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      if (this.#said && this.#said !== description && !silent) {
        this.say(changesBetween(this.#said, description));
      }
      this.#said = description;
    }, AFTER_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
