// The compiled module under Node: node wasm_memory.mjs path/to/lesson.js. What C++ tests cannot see: the border itself,
// that memory does not grow with the number of calls, and that the largest inputs fit into it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const script = resolve(process.argv[2] ?? '.build/wasm/lesson.js');
const { default: createCore } = await import(pathToFileURL(script).href);
const wasmBinary = readFileSync(script.replace(/\.js$/, '.wasm'));
const core = await createCore({ wasmBinary });

/** @param {number[][]} rows */
const matrix = (rows) => [rows.length, rows[0]?.length ?? 0, ...rows.flat()];

/** Writes parts to the inbox: arrays, or [rows, cols, number] as { fill }. */
function write(...parts) {
  const length = (part) => (Array.isArray(part) ? part.length : 2 + part.rows * part.cols);
  let at = core.inbox(parts.reduce((sum, part) => sum + length(part), 0)) / 8;
  for (const part of parts) {
    if (Array.isArray(part)) core.HEAPF64.set(part, at);
    else {
      core.HEAPF64.set([part.rows, part.cols], at);
      core.HEAPF64.fill(part.fill, at + 2, at + 2 + part.rows * part.cols);
    }
    at += length(part);
  }
}

/** The outbox as { name: { rows, cols, at } }, `at` in doubles. */
function read(call) {
  let at = core.outbox() / 8;
  const fields = {};
  for (const field of core.fields(call).split(',')) {
    const [name] = field.split(':');
    const [rows, cols] = core.HEAPF64.subarray(at, at + 2);
    fields[name] = { rows, cols, at: at + 2 };
    at += 2 + rows * cols;
  }
  return fields;
}

const numbers = ({ rows, cols, at }) => [...core.HEAPF64.subarray(at, at + rows * cols)];
const megabytes = () => core.HEAPF64.buffer.byteLength / 2 ** 20;

const x = matrix([
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]);
const q = matrix([
  [1, 0],
  [0, 1],
  [1, 1],
]);
const k = matrix([
  [1, 0],
  [1, 1],
  [0, 1],
]);
const v = matrix([
  [2, 0],
  [0, 2],
  [1, 1],
]);
const options = [...[0, 0], ...[1, 1, 0], ...[1, 1, 0], ...[0, 0]];

