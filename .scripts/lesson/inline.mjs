// Text of a lesson -> HTML. The markup: **strong**, _emphasis_, `code`, $TeX$, [text](#id or https://...), and a number
// that is bound to a computation of the files in numbers/: [0.576](=select.weights.0.0); in TeX live.mjs says how.
import { liveNumbers, withoutLiveNumbers } from './live.mjs';
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
    if (tex) {
      // No line begins with the full stop of a formula.
      const [mark = ''] = /^[.,;:?!)]+/.exec(text.slice(at)) ?? [];
      html += mark ? `<span class="together">${mathml(tex)}${mark}</span>` : mathml(tex);
      at += mark.length;
    } else if (code)
      html += `<code>${escapeHtml(code).replaceAll('/', '/<wbr>')}</code>`; // a path breaks between folders
    else if (strong) html += `<strong>${inline(strong)}</strong>`;
    else if (emphasis) html += `<em>${inline(emphasis)}</em>`;
    else if (target.startsWith('=')) html += `<span class="n">${escapeHtml(label ?? '')}</span>`;
    else
      html += `<a href="${escapeHtml(target)}"${target.startsWith('#') ? '' : ' rel="noopener"'}>${inline(label ?? '')}</a>`;
  }
  return unbroken(html + escapeHtml(text.slice(at)));
}

const PART = '(?:<span class="n">)?[−-]?[\\w.]+(?:</span>)?';
const TUPLE = new RegExp(`\\((?:${PART}, )+${PART}\\)`, 'g');
/** Letters that every screen has room for. */
const LONGEST_TUPLE = 24;

/** No line ends inside a shape or a vector, as in (6.896, 3.104), nor before % or MiB, nor in n × n. Code and formulas are left alone. @param {string} html */
const unbroken = (html) =>
  html
    .split(/(<code>.*?<\/code>|<math.*?<\/math>|<span class="together">.*?<\/span>)/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part
            .replaceAll(TUPLE, (tuple) =>
              tuple.replaceAll(/<[^>]+>/g, '').length > LONGEST_TUPLE
                ? tuple
                : `<span class="together">${tuple}</span>`,
            )
            .replaceAll(/(\d(?:<\/span>)?) (%|[KMG]i?B\b)/g, '$1\u00a0$2')
            .replaceAll(/\b(\w) × (?=\w\b)/g, '$1\u00a0×\u00a0'),
    )
    .join('');

/**
 * @param {string} text
 * @returns {Bound[]}
 */
export function boundNumbers(text) {
  const inProse = [...text.matchAll(/\[([^\]]+)\]\(=([^)\s]+)\)/g)].map(
    ([, label = '', binding = '']) => ({ text: label, binding }),
  );
  return [...inProse, ...liveNumbers(text)];
}

/**
 * What a reader reads, without bound numbers, code and addresses: here a decimal number is one that nobody checks.
 * @param {string} text
 */
export const unchecked = (text) =>
  withoutLiveNumbers(text.replaceAll(/\[[^\]]+\]\(=[^)\s]+\)/g, ' ')).replaceAll(
    /`[^`]+`|\]\([^)\s]+\)/g,
    ' ',
  );
