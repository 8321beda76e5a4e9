// Properties that hold for every head, each over 1,000 random ones.
#include "core/attention.hpp"
#include "core/softmax.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

constexpr int kRuns = 1000;

// Weights are at most 1 and values at most 8 here, 8 keys at most: 8 products and sums of up to 64 round by 2^-53 * 64
// each, together below 1e-13.
constexpr double kRounding = 1e-13;

template <typename Property>
void for_each_head(std::uint64_t seed, Property property) {
  Random random(seed);
  int run = 0;
  for (; run < kRuns; ++run) {
    INFO("seed " << seed << ", run " << run);
    property(random, random_head(random));
  }
  REQUIRE(run == kRuns);
}

Matrix permuted(const Matrix& m, const std::vector<Index>& order) {
  Matrix result(m.rows(), m.cols());
  for (Index i = 0; i < m.rows(); ++i) result.row(i) = m.row(order[static_cast<std::size_t>(i)]);
  return result;
}

}  // namespace

TEST_CASE("property: every row of weights sums to 1 and lies in 0 to 1") {
  for_each_head(10, [](Random&, const AttentionInputs& in) {
    const AttentionTrace trace = traced(in);
    REQUIRE((trace.weights.array() >= 0).all());
    REQUIRE((trace.weights.array() <= 1).all());
    // 8 quotients and 8 sums of numbers up to 1, each off by 2^-53 at most.
    REQUIRE(difference(trace.row_sums, Matrix::Ones(in.q.rows(), 1)) <= 2e-15);
    REQUIRE(trace.non_finite.empty());
  });
}

TEST_CASE("property: adding 5 to all values adds 5 to outputs and leaves weights alone") {
  for_each_head(11, [](Random&, const AttentionInputs& in) {
    AttentionInputs shifted = in;
    shifted.v.array() += 5;
    const AttentionTrace before = traced(in), after = traced(shifted);
    REQUIRE(same(before.weights, after.weights));
    REQUIRE(difference(after.output, (before.output.array() + 5).matrix()) <= kRounding);
  });
}

TEST_CASE("property: adding one number to all scores of a row changes no weight") {
  for_each_head(12, [](Random& random, const AttentionInputs& in) {
    const Matrix z = traced(in).masked;
    const double shift = random.between(-50, 50);
    // The shifted scores, up to about 150, are rounded by 2^-53 * 128 each; a weight changes by no more.
    REQUIRE(difference(softmax((z.array() + shift).matrix()), softmax(z)) <= kRounding);
  });
}

TEST_CASE("property: zero queries give the plain mean of the values") {
  for_each_head(13, [](Random&, AttentionInputs in) {
    in.q.setZero();
    in.blocked = Flags();
    const AttentionTrace trace = traced(in);
    REQUIRE(same(trace.weights, Matrix::Constant(in.q.rows(), in.k.rows(), 1 / static_cast<double>(in.k.rows()))));
    REQUIRE(difference(trace.output, in.v.colwise().mean().replicate(in.q.rows(), 1)) <= kRounding);
  });
}

TEST_CASE("property: outputs lie inside the range of the values that may be read") {
  for_each_head(14, [](Random&, const AttentionInputs& in) {
    const AttentionTrace trace = traced(in);
    for (Index i = 0; i < in.q.rows(); ++i) {
      for (Index c = 0; c < in.v.cols(); ++c) {
        double low = kInfinity, high = -kInfinity;
        for (Index j = 0; j < in.k.rows(); ++j) {
          if (trace.blocked(i, j) != 0) continue;
          low = std::min(low, in.v(j, c));
          high = std::max(high, in.v(j, c));
        }
        REQUIRE(trace.output(i, c) >= low - kRounding);
        REQUIRE(trace.output(i, c) <= high + kRounding);
      }
    }
  });
}

TEST_CASE("property: under a causal mask no row depends on later tokens") {
  Random random(15);
  int rows_checked = 0;
  for (int run = 0; run < kRuns; ++run) {
    const Index tokens = random.integer(2, 7), width = random.integer(1, 4);
    AttentionInputs in;
    in.q = random.matrix(tokens, width);
    in.k = random.matrix(tokens, width);
    in.v = random.matrix(tokens, 2);
    in.causal = random.chance(0.5) ? Causal::TopLeft : Causal::BottomRight;
    const Index first = random.integer(1, tokens - 1);
    AttentionInputs changed = in;
    for (Matrix* m : {&changed.q, &changed.k, &changed.v}) m->bottomRows(tokens - first).array() += 100;
    const AttentionTrace before = traced(in), after = traced(changed);
    REQUIRE(same(before.output.topRows(first), after.output.topRows(first)));
    REQUIRE(same(before.weights.topRows(first), after.weights.topRows(first)));
    // And it is the mask that does it.
    in.causal = changed.causal = Causal::None;
    REQUIRE(!same(traced(in).output.topRows(first), traced(changed).output.topRows(first)));
    rows_checked += static_cast<int>(first);
  }
  REQUIRE(rows_checked >= kRuns);
}

