#include "core/cache.hpp"

#include <string>
#include <utility>

namespace lesson {
namespace {

constexpr Index kPositions = Index{1} << 30;

std::optional<Error> check_offset(const Cache& cache) {
  if (cache.offset >= 0 && cache.offset <= kPositions) return std::nullopt;
  return Error{cache.offset < 0 ? "negative-offset" : "too-large",
               "The cache has offset " + std::to_string(cache.offset) + ": positions count from 0 and stay below 2^30.",
               {"cache"}};
}

std::optional<Error> check_shapes(const Cache& cache, Index width) {
  const auto shape = [](const Matrix& m) { return shape_text(m.rows(), m.cols()); };
  const bool empty = cache.k.rows() == 0 && cache.v.rows() == 0;
  const bool fits = cache.k.cols() == width && cache.v.cols() == width && cache.k.rows() == cache.v.rows();
  if (empty || fits) return std::nullopt;
  return Error{"cache-shape",
               "The cache holds k of shape " + shape(cache.k) + " and v of shape " + shape(cache.v) +
                   ", but the new keys and values have width " + std::to_string(width) +
                   ": both need that width and equally many rows.",
               {"cache"}};
}

Matrix joined(const Matrix& above, const Matrix& below) {
  if (above.rows() == 0) return below;
  Matrix all(above.rows() + below.rows(), below.cols());
  all << above, below;
  return all;
}

}  // namespace

Index next_position(const Cache& cache) { return cache.offset + cache.k.rows(); }

Outcome<CacheStep> decode(const Matrix& x, const MultiheadWeights& weights, const Cache& cache,
                          const std::optional<PositionOptions>& rotary) {
  if (auto refused = check_offset(cache)) return *refused;
  std::optional<PositionOptions> here = rotary;
  if (here) here->offset = next_position(cache);
  auto rows = project_heads(x, weights, here);
  if (!rows.ok()) return rows.error();
  if (auto refused = check_shapes(cache, rows->k.cols())) return *refused;
  if (auto refused = check_shape("cache", cache.k.rows() + x.rows(), rows->k.cols())) return *refused;

  CacheStep step;
  step.cache = {joined(cache.k, rows->k), joined(cache.v, rows->v), cache.offset};
  auto made =
      join_heads({std::move(rows.value().q), step.cache.k, step.cache.v}, weights, {.causal = Causal::BottomRight});
  if (!made.ok()) return made.error();
  step.trace = std::move(made.value());
  return step;
}

}  // namespace lesson
