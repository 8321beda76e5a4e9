// A lesson, from its folder under web/lessons/ to the HTML of a page: the contents, and a <section> for each id.
import { readFileSync } from 'node:fs';
import { at } from '../run.mjs';
import { blocks } from './blocks.mjs';
import { escapeHtml, inline } from './inline.mjs';

/**
 * @typedef {object} Section
 * @property {string} id
 * @property {string} title
 * @property {number} [minutes]
 * @property {boolean} [optional] closed until the reader opens it
 * @property {'hero'} [layout]
 * @property {import('./blocks.mjs').Block[]} blocks
 */

/**
 * @typedef {object} Part
 * @property {string} id
 * @property {string} title
 * @property {number} [minutes]
 * @property {boolean} [optional]
 * @property {Section[]} sections
 */

/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * @typedef {object} Lesson
 * @property {string} version
 * @property {string} verified the day, as 2026-11-30
 * @property {Record<string, any>} course what the text says of it: withCourse
 * @property {{ title: string, contents: string, course: string, version: string, parts: Record<string, unknown> }} words
 * @property {Part[]} parts
 */

/**
 * @param {string} [name] folder of the lesson
 * @param {string} [language]
 * @returns {Lesson}
 */
export function readLesson(name = 'attention', language = 'en') {
  const folder = at('web/lessons', name);
  const lesson = json(`${folder}/lesson.json`);
  const { version, verified, course } = lesson;
  const words = withCourse(json(`${folder}/${language}/lesson.json`), {
    ...course,
    version,
    verified,
  });
  /** @type {Part[]} */
  const parts = lesson.parts.map((/** @type {{ id: string, sections: string[] }} */ part) => ({
    id: part.id,
    ...words.parts[part.id],
    sections: part.sections.map((id) =>
      withCourse(json(`${folder}/${language}/${id}.json`), lesson.course),
    ),
  }));
  return { ...lesson, words, parts };
}

/**
 * A copy with what stands for a fact of the course put in: "{course.day}", "{course.days.decoders.0}".
 * @template T
 * @param {T} value
 * @param {unknown} course
 * @returns {T}
 */
export function withCourse(value, course) {
  const fact = (/** @type {string} */ mark, /** @type {string} */ path) => {
    /** @type {any} */
    let found = course;
    for (const name of path.split('.')) found = found?.[name];
    if (!['string', 'number'].includes(typeof found))
      throw new Error(`The course of the lesson says nothing for ${mark}.`);
    return String(found);
  };
  return JSON.parse(JSON.stringify(value), (_name, one) =>
    typeof one === 'string' ? one.replaceAll(/\{course\.([\w.-]+)\}/g, fact) : one,
  );
}

/**
 * @param {Section} section
 * @param {boolean} folded its heading stands in the summary of a <details>
 */
function section({ id, title, minutes, layout, blocks: list }, folded) {
  const heading = layout === 'hero' ? 'h1' : 'h2';
  const time = minutes ? ` <span class="minutes">${minutes} min</span>` : '';
  const head = `<${heading} id="${id}-title">${inline(title)}${time}</${heading}>`;
  // Headings of blocks are h3; one level up below an h1.
  const level = layout === 'hero' ? 'h2' : 'h3';
  const body = blocks([{ p: '' }, ...list], true)
    .replaceAll(/<(\/?)h3\b/g, `<$1${level}`)
    .replace('<p></p>', folded ? '' : head);
  const inner = `<section id="${escapeHtml(id)}" aria-labelledby="${id}-title"${layout ? ` class="${layout}"` : ''}>${body}</section>`;
  return folded ? `<details class="depth"><summary>${head}</summary>${inner}</details>` : inner;
}

/** @param {Lesson} lesson */
export function renderSections({ parts }) {
  return parts
    .map((/** @type {Part} */ { id, title, optional, sections }) => {
      const inner = sections.map((one) => section(one, optional === true)).join('\n');
      const head =
        id === 'opening' ? '' : `<div class="part part-head"><p>${inline(title)}</p></div>`;
      return `<div class="part" data-part="${id}">${head}${inner}</div>`;
    })
    .join('\n');
}

/** @param {Lesson} lesson */
export function renderContents({ parts, words }) {
  const rows = parts
    .map((/** @type {Part} */ { title, minutes, optional, sections }) => {
      const links = sections
        .map((one) => `<li><a href="#${one.id}">${inline(one.title)}</a></li>`)
        .join('');
      const time = minutes
        ? ` <span class="minutes">${minutes} min${optional ? ', optional' : ''}</span>`
        : '';
      return `<li><span class="part-title">${inline(title)}${time}</span><ol>${links}</ol></li>`;
    })
    .join('');
  return `<nav class="contents" aria-label="${escapeHtml(words.contents)}"><details><summary>${inline(words.contents)}</summary><lesson-search></lesson-search><ol>${rows}</ol></details></nav>`;
}

/**
 * Puts the lesson where a page has <!-- lesson:contents -->, sections, course and version.
 * A page for another lesson names its folder: <html data-lesson="name">.
 * @returns {import('vite').Plugin}
 */
export function lessonPages() {
  return {
    name: 'lesson:pages',
    configureServer(server) {
      server.watcher.on('change', (path) => {
        if (/web\/lessons\/.*\.json$/.test(path.replaceAll('\\', '/')))
          server.ws.send({ type: 'full-reload' });
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!html.includes('<!-- lesson:')) return html;
        const lesson = readLesson(/<html[^>]*\sdata-lesson="([\w-]+)"/.exec(html)?.[1]);
        return html
          .replace('<!-- lesson:contents -->', () => renderContents(lesson))
          .replace('<!-- lesson:sections -->', () => renderSections(lesson))
          .replace('<!-- lesson:course -->', () => inline(lesson.words.course))
          .replace('<!-- lesson:version -->', () => inline(lesson.words.version));
      },
    },
  };
}
