// npm test [-- suite ...]: installs what is missing, builds, runs every suite, and ends with the sum of their reports.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { build, cmake } from './build.mjs';
import { emscriptenEnvironment } from './emscripten.mjs';
import { at, attempt, Failure, isMain, main, say, shell } from './run.mjs';
import { freePort } from './serve.mjs';
import { setup } from './setup.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/**
 * @typedef {object} Suite
 * @property {string} what
 * @property {() => Promise<void>} [prepare] what it needs beside the page and the engine
 * @property {(report: string) => string[]} command
 * @property {() => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>} [env]
 * @property {(text: string) => Count} count reads the report
 */

const REPORTS = '.build/reports';

/** @type {Record<string, Suite>} */
const suites = {
  core: {
    what: 'the core, natively with sanitizers',
    prepare: () => cmake('debug', 'the core and its tests with sanitizers'),
    command: (report) => ctest('debug', report),
    count: junit,
  },
  wasm: {
    what: 'the core as WebAssembly under Node',
    prepare: () => cmake('wasm', 'the core and its tests for WebAssembly'),
    command: (report) => ctest('wasm', report),
    env: emscriptenEnvironment,
    count: junit,
  },
  web: {
    what: 'the units of the page and the engine',
    command: (report) => [
      ...[
        process.execPath,
        at('node_modules/vitest/vitest.mjs'),
        'run',
        '--config',
        'tests/web/vitest.config.ts',
      ],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ],
    count: (text) => {
      const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(text);
      return {
        passed: numPassedTests,
        failed: numFailedTests,
        skipped: numPendingTests + numTodoTests,
      };
    },
  },
  browser: {
    what: 'the built page in real browsers',
    command: () => [
      process.execPath,
      at('node_modules/@playwright/test/cli.js'),
      'test',
      '--config',
      'tests/browser/playwright.config.ts',
    ],
    env: async () => ({ ...process.env, TEST_PORT: String(await freePort()) }),
    count: (text) => {
      const { expected, unexpected, flaky, skipped } = JSON.parse(text).stats;
      return { passed: expected, failed: unexpected + flaky, skipped };
    },
  },
};

/**
 * @param {string} preset
 * @param {string} report
 */
function ctest(preset, report) {
  return [
    'ctest',
    '--test-dir',
    `.build/${preset}`,
    '--output-on-failure',
    '--no-tests=error',
    '--parallel',
    String(availableParallelism()),
    '--output-junit',
    report,
  ];
}

/**
 * @param {string} text what ctest writes
 * @returns {Count}
 */
function junit(text) {
  const suite = /<testsuite\b[^>]*>/.exec(text)?.[0] ?? '';
  const number = (/** @type {string} */ name) =>
    Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1]);
  const [tests, failed, skipped] = [
    number('tests'),
    number('failures'),
    number('skipped') + number('disabled'),
  ];
  return { passed: tests - failed - skipped, failed, skipped };
}

/**
 * Runs a suite and reads its own report. A runner that fails without a failed test, or runs none, counts as one failed.
 * @param {string} name
 * @returns {Promise<Count>}
 */
async function runSuite(name) {
  const suite = /** @type {Suite} */ (suites[name]);
  try {
    await suite.prepare?.();
    const report = at(REPORTS, `${name}.${suite.count === junit ? 'xml' : 'json'}`);
    rmSync(report, { force: true });
    say(`Test ${suite.what}`);
    const command = suite.command(report);
    const { status, output } = await attempt(command, {
      live: true,
      env: { ...((await suite.env?.()) ?? process.env), TEST_REPORT: report },
    });
    if (!existsSync(report)) {
      throw new Failure(`No report, exit status ${status}: ${shell(command)}\n${output}`.trimEnd());
    }
    const count = suite.count(readFileSync(report, 'utf8'));
    if (Object.values(count).some((number) => !Number.isInteger(number)))
      throw new Failure(`${report} does not say how many tests ran.`);
    if (count.passed + count.failed === 0) throw new Failure(`No test ran: ${shell(command)}`);
    if (status !== 0 && count.failed === 0)
      throw new Failure(`Exit status ${status} though no test failed: ${shell(command)}`);
    return count;
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/**
 * Runs the named suites on what is built, all when none is named; true when every test passed.
 * @param {string[]} [names]
 */
export async function test(names = []) {
  const chosen = names.length > 0 ? names : Object.keys(suites);
  mkdirSync(at(REPORTS), { recursive: true });
  /** @type {Record<string, Count>} */
  const counts = {};
  for (const name of chosen) counts[name] = await runSuite(name);

  const line = (/** @type {Count} */ { passed, failed, skipped }) =>
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  const sum = { passed: 0, failed: 0, skipped: 0 };
  console.log('');
  for (const [name, count] of Object.entries(counts)) {
    for (const key of /** @type {const} */ (['passed', 'failed', 'skipped']))
      sum[key] += count[key];
    console.log(`  ${name.padEnd(8)} ${line(count)}`);
  }
  console.log(`\n${line(sum)}`);
  return sum.failed === 0 && sum.passed > 0;
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const names = process.argv.slice(2);
    const unknown = names.find((name) => !Object.hasOwn(suites, name));
    if (unknown) {
      throw new Failure(
        `No suite is named "${unknown}": there are ${Object.keys(suites).join(', ')}.`,
      );
    }
    await setup('build', 'test');
    await build();
    if (!(await test(names))) process.exitCode = 1;
  });
}
