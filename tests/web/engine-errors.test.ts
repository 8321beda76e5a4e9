import { createEngine, LessonError } from 'attention-lesson/engine';
import { expect, test } from 'vitest';
import type { AttentionInputs, Engine } from '../../web/engine/types.ts';

const engine = await createEngine();
const good = {
  q: [[1, 0]],
  k: [
    [1, 0],
    [0, 1],
  ],
  v: [[1], [2]],
};

/** The refusal of a call; a call that is not refused fails the test. */
function refusal(call: (engine: Engine) => unknown): LessonError {
  try {
    call(engine);
  } catch (reason) {
    expect(reason).toBeInstanceOf(LessonError);
    return reason as LessonError;
  }
  throw new Error('not refused');
}

// What a JavaScript caller can pass in spite of the types.
const loose = (inputs: object) => ({ ...good, ...inputs }) as unknown as AttentionInputs;

const attentionCases: [code: string, says: string[], inputs: object][] = [
  ['ragged-rows', ['k', '2', '1'], { k: [[1, 0], [0]] }],
  ['query-key-width', ['3', '2'], { q: [[1, 0, 0]] }],
  ['key-width-zero', [], { q: [[]], k: [[], []] }],
  [
    'no-keys',
    [],
    {
      k: { rows: 0, cols: 2, data: new Float64Array(0) },
      v: { rows: 0, cols: 1, data: new Float64Array(0) },
    },
  ],
  ['key-value-length', ['2', '3'], { v: [[1], [2], [3]] }],
  ['blocked-shape', ['1', '2'], { blocked: [[true]] }],
  ['scale-not-finite', ['scale'], { scale: Number.NaN }],
  ['scale-not-finite', ['scale'], { scale: Number.NEGATIVE_INFINITY }],
  ['not-a-number', ['scale'], { scale: '0.5' }],
  ['not-a-number', ['q', 'text "1"'], { q: [['1', 0]] }],
  ['not-a-number', ['q', 'null'], { q: [[null, 0]] }],
  ['not-a-number', ['q', 'missing'], { q: [[undefined, 0]] }],
  ['not-a-number', ['blocked'], { blocked: [[1, 0]] }],
  ['not-a-matrix', ['q', 'null'], { q: null }],
  ['not-a-matrix', ['q', 'missing'], { q: undefined }],
  ['not-a-matrix', ['v', 'text'], { v: '1 2' }],
  ['not-a-matrix', ['q'], { q: [1, 2] }],
  ['not-a-matrix', ['q'], { q: { rows: 1, cols: 2, data: [1, 2] } }],
  ['not-a-matrix', ['q'], { q: { rows: 1.5, cols: 2, data: new Float64Array(3) } }],
  ['data-length', ['3', '2'], { q: { rows: 1, cols: 2, data: new Float64Array(3) } }],
  ['negative-size', ['-1'], { q: { rows: -1, cols: -2, data: new Float64Array(2) } }],
  ['too-large', [], { q: { rows: 2 ** 31, cols: 2 ** 31, data: new Float64Array(2) } }],
  ['unknown-choice', ['causal', '"top-left"'], { causal: true }],
  ['unknown-choice', ['emptyRow', '"zero"'], { emptyRow: 'one' }],
];

test.each(attentionCases)('attention refuses: %s %j', (code, says, inputs) => {
  const error = refusal((e) => e.attention(loose(inputs)));
  expect(error.code).toBe(code);
  for (const part of says) expect(error.message).toContain(part);
  expect(error.message.length).toBeGreaterThan(20);
});

test('a refusal names the cell', () => {
  const { where } = refusal((e) =>
    e.attention(
      loose({
        k: [
          [1, 0],
          [0, 'x'],
        ],
      }),
    ),
  );
  expect(where).toEqual({ name: 'k', row: 1, col: 1 });
});

test('a refused call leaves the engine as it was', () => {
  const before = engine.attention(good);
  refusal((e) => e.attention(loose({ q: [[1]] })));
  expect(engine.attention(good)).toEqual(before);
});

test.each([
  ['cell-outside', { what: 'raw', row: 0, col: 2 }],
  ['cell-outside', { what: 'output', row: -1, col: 0 }],
  ['cell-outside', { what: 'rowSum', row: 0, col: 1 }],
  ['unknown-choice', { what: 'q', row: 0, col: 0 }],
  ['not-a-number', { what: 'raw', row: 0.5, col: 0 }],
  ['not-a-number', { what: 'raw', row: 0, col: undefined }],
])('explain refuses: %s %j', (code, asked) => {
  expect(refusal((e) => e.explain({ ...good, ...asked } as never)).code).toBe(code);
});

test.each([
  ['inner-width', { x: [[1, 2]], wq: [[1]], wk: [[1]], wv: [[1]] }],
  ['query-key-width', { x: [[1]], wq: [[1]], wk: [[1, 2]], wv: [[1]] }],
  ['width-zero', { x: [[]], wq: [], wk: [], wv: [] }],
])('project refuses: %s', (code, inputs) => {
  expect(refusal((e) => e.project(inputs)).code).toBe(code);
});

test.each([
  ['rank', { q: [3, 4], k: [1, 3, 4], v: [1, 3, 4] }],
  ['batch-size', { q: [2, 3, 4], k: [1, 3, 4], v: [1, 3, 4] }],
  ['query-key-width', { q: [1, 3, 4], k: [1, 3, 5], v: [1, 3, 4] }],
  ['key-width-zero', { q: [1, 3, 0], k: [1, 3, 0], v: [1, 3, 4] }],
  ['key-value-length', { q: [1, 3, 4], k: [1, 3, 4], v: [1, 2, 4] }],
  ['no-keys', { q: [1, 3, 4], k: [1, 0, 4], v: [1, 0, 4] }],
  ['negative-size', { q: [1, -3, 4], k: [1, 3, 4], v: [1, 3, 4] }],
  ['not-a-number', { q: [1, 2.5, 4], k: [1, 3, 4], v: [1, 3, 4] }],
  ['too-large', { q: new Array(3e7).fill(1), k: [1, 3, 4], v: [1, 3, 4] }],
])('batchShapes refuses: %s', (code, shapes) => {
  expect(refusal((e) => e.batchShapes(shapes)).code).toBe(code);
});

test.each([
  ['number-empty', '  '],
  ['number-unreadable', 'two'],
  ['number-unreadable', '1 2'],
  ['number-comma', '1,000'],
  ['number-too-long', '1'.repeat(65)],
  ['number-division', '1/0'],
  ['number-root', 'sqrt(-1)'],
  ['number-overflow', '1e999'],
])('parseNumber refuses: %s %s', (code, text) => {
  const error = refusal((e) => e.parseNumber(text, { name: 'q', row: 2, col: 1 }));
  expect(error.code).toBe(code);
  expect(error.where).toEqual({ name: 'q', row: 2, col: 1 });
});

test.each([
  ['block-empty', ' \n\t '],
  ['block-too-large', '1 '.repeat(5000)],
])('parseBlock refuses: %s', (code, text) => {
  expect(refusal((e) => e.parseBlock(text)).code).toBe(code);
});
