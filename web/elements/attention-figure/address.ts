/** The figure's state in the page address, under the figure's `url-key`. Writing is held back while a number is dragged. */
import { BrokenLink, decodeState, encodeState } from './link.ts';
import type { FigureState, Preset } from './state.ts';

const WRITE_AFTER_MS = 250;

export interface Addressed {
  readonly urlKey: string | undefined;
  readonly preset: string;
  readonly id: string;
}

export class AddressState {
  #timer = 0;

  constructor(private readonly figure: Addressed) {}

  /** What the address holds for this figure: nothing, a state, or the reason why it cannot be read. */
  read(
    presets: readonly Preset[],
    readable: (text: string) => boolean,
  ): { state?: FigureState; problem?: BrokenLink['reason'] } | undefined {
    const key = this.figure.urlKey;
    const raw = key && pairsOf(location.search).find(([name]) => name === key)?.[1];
    if (raw === undefined || raw === '') return undefined;
    try {
      return { state: decodeState(raw, presets, readable) };
    } catch (reason) {
      if (reason instanceof BrokenLink) return { problem: reason.reason };
      throw reason;
    }
  }

  write(state: FigureState, presets: readonly Preset[]): void {
    if (this.figure.urlKey === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      try {
        history.replaceState(history.state, '', this.linkTo(state, presets, location.hash));
      } catch {
        // a file or a sandboxed frame may refuse; the figure works on
      }
    }, WRITE_AFTER_MS);
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