const checks = {
  'the ticket triage through inbox and outbox'() {
    write(x, q, k, v);
    assert.equal(core.project(), 0);
    assert.deepEqual(numbers(read('project').k), k.slice(2));
    write(q, k, v, options);
    assert.equal(core.attention(), 0);
    const { weights, output, emptyRows, nonFinite } = read('attention');
    assert.deepEqual(
      numbers(weights).map((weight) => weight.toFixed(3)),
      ['0.401', '0.401', '0.198', '0.198', '0.401', '0.401', '0.248', '0.503', '0.248'],
    );
    assert.deepEqual([output.rows, output.cols], [3, 2]);
    assert.deepEqual(
      [emptyRows.rows, emptyRows.cols, nonFinite.rows, nonFinite.cols],
      [0, 1, 0, 4],
    );
    const weight = numbers(weights)[7];
    write(q, k, v, options, [1, 3, 6, 2, 1]);
    assert.equal(core.explain(), 0);
    assert.deepEqual(numbers(read('explain').result), [weight]);
    write([3, 1, 2, 3, 4], [3, 1, 2, 5, 4], [3, 1, 2, 5, 7]);
    assert.equal(core.batchShapes(), 0);
    assert.deepEqual(numbers(read('batchShapes').output), [2, 3, 7]);
  },

  'refusals carry code, message and place'() {
    write(q, matrix([[1], [2], [3]]), v, options);
    assert.equal(core.attention(), 1);
    assert.equal(core.errorCode(), 'query-key-width');
    assert.match(core.errorMessage(), /width 2.*width 1/);
    assert.deepEqual([core.errorName(), core.errorRow(), core.errorCol()], ['k', -1, -1]);
    assert.equal(core.parseNumber('1//2', 'wq', 3, 4), 1);
    assert.deepEqual([core.errorName(), core.errorRow(), core.errorCol()], ['wq', 3, 4]);
    core.refuseNumber('k', 1, 2, '"abc"');
    assert.equal(core.errorCode(), 'not-a-number');
    core.refuseMatrix('q', 'null');
    assert.equal(core.errorCode(), 'not-a-matrix');
    core.refuseChoice('causal', '"up"', 'false, "top-left" or "bottom-right"');
    assert.equal(core.errorCode(), 'unknown-choice');
    write([3, 1, 2, 2, 1]);
    assert.equal(core.checkRows('v'), 1);
    assert.deepEqual([core.errorCode(), core.errorRow()], ['ragged-rows', 2]);
  },

  'sizes of a dynamic language'() {
    assert.equal(core.checkFlat('q', 2, 3, 6), 0);
    for (const [rows, cols, given, code] of [
      [2, 3, 5, 'data-length'],
      [-1, 3, 0, 'negative-size'],
      [1.5, 2, 3, 'size-not-whole'],
      [2, Number.NaN, 3, 'size-not-whole'],
      [2 ** 32, 2 ** 32, 0, 'too-large'],
      [2 ** 40, 1, 1, 'too-large'],
      [1e300, 1e300, 1e300, 'too-large'],
    ]) {
      assert.equal(core.checkFlat('q', rows, cols, given), 1);
      assert.equal(core.errorCode(), code, `${rows} x ${cols}`);
    }
    write([3, 1, 2, 0.5, 4], [3, 1, 2, 5, 4], [3, 1, 2, 5, 7]);
    assert.equal(core.batchShapes(), 1);
    assert.equal(core.errorCode(), 'size-not-whole');
  },

  'an inbox that does not fit is refused'() {
    const whole = [...q, ...k, ...v, ...options, 1, 3, 3, 0, 0];
    for (let count = 0; count < whole.length; count++) {
      write(whole.slice(0, count));
      assert.equal(core.explain(), 1);
      assert.equal(core.errorCode(), 'wire');
      assert.equal(core.errorName(), 'inbox');
    }
    for (const bad of [-1, 0.5, 7, 1e9, 1e300, Number.NaN, Number.POSITIVE_INFINITY]) {
      for (let at = 0; at < whole.length; at++) {
        write(whole.with?.(at, bad) ?? whole.map((number, i) => (i === at ? bad : number)));
        core.explain();
        core.attention();
        core.project();
        core.batchShapes();
        core.checkRows('q');
      }
    }
    for (const [count, code] of [
      [-1, 'wire'],
      [0.5, 'wire'],
      [1e9, 'too-large'],
      [1e300, 'too-large'],
      [Number.NaN, 'wire'],
    ]) {
      assert.equal(core.inbox(count), 0);
      assert.equal(core.errorCode(), code);
    }
    assert.equal(core.fields('nothing'), '');
  },

  'text of every kind crosses'() {
    const one = (text) =>
      core.parseNumber(text, 'q', 0, 0) ? core.errorCode() : core.HEAPF64[core.outbox() / 8 + 2];
    assert.equal(one('√2'), Math.SQRT2);
    assert.equal(one('−1/3'), -1 / 3);
    assert.equal(one('1\u00002'), 'number-unreadable');
    assert.equal(one('\ud800'), 'number-unreadable');
    assert.equal(one('😀'), 'number-unreadable');
    assert.match(core.errorMessage(), /😀/);
    assert.equal(one('1'.repeat(1e6)), 'number-too-long');
    assert.equal(core.parseBlock('tensor([[1., √2],\n [0,5, x]])'), 0);
    assert.equal(core.blockText(), '1.\t√2\n0\t5\tx');
    assert.equal(core.parseBlock('7 '.repeat(5000)), 1);
    assert.equal(core.errorCode(), 'block-too-large');
  },

  'memory does not grow over 10,000 rounds'() {
    const round = () => {
      write(x, q, k, v);
      core.project();
      write(q, k, v, options);
      core.attention();
      write(q, k, v, options, [1, 3, 7, 1, 1]);
      core.explain();
      write([3, 1, 2, 3, 4], [3, 1, 2, 5, 4], [3, 1, 2, 5, 7]);
      core.batchShapes();
      core.parseNumber('sqrt(2)/2', 'q', 0, 0);
      core.parseNumber('sqrt(2', 'q', 0, 0);
      core.parseBlock('1 2\n3 4');
      core.blockText();
      core.checkFlat('q', 2, 3, 5);
      core.errorMessage();
    };
    round();
    const before = megabytes();
    for (let i = 0; i < 10_000; i++) round();
    assert.equal(megabytes(), before);
    // Nor when sizes change from call to call: freed room is used again.
    const changing = (i) => {
      const tokens = 1 + ((i * 37) % 200);
      const rows = { rows: tokens, cols: 8, fill: 0.5 };
      write(rows, rows, rows, options);
      assert.equal(core.attention(), 0);
    };
    for (let i = 0; i < 200; i++) changing(i);
    const grown = megabytes();
    for (let i = 0; i < 2_000; i++) changing(i);
    assert.equal(megabytes(), grown);
  },

  'the largest inputs fit'() {
    // The most scores, at widths of a quarter of the most to save time: with 2048 it was tried and took 625 MiB.
    const wide = { rows: 2048, cols: 512, fill: 0.001 };
    const none = { rows: 2048, cols: 2048, fill: 0 };
    write(wide, wide, wide, [0, 0], [1, 1, 0], [1, 1, 0], none);
    assert.equal(core.attention(), 0, core.errorMessage());
    assert.ok(Math.abs(core.HEAPF64[read('attention').output.at] - 0.001) <= 1e-15);

    const many = { rows: 2 ** 22, cols: 1, fill: 1 };
    write([1, 1, 1], many, many, options, [1, 3, 7, 0, 0]);
    assert.equal(core.explain(), 1);
    assert.equal(core.errorCode(), 'too-large');
    const most = { rows: 2 ** 16, cols: 1, fill: 1 };
    write([1, 1, 1], most, most, options, [1, 3, 7, 0, 0]);
    assert.equal(core.explain(), 0, core.errorMessage());
    assert.equal(read('explain').terms.rows, 2 ** 16);
    // Afterwards small calls still work.
    write(q, k, v, options);
    assert.equal(core.attention(), 0);
  },
};

for (const [name, check] of Object.entries(checks)) {
  check();
  console.log(`ok: ${name}`);
}
console.log(`${Object.keys(checks).length} checks passed; the memory has ${megabytes()} MiB`);
