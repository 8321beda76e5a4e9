// What a page does not need is left out of the build: the indentation of templates, and what only people read in a schema or a
// shader.

import { readFileSync } from 'node:fs';

/** @typedef {{ type?: string, start?: number, end?: number, [name: string]: unknown }} Node */

/** @param {unknown} value @param {(node: Node) => void} visit */
function walk(value, visit) {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) walk(one, visit);
    return;
  }
  const node = /** @type {Node} */ (value);
  if (node.type) visit(node);
  for (const [name, one] of Object.entries(node)) if (name !== 'parent') walk(one, visit);
}

/** @param {string} text of a style sheet */
const leanCss = (text) =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};]) ?/g, '$1')
    .replaceAll(';}', '}');

/** A line's beginning counts as one space in HTML, however long it is. @param {string} text */
const leanHtml = (text) => text.replaceAll(/\n\s+/g, '\n');

/** @type {Record<string, (text: string) => string>} */
const TAGS = { css: leanCss, html: leanHtml, svg: leanHtml };

/**
 * Lit's templates, without their indentation. Other templates, such as programs to copy, stay as they are.
 * @returns {import('vite').Plugin}
 */
export function leanTemplates() {
  return {
    name: 'lesson:lean-templates',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!/\/web\/.*\.ts$/.test(id) || !/\b(css|html|svg)`/.test(code)) return undefined;
      /** @type {{ start: number, end: number, text: string }[]} */
      const changes = [];
      walk(this.parse(code), (node) => {
        if (node.type !== 'TaggedTemplateExpression') return;
        const lean = TAGS[String(/** @type {Node} */ (node.tag).name)];
        const { quasis } = /** @type {{ quasis: Node[] }} */ (node.quasi);
        if (!lean) return;
        for (const { start = 0, end = 0 } of quasis)
          changes.push({ start, end, text: lean(code.slice(start, end)) });
      });
      let made = code;
      for (const { start, end, text } of changes.sort((a, b) => b.start - a.start))
        made = made.slice(0, start) + text + made.slice(end);
      return { code: made, map: null };
    },
  };
}

/**
 * A published schema as the page needs it: without descriptions, and of the protocol only what comes in.
 * @returns {import('vite').Plugin}
 */
export function leanSchemas() {
  return {
    name: 'lesson:lean-schemas',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.schema.json')) return undefined;
      const schema = JSON.parse(code, (name, value) =>
        ['description', 'title', '$schema'].includes(name) && typeof value === 'string'
          ? undefined
          : value,
      );
      const { definitions } = schema;
      for (const { $ref } of definitions.fromLesson?.oneOf ?? [])
        delete definitions[$ref.replace('#/definitions/', '')];
      delete definitions.fromLesson;
      return { code: JSON.stringify(schema), map: null };
    },
  };
}

/**
 * Shaders without comments and indentation. The lines that web/kernels/source.ts reads stay.
 * @returns {import('vite').Plugin}
 */
export function leanShaders() {
  return {
    name: 'lesson:lean-shaders',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const [, file] = /^(.*\.wgsl)\?raw$/.exec(id) ?? [];
      if (!file) return undefined;
      this.addWatchFile(file);
      const lines = readFileSync(file, 'utf8')
        .split('\n')
        .map((line) =>
          /^\/\/ variant \w+$/.test(line) ? line : line.replace(/\/\/.*/, '').trim(),
        );
      return `export default ${JSON.stringify(lines.filter(Boolean).join('\n'))};`;
    },
  };
}

/**
 * d3-scale asks d3-interpolate for what may be numbers, colours, dates or transforms, and that brings d3-color along, which no
 * bundler can leave out. Our charts have numbers.
 * @returns {import('vite').Plugin}
 */
export function leanScales() {
  const [name, lean] = ['d3-interpolate', '\0lean:d3-interpolate'];
  return {
    name: 'lesson:lean-scales',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id === name && importer?.includes('/d3-scale/') ? lean : undefined,
    load: (id) =>
      id === lean
        ? `const between = (a, b, t) => a * (1 - t) + b * t;
          export const interpolateNumber = (a, b) => (t) => between(+a, +b, t);
          export const interpolateRound = (a, b) => (t) => Math.round(between(+a, +b, t));
          export const interpolate = interpolateNumber;
          export const piecewise = () => { throw new Error('numbers alone'); };`
        : undefined,
  };
}
