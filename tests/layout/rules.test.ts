/** Each rule passes a sound house and fails one that breaks it, and says where. */
import { expect, test } from 'vitest';
import {
  coreStandsAlone,
  headersDocumentErrors,
  kernelsHaveTwins,
  noArithmeticInThePage,
  onlyTheEngineImportsTheModule,
  type Tree,
  topLevel,
  twins,
  typesStandOnce,
} from './rules.ts';

const softmaxHeader = '#include "core/types.hpp"\nMatrix softmax(const Matrix& z);\n';

const sound: Tree = {
  'core/types.hpp': 'using Index = int;\n',
  'core/outcome.hpp': 'template <typename T> class Outcome { bool ok() const; };\n',
  'core/softmax.hpp': softmaxHeader,
  'core/softmax.cpp': '#include "core/softmax.hpp"\n// This never throws.\n',
  'core/parse.hpp':
    '//   number-empty  nothing but spaces\nOutcome<double> parse_number(int text);\n',
  'core/parse_number.cpp': '#include "core/parse.hpp"\n',
  'core/random/numpy.hpp': '// All have the errors of numbers_in.\nOutcome<int> raw(int n);\n',
  'core/random/numpy.cpp': '',
  'tests/core/outcome_test.cpp': '',
  'tests/core/softmax_test.cpp': '',
  'tests/core/parse_number_test.cpp': '',
  'tests/core/random_numpy_test.cpp': '',
  'web/engine/node.ts': "import createCore from '#core';\n",
  'web/vite.config.ts': "const built = 'lesson.wasm';\n",
  'web/pages/lesson.ts': "import { createEngine } from '../engine/index.ts';\n",
  'web/kernels/softmax.wgsl': '// core/softmax.cpp, tolerance 1e-6\n',
  'tests/browser/softmax.parity.spec.ts': '',
};

/** The sound house with some files put in or taken away (undefined). */
function house(changes: Record<string, string | undefined>): Tree {
  const tree: Record<string, string> = {};
  for (const [path, text] of Object.entries({ ...sound, ...changes }))
    if (text !== undefined) tree[path] = text;
  return tree;
}

const rules = {
  twins,
  coreStandsAlone,
  onlyTheEngineImportsTheModule,
  kernelsHaveTwins,
  headersDocumentErrors,
  noArithmeticInThePage,
  typesStandOnce,
};

test.each(Object.entries(rules))('%s passes a sound house', (_name, rule) => {
  expect(rule(sound)).toEqual([]);
});

interface Case {
  rule: keyof typeof rules;
  what: string;
  changes: Record<string, string | undefined>;
  says: string[];
}

