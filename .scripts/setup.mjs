// Installs what a command needs and this machine lacks: system packages first, then the Node packages of the lock file.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { missing } from './packages.mjs';
import { at, attempt, Failure, run, which } from './run.mjs';

const OLDEST_NODE = [20, 19];
const STAMP = at('node_modules', '.lock-hash');

/** @param {import('./packages.mjs').Purpose[]} purposes */
export async function setup(...purposes) {
  checkNode();
  await systemPackages(purposes);
  await nodePackages();
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Failure(
    `This is Node ${process.versions.node}, and the tools need ${OLDEST_NODE.join('.')} or newer: install it and run again.`,
  );
}

/** @param {import('./packages.mjs').Purpose[]} purposes */
async function systemPackages(purposes) {
  const wanted = missing(purposes);
  if (wanted.length === 0) return;
  const reasons = wanted.map((one) => `  ${one.apt}: ${one.why}`).join('\n');
  const names = wanted.map((one) => one.apt);
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...names];

  if (!which('apt-get')) {
    throw new Failure(
      `Missing on this system:\n${reasons}\n\nThis system has no apt-get. Install them with its own package manager and run again; ` +
        `on macOS:\n\n  ${wanted.map((one) => `brew install ${one.brew}`).join(' && ')}\n`,
    );
  }
  const asRoot = process.getuid?.() === 0;
  if (!asRoot && !(which('sudo') && (await attempt(['sudo', '-n', 'true'])).status === 0)) {
    const sudo = which('sudo') ? 'sudo ' : '';
    throw new Failure(
      `Missing on this system:\n${reasons}\n\nInstall them${sudo ? '' : ' as root'} and run again:\n\n` +
        `  ${sudo}apt-get update && ${sudo}${install.join(' ')}\n`,
    );
  }
  const prefix = [...(asRoot ? [] : ['sudo', '-n']), 'env', 'DEBIAN_FRONTEND=noninteractive'];
  const hint = `run it by hand and read what it says: ${asRoot ? '' : 'sudo '}${install.join(' ')}`;
  await run(
    'Refresh the list of system packages (apt-get update)',
    [...prefix, 'apt-get', 'update'],
    { hint },
  );
  await run(
    `Install ${names.join(', ')} (apt-get install; minutes on a new machine)`,
    [...prefix, ...install],
    { hint },
  );
  const still = missing(purposes);
  if (still.length > 0) {
    throw new Failure(
      `apt-get installed ${still.map((one) => one.apt).join(', ')}, yet it is still not found: this needs Debian 12 or a system like it.`,
    );
  }
}

/** Runs npm ci unless node_modules was made from this very lock file, on this kind of machine. */
async function nodePackages() {
  const hash = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  await run(
    'Install the Node packages of package-lock.json (npm ci)',
    [...npm, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      hint: 'check that the npm registry can be reached, then run again',
    },
  );
  writeFileSync(STAMP, hash);
}
