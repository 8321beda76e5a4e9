// dist/THIRD-PARTY.txt: whose work is in the build, and under which licence. It travels with the page and every package.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at } from './run.mjs';

const RULE = `\n${'-'.repeat(78)}\n\n`;

/** The package of a module; a package.json without a name is a mark inside one. @param {string} module */
function packageOf(module) {
  for (let folder = dirname(module); folder.includes('node_modules'); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    const found = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
    if (found.name) return { folder, ...found };
  }
  throw new Error(`${module} is in no package.`);
}

/** @param {{ folder: string, name: string, version: string, license: string }} one */
function notice({ folder, name, version, license }) {
  const file = readdirSync(folder).find((entry) => /^licen[sc]e/i.test(entry));
  if (!file) throw new Error(`${name} has no file with its licence.`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

/** What is compiled into the WebAssembly, and the font: no bundler sees these. */
const OTHERS = ['.scripts/third-party.txt', 'web/fonts/LICENSE.txt'];

/** What unpacks the lesson in one file, which another build makes. */
const UNPACKER = at('node_modules/lzma1/package.json');

/** @returns {import('vite').Plugin} */
export function thirdParty() {
  return {
    name: 'lesson:third-party',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle)
        .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
        .filter((id) => !id.startsWith('\0') && id.includes('/node_modules/'));
      const notices = new Set([...modules, UNPACKER].map((id) => notice(packageOf(id))));
      const others = OTHERS.map((path) => `${readFileSync(at(path), 'utf8').trim()}\n`);
      this.emitFile({
        type: 'asset',
        fileName: 'THIRD-PARTY.txt',
        source: [...[...notices].sort(), ...others].join(RULE),
      });
    },
  };
}
