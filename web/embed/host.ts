/**
 * The host's end of the line to a lesson in a frame. Only the frame's own window is heard, and only from its own origin.
 *
 *   const line = new LessonLine(frame);           // before its address is set, so that `ready` is not missed
 *   line.addEventListener('answer', (event) => console.log(event.detail.slips));
 *   await line.ask({ type: 'open-section', section: 'shapes' });
 */
import {
  type ErrorDetail,
  envelopeOf,
  type News,
  PROTOCOL,
  type Request,
  VERSION,
} from './protocol.ts';

/** The lesson refused a request; `code` is stable. */
export class LessonRefusal extends Error {
  override readonly name = 'LessonRefusal';
  readonly code: string;
  readonly where: string | undefined;

  constructor({ code, message, where }: ErrorDetail) {
    super(message);
    this.code = code;
    this.where = where;
  }
}

interface Envelope {
  readonly protocol: string;
  readonly version: number;
  readonly re?: string;
}

interface Waiting {
  resolve(news: News): void;
  reject(reason: unknown): void;
}

/**
 * Fires a `CustomEvent` for each message of the lesson by its type, with its fields as the detail, and `resize` {height}.
 * Answers to requests are given to who asked, and fire nothing but their own kind.
 */
export class LessonLine extends EventTarget {
  readonly #waiting = new Map<string, Waiting>();
  #last = 0;

  constructor(private readonly frame: HTMLIFrameElement) {
    super();
    addEventListener('message', this.#onMessage);
  }

  /** No more is heard, and what was asked is never answered: `closed` is the reason of its refusal. */
  close(): void {
    removeEventListener('message', this.#onMessage);
    const reason = { code: 'closed', message: 'The lesson was taken out of the page.' };
    for (const { reject } of this.#waiting.values()) reject(new LessonRefusal(reason));
    this.#waiting.clear();
  }

  /** Rejects with a `LessonRefusal`. */
  ask(request: Request): Promise<News> {
    const window = this.frame.contentWindow;
    if (!window) {
      const reason = { code: 'closed', message: 'The lesson is not in the page.' };
      return Promise.reject(new LessonRefusal(reason));
    }
    this.#last += 1;
    const id = String(this.#last);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      window.postMessage({ protocol: PROTOCOL, version: VERSION, id, ...request }, this.#origin);
    });
  }

  get #origin(): string {
    return new URL(this.frame.src, location.href).origin;
  }

  #onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== this.frame.contentWindow || origin !== this.#origin) return;
    const height = heightOf(data);
    if (height !== undefined) this.#fire('resize', { height });
    const envelope = envelopeOf(data);
    if (!envelope || envelope.version !== VERSION) return;
    const { protocol: _protocol, version: _version, re, ...news } = data as News & Envelope;
    const waiting = re === undefined ? undefined : this.#waiting.get(re);
    if (re !== undefined) this.#waiting.delete(re);
    if (news.type === 'error') {
      waiting?.reject(new LessonRefusal(news));
      if (waiting) return;
    }
    waiting?.resolve(news);
    const { type, ...detail } = news;
    if (type !== 'done' && type !== 'trace') this.#fire(type, detail);
  };

  #fire(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

function heightOf(data: unknown): number | undefined {
  const { type, height } = Object(data) as { type?: unknown; height?: unknown };
  if (type !== 'attn:resize' || typeof height !== 'number') return undefined;
  return Number.isFinite(height) && height >= 0 ? height : undefined;
}
