// npm run check: format, lint, types and sizes, all of them even when one fails; then every test.
import { existsSync, readdirSync } from 'node:fs';
import { build } from './build.mjs';
import { at, Failure, isMain, main, run, say } from './run.mjs';
import { setup } from './setup.mjs';
import { test } from './test.mjs';

/**
 * A tool of node_modules.
 * @param {string} path
 */
const tool = (path) => [process.execPath, at('node_modules', path)];

export const biome = [...tool('@biomejs/biome/bin/biome'), 'check', '--colors=off'];
export const stylelint = [
  ...tool('stylelint/bin/stylelint.mjs'),
  'web/**/*.css',
  '--allow-empty-input',
];
export const typescript = tool('typescript/bin/tsc');

export function cppFiles() {
  return ['core', 'wasm', 'tests/core']
    .filter((folder) => existsSync(at(folder)))
    .flatMap((folder) =>
      readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(cpp|hpp|h)$/.test(name))
        .map((name) => `${folder}/${name}`),
    );
}

/** @param {string} folder */
const htmlFiles = (folder) =>
  readdirSync(at(folder))
    .filter((name) => name.endsWith('.html'))
    .map((name) => `${folder}/${name}`);

const format = 'npm run format';

/** @type {{ title: string, command: () => string[], hint?: string }[]} */
const steps = [
  {
    title: 'Format of the C++ files (clang-format)',
    command: () => ['clang-format', '--dry-run', '-Werror', ...cppFiles()],
    hint: format,
  },
  {
    title: 'Format and lint of TypeScript, JavaScript, JSON and CSS (biome)',
    command: () => [...biome, '--error-on-warnings', '.'],
    hint: `${format} mends the format and what is safe to mend`,
  },
  {
    title: 'Lint of CSS (stylelint)',
    command: () => stylelint,
    hint: `${format} mends some of it`,
  },
  {
    title: 'Lint of the pages (html-validate)',
    command: () => [...tool('html-validate/bin/html-validate.mjs'), ...htmlFiles('web')],
  },
  { title: 'Types of web/ (tsc)', command: () => [...typescript, '-p', 'web/tsconfig.json'] },
  { title: 'Types of tests/ (tsc)', command: () => [...typescript, '-p', 'tests/tsconfig.json'] },
  {
    title: 'Types of .scripts/ (tsc)',
    command: () => [...typescript, '-p', '.scripts/tsconfig.json'],
  },
  {
    title: 'Lint of the built pages (html-validate)',
    command: () => [...tool('html-validate/bin/html-validate.mjs'), ...htmlFiles('dist')],
  },
  {
    title: 'Sizes of what a learner downloads (size-limit)',
    command: () => tool('size-limit/bin.js'),
    hint: 'make it smaller, or argue for another budget in .size-limit.json',
  },
];

async function check() {
  await setup('build', 'test', 'check');
  await build();
  const failed = [];
  for (const { title, command, hint } of steps) {
    try {
      await run(title, command(), hint ? { hint } : {});
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      console.error(error.message);
      failed.push(title);
    }
  }
  if (failed.length > 0)
    throw new Failure(
      `\nThe tests did not run, since ${failed.length} of ${steps.length} checks failed:\n  ${failed.join('\n  ')}`,
    );
  say(`All ${steps.length} checks passed`);
  if (!(await test())) process.exitCode = 1;
}

if (isMain(import.meta.url)) await main(check);
