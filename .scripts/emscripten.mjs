// Finds Emscripten, and the environment that the builds need for it.
import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Failure, which } from './run.mjs';

const OLDEST = [3, 1, 6];
const DEBIAN = '/usr/share/emscripten';
const TOOLCHAIN = 'cmake/Modules/Platform/Emscripten.cmake';

/** The path of emcc: on PATH, else in $EMSDK. */
export function findEmscripten() {
  const found = which('emcc');
  if (found) return found;
  const inSdk = process.env.EMSDK && join(process.env.EMSDK, 'upstream/emscripten/emcc');
  return inSdk && existsSync(inSdk) ? inSdk : undefined;
}

/**
 * The environment for CMake: EMSCRIPTEN_ROOT for the preset, and NODE_PATH so that Debian's emcc finds its acorn under
 * a Node that is not Debian's. EM_CACHE stays as it is: Debian's cache is prebuilt and frozen.
 * @returns {NodeJS.ProcessEnv}
 */
export function emscriptenEnvironment() {
  const emcc = findEmscripten();
  if (!emcc)
    throw new Failure(
      'emcc is neither on PATH nor in $EMSDK/upstream/emscripten: run npm start, which installs it.',
    );
  checkVersion(emcc);
  const folder = dirname(realpathSync(emcc));
  const home = [process.env.EMSCRIPTEN_ROOT, folder, join(folder, '../libexec')].find(
    (one) => one && existsSync(join(one, TOOLCHAIN)),
  );
  if (!home)
    throw new Failure(
      `${emcc} has no ${TOOLCHAIN} beside it: set EMSCRIPTEN_ROOT to the folder that has.`,
    );
  const nodePath =
    home === DEBIAN
      ? ['/usr/share/nodejs', process.env.NODE_PATH].filter(Boolean).join(delimiter)
      : process.env.NODE_PATH;
  return {
    ...process.env,
    EMSCRIPTEN_ROOT: home,
    PATH: [process.env.PATH, dirname(emcc)].join(delimiter),
    ...(nodePath ? { NODE_PATH: nodePath } : {}),
  };
}

/** @param {string} emcc */
function checkVersion(emcc) {
  const text = execFileSync(emcc, ['--version'], { encoding: 'utf8' });
  const version = /(\d+)\.(\d+)\.(\d+)/.exec(text.split('\n')[0] ?? '');
  const numbers = version?.slice(1).map(Number) ?? [];
  const first = OLDEST.findIndex((oldest, place) => oldest !== numbers[place]);
  if (version && (first < 0 || (numbers[first] ?? 0) > (OLDEST[first] ?? 0))) return;
  throw new Failure(
    `${emcc} is release ${version?.[0] ?? 'unknown'}, and the core needs ${OLDEST.join('.')} or newer: ` +
      'install a newer Emscripten SDK, set EMSDK to its folder (source emsdk_env.sh does), and run again.',
  );
}
