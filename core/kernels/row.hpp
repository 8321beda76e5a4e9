// One query at a time, as the formula reads: scores, softmax, mix. The naive kernel is made of these, and so are the
// rows whose numbers the tiled kernel cannot take (NaN, infinities, scores beyond 1e30).
#pragma once

#include <cstdint>

#include "core/kernels/problem.hpp"

namespace lesson::kernels {

// How many of the first keys query `i` may read: 0 to p.keys. Padding among them is left out by who asks.
inline std::int32_t keys_of(const Problem& p, std::int32_t i) {
  const std::int64_t end = static_cast<std::int64_t>(i) + p.reach + 1;  // reach may be the largest int32
  return static_cast<std::int32_t>(end < 0 ? 0 : end > p.keys ? p.keys : end);
}

// Scores (keys) of query i of a head, in units of log2 e; -infinity where the query may not read.
void score_row(const Problem& p, std::int32_t head, std::int32_t i, float* scores);

// In place. As core/softmax.hpp has it: NaN or +infinity among the scores makes the whole row NaN, and so does a row of
// -infinity alone.
void softmax_row(float* scores, std::int32_t keys);

// The output (width) of query i of a head. Keys of weight 0 that the query may not read are not touched: NaN in the
// value of a masked key goes nowhere.
void mix_row(const Problem& p, std::int32_t head, std::int32_t i, const float* weights);

}  // namespace lesson::kernels
