/**
 * The alphabet of the states in the page address. Only characters that no mail program or wiki rewrites are used: "~" and
 * "_" part the pieces, an empty piece is ".", and all else is percent-encoded.
 */
export type BrokenReason =
  | 'version'
  | 'preset'
  | 'shape'
  | 'choice'
  | 'value'
  | 'number'
  | 'encoding';

export class BrokenLink extends Error {
  /** `reason` is a key of the message table. */
  constructor(readonly reason: BrokenReason) {
    super(reason);
  }
}

/** A figure could not follow its link, and starts as usual: it says so itself, and so may the page around. */
export function tellBroken(figure: HTMLElement, message: string): void {
  const detail = { message };
  figure.dispatchEvent(new CustomEvent('link-broken', { detail, bubbles: true, composed: true }));
}

const percent = (c: string) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`;

export function encode(text: string): string {
  if (text === '') return '.';
  return text === '.' ? percent(text) : encodeURIComponent(text).replace(/[_~!'()*]/g, percent);
}

export function decode(text: string): string {
  if (text === '.') return '';
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BrokenLink('encoding');
  }
}
