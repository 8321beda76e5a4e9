// Which files of the built page a package needs: the page, and what it names, and what that names.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

const TEXT = new Set(['.html', '.js', '.css', '.svg']);
/** Of other pages and other uses of the build: their names may stand in our files by chance. */
const ELSEWHERE = /^(engine|schemas)\/|\.(html|map|webmanifest)$|^[^/]*\.js$/;

/** @param {string} folder @returns {string[]} paths with slashes, sorted */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'),
    )
    .sort();

/**
 * Names in dist/assets/ hold a hash, so that one that is found stands for its file. A file that nothing names stays out.
 * @param {string} folder
 * @param {string} page its text
 * @returns {Map<string, Buffer>} by path, without the page
 */
export function filesOf(folder, page) {
  /** @type {Map<string, Buffer>} */
  const found = new Map();
  const others = filesIn(folder).filter((path) => !ELSEWHERE.test(path));
  /** @param {string} text */
  const follow = (text) => {
    for (const path of others) {
      if (found.has(path) || !text.includes(basename(path))) continue;
      const content = readFileSync(join(folder, path));
      found.set(path, content);
      if (TEXT.has(extname(path))) follow(content.toString('utf8'));
    }
  };
  follow(page);
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param {string} folder @param {RegExp} name */
export function theOne(folder, name) {
  const found = filesIn(folder).filter((path) => name.test(path));
  const [path] = found;
  if (path === undefined || found.length > 1)
    throw new Error(`${folder} has ${found.length} files that match ${name}; expected is one.`);
  return path;
}
