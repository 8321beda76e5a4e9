// The one layer in which every mistake of the library can be made and every invariant can be probed.
//
//   positions -> split into heads -> scores -> scale -> mask -> softmax -> mix -> merge heads -> wo -> layer norm
//
// Everything but q, k and v may be left out; what is left is then the attention of attention.hpp.
#pragma once

#include <optional>
#include <vector>

#include "core/affine.hpp"
#include "core/attention.hpp"
#include "core/multihead.hpp"
#include "core/outcome.hpp"
#include "core/position.hpp"
#include "core/types.hpp"

namespace lesson {

enum class Positions {
  None,
  Sinusoid,  // codes are added to queries and keys of each head, not to values (as in Carion et al. 2020, "DETR")
  Rotary,    // queries and keys of each head are turned
};

struct Setup {
  Matrix q;                     // (N, H K)
  Matrix k;                     // (M, G K)
  Matrix v;                     // (M, G V)
  Index heads = 1;              // H
  Index kv_heads = 1;           // G; head h reads key-value head h / (H / G)
  std::optional<double> scale;  // none: 1 / sqrt(K)
  Causal causal = Causal::None;
  Flags blocked;  // (N, M), or 0 x 0 for none
  Flags padding;  // (1, M), or 0 x 0 for none: keys that stand for no token; no query may read them
  EmptyRow empty_row = EmptyRow::Nan;

  Positions positions = Positions::None;
  Pairing pairing = Pairing::Interleaved;
  double base = 10000;
  // Positions of the first query and the first key. Padding takes no position: the first real key stands at key_offset.
  // With as many queries as keys they are the same tokens, and padding among the keys is padding among the queries.
  Index query_offset = 0;
  Index key_offset = 0;

  Matrix wo = {};                       // (H V, D), or 0 x 0: the heads side by side are the output
  Bias bo = {};                         // D
  std::optional<double> norm_eps = {};  // layer norm, without weight and bias, of each output row
};

// What the setup is asked to block: causal, blocked and padding together. (N, M).
Flags blocked_by(const Setup& setup);

// Errors:
//   heads-below-one, kv-heads-divide   as in multihead.hpp
//   heads-divide        q does not divide by heads, or k or v not by kv_heads
//   padding-length      padding is not (1, M)
//   negative-offset     an offset is below 0
//   too-large           all that is kept is more than kMostKept (kept.hpp)
//   scale, mask, widths and lengths: those of check_attention, check_blocked and check_scale for each head
//   positions: those of sinusoid and rope (odd-width: K is odd); wo: those of check_affine; norm_eps: those of
//   layer_norm
std::optional<Error> check_setup(const Setup& setup);

// Where each row stands. With `count_padding` padding takes positions like a token (the mistake of left padding).
struct RowPositions {
  std::vector<Index> queries;  // N
  std::vector<Index> keys;     // M
};
RowPositions positions_of(const Setup& setup, bool count_padding = false);

// Head `head` of a matrix whose heads of `width` columns stand side by side.
inline Matrix head_of(const Matrix& m, Index head, Index width) { return m.middleCols(head * width, width); }

// A setup from tokens: q, k and v are projected from x (N, D), and wo and bo are taken over. Errors: those of
// multihead.
Outcome<Setup> setup_of(const Matrix& x, const MultiheadWeights& weights);

}  // namespace lesson
