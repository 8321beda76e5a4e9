// Scaled dot-product attention of one head, with every intermediate kept.
//
//   raw    = q k^T                     (N, M)
//   scaled = raw * scale               (N, M)   scale = 1 / sqrt(K) unless another is given
//   masked = scaled, -inf if blocked   (N, M)
//   weights = softmax over keys        (N, M)   each row sums to 1
//   output = weights v                 (N, V)   each row a weighted mean of the rows of v
//
// Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1, eq. 1.
#pragma once

#include <optional>
#include <vector>

#include "core/mask.hpp"
#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

// What a row gives whose every key is blocked: NaN, as the plain formula has it (0/0), or zeros, as some libraries
// choose. Either is a policy, not arithmetic, and the trace names the rows.
enum class EmptyRow { Nan, Zero };

struct AttentionInputs {
  Matrix q;                     // (N, K)
  Matrix k;                     // (M, K)
  Matrix v;                     // (M, V)
  std::optional<double> scale;  // none: 1 / sqrt(K)
  Causal causal = Causal::None;
  Flags blocked;  // (N, M), or 0 x 0 for none; joined with the causal mask
  EmptyRow empty_row = EmptyRow::Nan;
};

// Why an output row is not finite.
enum class Cause {
  EmptyRow,       // every key is blocked: 0/0
  Query,          // NaN or an infinity in q at (row, col)
  Key,            // in k at (row, col)
  Value,          // in v at (row, col); it spreads even with weight 0, because 0 * NaN = 0 * inf = NaN
  ScoreOverflow,  // finite inputs whose score at (row, col) of raw or scaled is beyond 1.8e308
  ValueOverflow,  // finite weights and values whose mix at (row, col) of output is beyond 1.8e308
};

struct NonFinite {
  Index output_row;  // the row of output (and perhaps weights) that is not finite
  Cause cause;
  Index row;  // of the first offending cell, in the matrix that `cause` names; -1 for EmptyRow
  Index col;
};

struct AttentionTrace {
  double scale = 1;    // the one used
  Flags blocked;       // (N, M), causal and given together
  Matrix raw;          // (N, M)
  Matrix scaled;       // (N, M)
  Matrix masked;       // (N, M)
  Matrix weights;      // (N, M), in [0, 1]
  Matrix output;       // (N, V)
  Vector row_sums;     // N, of weights: 1 within a few units of the last place, NaN, or 0 (zero policy)
  Vector column_sums;  // M, of weights: anything from 0 to N
  Vector spread;       // N, effective keys, see softmax.hpp
  Flags strongest;  // (N, M): 1 at each key whose weight equals the row's largest within 1e-12; 0 in NaN or zero rows
  std::vector<Index> empty_rows;      // queries that may read no key
  std::vector<NonFinite> non_finite;  // one entry for each output row that is not finite, in order
};

// Errors: those of check_attention, check_blocked and check_scale.
// N may be 0 and V may be 0: the result is as empty. NaN and infinities in q, k, v are computed with, not refused.
Outcome<AttentionTrace> attention(const AttentionInputs& inputs);

// Fills row_sums, column_sums, spread and strongest from trace.weights, whatever these are: the fault library shows
// weights that no right computation gives.
void summarise(AttentionTrace& trace);

}  // namespace lesson
