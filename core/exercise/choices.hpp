// Tasks whose answer is chosen: which check notices a mistake, and whom a row may read under a mask of some convention.
#pragma once

#include "core/exercise/draw.hpp"
#include "core/exercise/task.hpp"

namespace lesson::exercises {

// A head computed with a mistake of the fault library (`mistake`), and four checks of core/invariants: exactly one
// notices it on these numbers. No check to ask for: the key has no asks.
AnswerKey broken_invariant(Draw& draw);

// A mask of four keys in one of these conventions (`convention`), and which keys row `row` may read:
// - sdpa-boolean: PyTorch's scaled_dot_product_attention: True may be read
// - multihead-boolean: attn_mask of PyTorch's MultiheadAttention: True may not
// - key-padding: key_padding_mask of the same, one row for all queries: True may not
// - additive: 0 or minus infinity, added to the scores
// - triu-multihead: torch.triu(ones, 1) as boolean attn_mask of MultiheadAttention
// - triu-sdpa: the same for scaled_dot_product_attention, which takes it the other way round
// - tril-sdpa: torch.tril(ones) for scaled_dot_product_attention
AnswerKey mask_convention(Draw& draw);

}  // namespace lesson::exercises
