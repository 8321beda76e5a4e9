/**
 * The figure's state in the page address, under the figure's `url-key`. An edit is in the address as soon as it is drawn,
 * so that a reload finds it: what is written while the page goes away comes too late for that. Edits that follow each other
 * closely, as in a drag, are held back; the last of them is written when the drag ends or rests, and when the page is
 * hidden or left.
 */
import { Allowance } from './allowance.ts';
import { BrokenLink, decodeState, encodeState } from './link.ts';
import type { FigureState, Preset } from './state.ts';

/** One for all figures of a page, as browsers count for the page: Safari allows 100 in 30 s, others more. This gives 95. */
export const WRITES = { most: 20, reserve: 6, refillMs: 400 };
const writes = new Allowance(WRITES);
/** Edits that are closer than this are a drag, or a key held down. */
const CLOSE_MS = 100;

export interface Addressed {
  /** Without one, null or empty too, the address is left alone. */
  readonly urlKey: string | null | undefined;
  readonly preset: string;
  readonly id: string;
}

interface Pending {
  readonly state: FigureState;
  readonly presets: readonly Preset[];
  /** A page that shows another address by then has moved on. */
  readonly pathname: string;
}

export class AddressState {
  #pending: Pending | undefined;
  #waiting = false;
  #timer = 0;
  #edited = Number.NEGATIVE_INFINITY;
  /** The time from which on what is pending may be written. */
  #due = 0;

  constructor(private readonly figure: Addressed) {}

  /** What the address holds for this figure: nothing, a state, or the reason why it cannot be read. */
  read(
    presets: readonly Preset[],
    readable: (text: string) => boolean,
  ): { state?: FigureState; problem?: BrokenLink['reason'] } | undefined {
    const key = this.figure.urlKey;
    const raw = pairsOf(location.search).find(([name]) => name === key)?.[1];
    if (!raw) return undefined;
    try {
      return { state: decodeState(raw, presets, readable) };
    } catch (reason) {
      if (reason instanceof BrokenLink) return { problem: reason.reason };
      throw reason;
    }
  }

  write(state: FigureState, presets: readonly Preset[]): void {
    if (!this.figure.urlKey) return;
    const now = performance.now();
    this.#due = now < this.#edited + CLOSE_MS ? now + CLOSE_MS : now;
    this.#edited = now;
    this.#pending = { state, presets, pathname: location.pathname };
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

  #put({ state, presets, pathname }: Pending): void {
    clearTimeout(this.#timer);
    removeEventListener('pagehide', this.#onHide);
    document.removeEventListener('visibilitychange', this.#onHide);
    this.#pending = undefined;
    this.#waiting = false;
    if (location.pathname !== pathname) return;
    try {
      history.replaceState(history.state, '', this.linkTo(state, presets, location.hash));
    } catch {
      // a file or a sandboxed frame may refuse; the figure works on
    }
  }

  /** The present page with this state; the example that the figure starts from needs no words. */
  linkTo(state: FigureState, presets: readonly Preset[], hash: string): string {
    const key = this.figure.urlKey ?? '';
    const others = pairsOf(location.search).filter(([name]) => name !== key);
    const code = encodeState(state, presets);
    const own = code === `1~~${this.figure.preset}` ? [] : [[key, code] as const];
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
