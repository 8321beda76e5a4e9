#include "core/kept.hpp"

#include <string>

#include "core/random/request.hpp"

namespace lesson {
namespace {

// As doubles, whose products do not overflow.
double area(Index a, Index b) { return static_cast<double>(a) * static_cast<double>(b); }

}  // namespace

double kept_by_multihead(Index heads, Index queries, Index keys, Index width) {
  // blocked, raw, scaled, masked, weights and strongest of each head; the mean weights
  const double scores = (6 * static_cast<double>(heads) + 1) * area(queries, keys);
  // q, k, v as a whole and by heads; the outputs of the heads, apart and side by side; the output
  return scores + 5 * area(queries, width) + 4 * area(keys, width);
}

double kept_by_block(const BlockWeights& weights, Index rows, Index width) {
  // two norms of two matrices each, seven stages, the feed-forward's output, the output
  return kept_by_multihead(weights.attention.heads, rows, rows, width) + 13 * area(rows, width) +
         2 * area(rows, weights.feed_forward.w1.cols());
}

double kept_by_decoder_block(const DecoderWeights& weights, Index rows, Index memory_rows, Index width) {
  return kept_by_multihead(weights.self.heads, rows, rows, width) +
         kept_by_multihead(weights.cross.heads, rows, memory_rows, width) + 18 * area(rows, width) +
         2 * area(rows, weights.feed_forward.w1.cols());
}

std::optional<Error> check_kept(std::string_view name, double numbers) {
  if (numbers <= kMostKept) return std::nullopt;
  return Error{"too-large",
               "Every step is kept here, for " + std::string(name) + " up to " + shown(numbers) +
                   " numbers, more than the " + shown(kMostKept) + " that there is room for.",
               {std::string(name)}};
}

}  // namespace lesson
