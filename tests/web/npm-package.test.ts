/** The npm package as somebody gets it: packed, installed in an empty project without the network, used there. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const project = mkdtempSync(join(tmpdir(), 'npm-package-'));
afterAll(() => rmSync(project, { recursive: true }));

const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Runs a program and gives what it printed; a failure fails the test with all of it. */
function run(folder: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    // Of npm's own settings for this run, those of the test that runs it do not count.
    env: { PATH: process.env.PATH, HOME: project },
  });
  if (error) throw error;
  expect(status, `${command} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

const node = (folder: string, ...args: string[]) => run(folder, process.execPath, ...args);
const tool = (path: string) => join(root, 'node_modules', path);

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}
let packed: Packed;

beforeAll(() => {
  const said = run(
    root,
    'npm',
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    project,
  );
  [packed] = JSON.parse(said) as [Packed];
  writeFileSync(
    join(project, 'package.json'),
    '{ "name": "empty", "private": true, "type": "module" }',
  );
  const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  run(project, 'npm', 'install', ...quiet, `./${packed.filename}`);
});

test('it needs nothing else: what it uses is in it, with the licences', () => {
  expect(packageJson.dependencies).toBeUndefined();
  const installed = readdirSync(join(project, 'node_modules')).filter(
    (name) => !name.startsWith('.'),
  );
  expect(installed).toEqual(['attention-lesson']);
  const notices = readFileSync(
    join(project, 'node_modules/attention-lesson/dist/THIRD-PARTY.txt'),
    'utf8',
  );
  for (const [name, licence] of [
    ...[
      ['lit', 'BSD-3-Clause'],
      ['idb', 'ISC'],
      ['d3-scale', 'ISC'],
      ['d3-shape', 'ISC'],
    ],
    ...[
      ['wasm-feature-detect', 'Apache-2.0'],
      ['fflate', 'MIT'],
      ['Eigen', 'MPL-2.0'],
    ],
  ] as const) {
    expect(notices).toMatch(new RegExp(`^${name} [^\\n]*\\(?${licence}\\)`, 'm'));
  }
  expect(notices).toContain('SIL OPEN FONT LICENSE');
  expect(notices).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION');
});

test('it holds what is used, and no more', () => {
  const paths = packed.files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.html']));
  const expected =
    /^(LICENSE|README\.md|package\.json|dist\/.+\.(html|js|css|wasm|woff2|svg|png|json|webmanifest|txt|d\.ts))$/;
  expect(paths.filter((path) => !expected.test(path))).toEqual([]);
  expect(paths.filter((path) => /^dist\/lms\//.test(path))).toEqual([]);
});

test('every export leads to a file, as publint reads them', async () => {
  const pkgDir = join(project, 'node_modules/attention-lesson');
  const { messages } = await publint({ pkgDir, pack: false, strict: true });
  expect(messages).toEqual([]);
});

describe('in Node', () => {
  test('the example of the README runs', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const lines = readme.slice(readme.indexOf('## Use the engine')).split('\n');
    const example = lines.filter((line) => /^ {4}\S|^ {6}/.test(line)).join('\n');
    expect(example).toContain("from 'attention-lesson/engine'");
    writeFileSync(
      join(project, 'example.js'),
      `${example}\nconsole.log(JSON.stringify({ rows: [...rowSums], width: output.cols, keys: spread.length }));`,
    );
    const { rows, width } = JSON.parse(node(project, 'example.js'));
    expect(rows).toHaveLength(3);
    for (const sum of rows) expect(Math.abs(sum - 1) <= 1e-12).toBe(true);
    expect(width).toBe(2);
  });

  test('the kernel and the paths of the page are found', () => {
    writeFileSync(
      join(project, 'others.js'),
      `import { existsSync } from 'node:fs';
      import { fileURLToPath } from 'node:url';
      import * as flash from 'attention-lesson/flash';
      const there = (name) => existsSync(fileURLToPath(import.meta.resolve('attention-lesson/' + name)));
      console.log(Object.keys(flash).includes('createFlash'), there('page'), there('page/icon.svg'));`,
    );
    expect(node(project, 'others.js')).toBe('true true true\n');
  });
});

describe('with types', () => {
  const source = `
    import { createEngine, LessonError } from 'attention-lesson/engine';
    import { createFlash } from 'attention-lesson/flash';
    import type { AttentionTrace, Engine } from 'attention-lesson/types';
    const engine: Engine = await createEngine();
    const trace: AttentionTrace = engine.attention({ q: [[1]], k: [[1]], v: [[1]] });
    const first: number | undefined = trace.weights.data[0];
    // @ts-expect-error a number is no matrix
    engine.attention({ q: 1, k: [[1]], v: [[1]] });
    export { createFlash, first, LessonError };
  `;

  test.each(['nodenext', 'bundler'])('%s', (resolution) => {
    const folder = join(project, resolution);
    mkdirSync(folder);
    writeFileSync(join(folder, 'use.ts'), source);
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: false, target: 'es2022', types: [] },
      ...{
        module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
        moduleResolution: resolution,
      },
      lib: ['es2022', 'dom'],
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['use.ts'] }),
    );
    node(folder, tool('typescript/bin/tsc'), '-p', '.');
  });
});

test('in a page that Vite builds: the wasm goes along as a file, and the worker', () => {
  const folder = join(project, 'page');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><script type="module" src="./main.js"></script>',
  );
  writeFileSync(
    join(folder, 'main.js'),
    `import { createEngine } from 'attention-lesson/engine';
    import { createFlash } from 'attention-lesson/flash';
    const engine = await createEngine();
    document.title = String(engine.attention({ q: [[1]], k: [[1]], v: [[1]] }).weights.data[0]);
    document.body.onclick = () => createFlash();`,
  );
  node(folder, tool('vite/bin/vite.js'), 'build', '--logLevel', 'error');
  const assets = readdirSync(join(folder, 'dist/assets'));
  for (const file of [
    /^lesson-.*\.wasm$/,
    /^flash-.*\.wasm$/,
    /^flash-worker-.*\.js$/,
    /^index-.*\.js$/,
  ]) {
    expect(
      assets.some((name) => file.test(name)),
      `${file} among ${assets}`,
    ).toBe(true);
  }
  const original = readFileSync(join(root, 'dist/engine/lesson.wasm'));
  const copied = readFileSync(
    join(folder, 'dist/assets', assets.find((name) => /^lesson-.*\.wasm$/.test(name)) ?? ''),
  );
  expect(Buffer.compare(original, copied)).toBe(0);
});
