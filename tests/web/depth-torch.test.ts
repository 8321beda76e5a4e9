/**
 * What the figure of PyTorch's conventions shows is what PyTorch's own MultiheadAttention gives, where it is installed, and
 * what its scaled_dot_product_attention gives, where it is 2.1 or later. CONTRIBUTING.md says how to have it.
 */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { CONVENTIONS, type Convention } from '../../web/elements/lesson/depth/conventions.ts';
import { ConventionsFigure } from '../../web/elements/lesson/depth/conventions-figure.ts';
import { messages } from '../../web/messages/index.ts';
import { cellsOf, computed } from './figure-programs.ts';

// Debian keeps its packages with its own interpreter.
const PYTHON = process.env.PYTHON ?? '/usr/bin/python3';

// The bank session through a layer whose projections change nothing. Each line: a convention, then its maps as JSON.
const PROGRAM = `
import json
import torch

q = torch.tensor([[1, 0, 0, 0], [0, 1, 1, 0], [1, 1, 0, 1.0]])
k = torch.tensor([[1, 0, 0, 0], [1, 1, 0, 1], [0, 1, 1, 0.0]])
padded = [torch.cat([x, torch.zeros(1, 4)])[None] for x in (q, k, k)]
plain = [q[None], k[None], k[None]]


def weights(heads, inputs, batch_first=True, **more):
    layer = torch.nn.MultiheadAttention(4, heads, bias=False, batch_first=batch_first)
    layer.in_proj_weight.copy_(torch.cat([torch.eye(4)] * 3))
    layer.out_proj.weight.copy_(torch.eye(4))
    return layer(*inputs, **more)[1][0]


ignored = torch.tensor([[False, False, False, True]])
future = torch.ones(3, 3, dtype=torch.bool).triu(1)
with torch.no_grad():
    shown = {
        "key-padding": [
            weights(1, padded, key_padding_mask=ignored),
            weights(1, padded, key_padding_mask=~ignored),
        ],
        "mha-mask": [weights(1, plain, attn_mask=future), weights(1, plain, attn_mask=~future)],
        # Three sequences of one event: PyTorch has no numbers for the events that an event cannot reach.
        "batch-first": [
            weights(1, plain),
            torch.stack([weights(1, [x[:, i : i + 1] for x in plain], False)[0, 0] for i in range(3)]).diag(),
        ],
        "need-weights": [
            *weights(2, plain, average_attn_weights=False),
            weights(2, plain),
        ],
    }
sdpa = getattr(torch.nn.functional, "scaled_dot_product_attention", None)
refusal = ""
if sdpa and torch.__version__ > "2.1":

    def read(q, k, **more):  # values of an identity: the output is the weights
        return sdpa(q, k, torch.eye(k.shape[-2])[None], **more)[0]

    one, keys = q[None], k[None]
    may_read = torch.ones(3, 3, dtype=torch.bool).tril()
    tokens = ~ignored
    long, longs = padded[:2]
    shown |= {
        "scale": [read(one, keys), read(one, keys, scale=1.0), read(one / 2, keys)],
        "is-causal": [read(one, keys), read(one, keys, is_causal=True)],
        "both-masks": [
            read(long, longs, is_causal=True),
            read(long, longs, attn_mask=tokens),
            read(long, longs, attn_mask=torch.ones(4, 4, dtype=torch.bool).tril() & tokens),
        ],
        "fewer-queries": [read(one[:, -1:], keys, is_causal=True), read(one[:, -1:], keys)],
        "sdpa-mask": [read(one, keys, attn_mask=may_read), read(one, keys, attn_mask=~may_read)],
    }
    try:
        read(long, longs, attn_mask=tokens, is_causal=True)
    except RuntimeError as reason:
        refusal = str(reason)
for name, maps in shown.items():
    print(name, json.dumps([map.flatten().tolist() for map in maps]))
print("refusal", json.dumps(refusal))
`;

const { status, stdout, stderr } = spawnSync(PYTHON, ['-'], { input: PROGRAM, encoding: 'utf8' });
const torch = !/No module named 'torch'/.test(stderr);
if (!torch)
  console.warn(
    'PyTorch is not installed: its layer was not compared with the figure (skipped below).',
  );

const given = new Map(
  stdout
    .trim()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(' ');
      // JSON has no NaN; Python writes one.
      return [line.slice(0, at), JSON.parse(line.slice(at + 1).replaceAll('NaN', 'null') || '[]')];
    }),
) as Map<string, (number | null)[][]>;

describe.skipIf(!torch)('PyTorch', () => {
  test('runs the layer', () => {
    expect(status, stderr).toBe(0);
  });

  const layer: readonly Convention[] = ['key-padding', 'mha-mask', 'batch-first', 'need-weights'];
  const call = CONVENTIONS.filter((name) => given.has(name) && !layer.includes(name));

  test.skipIf(call.length === 0)(
    'SDPA refuses both masks at once, in the words of the figure',
    () => {
      expect(given.get('refusal')).toContain(messages.depth.conventions.refusal);
    },
  );

  test.each<Convention>([...layer, ...call])('%s: the maps are those of the figure', (name) => {
    const figure = computed(ConventionsFigure, name === 'scale' ? '' : `1~~convention~${name}`);
    const tables = figure.data(figure.engine).map(cellsOf);
    const maps = given.get(name) ?? [];
    expect(maps.length).toBe(tables.length);
    tables.forEach((shown, at) => {
      const map = maps[at] ?? [];
      expect(map.length).toBe(shown.length);
      shown.forEach((value, cell) => {
        const made = map[cell] ?? Number.NaN;
        // A row that may read nothing: the formula gives NaN, and SDPA zeros from 2.5 on, as the figure says.
        const emptied = name === 'sdpa-mask' && Number.isNaN(value) && made === 0;
        // Shown to three digits; PyTorch computes in float32.
        const same =
          emptied || (Number.isNaN(value) ? Number.isNaN(made) : Math.abs(made - value) <= 5.01e-4);
        expect(same, `map ${at}, cell ${cell}: ${made} and ${value}`).toBe(true);
      });
    });
  });
});
