// Every system package that this project uses: what it is for, and which commands need it. The only such list.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { browsers } from './browsers.mjs';
import { findEmscripten } from './emscripten.mjs';
import { which } from './run.mjs';

/**
 * What a command needs: `build` is for every command, `test` for npm test, `check` for npm run check and format.
 * @typedef {'build' | 'test' | 'check'} Purpose
 */

/**
 * @typedef {object} SystemPackage
 * @property {string} apt its name on Debian 12 and Ubuntu
 * @property {string} brew its name for Homebrew on macOS
 * @property {Purpose} purpose
 * @property {string} why
 * @property {() => boolean} present
 */

/** @param {string} path */
const header = (path) =>
  ['/usr/include', '/usr/local/include', '/opt/homebrew/include'].some((folder) =>
    existsSync(`${folder}/${path}`),
  );

/** @type {SystemPackage[]} */
export const packages = [
  {
    apt: 'cmake',
    brew: 'cmake',
    purpose: 'build',
    why: 'configures the C++ builds',
    present: () => !!which('cmake'),
  },
  {
    apt: 'ninja-build',
    brew: 'ninja',
    purpose: 'build',
    why: 'runs the C++ builds',
    present: () => !!which('ninja'),
  },
  {
    apt: 'emscripten',
    brew: 'emscripten',
    purpose: 'build',
    why: 'compiles the core to WebAssembly',
    present: () => !!findEmscripten(),
  },
  {
    apt: 'libeigen3-dev',
    brew: 'eigen',
    purpose: 'build',
    why: 'the matrices of the core',
    present: () => header('eigen3/Eigen/Core'),
  },
  {
    apt: 'g++',
    brew: 'gcc',
    purpose: 'test',
    why: 'compiles the core natively, with sanitizers',
    present: () => !!which('g++'),
  },
  {
    apt: 'catch2',
    brew: 'catch2',
    purpose: 'test',
    why: 'the test framework of the core',
    present: () => header('catch2/catch.hpp') || header('catch2/catch_all.hpp'),
  },
  {
    apt: 'nlohmann-json3-dev',
    brew: 'nlohmann-json',
    purpose: 'test',
    why: 'the tests of the core read the oracle with it',
    present: () => header('nlohmann/json.hpp'),
  },
  {
    apt: 'python3-numpy',
    brew: 'numpy',
    purpose: 'test',
    why: 'runs the NumPy code that the page hands to learners',
    present: hasNumpy,
  },
  {
    apt: 'libxml2-utils',
    brew: 'libxml2',
    purpose: 'test',
    why: 'validates the manifests of the packages',
    present: () => !!which('xmllint'),
  },
  {
    apt: 'chromium',
    brew: '--cask chromium',
    purpose: 'test',
    why: 'a browser for the tests',
    present: () => existsSync(browsers.chromium),
  },
  {
    apt: 'firefox-esr',
    brew: '--cask firefox',
    purpose: 'test',
    why: 'a second engine for the tests',
    present: () => existsSync(browsers.firefox),
  },
  {
    apt: 'clang-format',
    brew: 'clang-format',
    purpose: 'check',
    why: 'the format of the C++ files',
    present: () => !!which('clang-format'),
  },
];

function hasNumpy() {
  const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
  return spawnSync(python, ['-c', 'import numpy'], { stdio: 'ignore' }).status === 0;
}

/** @param {Purpose[]} purposes */
export const missing = (purposes) =>
  packages.filter((one) => purposes.includes(one.purpose) && !one.present());
