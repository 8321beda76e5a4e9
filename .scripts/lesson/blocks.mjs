// The blocks of a section -> HTML. web/lessons/lesson.schema.json says what each kind holds.
import { escapeHtml, inline } from './inline.mjs';
import { mathml } from './mathml.mjs';

/** @typedef {Record<string, any>} Block */

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
  const cell = (/** @type {string} */ text, /** @type {number} */ column) => {
    if (column === 0) return `<th scope="row">${inline(text)}</th>`;
    return `<td${numeric ? ' class="num"' : ''}>${inline(text)}</td>`;
  };
  const columns = head
    .map((/** @type {string} */ text) =>
      text === '' ? '<td></td>' : `<th scope="col">${inline(text)}</th>`,
    )
    .join('');
  const body = rows
    .map((/** @type {string[]} */ row) => `<tr>${row.map(cell).join('')}</tr>`)
    .join('');
  // Sentences need room: on a phone such a table scrolls rather than stand its words on top of each other.
  const prose = rows.some((/** @type {string[]} */ row) =>
    row.slice(1).some((text) => plain(text).length > LONG_CELL),
  );
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(plain(caption))}"><table${prose ? ' class="prose"' : ''}><caption>${inline(caption)}</caption><thead><tr>${columns}</tr></thead><tbody>${body}</tbody></table></div>`;
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
    html: (/** @type {string} */ tex) =>
      `<div class="formula" tabindex="0" role="group" aria-label="Formula">${mathml(tex, true)}</div>`,
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
    html: (/** @type {Block} */ { tag, id, attributes = {}, slots = [], fallback }) =>
      `<${tag}${attributesOf({ ...(id && { id }), ...attributes })}>${slots
        .map(
          (/** @type {Block} */ one) =>
            `<div slot="${escapeHtml(one.name)}"${one.id ? ` id="${escapeHtml(one.id)}"` : ''} class="${escapeHtml(one.name)}-lead">${blocks(one.blocks, false)}</div>`,
        )
        .join('')}${blocks(fallback, true)}</${tag}>`,
  },
  write: {
    wide: false,
    html: (/** @type {Block} */ { id, prompt, model, points = [] }) =>
      `<write-box id="${escapeHtml(id)}"><p class="prompt" id="${escapeHtml(id)}-prompt">${inline(prompt)}</p><details><summary>Compare with a model answer</summary>${blocks(model, false)}${points.length > 0 ? `<p>Tick the points that you had:</p><ul class="points">${items(points)}</ul>` : ''}</details></write-box>`,
  },
  choose: {
    wide: false,
    html: (/** @type {Block} */ { id, question, choices }) =>
      `<choose-one id="${escapeHtml(id)}"><p class="prompt" id="${escapeHtml(id)}-prompt">${inline(question)}</p><ul>${choices
        .map(
          (/** @type {Block} */ { text, why, right }) =>
            `<li${right ? ' data-right' : ''}><span>${inline(text)}</span> <details><summary>Why</summary><p>${right ? 'Right. ' : 'No. '}${inline(why)}</p></details></li>`,
        )
        .join('')}</ul></choose-one>`,
  },
  references: {
    wide: false,
    // Each can be linked to by its id.
    html: (/** @type {Block[]} */ list) =>
      `<ul class="references">${list.map(reference).join('')}</ul>`,
  },
  more: {
    wide: false,
    html: (/** @type {Block} */ { summary, blocks: inner }) =>
      `<details class="more"><summary>${inline(summary)}</summary>${blocks(inner, false)}</details>`,
  },
};

/** @param {Block} block */
function kindOf(block) {
  const [name = ''] = Object.keys(block);
  const kind = /** @type {Record<string, { wide: boolean, html: (value: any) => string }>} */ (
    kinds
  )[name];
  if (!kind)
    throw new Error(`No block is called "${name}": there are ${Object.keys(kinds).join(', ')}.`);
  return { kind, value: block[name] };
}

/**
 * @param {Block[]} list
 * @param {boolean} grouped put neighbouring blocks of text into a <div class="text">
 */
export function blocks(list, grouped) {
  let html = '';
  let open = false;
  for (const block of list) {
    const { kind, value } = kindOf(block);
    if (grouped && open === kind.wide) {
      html += open ? '</div>' : '<div class="text">';
      open = !open;
    }
    html += kind.html(value);
  }
  return html + (open ? '</div>' : '');
}

/** Every text of a list of blocks, with the markup in it. @param {unknown} value @returns {string[]} */
export function textsOf(value) {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(
      ([name]) =>
        !['tag', 'id', 'attributes', 'language', 'math', 'code', 'doi', 'arxiv', 'url'].includes(
          name,
        ),
    )
    .flatMap(([, one]) => textsOf(one));
}
