// npm run package [-- --mastery 0.7]: the built page as packages for learning-management systems, in .build/packages/.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { filesOf, theOne } from './package/files.mjs';
import { cmi5, scorm12, scorm2004 } from './package/manifests.mjs';
import { at, Failure, isMain, main, say } from './run.mjs';
import { setup } from './setup.mjs';

/** @typedef {'scorm12' | 'scorm2004' | 'cmi5'} Standard */

/** @type {Record<Standard, { name: string, write: typeof scorm12 }>} */
const MANIFESTS = {
  scorm12: { name: 'imsmanifest.xml', write: scorm12 },
  scorm2004: { name: 'imsmanifest.xml', write: scorm2004 },
  cmi5: { name: 'cmi5.xml', write: cmi5 },
};
export const standards = /** @type {Standard[]} */ (Object.keys(MANIFESTS));

/** The oldest time that a zip can hold, in every time zone: the same build makes the same bytes. */
const TIME = new Date(1980, 0, 1, 12);

/**
 * The page for one standard: its script is the one that finds the system first, and it says which standard it is for.
 * @param {string} page
 * @param {Standard} standard
 * @param {string} script of the packages
 */
function pageFor(page, standard, script) {
  const entry = /<script type="module"([^>]*) src="([^"]+)"><\/script>/g;
  const [found, ...more] = [...page.matchAll(entry)];
  if (!found || more.length > 0) throw new Error('dist/index.html has not just one script.');
  const [tag, attributes, own] = found;
  const meta = `<meta name="attention-lesson-lms" content="${standard}" data-script="${own}">`;
  const changed = page
    .replace(tag, `${meta}\n    <script type="module"${attributes} src="./${script}"></script>`)
    // It is not installed from a course.
    .replace(/ *<link rel="manifest"[^>]*>\n?/, '');
  if (standard !== 'cmi5') return changed;
  // Which record store a course has is known at the launch; web/embed/lms/lrs.ts then allows that one alone.
  const open = changed.replace("connect-src 'self'", "connect-src 'self' https: http:");
  if (open === changed) throw new Error("The policy of dist/index.html has no connect-src 'self'.");
  return open;
}

/**
 * The files of a package, by path, the page first.
 * @param {Standard} standard
 * @param {{ mastery?: number, folder?: string }} [options] `mastery`: 0 to 1, the score that passes
 * @returns {Map<string, Uint8Array>}
 */
export function packageOf(standard, { mastery, folder = at('dist') } = {}) {
  if (!existsSync(`${folder}/index.html`))
    throw new Failure('dist/index.html is not there: npm run build makes it.');
  const built = readFileSync(`${folder}/index.html`, 'utf8');
  const script = theOne(folder, /^lms\/lms-[^/]+\.js$/);
  const page = pageFor(built, standard, script);
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const text = (/** @type {RegExp} */ pattern) => {
    const found = pattern.exec(built)?.[1];
    if (!found) throw new Error(`dist/index.html has nothing like ${pattern}.`);
    return found.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  };
  /** @type {Map<string, Uint8Array>} */
  const files = new Map([['index.html', Buffer.from(page)], ...filesOf(folder, page)]);
  files.set('LICENSE.txt', readFileSync(at('LICENSE')));
  files.set('THIRD-PARTY.txt', readFileSync(`${folder}/THIRD-PARTY.txt`));
  const { name, write } = MANIFESTS[standard];
  const manifest = write({
    title: text(/<title>([^<]+)<\/title>/),
    description: text(/<meta name="description" content="([^"]+)">/),
    language: text(/<html lang="([^"]+)"/),
    version,
    files: [...files.keys()],
    ...(mastery === undefined ? {} : { mastery }),
  });
  return files.set(name, Buffer.from(manifest));
}

/** @param {Map<string, Uint8Array>} files */
export async function zip(files) {
  const { zipSync } = await import('fflate');
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return zipSync(Object.fromEntries(sorted), { level: 9, mtime: TIME });
}

/** @param {string[]} args */
function masteryFrom(args) {
  const { values } = parseArgs({ args, options: { mastery: { type: 'string' } } });
  if (values.mastery === undefined) return {};
  const mastery = Number(values.mastery);
  if (values.mastery.trim() !== '' && mastery >= 0 && mastery <= 1) return { mastery };
  throw new Failure(
    `--mastery is "${values.mastery}"; expected is the share of the score that passes, a number from 0 to 1, such as --mastery 0.7.`,
  );
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const options = masteryFrom(process.argv.slice(2));
    await setup('build');
    await build();
    mkdirSync(at('.build/packages'), { recursive: true });
    for (const standard of standards) {
      const path = `.build/packages/attention-lesson-${standard}.zip`;
      const bytes = await zip(packageOf(standard, options));
      writeFileSync(at(path), bytes);
      say(`${path}: ${Math.ceil(bytes.length / 1024)} KiB`);
    }
  });
}
