// Text of a lesson -> HTML. The markup: **strong**, _emphasis_, `code`, $TeX$, [text](#id or https://...), and a number
// that is bound to a computation of the files in numbers/: [0.576](=select.weights.0.0).
import { mathml } from './mathml.mjs';

/** @param {string} text */
export const escapeHtml = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const MARK =
  /\$([^$]+)\$|`([^`]+)`|\*\*(.+?)\*\*|(?<![\w])_([^_]+)_(?![\w])|\[([^\]]+)\]\(([^)\s]+)\)/g;

/**
 * A number in a text and what it is bound to.
 * @typedef {{ text: string, binding: string }} Bound
 */

/**
 * @param {string} text
 * @returns {string} HTML
 */
export function inline(text) {
  let html = '';
  let at = 0;
  for (const found of text.matchAll(MARK)) {
    html += escapeHtml(text.slice(at, found.index));
    at = found.index + found[0].length;
    const [, tex, code, strong, emphasis, label, target = ''] = found;
    if (tex) html += mathml(tex);
    else if (code) html += `<code>${escapeHtml(code)}</code>`;
    else if (strong) html += `<strong>${inline(strong)}</strong>`;
    else if (emphasis) html += `<em>${inline(emphasis)}</em>`;
    else if (target.startsWith('=')) html += `<span class="n">${escapeHtml(label ?? '')}</span>`;
    else
      html += `<a href="${escapeHtml(target)}"${target.startsWith('#') ? '' : ' rel="noopener"'}>${inline(label ?? '')}</a>`;
  }
  return html + escapeHtml(text.slice(at));
}

/**
 * @param {string} text
 * @returns {Bound[]}
 */
export function boundNumbers(text) {
  return [...text.matchAll(/\[([^\]]+)\]\(=([^)\s]+)\)/g)].map(([, label = '', binding = '']) => ({
    text: label,
    binding,
  }));
}

/**
 * What a reader reads, without bound numbers, code, formulas and addresses: here a decimal number is one that nobody checks.
 * @param {string} text
 */
export const unchecked = (text) =>
  text
    .replaceAll(/\[[^\]]+\]\(=[^)\s]+\)/g, ' ')
    .replaceAll(/\$[^$]+\$|`[^`]+`|\]\([^)\s]+\)/g, ' ');
