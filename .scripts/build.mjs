// npm run build: core -> .build/wasm/{lesson,attention,triage}.{js,wasm} and flash.wasm; page -> dist/; engine for Node and other pages -> dist/engine/.
import { copyFileSync } from 'node:fs';
import { emscriptenEnvironment } from './emscripten.mjs';
import { writeServiceWorker } from './offline.mjs';
import { at, isMain, main, run, say } from './run.mjs';
import { setup } from './setup.mjs';

const vite = [process.execPath, at('node_modules/vite/bin/vite.js')];
const tsc = [process.execPath, at('node_modules/typescript/bin/tsc')];

/**
 * Configures a CMake preset and builds it in .build/<preset>.
 * @param {'wasm' | 'debug' | 'release' | 'coverage'} preset
 * @param {string} what for the line that tells of it
 * @param {string[]} [targets] all when none is named
 */
export async function cmake(preset, what, targets = []) {
  const env = preset === 'wasm' ? emscriptenEnvironment() : process.env;
  const hint = `delete .build/${preset}, which other tools may have made, and run again`;
  await run(`Configure ${what} (cmake --preset ${preset})`, ['cmake', '--preset', preset], {
    env,
    hint,
  });
  const choice = targets.length > 0 ? ['--target', ...targets] : [];
  await run(
    `Compile ${what} (.build/${preset})`,
    ['cmake', '--build', `.build/${preset}`, '--parallel', ...choice],
    { env, hint: `mend the first error above; if the sources are as committed, ${hint}` },
  );
}

export const buildCore = () =>
  cmake('wasm', 'the core for WebAssembly', [
    ...['lesson_module', 'attention_module', 'triage_module', 'doctor_module', 'flash_module'],
    // Nothing, where no compiler at hand can make it.
    'flash_relaxed_module',
  ]);

export async function buildPage() {
  await run('Build the page (dist/)', [
    ...vite,
    'build',
    '--config',
    'web/vite.config.ts',
    '--logLevel',
    'warn',
  ]);
}

export async function buildEngine() {
  for (const mode of ['node', 'browser', 'flash-browser', 'triage-browser', 'doctor-browser']) {
    await run(`Build the engine (dist/engine/, ${mode})`, [
      ...vite,
      ...['build', '--config', 'web/vite.engine.config.ts', '--mode', mode, '--logLevel', 'warn'],
    ]);
  }
  await run('Write the types of the engine (dist/engine/*.d.ts)', [
    ...tsc,
    '-p',
    '.scripts/tsconfig.engine.json',
  ]);
  // tsc leaves out what is a declaration already.
  copyFileSync(at('web/engine/module.d.ts'), at('dist/engine/module.d.ts'));
}

/** The lesson in one file: dist/attention-lesson.html, and dist/attention-lesson-whole.html with every lab. */
export async function buildSingle() {
  for (const mode of ['small', 'whole']) {
    await run(`Build the lesson in one file (dist/attention-lesson*.html, ${mode})`, [
      ...vite,
      ...['build', '--config', 'web/vite.single.config.ts', '--mode', mode, '--logLevel', 'warn'],
    ]);
  }
}

/** The custom elements for other pages: a classic script first, which empties the folder, then a module and its types. */
export async function buildElements() {
  for (const mode of ['classic', 'module']) {
    await run(`Build the elements (dist/elements/, ${mode})`, [
      ...vite,
      ...['build', '--config', 'web/vite.elements.config.ts', '--mode', mode, '--logLevel', 'warn'],
    ]);
  }
  await run('Write the types of the elements (dist/elements/**/*.d.ts)', [
    ...tsc,
    '-p',
    '.scripts/tsconfig.elements.json',
  ]);
}

/** The service worker. Last of all: it names the files of dist/. */
export async function buildOffline() {
  say('Build the service worker (dist/sw.js)');
  await writeServiceWorker();
}

/** Everything. The page comes first: it empties dist/. */
export async function build() {
  await buildCore();
  await buildPage();
  await buildEngine();
  await buildElements();
  await buildSingle();
  await buildOffline();
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await setup('build');
    await build();
    say('Built: dist/ is the page, dist/engine/ the engine');
  });
}
