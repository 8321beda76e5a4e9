// Why a row of the output is not finite: the first cell to blame.
#pragma once

#include <vector>

#include "core/attention.hpp"

namespace lesson {

// One entry for each row whose weights or output hold a NaN or an infinity, in order. An infinity in q or k that leaves
// its row finite (its scores are -inf, so its keys get weight 0) is no fault and gives no entry.
//
// The reason is the first that applies, a cell before an overflow:
//   weights not finite   EmptyRow, Query (any cell of the row), Key (a key that the row may read), ScoreOverflow
//   weights finite       Value (any row of v: 0 * NaN = 0 * inf = NaN), ValueOverflow
std::vector<NonFinite> find_non_finite(const AttentionInputs& inputs, const AttentionTrace& trace);

}  // namespace lesson
