// npm run coverage: which lines of the core its native tests run. Prints a table and the lines that none runs, writes
// .build/coverage/report/ and fails under the least share.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { cmake } from './build.mjs';
import { at, Failure, isMain, main, root, run, say, which } from './run.mjs';
import { setup } from './setup.mjs';

const LEAST_PERCENT = 95;
const BUILD = '.build/coverage';
const REPORT = `${BUILD}/report`;

/**
 * How often each line ran, by file and line number. A line that stands in several instances of a template has the sum.
 * @typedef {Map<string, Map<number, number>>} Counts
 */

/**
 * What `gcov --json-format` writes, as far as it is read here.
 * @typedef {{ files: { file: string, lines: { line_number: number, count: number }[] }[] }} GcovReport
 */

/**
 * Adds one report of gcov to the counts of the files in `folder`.
 * @param {Counts} counts
 * @param {GcovReport} report
 * @param {string} folder
 */
export function addReport(counts, report, folder) {
  for (const { file, lines } of report.files) {
    const name = isAbsolute(file) ? relative(root, file) : file;
    if (!name.startsWith(`${folder}/`)) continue;
    const known = counts.get(name) ?? new Map();
    counts.set(name, known);
    for (const { line_number: line, count } of lines)
      known.set(line, (known.get(line) ?? 0) + count);
  }
}

/**
 * "3, 7-9": the numbers in order, neighbours joined.
 * @param {number[]} numbers
 */
export function ranges(numbers) {
  /** @type {[number, number][]} */
  const found = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && number <= last[1] + 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/**
 * The table: a line for each file, and the total last.
 * @param {Counts} counts
 */
export function summary(counts) {
  // Headers that only declare have no line that runs.
  const files = [...counts]
    .filter(([, lines]) => lines.size > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, lines]) => {
      const missed = [...lines].filter(([, count]) => count === 0).map(([line]) => line);
      return { file, lines: lines.size, run: lines.size - missed.length, missed };
    });
  const total = { file: 'total', lines: 0, run: 0, missed: /** @type {number[]} */ ([]) };
  for (const { lines, run: ran } of files) {
    total.lines += lines;
    total.run += ran;
  }
  const percent = total.lines === 0 ? 0 : (100 * total.run) / total.lines;
  const width = Math.max(...[...files, total].map(({ file }) => file.length));
  const table = [...files, total].map(({ file, lines, run: ran, missed }) => {
    // Rounded down, so that 100.0 % means every line.
    const share = lines === 0 ? 0 : Math.floor((1000 * ran) / lines) / 10;
    const row = `${file.padEnd(width)}  ${String(ran).padStart(5)} of ${String(lines).padStart(5)}  ${share.toFixed(1).padStart(5)} %`;
    return missed.length > 0 ? `${row}  not run: ${ranges(missed)}` : row;
  });
  return { percent, text: `${table.join('\n')}\n` };
}

/**
 * The same for tools that draw it beside the source.
 * @param {Counts} counts
 */
export function lcov(counts) {
  let text = '';
  for (const [file, lines] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (lines.size === 0) continue;
    const sorted = [...lines].sort(([a], [b]) => a - b);
    text += `SF:${join(root, file)}\n`;
    for (const [line, count] of sorted) text += `DA:${line},${count}\n`;
    text += `LF:${sorted.length}\nLH:${sorted.filter(([, count]) => count > 0).length}\nend_of_record\n`;
  }
  return text;
}

/** @param {string} ending */
const buildFiles = (ending) =>
  readdirSync(at(BUILD), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => at(BUILD, name));

/** The gcov of the compiler that CMake chose: another release does not read its files. */
function findGcov() {
  const cache = readFileSync(at(BUILD, 'CMakeCache.txt'), 'utf8');
  const compiler = /^CMAKE_CXX_COMPILER:\w+=(.+)$/m.exec(cache)?.[1] ?? '';
  const suffix = /(?:g|c)\+\+(-\d+)?$/.exec(basename(compiler));
  const beside = join(dirname(compiler), `gcov${suffix?.[1] ?? ''}`);
  const found = suffix && (which(basename(beside)) ? basename(beside) : undefined);
  if (found) return found;
  throw new Failure(
    `Coverage is counted by gcov, which comes with GCC, and there is none for ${compiler || 'the compiler'}: ` +
      `install g++, run with CXX=g++, and delete ${BUILD} if another compiler made it.`,
  );
}

/** @returns {Promise<Counts>} */
async function collect() {
  const gcov = findGcov();
  const data = buildFiles('.gcda');
  if (data.length === 0) throw new Failure(`The tests left no counts (*.gcda) in ${BUILD}.`);
  /** @type {Counts} */
  const counts = new Map();
  // Files of the repository alone; gcov wants its folder without the slash at the end.
  const prefix = root.replace(/[\\/]$/, '');
  const words = ['--json-format', '--stdout', '--relative-only', '--source-prefix', prefix];
  const waiting = [...data];
  const worker = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const { stdout } = await promisify(execFile)(gcov, [...words, file], {
        cwd: at(BUILD),
        maxBuffer: 1 << 30,
      });
      for (const line of stdout.split('\n').filter(Boolean))
        addReport(counts, JSON.parse(line), 'core');
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return counts;
}

async function coverage() {
  await setup('build', 'test');
  await cmake('coverage', 'the core and its tests with counters', ['lesson_tests']);
  for (const old of buildFiles('.gcda')) rmSync(old);
  await run('Run the tests of the core', [at(BUILD, 'lesson_tests')], {
    hint: 'npm test -- core says more about a test that fails',
  });
  say('Count the lines (gcov)');
  const counts = await collect();
  const { percent, text } = summary(counts);
  mkdirSync(at(REPORT), { recursive: true });
  writeFileSync(at(REPORT, 'coverage.txt'), text);
  writeFileSync(at(REPORT, 'lcov.info'), lcov(counts));
  console.log(`\n${text}\n${REPORT}/coverage.txt, ${REPORT}/lcov.info`);
  if (!(percent >= LEAST_PERCENT)) {
    throw new Failure(
      `The tests run ${percent.toFixed(1)} % of the lines of the core, fewer than ${LEAST_PERCENT} %: add tests for lines that the table lists.`,
    );
  }
}

if (isMain(import.meta.url)) await main(coverage);
