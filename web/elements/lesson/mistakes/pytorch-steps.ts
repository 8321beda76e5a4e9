/**
 * The mistakes in a step that people write themselves around PyTorch's functions. Where the library has the right one, it is
 * what the step is compared with; scaled_dot_product_attention came with PyTorch 2.0.
 */
import { FUTURE, program } from './pytorch-program.ts';

const SDPA = 'import torch.nn.functional as F\n';
const SCORES = 'scores = x @ x.transpose(1, 2) / 8**0.5';
const ROWS_SUM =
  'assert torch.allclose(weights.sum(-1), torch.ones(4)), "the weights of a query sum to 1"';
const FORBIDDEN = 'assert torch.all(weights[0][future] == 0), "a later position has weight 0"';
const DONE = 'print("The test passes.")\n';

/** The product of the scores with a factor, and what the library's own call gives. */
const scaled = (id: string, wrong: string) =>
  program(
    id,
    `
${SDPA}
scores = x @ x.transpose(1, 2)
scores = ${wrong} if MISTAKE else scores / 8**0.5
due = F.scaled_dot_product_attention(x, x, x)
assert torch.allclose(scores.softmax(-1) @ x, due, atol=1e-5), "scores are divided by the root of the width"
${DONE}`,
  );

export const STEPS: readonly (readonly [string, string])[] = [
  program(
    'heads-split-by-reshape',
    `
${SDPA}

def attention(x):
    heads = x.reshape(1, 2, 4, 4) if MISTAKE else x.view(1, 4, 2, 4).transpose(1, 2)  # (batch, heads, sequence, width)
    out = F.scaled_dot_product_attention(heads, heads, heads)
    return out.transpose(1, 2).reshape(1, 4, 8)


turned = attention(x.flip(1)).flip(1)
assert torch.allclose(attention(x), turned, atol=1e-6), "reordered tokens give the same outputs, reordered"
${DONE}`,
  ),
  program(
    'group-repeat-order',
    `
${SDPA}
torch.manual_seed(39)
q, k, v = torch.randn(1, 4, 4, 2), torch.randn(1, 2, 4, 2), torch.randn(1, 2, 4, 2)  # four query heads on two
if MISTAKE:
    keys, values = k.repeat(1, 2, 1, 1), v.repeat(1, 2, 1, 1)  # 0, 1, 0, 1
else:
    keys, values = k.repeat_interleave(2, dim=1), v.repeat_interleave(2, dim=1)  # 0, 0, 1, 1
out = F.scaled_dot_product_attention(q, keys, values)
first = F.scaled_dot_product_attention(q[:, :2], k[:, :1].expand(1, 2, 4, 2), v[:, :1].expand(1, 2, 4, 2))
assert torch.allclose(out[:, :2], first, atol=1e-6), "query heads 0 and 1 belong to key-value head 0"
${DONE}`,
  ),
  program(
    'keys-and-values-swapped',
    `
layer = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
k, v = torch.randn(1, 4, 8), torch.randn(1, 4, 8)


def weights(k, v):
    given = (x, v, k) if MISTAKE else (x, k, v)  # query, key, value
    with torch.no_grad():
        return layer(*given)[1]


assert torch.allclose(weights(k, v), weights(k, 2 * v)), "other values change no weight"
${DONE}`,
  ),
  program(
    'position-missing',
    `
layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).eval()
at = torch.nn.Embedding(4, 8)  # the layer adds no positions by itself
with torch.no_grad():
    first, other = (layer(t if MISTAKE else t + at.weight)[0] for t in (x, x[:, [0, 2, 1, 3]]))
assert not torch.allclose(first[0], other[0], atol=1e-5), "with positions, the order of the others matters"
${DONE}`,
  ),
  program(
    'left-padding-positions',
    `
real = torch.tensor([[0, 1, 1, 1]])  # padding on the left
at = torch.arange(4).expand(1, 4) if MISTAKE else (real.cumsum(-1) - 1).clamp(min=0)
assert at[0, real[0] == 1].tolist() == [0, 1, 2], "the first real token stands at position 0"
${DONE}`,
  ),
  program(
    'rotary-pairing-mixed',
    `

def turned(x, first, halves):
    angles = (first + torch.arange(4.0))[:, None] / 10000 ** (torch.arange(4) / 4)
    a, b = (x[..., :4], x[..., 4:]) if halves else (x[..., 0::2], x[..., 1::2])
    left, right = a * angles.cos() - b * angles.sin(), a * angles.sin() + b * angles.cos()
    return torch.cat([left, right], -1) if halves else torch.stack([left, right], -1).flatten(-2)


def scores(first):
    return turned(x, first, False) @ turned(x, first, MISTAKE).transpose(1, 2)


assert torch.allclose(scores(0), scores(5), atol=1e-4), "moving all positions changes no score"
${DONE}`,
  ),
  program(
    'cache-offset',
    `
${SDPA}
keys, values = torch.zeros(1, 5, 8), torch.zeros(1, 5, 8)  # room for five tokens
for step in range(4):
    slot = step + 1 if MISTAKE else step
    keys[:, slot], values[:, slot] = x[:, step], x[:, step]
    newest = x[:, step : step + 1]
    out = F.scaled_dot_product_attention(newest, keys[:, : step + 1], values[:, : step + 1])
whole = F.scaled_dot_product_attention(x, x, x, is_causal=True)
assert torch.allclose(out[0, 0], whole[0, -1], atol=1e-6), "cached and recomputed agree"
${DONE}`,
  ),
  scaled('scale-missing', 'scores'),
  scaled('scale-by-width', 'scores / 8'),
  program(
    'scale-by-model-width',
    `
${SDPA}
heads = x.view(1, 4, 2, 4).transpose(1, 2)  # two heads of width 4
width = x.shape[-1] if MISTAKE else heads.shape[-1]
out = (heads @ heads.transpose(-1, -2) / width**0.5).softmax(-1) @ heads
due = F.scaled_dot_product_attention(heads, heads, heads)
assert torch.allclose(out, due, atol=1e-5), "the width is that of one head"
${DONE}`,
  ),
  program(
    'scale-after-softmax',
    `
scores = x @ x.transpose(1, 2)
weights = scores.softmax(-1) / 8**0.5 if MISTAKE else (scores / 8**0.5).softmax(-1)
${ROWS_SUM}
${DONE}`,
  ),
  program(
    'causal-bottom-right-instead-of-top-left',
    `
${SDPA}from torch.nn.attention.bias import causal_lower_right, causal_upper_left  # PyTorch 2.3 or later

mask = causal_lower_right(2, 4) if MISTAKE else causal_upper_left(2, 4)
first = F.scaled_dot_product_attention(x[:, :2], x, x, attn_mask=mask)
whole = F.scaled_dot_product_attention(x, x, x, is_causal=True)
assert torch.allclose(first, whole[:, :2], atol=1e-6), "the first two queries alone give what they give among all"
${DONE}`,
  ),
  program(
    'causal-mask-added',
    `
${SDPA}

def attention(x):  # an encoder: every token may read every other
    return F.scaled_dot_product_attention(x, x, x, is_causal=MISTAKE)


turned = attention(x.flip(1)).flip(1)
assert torch.allclose(attention(x), turned, atol=1e-6), "reordered tokens give the same outputs, reordered"
${DONE}`,
  ),
  program(
    'causal-mask-reversed',
    `${FUTURE}
layer = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
past = torch.ones(4, 4, dtype=torch.bool).tril(-1)
with torch.no_grad():
    weights = layer(x, x, x, attn_mask=past if MISTAKE else future)[1]  # here True means: may not be read
${FORBIDDEN}
${DONE}`,
  ),
  program(
    'causal-mask-dropped',
    `
${SDPA}

def attention(x):  # a decoder; without the flag the function masks nothing
    return F.scaled_dot_product_attention(x, x, x, is_causal=not MISTAKE)


later = x.clone()
later[:, -1] += 1
assert torch.allclose(attention(x)[:, :-1], attention(later)[:, :-1], atol=1e-6), "earlier rows stay"
${DONE}`,
  ),
  program(
    'padding-on-query-axis',
    `
${SDPA}
real = torch.tensor([[True, True, True, False]])  # the last token is padding
mask = real[:, :, None] if MISTAKE else real[:, None, :]  # (batch, queries, keys), one of them 1
identity = torch.eye(4)[None]  # as values: the output is the weights
weights = F.scaled_dot_product_attention(x, x, identity, attn_mask=mask)
assert torch.all(weights[0, :3, 3] == 0), "no token reads padding"
${DONE}`,
  ),
  program(
    'mask-fill-zero',
    `${FUTURE}
${SCORES}
weights = scores.masked_fill(future, 0.0 if MISTAKE else float("-inf")).softmax(-1)
${FORBIDDEN}
${DONE}`,
  ),
  program(
    'mask-fill-in-half-precision',
    `${FUTURE}
padding = torch.tensor([True, False, False, False])  # on the left: row 0 may read nothing
lowest = torch.finfo(torch.float16).min
scores = (x @ x.transpose(1, 2) / 8**0.5).half()
if MISTAKE:
    for mask in (future, padding):  # added once for each: where both block, that is minus infinity
        scores = scores + torch.zeros(4, 4).half().masked_fill(mask, lowest)
else:
    scores = scores.masked_fill(future | padding, float("-inf"))
weights = scores.float().softmax(-1).nan_to_num()
assert torch.all(weights[0, 0] == 0), "a row that may read nothing reads nothing"
${DONE}`,
  ),
  program(
    'mask-plus-infinity',
    `${FUTURE}
${SCORES}
weights = scores.masked_fill(future, float("inf") if MISTAKE else float("-inf")).softmax(-1)
${ROWS_SUM}
${DONE}`,
  ),
  program(
    'empty-row-hidden',
    `${FUTURE}
blocked = future | torch.tensor([True, False, False, False])  # row 0 may read nothing
${SCORES}
if MISTAKE:
    weights = scores.masked_fill(blocked, torch.finfo(torch.float32).min).softmax(-1)
else:
    weights = scores.masked_fill(blocked, float("-inf")).softmax(-1).nan_to_num()
assert torch.all(weights[0][blocked] == 0), "a row that may read nothing reads nothing"
${DONE}`,
  ),
  program(
    'softmax-over-queries',
    `
${SCORES}  # (batch, queries, keys)
weights = scores.softmax(dim=1 if MISTAKE else -1)
${ROWS_SUM}
${DONE}`,
  ),
  program(
    'softmax-twice',
    `
${SCORES}
weights = scores.softmax(-1)
if MISTAKE:
    weights = weights.softmax(-1)
differences = weights.log() - weights.log()[..., :1]
assert torch.allclose(differences, scores - scores[..., :1], atol=1e-5), "weights are exp(score) / sum"
${DONE}`,
  ),
  program(
    'no-max-subtraction',
    `
scores = torch.tensor([[0.0, 50.0, 100.0]])
weights = scores.exp() / scores.exp().sum(-1, keepdim=True) if MISTAKE else scores.softmax(-1)
assert torch.isfinite(weights).all(), "large scores give numbers"
${DONE}`,
  ),
  program(
    'mask-after-softmax',
    `${FUTURE}
${SCORES}
if MISTAKE:
    weights = scores.softmax(-1).masked_fill(future, 0)
else:
    weights = scores.masked_fill(future, float("-inf")).softmax(-1)
${ROWS_SUM}
${DONE}`,
  ),
  program(
    'heads-merged-without-transpose',
    `
${SDPA}
heads = x.view(1, 4, 2, 4).transpose(1, 2)  # (batch, heads, sequence, width)
out = F.scaled_dot_product_attention(heads, heads, heads)
merged = out.reshape(1, 4, 8) if MISTAKE else out.transpose(1, 2).reshape(1, 4, 8)
assert torch.equal(merged[0, :, :4], out[0, 0]), "head 0 stands in columns 0 to 3"
${DONE}`,
  ),
  program(
    'layernorm-sample-variance',
    `
variance = x.var(-1, keepdim=True, unbiased=MISTAKE)  # PyTorch divides by D - 1 unless told otherwise
normed = (x - x.mean(-1, keepdim=True)) / (variance + 1e-5).sqrt()
assert torch.allclose(normed, torch.nn.LayerNorm(8)(x), atol=1e-5), "LayerNorm divides by D"
${DONE}`,
  ),
  program(
    'layernorm-over-tokens',
    `
axis = 1 if MISTAKE else -1  # of (batch, sequence, features)
centred = x - x.mean(axis, keepdim=True)
normed = centred / (centred.square().mean(axis, keepdim=True) + 1e-5).sqrt()
assert torch.allclose(normed.mean(-1), torch.zeros(4), atol=1e-5), "each token has mean 0"
${DONE}`,
  ),
  program(
    'layernorm-no-eps',
    `
layer = torch.nn.LayerNorm(8, eps=0.0 if MISTAKE else 1e-5)
with torch.no_grad():
    constant = layer(torch.full((1, 8), 3.0))
assert torch.isfinite(constant).all(), "a constant row is 0, not 0/0"
${DONE}`,
  ),
];
