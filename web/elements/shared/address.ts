/**
 * The state of a figure in the page address, under a key of its own. An edit is in the address as soon as it is drawn, so
 * that a reload finds it: what is written while the page goes away comes too late for that. Edits that follow each other
 * closely, as in a drag, are held back; the last of them is written when the drag ends or rests, and when the page is
 * hidden or left.
 */
import { Allowance } from './allowance.ts';

/** One for all figures of a page, as browsers count for the page: Safari allows 100 in 30 s, others more. This gives 95. */
export const WRITES = { most: 20, reserve: 6, refillMs: 400 };
const writes = new Allowance(WRITES);
/** Edits that are closer than this are a drag, or a key held down. */
const CLOSE_MS = 100;

interface Pending {
  /** The text to stand under the key; none where the figure is as it starts. */
  readonly code: () => string;
  /** A page that shows another address by then has moved on. */
  readonly pathname: string;
}

export class Address {
  #pending: Pending | undefined;
  #waiting = false;
  #timer = 0;
  #edited = Number.NEGATIVE_INFINITY;
  /** The time from which on what is pending may be written. */
  #due = 0;

  /** Without a key, null or empty too, the address is left alone. */
  constructor(private readonly key: () => string | null | undefined) {}

  /** The text that stands under the key. */
  read(): string | undefined {
    const key = this.key();
    if (!key) return undefined;
    return pairsOf(location.search).find(([name]) => name === key)?.[1] || undefined;
  }

  write(code: () => string): void {
    if (!this.key()) return;
    const now = performance.now();
    this.#due = now < this.#edited + CLOSE_MS ? now + CLOSE_MS : now;
    this.#edited = now;
    this.#pending = { code, pathname: location.pathname };
    if (this.#waiting) return;
    this.#waiting = true;
    addEventListener('pagehide', this.#onHide);
    document.addEventListener('visibilitychange', this.#onHide);
    queueMicrotask(this.#turn); // after the figure has drawn
  }

  /** Writes at once what waits. */
  flush(): void {
    if (this.#pending && writes.take(true)) this.#put(this.#pending);
  }

  #turn = () => {
    if (!this.#pending) return;
    const wait = Math.max(this.#due - performance.now(), writes.wait());
    if (wait <= 0 && writes.take()) this.#put(this.#pending);
    else this.#timer = window.setTimeout(this.#turn, wait);
  };

  // Writing when the page becomes visible again does no harm.
  #onHide = () => this.flush();

  #put({ code, pathname }: Pending): void {
    clearTimeout(this.#timer);
    removeEventListener('pagehide', this.#onHide);
    document.removeEventListener('visibilitychange', this.#onHide);
    this.#pending = undefined;
    this.#waiting = false;
    if (location.pathname !== pathname) return;
    try {
      history.replaceState(history.state, '', this.linkTo(code(), location.hash));
    } catch {
      // a file or a sandboxed frame may refuse; the figure works on
    }
  }

  /** The present page with this text under the key; without the key where there is no text. */
  linkTo(code: string, hash: string): string {
    const key = this.key() ?? '';
    const others = pairsOf(location.search).filter(([name]) => name !== key);
    const own = code === '' ? [] : [[key, code] as const];
    const search = [...others, ...own]
      .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
      .join('&');
    return `${location.pathname}${search ? `?${search}` : ''}${hash}`;
  }
}

// Not URLSearchParams: it would encode our separators and decode the pieces before they are split. A host's own
// parameters stay as they are, repeated ones too.
function pairsOf(search: string): (readonly [name: string, value: string])[] {
  const pairs = search.replace(/^\?/, '').split('&').filter(Boolean);
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  });
}