const cases: Case[] = [
  {
    rule: 'typesStandOnce',
    what: 'two types of one name',
    changes: {
      'core/one.hpp': 'namespace lesson {\nstruct Sum {\n  int a;\n};\n}\n',
      'core/two.hpp': 'namespace lesson {\nstruct Sum {\n  int b;\n};\n}\n',
      'core/three.hpp': 'namespace lesson::other {\nstruct Sum {\n  int c;\n};\n}\n',
    },
    says: ['lesson::Sum stands in core/one.hpp and core/two.hpp'],
  },
  {
    rule: 'twins',
    what: 'a source without its header',
    changes: { 'core/softmax.hpp': undefined },
    says: ['core/softmax.cpp has no core/softmax.hpp'],
  },
  {
    rule: 'twins',
    what: 'a source without its test',
    changes: { 'tests/core/softmax_test.cpp': undefined },
    says: ['core/softmax.cpp has no tests/core/softmax_test.cpp'],
  },
  {
    rule: 'twins',
    what: 'a test of a longer word that only begins alike',
    changes: {
      'tests/core/softmax_test.cpp': undefined,
      'tests/core/softmaxes_test.cpp': '',
    },
    says: ['core/softmax.cpp has no tests/core/softmax_test.cpp'],
  },
  {
    rule: 'twins',
    what: 'a header with functions of its own and no test',
    changes: { 'core/view.hpp': 'inline int half(int n) { return n / 2; }\n' },
    says: ['core/view.hpp has no tests/core/view_test.cpp'],
  },
  {
    rule: 'twins',
    what: 'a source in a folder without a test',
    changes: { 'tests/core/random_numpy_test.cpp': undefined },
    says: ['core/random/numpy.cpp has no tests/core/random_numpy_test.cpp'],
  },
  {
    rule: 'coreStandsAlone',
    what: 'Emscripten in the core',
    changes: { 'core/softmax.cpp': '#include <emscripten/val.h>\n' },
    says: ['core/softmax.cpp has #include <emscripten'],
  },
  {
    rule: 'coreStandsAlone',
    what: 'a switch on the compiler',
    changes: { 'core/random/numpy.cpp': '#ifdef __EMSCRIPTEN__\n#endif\n' },
    says: ['core/random/numpy.cpp has EMSCRIPTEN'],
  },
  {
    rule: 'coreStandsAlone',
    what: 'an exception and a clock',
    changes: { 'core/softmax.cpp': 'throw 1;\n', 'core/softmax.hpp': '#include <chrono>\n' },
    says: ['core/softmax.cpp has throw', 'core/softmax.hpp has <chrono>'],
  },
  {
    rule: 'coreStandsAlone',
    what: 'a header of an outer part',
    changes: { 'core/softmax.cpp': '#include "wasm/wire.hpp"\n' },
    says: ['core/softmax.cpp includes wasm/wire.hpp'],
  },
  {
    rule: 'onlyTheEngineImportsTheModule',
    what: 'a page with the module',
    changes: { 'web/pages/lesson.ts': "import createCore from '#core';\n" },
    says: ['web/pages/lesson.ts has #core'],
  },
  {
    rule: 'onlyTheEngineImportsTheModule',
    what: 'a page with its bytes',
    changes: { 'web/index.html': '<link rel="preload" href="lesson.wasm">\n' },
    says: ['web/index.html has lesson.wasm'],
  },
  {
    rule: 'kernelsHaveTwins',
    what: 'a kernel without a twin',
    changes: { 'core/softmax.cpp': undefined },
    says: ['web/kernels/softmax.wgsl names core/softmax.cpp, which does not exist'],
  },
  {
    rule: 'kernelsHaveTwins',
    what: 'a kernel that names nothing',
    changes: { 'web/kernels/softmax.wgsl': '@compute fn main() {}\n' },
    says: [
      'the first line of web/kernels/softmax.wgsl names no file of core/',
      'the first line of web/kernels/softmax.wgsl names no tolerance',
    ],
  },
  {
    rule: 'kernelsHaveTwins',
    what: 'a kernel with the twin of another',
    changes: { 'web/kernels/softmax.wgsl': '// core/random/numpy.cpp, tolerance 1e-6\n' },
    says: ['web/kernels/softmax.wgsl names core/random/numpy.cpp, which has another stem'],
  },
  {
    rule: 'kernelsHaveTwins',
    what: 'a kernel without a parity test',
    changes: { 'tests/browser/softmax.parity.spec.ts': undefined },
    says: ['web/kernels/softmax.wgsl has no softmax.parity.test.ts or softmax.parity.spec.ts'],
  },
  {
    rule: 'kernelsHaveTwins',
    what: 'a kernel in another folder',
    changes: { 'web/elements/softmax.wgsl': '// core/softmax.cpp, tolerance 1e-6\n' },
    says: ['web/elements/softmax.wgsl does not stand in web/kernels/'],
  },
  {
    rule: 'headersDocumentErrors',
    what: 'a header that refuses in silence',
    changes: { 'core/softmax.hpp': '// Softmax.\nOutcome<Matrix> softmax(const Matrix& z);\n' },
    says: ['core/softmax.hpp says nothing of its errors'],
  },
  {
    rule: 'headersDocumentErrors',
    what: 'a check that refuses in silence',
    changes: { 'core/softmax.hpp': 'std::optional<Error> check_softmax(const Matrix& z);\n' },
    says: ['core/softmax.hpp says nothing of its errors'],
  },
  {
    rule: 'noArithmeticInThePage',
    what: 'an exponential in the page',
    changes: { 'web/pages/lesson.ts': 'const e = Math.exp(1);\n' },
    says: ['web/pages/lesson.ts has Math.exp'],
  },
];

test.each(cases)('$rule fails: $what', ({ rule, changes, says }) => {
  expect(rules[rule](house(changes))).toEqual(says);
});

test('several tests of one stem count, and those of a folder for what its files share', () => {
  const several = house({
    'tests/core/softmax_test.cpp': undefined,
    'tests/core/softmax_oracle_test.cpp': '',
    'core/random/shared.hpp': 'inline int half(int n) { return n / 2; }\n',
  });
  expect(twins(several)).toEqual([]);
});

test('topLevel fails: a folder that nobody named', () => {
  expect(topLevel(['core', '.build', 'README.md', 'tests'])).toEqual([]);
  expect(topLevel(['core', 'src', 'notes.txt'])).toEqual(['src', 'notes.txt']);
});
