/** The colours that a host chose, on the page and all its elements. */
import { messages } from '../messages/index.ts';
import { Refusal } from './link.ts';
import { COLOURS, FONTS, type Scheme, type Theme } from './protocol.ts';

const NAMES: readonly string[] = [...COLOURS, ...FONTS];

/** What the page's own styles call the same: web/styles/page.css. */
const OF_PAGE: readonly string[] = ['paper', 'ink', 'muted', 'line', 'accent', 'serif', 'sans'];

export function applyScheme(scheme: Scheme): void {
  // By class, not as a style: what the build makes of light-dark() for older browsers hangs on rules of the style sheet.
  const { classList } = document.documentElement;
  classList.toggle('scheme-light', scheme === 'light');
  classList.toggle('scheme-dark', scheme === 'dark');
}

/** A value of the kind that fetches nothing. */
function fits(name: string, value: string): boolean {
  if (/[;{}]|url\(|image|var\(/i.test(value)) return false;
  const property = FONTS.includes(name) ? 'font-family' : 'color';
  return CSS.supports(property, value);
}

/**
 * All of it or, where one value is no colour or no list of fonts, nothing:
 *   theme-invalid   `where` names the property
 */
export function applyTheme({ scheme, properties = {} }: Theme): void {
  const entries = Object.entries(properties);
  for (const [name, value] of entries) {
    if (NAMES.includes(name) && fits(name, value)) continue;
    throw new Refusal(
      'theme-invalid',
      messages.embed.errors.theme(name, value),
      `/properties/${name}`,
    );
  }
  if (scheme) applyScheme(scheme);
  const { style } = document.documentElement;
  for (const [name, value] of entries) {
    style.setProperty(`--al-${name}`, value);
    if (OF_PAGE.includes(name)) style.setProperty(`--${name}`, value);
  }
}
