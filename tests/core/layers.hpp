// Random layers for the tests of multihead, block, cache and stack.
#pragma once

#include <vector>

#include "core/block.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

inline constexpr int kLayerRuns = 1000;

// Weights within 1 and rows within 3, at most 12 wide: every number of a layer stays below about 500, and some hundred
// roundings of 2^-53 * 500 stay below 1e-11.
inline constexpr double kLayerRounding = 1e-11;

inline MultiheadWeights random_multihead(Random& random, Index width, Index heads, Index kv_heads) {
  const Index kv_width = width / heads * kv_heads;
  return {.heads = heads,
          .kv_heads = kv_heads,
          .wq = random.matrix(width, width, -1, 1),
          .wk = random.matrix(width, kv_width, -1, 1),
          .wv = random.matrix(width, kv_width, -1, 1),
          .wo = random.matrix(width, width, -1, 1),
          .bq = random.matrix(width, 1, -1, 1),
          .bk = random.matrix(kv_width, 1, -1, 1),
          .bv = random.matrix(kv_width, 1, -1, 1),
          .bo = random.matrix(width, 1, -1, 1)};
}

inline FeedForwardWeights random_feed_forward(Random& random, Index width, Activation activation) {
  const Index hidden = random.integer(1, 12);
  return {.w1 = random.matrix(width, hidden, -1, 1),
          .b1 = random.matrix(hidden, 1, -1, 1),
          .w2 = random.matrix(hidden, width, -1, 1),
          .b2 = random.matrix(width, 1, -1, 1),
          .activation = activation};
}

// With eps 1, so that rows that are nearly constant do not magnify their rounding.
inline NormWeights random_norm(Random& random, Index width) {
  return {random.matrix(width, 1, -1, 1), random.matrix(width, 1, -1, 1), 1};
}

struct RandomShape {
  Index heads, kv_heads, width;
};

// 1 to 4 heads of width 1 to 3, key-value heads a divisor of the heads.
inline RandomShape random_shape(Random& random) {
  const Index heads = random.integer(1, 4);
  Index kv_heads = random.integer(1, heads);
  while (heads % kv_heads != 0) --kv_heads;
  return {heads, kv_heads, heads * random.integer(1, 3)};
}

inline BlockWeights random_block(Random& random, const RandomShape& shape, Order order) {
  const Activation activations[] = {Activation::Relu, Activation::Gelu, Activation::GeluTanh};
  return {.order = order,
          .attention = random_multihead(random, shape.width, shape.heads, shape.kv_heads),
          .feed_forward = random_feed_forward(random, shape.width, activations[random.integer(0, 2)]),
          .norm1 = random_norm(random, shape.width),
          .norm2 = random_norm(random, shape.width)};
}

inline DecoderWeights random_decoder(Random& random, const RandomShape& shape, Order order) {
  return {.order = order,
          .self = random_multihead(random, shape.width, shape.heads, shape.kv_heads),
          .cross = random_multihead(random, shape.width, shape.heads, shape.kv_heads),
          .feed_forward = random_feed_forward(random, shape.width, Activation::Gelu),
          .norm1 = random_norm(random, shape.width),
          .norm2 = random_norm(random, shape.width),
          .norm3 = random_norm(random, shape.width)};
}

// `property` over seeded random layers with 2 to 6 rows.
template <typename Property>
void for_each_multihead(std::uint64_t seed, Property property) {
  Random random(seed);
  int run = 0;
  for (; run < kLayerRuns; ++run) {
    INFO("seed " << seed << ", run " << run);
    const RandomShape shape = random_shape(random);
    const MultiheadWeights weights = random_multihead(random, shape.width, shape.heads, shape.kv_heads);
    property(random, random.matrix(random.integer(2, 6), shape.width), weights);
  }
  REQUIRE(run == kLayerRuns);
}

inline Matrix permuted(const Matrix& m, const std::vector<Index>& order) {
  Matrix result(m.rows(), m.cols());
  for (Index i = 0; i < m.rows(); ++i) result.row(i) = m.row(order[static_cast<std::size_t>(i)]);
  return result;
}

}  // namespace lesson::test
