// The blocks of a section -> HTML. web/lessons/lesson.schema.json says what each kind holds.
import { readFileSync } from 'node:fs';
import { at } from '../run.mjs';
import { escapeHtml, inline } from './inline.mjs';
import { mathml } from './mathml.mjs';

/** @typedef {Record<string, any>} Block */
/** @typedef {Record<'minutes' | 'optional' | 'formula' | 'modelAnswer' | 'points' | 'why' | 'right' | 'wrong' | 'answer' | 'taught', string>} Words */

/** What the build itself says between the texts of a lesson. @param {string} [language] @returns {Words} */
export const pageWords = (language = 'en') =>
  JSON.parse(readFileSync(at('web/messages', language, 'page.json'), 'utf8'));

/** @param {Record<string, unknown>} attributes */
const attributesOf = (attributes) =>
  Object.entries(attributes)
    .map(([name, value]) =>
      value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`,
    )
    .join('');

/** @param {string[]} items @param {string} [extra] */
const items = (items, extra = '') => items.map((one) => `<li${extra}>${inline(one)}</li>`).join('');

/** Letters of a cell that holds a sentence. */
const LONG_CELL = 32;

/** @param {Block} table */
function table({ caption, head, rows, numeric }) {
  // A table of sentences stands on a phone as a list of its rows, each cell under the head of its column.
  const prose = rows.some((/** @type {string[]} */ row) =>
    row.slice(1).some((text) => plain(text).length > LONG_CELL),
  );
  const cell = (/** @type {string} */ text, /** @type {number} */ column) => {
    if (column === 0) return `<th scope="row">${inline(text)}</th>`;
    const label = prose && { 'data-label': plain(head[column]) };
    return `<td${attributesOf({ ...(numeric && { class: 'num' }), ...label })}>${inline(text)}</td>`;
  };
  const columns = head
    .map((/** @type {string} */ text) =>
      text === '' ? '<td></td>' : `<th scope="col">${inline(text)}</th>`,
    )
    .join('');
  const body = rows
    .map((/** @type {string[]} */ row) => `<tr>${row.map(cell).join('')}</tr>`)
    .join('');
  return `<div class="scroll${prose ? ' prose' : ''}" tabindex="0" role="group" aria-label="${escapeHtml(plain(caption))}"><table><caption>${inline(caption)}</caption><thead><tr>${columns}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** @param {Block} reference */
function reference({ id, authors, year, title, venue, doi, arxiv, url, gives }) {
  const links = [
    doi && [`https://doi.org/${doi}`, `doi:${doi}`],
    arxiv && [`https://arxiv.org/abs/${arxiv}`, `arXiv:${arxiv}`],
    url && [url, new URL(url).host],
  ]
    .filter(Boolean)
    .map(([to, text]) => `<a href="${escapeHtml(to)}" rel="noopener">${escapeHtml(text)}</a>`);
  return `<li id="${escapeHtml(id)}"><p>${escapeHtml(authors)} (${year}). <cite>${escapeHtml(title)}</cite>. ${escapeHtml(venue)}. ${links.join(', ')}</p><p>${inline(gives)}</p></li>`;
}

/** A card as text: question, answer, points, and the step that teaches it. <recall-deck> reads it back. @param {Block} card @param {Words} words */
function card({ id, title, kind, minutes, step, exercise, front, back, points = [] }, words) {
  const data = { id, class: 'card', 'data-kind': kind, 'data-minutes': minutes };
  const more = exercise ? { 'data-exercise': exercise } : {};
  const rubric = points.length > 0 ? `<ul class="points">${items(points)}</ul>` : '';
  return `<li${attributesOf({ ...data, ...more })}><h3>${inline(title)}</h3><div class="front"><p>${inline(front)}</p></div><details><summary>${escapeHtml(words.answer)}</summary><div class="back">${blocks(back, false, words)}</div>${rubric}</details><p class="step"><a href="#${escapeHtml(step)}">${escapeHtml(words.taught)}</a></p></li>`;
}

/** Text without its marks, for attributes. @param {string} text */
export const plain = (text) =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
    .replaceAll(/[*`$]/g, '')
    .replaceAll(/(?<!\w)_([^_]+)_(?!\w)/g, '$1');

/** Each kind of block. `wide` ones leave the measure of the text. */
const kinds = {
  p: { wide: false, html: (/** @type {string} */ text) => `<p>${inline(text)}</p>` },
  lead: {
    wide: false,
    html: (/** @type {string} */ text) => `<p class="lead">${inline(text)}</p>`,
  },
  note: {
    wide: false,
    html: (/** @type {string} */ text) => `<p class="note">${inline(text)}</p>`,
  },
  list: { wide: false, html: (/** @type {string[]} */ list) => `<ul>${items(list)}</ul>` },
  steps: { wide: false, html: (/** @type {string[]} */ list) => `<ol>${items(list)}</ol>` },
  heading: {
    wide: false,
    html: (/** @type {Block | string} */ given) => {
      const { id, text } = typeof given === 'string' ? { id: '', text: given } : given;
      return `<h3${id ? ` id="${escapeHtml(id)}"` : ''}>${inline(text)}</h3>`;
    },
  },
  math: {
    wide: false,
    html: (/** @type {string} */ tex, /** @type {Words} */ words) =>
      `<div class="formula" tabindex="0" role="group" aria-label="${escapeHtml(words.formula)}">${mathml(tex, true)}</div>`,
  },
  terms: {
    wide: false,
    html: (/** @type {[string, string][]} */ pairs) =>
      `<dl>${pairs.map(([term, text]) => `<dt>${inline(term)}</dt><dd>${inline(text)}</dd>`).join('')}</dl>`,
  },
  table: { wide: false, html: table },
  code: {
    wide: false,
    html: (/** @type {Block} */ { language, title, text }) =>
      `<code-listing><figure class="listing"><figcaption>${inline(title)}</figcaption><pre tabindex="0"><code data-language="${escapeHtml(language)}">${escapeHtml(text)}</code></pre></figure></code-listing>`,
  },
  figure: {
    wide: true,
    // What has a slot is shown in the figure; the rest is what a reader without JavaScript sees.
    html: (
      /** @type {Block} */ { tag, id, attributes = {}, slots = [], fallback },
      /** @type {Words} */ words,
    ) =>
      `<${tag}${attributesOf({ ...(id && { id }), ...attributes })}>${slots
        .map(
          (/** @type {Block} */ one) =>
            `<div slot="${escapeHtml(one.name)}"${one.id ? ` id="${escapeHtml(one.id)}"` : ''} class="${escapeHtml(one.name)}-lead">${blocks(one.blocks, false, words)}</div>`,
        )
        .join('')}${blocks(fallback, true, words)}</${tag}>`,
  },
  write: {
    wide: false,
    html: (/** @type {Block} */ { id, prompt, model, points = [] }, /** @type {Words} */ words) =>
      `<write-box id="${escapeHtml(id)}"><p class="prompt" id="${escapeHtml(id)}-prompt">${inline(prompt)}</p><details><summary>${escapeHtml(words.modelAnswer)}</summary>${blocks(model, false, words)}${points.length > 0 ? `<p>${escapeHtml(words.points)}</p><ul class="points">${items(points)}</ul>` : ''}</details></write-box>`,
  },
  choose: {
    wide: false,
    html: (/** @type {Block} */ { id, question, choices }, /** @type {Words} */ words) =>
      `<choose-one id="${escapeHtml(id)}"><p class="prompt" id="${escapeHtml(id)}-prompt">${inline(question)}</p><ul>${choices
        .map(
          (/** @type {Block} */ { text, why, right }) =>
            `<li${right ? ' data-right' : ''}><span>${inline(text)}</span> <details><summary>${escapeHtml(words.why)}</summary><p>${escapeHtml(right ? words.right : words.wrong)} ${inline(why)}</p></details></li>`,
        )
        .join('')}</ul></choose-one>`,
  },
  cards: {
    wide: true,
    html: (/** @type {Block} */ { id, items: list }, /** @type {Words} */ words) =>
      `<recall-deck id="${escapeHtml(id)}"><ol class="cards">${list.map((/** @type {Block} */ one) => card(one, words)).join('')}</ol></recall-deck>`,
  },
  references: {
    wide: false,
    // Each can be linked to by its id.
    html: (/** @type {Block[]} */ list) =>
      `<ul class="references">${list.map(reference).join('')}</ul>`,
  },
  more: {
    wide: false,
    html: (/** @type {Block} */ { summary, blocks: inner }, /** @type {Words} */ words) =>
      `<details class="more"><summary>${inline(summary)}</summary>${blocks(inner, false, words)}</details>`,
  },
};

/** @param {Block} block */
function kindOf(block) {
  const [name = ''] = Object.keys(block);
  const kind =
    /** @type {Record<string, { wide: boolean, html: (value: any, words: Words) => string }>} */ (
      kinds
    )[name];
  if (!kind)
    throw new Error(`No block is called "${name}": there are ${Object.keys(kinds).join(', ')}.`);
  return { kind, value: block[name] };
}

/**
 * @param {Block[]} list
 * @param {boolean} grouped put neighbouring blocks of text into a <div class="text">
 * @param {Words} [words]
 */
export function blocks(list, grouped, words = pageWords()) {
  let html = '';
  let open = false;
  for (const block of list) {
    const { kind, value } = kindOf(block);
    if (grouped && open === kind.wide) {
      html += open ? '</div>' : '<div class="text">';
      open = !open;
    }
    html += kind.html(value, words);
  }
  return html + (open ? '</div>' : '');
}

/** Every text of a list of blocks, with the markup in it; formulas in their $. @param {unknown} value @returns {string[]} */
export function textsOf(value) {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(
      ([name]) =>
        !['tag', 'id', 'attributes', 'language', 'code', 'venue', 'doi', 'arxiv', 'url'].includes(
          name,
        ),
    )
    .flatMap(([name, one]) => (name === 'math' ? [`$${one}$`] : textsOf(one)));
}