TEST_CASE("property: a blocked key does not matter whatever it holds") {
  Random random(16);
  int checked = 0;
  while (checked < kRuns) {
    const AttentionInputs in = random_head(random);
    if (in.k.rows() < 2) continue;
    AttentionInputs blocking = in;
    const Index key = random.integer(0, in.k.rows() - 1);
    blocking.blocked = Flags::Zero(in.q.rows(), in.k.rows());
    blocking.blocked.col(key).setOnes();
    AttentionInputs changed = blocking;
    changed.k.row(key).setConstant(random.chance(0.5) ? kNaN : random.between(-1e6, 1e6));
    changed.v.row(key).setConstant(random.between(-1e6, 1e6));
    REQUIRE(same(traced(blocking).weights, traced(changed).weights));
    REQUIRE(same(traced(blocking).output, traced(changed).output));
    // Except for a value that is not finite: 0 * NaN = 0 * inf = NaN.
    changed.v.row(key).setConstant(random.chance(0.5) ? kNaN : kInfinity);
    REQUIRE(traced(changed).output.array().isNaN().all());
    ++checked;
  }
}

TEST_CASE("property: effective keys lie between 1 and M") {
  for_each_head(17, [](Random&, const AttentionInputs& in) {
    const AttentionTrace trace = traced(in);
    for (Index i = 0; i < in.q.rows(); ++i) {
      // 8 logarithms and products of up to 0.53 bits each, then 2^(up to 3 bits): below 1e-13 altogether.
      REQUIRE(trace.spread(i) >= 1 - kRounding);
      REQUIRE(trace.spread(i) <= static_cast<double>(in.k.rows()) + kRounding);
    }
  });
}

TEST_CASE("property: permuting keys with their values permutes weights and leaves outputs") {
  for_each_head(18, [](Random& random, const AttentionInputs& in) {
    const std::vector<Index> order = random.permutation(in.k.rows());
    AttentionInputs moved = in;
    moved.k = permuted(in.k, order);
    moved.v = permuted(in.v, order);
    if (in.blocked.size() > 0) {
      for (Index j = 0; j < in.k.rows(); ++j) moved.blocked.col(j) = in.blocked.col(order[static_cast<std::size_t>(j)]);
    }
    const AttentionTrace before = traced(in), after = traced(moved);
    REQUIRE(difference(after.weights.transpose(), permuted(before.weights.transpose(), order)) <= kRounding);
    REQUIRE(difference(after.output, before.output) <= kRounding);
  });
}

TEST_CASE("property: permuting queries permutes rows to the last bit") {
  for_each_head(19, [](Random& random, AttentionInputs in) {
    in.blocked = Flags();
    const std::vector<Index> order = random.permutation(in.q.rows());
    AttentionInputs moved = in;
    moved.q = permuted(in.q, order);
    const AttentionTrace before = traced(in), after = traced(moved);
    REQUIRE(same(after.weights, permuted(before.weights, order)));
    REQUIRE(same(after.output, permuted(before.output, order)));
  });
}

TEST_CASE("property: queries do not see each other") {
  for_each_head(20, [](Random& random, const AttentionInputs& in) {
    const Index i = random.integer(0, in.q.rows() - 1);
    AttentionInputs alone = in;
    alone.q = in.q.row(i);
    if (in.blocked.size() > 0) alone.blocked = in.blocked.row(i);
    REQUIRE(same(traced(alone).output, traced(in).output.row(i)));
  });
}

TEST_CASE("property: a strongest key is one of the largest weights of its row") {
  for_each_head(21, [](Random&, const AttentionInputs& in) {
    const AttentionTrace trace = traced(in);
    for (Index i = 0; i < in.q.rows(); ++i) {
      const double largest = trace.weights.row(i).maxCoeff();
      REQUIRE(trace.strongest.row(i).cast<int>().sum() >= 1);
      for (Index j = 0; j < in.k.rows(); ++j) {
        REQUIRE((trace.strongest(i, j) != 0) == (trace.weights(i, j) >= largest - 1e-12));
      }
    }
  });
}

}  // namespace lesson::test
