/** The attention figure's state in the page address, under the figure's `url-key`. */
import { Address } from '../shared/address.ts';
import { BrokenLink, decodeState, encodeState } from './link.ts';
import type { FigureState, Preset } from './state.ts';

export interface Addressed {
  /** Without one, null or empty too, the address is left alone. */
  readonly urlKey: string | null | undefined;
  readonly preset: string;
  readonly id: string;
}

export class AddressState {
  readonly #address: Address;

  constructor(private readonly figure: Addressed) {
    this.#address = new Address(() => figure.urlKey);
  }

  /** What the address holds for this figure: nothing, a state, or the reason why it cannot be read. */
  read(
    presets: readonly Preset[],
    readable: (text: string) => boolean,
  ): { state?: FigureState; problem?: BrokenLink['reason'] } | undefined {
    const raw = this.#address.read();
    if (!raw) return undefined;
    try {
      return { state: decodeState(raw, presets, readable) };
    } catch (reason) {
      if (reason instanceof BrokenLink) return { problem: reason.reason };
      throw reason;
    }
  }

  write(state: FigureState, presets: readonly Preset[]): void {
    this.#address.write(() => this.#codeOf(state, presets));
  }

  /** Writes at once what waits. */
  flush(): void {
    this.#address.flush();
  }

  linkTo(state: FigureState, presets: readonly Preset[], hash: string): string {
    return this.#address.linkTo(this.#codeOf(state, presets), hash);
  }

  /** The example that the figure starts from needs no words. */
  #codeOf(state: FigureState, presets: readonly Preset[]): string {
    const code = encodeState(state, presets);
    return code === `1~~${this.figure.preset}` ? '' : code;
  }
}
