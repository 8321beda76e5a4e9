/**
 * The mistakes that are one of PyTorch's own conventions, with its own layer or function. Those that need
 * scaled_dot_product_attention need PyTorch 2.0 or later.
 */
import { FUTURE, program } from './pytorch-program.ts';

export const CONVENTIONS: readonly (readonly [string, string])[] = [
  program(
    'batch-and-sequence-swapped',
    `
layer = torch.nn.MultiheadAttention(8, 2, batch_first=not MISTAKE).eval()
pair = torch.cat([x, torch.randn(1, 4, 8)])
other = torch.cat([x, torch.randn(1, 4, 8)])
with torch.no_grad():
    one, two = (layer(batch, batch, batch)[0][0] for batch in (pair, other))
assert torch.allclose(one, two, atol=1e-6), "another sequence of the batch changes nothing"
print("The test passes.")
`,
  ),
  program(
    'mask-polarity-inverted',
    `${FUTURE}
layer = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
mask = ~future if MISTAKE else future  # here True means: may not be read
with torch.no_grad():
    weights = layer(x, x, x, attn_mask=mask)[1][0]
assert torch.all(weights[future] == 0), "a later position has weight 0"
print("The test passes.")
`,
  ),
  program(
    'mask-added-as-numbers',
    `${FUTURE}
layer = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
# A mask of floating-point numbers is added to the scores, whatever it was made from.
blocked = torch.zeros(4, 4).masked_fill(future, float("-inf"))
mask = (~future).float() if MISTAKE else blocked
with torch.no_grad():
    weights = layer(x, x, x, attn_mask=mask)[1][0]
assert torch.all(weights[future] == 0), "a later position has weight 0"
print("The test passes.")
`,
  ),
  program(
    'empty-row',
    `
layer = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
ignored = torch.tensor([[MISTAKE, True, True, True]])  # with the first key too, nothing is left
with torch.no_grad():
    out = layer(x, x, x, key_padding_mask=ignored)[0]
assert torch.isfinite(out).all(), "a row that may read nothing must not be NaN"
print("The test passes.")
`,
  ),
  program(
    'heads-averaged',
    `
layer = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()  # its biases start at 0
with torch.no_grad():
    layer.out_proj.weight.copy_(torch.eye(8))
    out, weights = layer(x, x, x, average_attn_weights=MISTAKE)
    first = weights[0] if MISTAKE else weights[0, 0]
    values = (x[0] @ layer.in_proj_weight[16:].T)[:, :4]  # those of head 0
assert torch.allclose(first @ values, out[0][:, :4], atol=1e-6), "the map is that of the head"
print("The test passes.")
`,
  ),
  program(
    'dropout-in-evaluation',
    `
layer = torch.nn.MultiheadAttention(8, 2, dropout=0.5, batch_first=True)
layer.train(MISTAKE)
with torch.no_grad():
    weights = layer(x, x, x)[1][0]
assert torch.allclose(weights.sum(-1), torch.ones(4)), "the weights of a query sum to 1"
print("The test passes.")
`,
  ),
  program(
    'causal-top-left-instead-of-bottom-right',
    `
import torch.nn.functional as F

newest = x[:, -1:]  # one query, four keys from the cache
mask = torch.ones(1, 4, dtype=torch.bool).tril(3)
with torch.no_grad():
    if MISTAKE:
        out = F.scaled_dot_product_attention(newest, x, x, is_causal=True)  # aligned at the top left
    else:
        out = F.scaled_dot_product_attention(newest, x, x, attn_mask=mask)
    whole = F.scaled_dot_product_attention(x, x, x, is_causal=True)
assert torch.allclose(out[0, 0], whole[0, -1], atol=1e-6), "cached and recomputed agree"
print("The test passes.")
`,
  ),
  program(
    'scale-twice',
    `
import torch.nn.functional as F

q = x / 8**0.5 if MISTAKE else x  # the function scales by itself
with torch.no_grad():
    out = F.scaled_dot_product_attention(q, x, x)
    due = (x @ x.transpose(1, 2) / 8**0.5).softmax(-1) @ x
assert torch.allclose(out, due, atol=1e-6), "scores are divided by the root of the width once"
print("The test passes.")
`,
  ),
];
