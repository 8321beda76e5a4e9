/**
 * The rules of the house that no compiler checks, as functions from a tree of files to what breaks them. They know no
 * file system, so that a test can hand them a house that breaks each one.
 */

/** Texts by path in the repository, with "/" between folders. */
export type Tree = Readonly<Record<string, string>>;

const within = (tree: Tree, folder: string, ending: RegExp) =>
  Object.keys(tree)
    .filter((path) => path.startsWith(`${folder}/`) && ending.test(path))
    .sort();

const text = (tree: Tree, path: string) => tree[path] ?? '';

/** "core/random/numpy.cpp" -> "random_numpy": what tests are called by. */
const stemOf = (path: string) =>
  path
    .replace(/^core\//, '')
    .replace(/\.\w+$/, '')
    .replaceAll('/', '_');

/** Whether a stem has its test: stem_test.cpp, or one of several stem_*_test.cpp. */
const hasTest = (tests: readonly string[], stem: string) => {
  const named = new RegExp(`^tests/core/${stem}(_[a-z0-9]+)*_test\\.cpp$`);
  return tests.some((test) => named.test(test));
};

/** What parsers are made of, and what everything is made of: their users' tests are theirs. */
const TESTED_THROUGH_OTHERS: readonly string[] = ['scan', 'types'];

/**
 * Every core/X.cpp has its contract, core/X.hpp, or that of the beginning of its name: parse.hpp has the functions of
 * parse_number.cpp. Every one has its test, and so has every header with functions. What only the files of one folder
 * share, a header without a source, is tested by theirs.
 */
export function twins(tree: Tree): string[] {
  const tests = within(tree, 'tests/core', /_test\.cpp$/);
  const sources = within(tree, 'core', /\.cpp$/);
  const broken: string[] = [];
  for (const source of sources) {
    const header = source.replace(/\.cpp$/, '.hpp');
    const shorter = source.replace(/(_[a-z0-9]+)?\.cpp$/, '.hpp');
    if (!(header in tree) && !(shorter in tree)) broken.push(`${source} has no ${header}`);
    const stem = stemOf(source);
    if (!TESTED_THROUGH_OTHERS.includes(stem) && !hasTest(tests, stem))
      broken.push(`${source} has no tests/core/${stem}_test.cpp`);
  }
  for (const header of within(tree, 'core', /\.hpp$/)) {
    const stem = stemOf(header);
    const start = header.replace(/\.hpp$/, '');
    const hasSource = sources.some(
      (source) => source === `${start}.cpp` || source.startsWith(`${start}_`),
    );
    const hasFunctions = /\)\s*(const\s*)?(;|\{)/.test(code(tree, header));
    if (hasSource || !hasFunctions || TESTED_THROUGH_OTHERS.includes(stem)) continue;
    const folder = /^core\/(\w+)\//.exec(header)?.[1];
    if (!hasTest(tests, folder ?? stem))
      broken.push(`${header} has no tests/core/${stem}_test.cpp`);
  }
  return broken;
}

/** A C++ file without its comments. */
const code = (tree: Tree, path: string) =>
  text(tree, path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

/** The core knows nothing of Emscripten, JavaScript, clocks or the console, throws nothing, and reaches for no outer part. */
export function coreStandsAlone(tree: Tree): string[] {
  const foreign =
    /#include\s*[<"]emscripten|EMSCRIPTEN|__wasm__|\bthrow\b|std::(cout|cerr|abort|exit)|<chrono>|\bprintf\(/;
  const broken: string[] = [];
  for (const path of within(tree, 'core', /\.[ch]pp$/)) {
    const found = foreign.exec(code(tree, path));
    if (found) broken.push(`${path} has ${found[0]}`);
    for (const [, included = ''] of code(tree, path).matchAll(/#include\s*"([^"]+)"/g)) {
      if (!included.startsWith('core/')) broken.push(`${path} includes ${included}`);
    }
  }
  return broken;
}

/** Two headers of the core name no two types alike in one namespace: each module would take its own for the other's. */
export function typesStandOnce(tree: Tree): string[] {
  const places = new Map<string, string[]>();
  for (const path of within(tree, 'core', /\.hpp$/)) {
    const source = code(tree, path);
    const [, space = ''] = /^namespace ([\w:]+) \{/m.exec(source) ?? [];
    // Those at the start of a line: what stands inside another type is its own.
    for (const [, name = ''] of source.matchAll(/^(?:struct|class|enum class) (\w+)[^;]*?\{/gm)) {
      const full = `${space}::${name}`;
      places.set(full, [...(places.get(full) ?? []), path]);
    }
  }
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name} stands in ${paths.join(' and ')}`);
}

/** Only web/engine/ imports the compiled module. Build configurations name it, to put it where the engine looks. */
export function onlyTheEngineImportsTheModule(tree: Tree): string[] {
  return within(tree, 'web', /\.([cm]?[jt]s|html)$/)
    .filter((path) => !path.startsWith('web/engine/') && !/\/vite\.[\w.]*config\.ts$/.test(path))
    .flatMap((path) => {
      const found = /#core\b|(lesson|attention|flash)\.wasm|lesson\.js|engine\/module/.exec(
        text(tree, path),
      );
      return found ? [`${path} has ${found[0]}`] : [];
    });
}

/**
 * Every GPU kernel stands in web/kernels/, names its C++ twin (core/.../stem.cpp) and the tolerance between the two in
 * its first line, and has a test that compares them: stem.parity.test.ts or stem.parity.spec.ts somewhere in tests/.
 */
export function kernelsHaveTwins(tree: Tree): string[] {
  const broken: string[] = [];
  for (const path of Object.keys(tree).filter((name) => name.endsWith('.wgsl'))) {
    const stem = /^web\/kernels\/([\w-]+)\.wgsl$/.exec(path)?.[1];
    if (!stem) {
      broken.push(`${path} does not stand in web/kernels/`);
      continue;
    }
    const [first = ''] = text(tree, path).split('\n');
    const twin = /\bcore\/[\w/]+\.[ch]pp\b/.exec(first)?.[0];
    if (!twin) broken.push(`the first line of ${path} names no file of core/`);
    else if (!(twin in tree)) broken.push(`${path} names ${twin}, which does not exist`);
    else if (!new RegExp(`/${stem}\\.[ch]pp$`).test(twin))
      broken.push(`${path} names ${twin}, which has another stem`);
    if (!/\btolerance\b.*\d/.test(first))
      broken.push(`the first line of ${path} names no tolerance`);
    const parity = new RegExp(`^tests/.*/${stem}\\.parity\\.(test|spec)\\.ts$`);
    if (!Object.keys(tree).some((name) => parity.test(name)))
      broken.push(`${path} has no ${stem}.parity.test.ts or ${stem}.parity.spec.ts`);
  }
  return broken;
}

/**
 * A header with a function that may refuse says which refusals: a line that begins with a code, or the word Errors with
 * the functions whose codes are passed on.
 */
export function headersDocumentErrors(tree: Tree): string[] {
  return within(tree, 'core', /\.hpp$/).flatMap((path) => {
    // The template itself refuses nothing.
    if (path === 'core/outcome.hpp') return [];
    const refuses = /\bOutcome<.*>\s+\w+\(|\boptional<Error>\s+\w+\(|^Error \w+\(/m;
    if (!refuses.test(code(tree, path))) return [];
    const said = /\/\/ (.*\b)?([Ee]rrors)\b|\/\/ {3}[a-z]+(-[a-z]+)+(, [a-z-]+)* {2,}\S/;
    return said.test(text(tree, path)) ? [] : [`${path} says nothing of its errors`];
  });
}

/** Softmax stands once: no exponential and no square root in the page. */
export function noArithmeticInThePage(tree: Tree): string[] {
  return within(tree, 'web', /\.ts$/).flatMap((path) => {
    const found = /\bMath\.(exp|expm1|log|log2|log10|log1p|sqrt|pow|tanh)\b/.exec(text(tree, path));
    return found ? [`${path} has ${found[0]}`] : [];
  });
}

const TOP = new Set([
  ...['wasm', 'core', 'web', 'tests', 'node_modules', 'dist'],
  ...['CMakeLists.txt', 'CMakePresets.json', 'package.json', 'package-lock.json'],
  ...['README.md', 'LICENSE', 'CHANGELOG.md', 'CONTRIBUTING.md'],
]);

/** Nothing but the named folders and files, and dot-files, stands at the top. */
export function topLevel(names: readonly string[]): string[] {
  return names.filter((name) => !name.startsWith('.') && !TOP.has(name));
}
