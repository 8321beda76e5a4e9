// A lesson, from its folder under web/lessons/ to the HTML of a page: the contents, and a <section> for each id.
import { readFileSync } from 'node:fs';
import { at } from '../run.mjs';
import { blocks, pageWords } from './blocks.mjs';
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
 * @property {number} [minutes] those of its sections that are read on the way, or what its words say where no section has any
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
 * @property {{ parts: string[], without: string[] }} corePath the sections to read before the lesson is completed: those of
 *   these parts, without these
 * @property {import('./blocks.mjs').Words} page what the build says between the texts
 * @property {Part[]} parts
 */

/**
 * @param {string} [name] folder of the lesson
 * @param {string} [language] the folder of its text, and that of the table of messages
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
  const parts = lesson.parts.map((/** @type {{ id: string, sections: string[] }} */ part) => {
    const sections = part.sections.map((id) =>
      withCourse(json(`${folder}/${language}/${id}.json`), lesson.course),
    );
    return {
      id: part.id,
      ...withMinutes(words.parts[part.id], sections, lesson.corePath.without),
      sections,
    };
  });
  return { ...lesson, words, page: pageWords(language), parts };
}

/**
 * The words of a part with the minutes of its sections, without those to come back to: a sum that nobody has to keep true.
 * @param {{ title: string, minutes?: number }} words
 * @param {Section[]} sections
 * @param {string[]} without
 */
export function withMinutes(words, sections, without) {
  const sum = sections
    .filter(({ id }) => !without.includes(id))
    .reduce((all, { minutes = 0 }) => all + minutes, 0);
  if (sum === 0) return words;
  if (words.minutes !== undefined)
    throw new Error(
      `${words.title}: its minutes are the sum of its sections, ${sum}; it may not give them too.`,
    );
  return { ...words, minutes: sum };
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

/** Ids of the core path's sections, in the order of the page. @param {Lesson} lesson */
export const coreSections = ({ parts, corePath }) =>
  parts
    .filter((part) => corePath.parts.includes(part.id))
    .flatMap((part) => part.sections.map(({ id }) => id))
    .filter((id) => !corePath.without.includes(id));

/**
 * @param {Section} section
 * @param {boolean} folded its heading stands in the summary of a <details>
 * @param {boolean} core it belongs to the core path
 * @param {import('./blocks.mjs').Words} words
 */
function section({ id, title, minutes, layout, blocks: list }, folded, core, words) {
  const heading = layout === 'hero' ? 'h1' : 'h2';
  const time = minutes
    ? ` <span class="minutes">${minutes} ${escapeHtml(words.minutes)}</span>`
    : '';
  const head = `<${heading} id="${id}-title">${inline(title)}${time}</${heading}>`;
  // Headings of blocks are h3; one level up below an h1.
  const level = layout === 'hero' ? 'h2' : 'h3';
  const body = blocks([{ p: '' }, ...list], true, words)
    .replaceAll(/<(\/?)h3\b/g, `<$1${level}`)
    .replace('<p></p>', folded ? '' : head);
  const inner = `<section id="${escapeHtml(id)}" aria-labelledby="${id}-title"${core ? ' data-core' : ''}${layout ? ` class="${layout}"` : ''}>${body}</section>`;
  return folded ? `<details class="depth"><summary>${head}</summary>${inner}</details>` : inner;
}

/** @param {Lesson} lesson */
export function renderSections(lesson) {
  const core = new Set(coreSections(lesson));
  return lesson.parts
    .map((/** @type {Part} */ { id, title, optional, sections }) => {
      const inner = sections
        .map((one) => section(one, optional === true, core.has(one.id), lesson.page))
        .join('\n');
      const head =
        id === 'opening' ? '' : `<div class="part part-head"><p>${inline(title)}</p></div>`;
      return `<div class="part" data-part="${id}">${head}${inner}</div>`;
    })
    .join('\n');
}

/** @param {Lesson} lesson */
export function renderContents({ parts, words, page }) {
  const rows = parts
    .map((/** @type {Part} */ { title, minutes, optional, sections }) => {
      const links = sections
        .map((one) => `<li><a href="#${one.id}">${inline(one.title)}</a></li>`)
        .join('');
      const time = minutes
        ? ` <span class="minutes">${minutes} ${escapeHtml(page.minutes)}${optional ? `, ${escapeHtml(page.optional)}` : ''}</span>`
        : '';
      return `<li><span class="part-title">${inline(title)}${time}</span><ol>${links}</ol></li>`;
    })
    .join('');
  return `<nav class="contents" aria-label="${escapeHtml(words.contents)}"><details><summary>${inline(words.contents)}</summary><lesson-search></lesson-search><ol>${rows}</ol></details></nav>`;
}

/**
 * Puts the lesson where a page has <!-- lesson:contents -->, sections, course and version.
 * A page for another lesson names its folder: <html data-lesson="name">. Its language, <html lang="en">, is the one setting
 * that chooses the folder of the text here and the table of messages in web/messages/index.ts.
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
        const attribute = (/** @type {string} */ name) =>
          new RegExp(`<html[^>]*\\s${name}="([\\w-]+)"`).exec(html)?.[1];
        const lesson = readLesson(attribute('data-lesson'), attribute('lang'));
        return html
          .replace('<!-- lesson:contents -->', () => renderContents(lesson))
          .replace('<!-- lesson:sections -->', () => renderSections(lesson))
          .replace('<!-- lesson:course -->', () => inline(lesson.words.course))
          .replace('<!-- lesson:version -->', () => inline(lesson.words.version));
      },
    },
  };
}
