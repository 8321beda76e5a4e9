// How many numbers a trace keeps, counted before any of them is made: each matrix may be small enough and all of them
// together more than there is memory for.
#pragma once

#include <optional>
#include <string_view>

#include "core/block.hpp"
#include "core/check.hpp"
#include "core/outcome.hpp"

namespace lesson {

// 2^25 = 33,554,432 numbers (256 MiB); the largest trace of one head has 7 * kMostNumbers.
inline constexpr double kMostKept = 8.0 * static_cast<double>(kMostNumbers);

// Upper bounds, in numbers: H N M for each matrix of scores, N D and M D for those of rows, N F for the inner ones.
double kept_by_multihead(Index heads, Index queries, Index keys, Index width);
double kept_by_block(const BlockWeights& weights, Index rows, Index width);
double kept_by_decoder_block(const DecoderWeights& weights, Index rows, Index memory_rows, Index width);

//   too-large  more than kMostKept
std::optional<Error> check_kept(std::string_view name, double numbers);

}  // namespace lesson
