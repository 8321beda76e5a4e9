// Multi-head attention: several heads read the same rows, each through projections of its own, and wo mixes them.
//
//   q = x wq + bq                 (N, D)     head h has columns h K to (h + 1) K, K = D / H
//   k = source wk + bk            (M, G K)   G key-value heads, G = H unless given
//   v = source wv + bv            (M, G K)
//   head h = attention(q of h, k of g, v of g), g = h / (H / G) rounded down: neighbours share (AABB, not ABAB)
//   output = [head 0, ..., head H - 1] wo + bo           (N, D)
//
// Every head projects the full width of x; it does not take a slice of the features. The source is x itself
// (self-attention) or another sequence, the memory (cross-attention).
// Sources: Vaswani et al. 2017, section 3.2.2; Ainslie et al. 2023, "GQA", section 2.2, for G < H.
#pragma once

#include <optional>
#include <vector>

#include "core/affine.hpp"
#include "core/attention.hpp"
#include "core/outcome.hpp"
#include "core/position.hpp"
#include "core/types.hpp"

namespace lesson {

// Stored (in, out): y = x W + b.
struct MultiheadWeights {
  Index heads = 1;
  std::optional<Index> kv_heads = {};  // none: heads
  Matrix wq;                           // (D, D)
  Matrix wk;                           // (D, G K)
  Matrix wv;                           // (D, G K)
  Matrix wo;                           // (D, D)
  Bias bq = {};                        // D
  Bias bk = {};                        // G K
  Bias bv = {};                        // G K
  Bias bo = {};                        // D
};

struct MultiheadOptions {
  Causal causal = Causal::None;
  Flags blocked = {};  // (N, M), or 0 x 0 for none; the same for every head
  EmptyRow empty_row = EmptyRow::Nan;
  std::optional<PositionOptions> rotary = {};  // turns q and k of each head before they are compared
};

struct HeadTrace {
  Index kv_head = 0;         // the key-value head that it reads
  Matrix q;                  // (N, K), turned if rotary
  Matrix k;                  // (M, K), turned if rotary
  Matrix v;                  // (M, K)
  AttentionTrace attention;  // weights (N, M), output (N, K)
};

struct MultiheadTrace {
  Matrix q;                      // (N, D)
  Matrix k;                      // (M, G K)
  Matrix v;                      // (M, G K)
  std::vector<HeadTrace> heads;  // H
  Matrix concatenated;           // (N, D), outputs of the heads side by side, before wo
  Matrix output;                 // (N, D)
  Matrix lossy_mean_weights;     // (N, M), mean over heads: a map that no head has
};

// Self-attention, x (N, D).
//
// Errors:
//   width-zero         D is 0
//   heads-below-one    heads or kv_heads is below 1
//   heads-divide       D does not divide by heads
//   kv-heads-divide    heads does not divide by kv_heads
//   inner-width, vector-length, too-large     of check_affine, for each projection; too-large also for H * N * M
//   weight-width       wq or wo has not D columns, or wk or wv not G K
//   rotary's codes of rope (odd-width: K is odd), and those of attention (no-keys, blocked-shape)
Outcome<MultiheadTrace> multihead(const Matrix& x, const MultiheadWeights& weights,
                                  const MultiheadOptions& options = {});

// Cross-attention: queries from x (N, D), keys and values from memory (M, D).
//   memory-width       memory has another width than x
//   rotary-cross       rotary is set: positions in two sequences have no distance
//   and the codes of multihead
Outcome<MultiheadTrace> cross_attention(const Matrix& x, const Matrix& memory, const MultiheadWeights& weights,
                                        const MultiheadOptions& options = {});

// The two halves of the above, for a cache that keeps k and v between them (cache.hpp).
struct HeadRows {
  Matrix q;  // (N, D)
  Matrix k;  // (M, G K)
  Matrix v;  // (M, G K)
};
// The projections, turned if rotary. Errors: those of multihead that do not concern N * M.
Outcome<HeadRows> project_heads(const Matrix& x, const MultiheadWeights& weights,
                                const std::optional<PositionOptions>& rotary);
// The heads and wo. `weights` have passed project_heads and rows come from it: only k and v may be longer. Rotary is
// done already and not looked at. Errors: too-large for H * N * M, and those of attention.
Outcome<MultiheadTrace> join_heads(HeadRows rows, const MultiheadWeights& weights, const MultiheadOptions& options);

}  // namespace lesson
