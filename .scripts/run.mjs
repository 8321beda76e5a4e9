// Runs commands for the other scripts: one line for each step, silence when it works, the whole story when it fails.
import { spawn } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** A path inside the repository. */
export const at = (/** @type {string[]} */ ...parts) => join(root, ...parts);

const TAIL_LINES = 60;

/** A failure whose message tells the reader all there is to know: it is printed without a stack. */
export class Failure extends Error {}

/** @param {string} title */
export function say(title) {
  console.log(`• ${title}`);
}

/** @param {string[]} words */
export const shell = (words) =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)).join(' ');

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [hint] what to do when it fails
 * @property {boolean} [live] show the output as it comes; VERBOSE=1 does so for every step
 */

/**
 * Runs a command in the repository root and gives its exit status; never throws for a status.
 * @param {string[]} words
 * @param {RunOptions} [options]
 * @returns {Promise<{ status: number, output: string }>}
 */
export function attempt(words, { env = process.env, live = false } = {}) {
  const [command = '', ...args] = words;
  const shown = live || Boolean(process.env.VERBOSE);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ status: 127, output: `${output}${error.message}\n` }));
    child.on('close', (code, signal) =>
      resolve({ status: code ?? 1, output: signal ? `${output}ended by ${signal}\n` : output }),
    );
  });
}

/**
 * One step: says what it does, runs it, and throws a Failure with the command, the end of its output and the hint.
 * @param {string} title
 * @param {string[]} words
 * @param {RunOptions} [options]
 */
export async function run(title, words, options = {}) {
  say(title);
  const { status, output } = await attempt(words, options);
  if (status === 0) return output;
  const lines = output.trimEnd().split('\n');
  const tail = lines.slice(-TAIL_LINES).join('\n');
  throw new Failure(
    [
      '',
      ...(tail
        ? [
            lines.length > TAIL_LINES ? `(the last ${TAIL_LINES} of ${lines.length} lines)` : '',
            tail,
            '',
          ]
        : []),
      `Failed: ${title} (exit status ${status})`,
      `Command: ${shell(words)}`,
      ...(options.hint ? [`What to do: ${options.hint}`] : []),
    ].join('\n'),
  );
}

/**
 * The full path of a program, or undefined.
 * @param {string} name
 */
export function which(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder || '.', name);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

/**
 * Whether a module is the script that Node was started with.
 * @param {string} url its import.meta.url
 */
export const isMain = (url) => url === pathToFileURL(realpathSync(process.argv[1] ?? '')).href;

/**
 * The entry of each script: a Failure prints its message, anything else its stack, and both exit with 1.
 * @param {() => Promise<void>} job
 */
export async function main(job) {
  try {
    await job();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exit(1);
  }
}
