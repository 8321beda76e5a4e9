/**
 * The frame's end of the line. A message is heard only from the window around the frame, and only from the configured
 * origin; whatever else comes is not even answered. What is said goes to that origin alone.
 */
import { type Checked, checked } from './check.ts';
import {
  type ErrorDetail,
  heightMessages,
  type News,
  PROTOCOL,
  type Request,
  VERSION,
} from './protocol.ts';

export type Answer = (request: Request) => Promise<News>;

/** Says why a request is refused, without having changed anything. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly where?: string,
  ) {
    super(message);
  }
}

/** What an error of ours, of the core or of the store says to a host; nothing for a fault of the program. */
export function detailOf(reason: unknown): ErrorDetail | undefined {
  if (!(reason instanceof Error)) return undefined;
  const { code, where } = reason as { code?: unknown; where?: unknown };
  if (typeof code !== 'string') return undefined;
  const place = typeof where === 'string' && where !== '' ? { where } : {};
  return { code, message: reason.message, ...place };
}

export class HostLink {
  #answer: Answer | undefined;
  /** Requests that came before anybody could answer. */
  #early: Checked[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly host: string) {
    addEventListener('message', this.#onMessage);
  }

  /** Answers requests from now on, one after the other. */
  answer(answer: Answer): void {
    this.#answer = answer;
    for (const one of this.#early.splice(0)) this.#take(one);
  }

  say(news: News, re?: string): void {
    const more = re === undefined ? {} : { re };
    parent.postMessage({ protocol: PROTOCOL, version: VERSION, ...more, ...news }, this.host);
  }

  #onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== parent || origin !== this.host) return;
    const found = checked(data);
    if (found) this.#take(found);
  };

  #take(found: Checked): void {
    if ('refusal' in found) {
      this.say({ type: 'error', ...found.refusal }, found.id);
      return;
    }
    const answer = this.#answer;
    if (!answer) {
      this.#early.push(found);
      return;
    }
    const { id, request } = found;
    this.#last = this.#last
      .then(async () => {
        try {
          this.say(await answer(request), id);
        } catch (reason) {
          const detail = detailOf(reason);
          this.say(
            { type: 'error', ...(detail ?? { code: 'failed', message: String(reason) }) },
            id,
          );
          if (!detail) throw reason;
        }
      })
      .catch((reason: unknown) => reportError(reason));
  }
}

/** Tells the parent how high the page is, now and whenever it changes: to any parent, as a height is no secret. */
export function tellHeights(root: HTMLElement): void {
  let told = 0;
  const tell = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    for (const message of heightMessages(height)) parent.postMessage(message, '*');
  };
  new ResizeObserver(tell).observe(root);
  tell();
}
