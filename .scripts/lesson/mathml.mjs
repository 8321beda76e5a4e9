// TeX -> MathML, when the page is built: no TeX runs in the browser. The strict policy forbids style attributes, so those
// that Temml writes become classes of web/styles/math.css, and one that is not known there is an error.
import temml from 'temml';
import { withoutBindings } from './live.mjs';

/** Style attributes that Temml is known to write, and the classes that stand for them. */
const CLASSES = new Map([['display:block math;', 'math-block']]);

/**
 * @param {string} tex
 * @param {boolean} [display] on a line of its own
 */
export function mathml(tex, display = false) {
  const markup = temml.renderToString(withoutBindings(tex), {
    displayMode: display,
    throwOnError: true,
    annotate: false,
    trust: (/** @type {{ command: string }} */ { command }) => command === '\\data',
  });
  return markup.replaceAll(/<(\w+)([^>]*?) style="([^"]*)"/g, (_all, tag, before, style) => {
    const name = CLASSES.get(style);
    if (!name) throw new Error(`A style without a class in "${tex}": ${style}`);
    return /class="/.test(before)
      ? `<${tag}${before.replace('class="', `class="${name} `)}`
      : `<${tag}${before} class="${name}"`;
  });
}
