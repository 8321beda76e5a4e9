/** The listings of the lesson are run as they stand, and print what the section shows below them: PyTorch's where it is. */
import { spawnSync } from 'node:child_process';
import { createEngine } from 'attention-lesson/engine';
import { describe, expect, test } from 'vitest';
import { readLesson } from '../../.scripts/lesson/lesson.mjs';
import { rowsOf } from './oracle.ts';

// Debian keeps its packages with its own interpreter.
const PYTHON = process.env.PYTHON ?? '/usr/bin/python3';

interface Listing {
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

/** Listings in the order of the page, each with the one after it among its neighbours. */
function listingsOf(value: unknown): [Listing, Listing | undefined][] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value)) return Object.values(value).flatMap(listingsOf);
  return value.flatMap((one, i): [Listing, Listing | undefined][] =>
    one?.code ? [[one.code, value[i + 1]?.code]] : listingsOf(one),
  );
}

const listings = readLesson().parts.flatMap(({ sections }) =>
  sections.flatMap(({ id, blocks }) =>
    listingsOf(blocks).map(([listing, next]) => ({ id, listing, next })),
  ),
);
const numpy = listings.filter(({ listing }) => listing.language === 'numpy');

test('the lesson has NumPy listings', () => {
  expect(numpy.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['application', 'build-verify', 'build-mask']),
  );
});

// A listing without a shown output has another test for what it prints: the lab, which the page computes beside it.
test.each(numpy)('$id, $listing.title: runs, and prints what is shown', ({ id, listing, next }) => {
  if (id !== 'lab') expect(next?.language, 'an output stands after the listing').toBe('output');
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-'], {
    input: listing.text,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  if (next?.language === 'output') expect(stdout.trimEnd()).toBe(next.text.trimEnd());
});

const pytorch = listings.filter(({ listing }) => listing.language === 'pytorch');

test('the lesson has a PyTorch listing', () => {
  expect(pytorch.map(({ id }) => id)).toContain('depth-mask');
});

// PyTorch is large, so it is not installed for the tests. Debian 12's is older than SDPA, which came with 2.0: there the
// listing runs on what the documentation says SDPA computes, and the masks of MultiheadAttention are still PyTorch's own.
const version = spawnSync(PYTHON, ['-c', 'import torch; print(torch.__version__)'], {
  encoding: 'utf8',
});
const torch = version.status === 0 ? version.stdout.trim() : undefined;
const old = torch?.startsWith('1.') === true;
if (!torch)
  console.warn('PyTorch is not installed: the PyTorch listings were not run (skipped below).');
if (old)
  console.warn(
    `PyTorch ${torch} has no scaled_dot_product_attention: its formula stands in for it.`,
  );
const STAND_IN = `import math

import torch


def sdpa(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None):
    assert dropout_p == 0 and not (is_causal and attn_mask is not None)
    scores = query @ key.transpose(-2, -1) * (1 / math.sqrt(query.size(-1)) if scale is None else scale)
    if is_causal:
        attn_mask = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        scores = scores.masked_fill(~attn_mask, float("-inf"))
    elif attn_mask is not None:
        scores = scores + attn_mask
    return torch.softmax(scores, dim=-1) @ value


torch.nn.functional.scaled_dot_product_attention = sdpa
`;

test.skipIf(!torch).each(pytorch)(
  '$id, $listing.title: runs, and prints what is shown',
  ({ listing, next }) => {
    expect(next?.language, 'an output stands after the listing').toBe('output');
    const { status, stdout, stderr } = spawnSync(PYTHON, ['-'], {
      input: (old ? STAND_IN : '') + listing.text,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    expect(stdout.trimEnd()).toBe(next?.text.trimEnd());
  },
);

const engine = await createEngine();

describe('the output is what the core gives', () => {
  const outputOf = (section: string) =>
    listings.find(({ id, listing }) => id === section && listing.language === 'output')?.listing
      .text ?? '';
  /** As NumPy prints a matrix with three decimals. */
  const printed = (matrix: Parameters<typeof rowsOf>[0]) =>
    rowsOf(matrix)
      .map((row) => `[${row.map((value) => value.toFixed(3)).join(' ')}]`)
      .join('\n ');

  test('application', () => {
    const { q, k, v } = engine.project({
      x: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      wq: [
        [1, 0],
        [0, 1],
        [1, 1],
      ],
      wk: [
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      wv: [
        [2, 0],
        [0, 2],
        [1, 1],
      ],
    });
    const trace = engine.attention({ q, k, v });
    const causal = engine.attention({ q, k, v, causal: 'top-left' }).weights;
    const shown = { ...trace, causal };
    for (const name of ['raw', 'scaled', 'weights', 'output', 'causal'] as const) {
      const { rows, cols } = shown[name];
      expect(outputOf('application')).toContain(
        `${name} (${rows}, ${cols})\n[${printed(shown[name])}]`,
      );
    }
  });

  test('build-mask: the draws are those of PyTorch’s seed 7, the weights those of the core', () => {
    const x = rowsOf(engine.torchRandom(7).randn([4, 4]));
    const code = numpy.find(({ id }) => id === 'build-mask')?.listing.text ?? '';
    const rows = [...code.matchAll(/\[(-?\d+\.\d+(?:, -?\d+\.\d+){3})\]/g)].map(([, row = '']) =>
      row.split(', '),
    );
    expect(rows).toEqual(x.map((row) => row.map((value) => value.toFixed(4))));
    const given = rows.map((row) => row.map(Number));
    const { weights } = engine.attention({ q: given, k: given, v: given, causal: 'top-left' });
    expect(outputOf('build-mask')).toContain(`[${printed(weights)}]`);
  });
});
