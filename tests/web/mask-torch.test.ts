/**
 * What the translator says of PyTorch's masks is what PyTorch does: each reading of a pasted mask beside the weights that
 * PyTorch gives when all scores are equal, and the facts in its words. Needs PyTorch 2.5 or later; CONTRIBUTING.md says how
 * to have it.
 */
import { spawnSync } from 'node:child_process';
import { createEngine } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import { encodingOf } from '../../web/elements/lesson/depth/encodings.ts';
import { readMask } from '../../web/elements/lesson/mistakes/read-mask.ts';
import { rowsOf } from './oracle.ts';

// Debian keeps its packages with its own interpreter.
const PYTHON = process.env.PYTHON ?? '/usr/bin/python3';

const MASKS = {
  causal: '[[True, False, False], [True, True, False], [True, True, True]]',
  holes: '[[False, True, True], [True, False, True]]',
  'one key each': '[[False, False, True, False], [True, False, False, False]]',
  'an empty row': '[[True, False], [False, False]]',
  ones: '[[1.0, 0.0], [1.0, 1.0]]',
  biases: '[[0.5, -1.0, 0.0], [-2.0, 0.25, 3.0]]',
  row: '[[True, True, False, True]]',
  'row of numbers': '[[0.0, 1.0, -1.0]]',
} as const;
const READERS = ['sdpa', 'mha', 'key-padding'] as const;

const PROGRAM = `
import json
import sys
import warnings

import torch

# A mask of another type than a padding mask is deprecated, and so is a padding mask of numbers: not the point here.
warnings.filterwarnings("ignore", category=UserWarning)
version = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])
if version < (2, 5):
    raise SystemExit(f"PyTorch {torch.__version__} is older than 2.5")
sdpa = torch.nn.functional.scaled_dot_product_attention


def layer(n, keys, **more):  # projections of zeros: all scores are equal
    made = torch.nn.MultiheadAttention(2, 2, bias=False, batch_first=True)
    made.in_proj_weight.zero_()
    return made(torch.zeros(1, n, 2), torch.zeros(1, keys, 2), torch.zeros(1, keys, 2), **more)[1][0]


def read(name, given):
    mask = torch.tensor(given)
    mask = mask if mask.dtype == torch.bool else mask.float()
    n, m = mask.shape
    if name == "sdpa":
        return sdpa(torch.zeros(1, n, 2), torch.zeros(1, m, 2), torch.eye(m)[None], attn_mask=mask)[0]
    if name == "mha":
        return layer(n, m, attn_mask=mask)
    return layer(m, m, key_padding_mask=mask)


facts = {}
with torch.no_grad():
    readings = {
        name: {label: read(name, mask).tolist() for label, mask in masks.items()}
        for name, masks in json.load(sys.stdin).items()
    }
    for name, n, m in (("wide", 2, 5), ("tall", 5, 2)):
        out = sdpa(torch.zeros(1, n, 2), torch.zeros(1, m, 2), torch.eye(m)[None], is_causal=True)[0]
        facts[name] = (out > 0).tolist()
    # Four query heads on two heads of keys: which of them each reads.
    zeros = torch.zeros(1, 4, 1, 1)
    heads = torch.tensor([10.0, 20.0]).reshape(1, 2, 1, 1)
    facts["groups"] = sdpa(zeros, torch.zeros(1, 2, 1, 1), heads, enable_gqa=True).flatten().tolist()
    # Of a layer is_causal says only what the mask is.
    try:
        layer(2, 2, is_causal=True)
        facts["hint"] = "taken"
    except RuntimeError as reason:
        facts["hint"] = str(reason)
    whole = torch.tensor([[1, 0], [1, 1]])
    calls = {
        "sdpa": lambda: sdpa(*[torch.zeros(1, 2, 2)] * 3, attn_mask=whole),
        "mha": lambda: layer(2, 2, attn_mask=whole),
        "key-padding": lambda: layer(2, 2, key_padding_mask=whole[:1]),
    }
    for name, call in calls.items():
        try:
            call()
            facts["whole " + name] = "taken"
        except (AssertionError, RuntimeError) as reason:
            facts["whole " + name] = str(reason)
    other = torch.tensor([[False, False], [True, False]])
    facts["mask beside the hint"] = (layer(2, 2, attn_mask=other, is_causal=True) > 0).tolist()
print(json.dumps({"readings": readings, "facts": facts}))
`;

const masksFor = (reader: (typeof READERS)[number]) =>
  Object.entries(MASKS).filter(([label]) => label.startsWith('row') === (reader === 'key-padding'));
const python = (mask: string) =>
  JSON.parse(mask.replaceAll('True', 'true').replaceAll('False', 'false'));
const input = Object.fromEntries(
  READERS.map((reader) => [
    reader,
    Object.fromEntries(masksFor(reader).map(([label, mask]) => [label, python(mask)])),
  ]),
);

const { stdout, stderr } = spawnSync(PYTHON, ['-c', PROGRAM], {
  input: JSON.stringify(input),
  encoding: 'utf8',
});
const missing = /No module named 'torch'|older than 2\.5/.exec(stderr);
if (missing) console.warn(`PyTorch 2.5 is not there (${missing[0]}): its masks were not read.`);
if (!missing && stdout === '') throw new Error(stderr);

interface Made {
  readonly readings: Record<string, Record<string, (number | null)[][]>>;
  readonly facts: Record<string, unknown>;
}
// JSON has no NaN; Python writes one.
const made: Made = JSON.parse(stdout.replaceAll('NaN', 'null') || '{"readings":{},"facts":{}}');
const engine = await createEngine();

describe.skipIf(missing)('PyTorch', () => {
  test.each(
    READERS.flatMap((reader) => masksFor(reader).map(([label, mask]) => [reader, label, mask])),
  )('%s reads %s as the translator says', (reader = '', label = '', mask = '') => {
    const { weights, mask: blocked } = readMask(engine, mask, encodingOf(reader as 'sdpa'));
    const got = made.readings[reader]?.[label] ?? [];
    const want = rowsOf(weights);
    expect(got.length).toBe(want.length);
    want.forEach((line, row) => {
      // 0/0: PyTorch makes zeros of such a row in SDPA, and NaN in the layer.
      const empty = blocked[row]?.every((cell) => cell);
      line.forEach((weight, col) => {
        const cell = got[row]?.[col];
        if (empty) expect(cell).toBe(reader === 'sdpa' ? 0 : null);
        else
          expect(Math.abs((cell ?? Number.NaN) - weight) <= 1e-6, `${cell}, ${weight}`).toBe(true);
      });
    });
  });

  test('is_causal aligns at the top left', () => {
    const topLeft = (n: number, m: number) =>
      Array.from({ length: n }, (_, i) => Array.from({ length: m }, (_cell, j) => j <= i));
    expect(made.facts.wide).toEqual(topLeft(2, 5));
    expect(made.facts.tall).toEqual(topLeft(5, 2));
  });

  test.each(READERS)('%s refuses a mask of whole numbers', (reader) => {
    expect(made.facts[`whole ${reader}`]).toMatch(/bool.*float/);
  });

  test('enable_gqa gives neighbouring query heads the same keys', () => {
    expect(made.facts.groups).toEqual([10, 10, 20, 20]);
  });

  test('a layer wants the mask beside is_causal, and reads the mask', () => {
    expect(made.facts.hint).toMatch(/mask/);
    expect(made.facts['mask beside the hint']).toEqual([
      [true, true],
      [false, true],
    ]);
  });
});
