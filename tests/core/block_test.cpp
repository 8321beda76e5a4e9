// Values from PyTorch are in layers_oracle_test.cpp.
#include "core/block.hpp"

#include "tests/core/layers.hpp"

namespace lesson::test {
namespace {

BlockTrace blocked_through(const Matrix& x, const BlockWeights& weights, const MultiheadOptions& options = {}) {
  const auto trace = block(x, weights, options);
  REQUIRE(trace.ok());
  return *trace;
}

template <typename Trace>
std::vector<std::string> names_of(const Trace& trace) {
  std::vector<std::string> names;
  for (const BlockStage& stage : trace.stages) names.push_back(stage.name);
  return names;
}

// `property` over seeded random blocks of both orders.
template <typename Property>
void for_each_block(std::uint64_t seed, Property property) {
  Random random(seed);
  int run = 0;
  for (; run < kLayerRuns; ++run) {
    INFO("seed " << seed << ", run " << run);
    // Two features or more: one alone is normalised to nothing.
    RandomShape shape = random_shape(random);
    while (shape.width < 2) shape = random_shape(random);
    const BlockWeights weights = random_block(random, shape, run % 2 == 0 ? Order::Pre : Order::Post);
    property(random, random.matrix(random.integer(2, 6), shape.width), weights);
  }
  REQUIRE(run == kLayerRuns);
}

// Attention that hands each row the plain mean of all rows, and a feed-forward that doubles what is above 0.
BlockWeights hand_block(Order order) {
  const Matrix one = Matrix::Identity(2, 2), none = Matrix::Zero(2, 2);
  NormWeights plain;
  plain.eps = 0;
  return {.order = order,
          .attention = {.heads = 1, .wq = none, .wk = none, .wv = one, .wo = one},
          .feed_forward = {.w1 = one, .b1 = {}, .w2 = 2 * one, .b2 = {}},
          .norm1 = plain,
          .norm2 = plain};
}

}  // namespace

TEST_CASE("block: pre-norm by hand") {
  // Rows of two features are normalised to (-1, 1) or (1, -1); the mean of one of each is 0.
  const BlockTrace trace = blocked_through(rows({{1, 5}, {7, 3}}), hand_block(Order::Pre));
  REQUIRE(names_of(trace) ==
          std::vector<std::string>{"input", "norm1", "attention", "residual1", "norm2", "feedForward", "residual2"});
  REQUIRE(same(trace.stages[0].rows, rows({{1, 5}, {7, 3}})));
  REQUIRE(same(trace.stages[1].rows, rows({{-1, 1}, {1, -1}})));
  REQUIRE(same(trace.stages[2].rows, rows({{0, 0}, {0, 0}})));
  REQUIRE(same(trace.stages[3].rows, rows({{1, 5}, {7, 3}})));
  REQUIRE(same(trace.stages[4].rows, rows({{-1, 1}, {1, -1}})));
  REQUIRE(same(trace.stages[5].rows, rows({{0, 2}, {2, 0}})));
  REQUIRE(same(trace.output, rows({{1, 7}, {9, 3}})));
  // Row statistics of the last stage: mean 4 and 6, deviation 3 and 3.
  REQUIRE(same(trace.stages[6].each.mean, rows({{4}, {6}})));
  REQUIRE(same(trace.stages[6].each.deviation, rows({{3}, {3}})));
}

TEST_CASE("block: post-norm by hand") {
  const BlockTrace trace = blocked_through(rows({{1, 5}, {7, 3}}), hand_block(Order::Post));
  REQUIRE(names_of(trace) ==
          std::vector<std::string>{"input", "attention", "residual1", "norm1", "feedForward", "residual2", "norm2"});
  REQUIRE(same(trace.stages[1].rows, rows({{4, 4}, {4, 4}})));
  REQUIRE(same(trace.stages[2].rows, rows({{5, 9}, {11, 7}})));
  REQUIRE(same(trace.stages[3].rows, rows({{-1, 1}, {1, -1}})));
  REQUIRE(same(trace.stages[4].rows, rows({{0, 2}, {2, 0}})));
  REQUIRE(same(trace.stages[5].rows, rows({{-1, 3}, {3, -1}})));
  REQUIRE(same(trace.output, rows({{-1, 1}, {1, -1}})));
}

TEST_CASE("property: each stage follows from the one before") {
  for_each_block(80, [](Random&, const Matrix& x, const BlockWeights& weights) {
    const BlockTrace trace = blocked_through(x, weights);
    REQUIRE(trace.stages.size() == 7);
    const auto at = [&](const char* name) -> const Matrix& {
      for (const BlockStage& stage : trace.stages) {
        if (stage.name == name) return stage.rows;
      }
      FAIL("no stage " << name);
      return trace.output;
    };
    const bool pre = weights.order == Order::Pre;
    const Matrix &first = pre ? at("residual1") : at("norm1"), &into = pre ? at("norm1") : x;
    REQUIRE(same(at("attention"), multihead(into, weights.attention)->output));
    REQUIRE(same(at("residual1"), x + at("attention")));
    REQUIRE(same(at("norm1"), layer_norm(pre ? x : at("residual1"), weights.norm1)->output));
    REQUIRE(same(at("feedForward"), feed_forward(pre ? at("norm2") : first, weights.feed_forward)->output));
    REQUIRE(same(at("residual2"), first + at("feedForward")));
    REQUIRE(same(at("norm2"), layer_norm(pre ? first : at("residual2"), weights.norm2)->output));
    REQUIRE(same(trace.output, trace.stages.back().rows));
    REQUIRE(same(trace.norm1.output, at("norm1")));
    REQUIRE(same(trace.feed_forward.output, at("feedForward")));
    for (const BlockStage& stage : trace.stages) {
      REQUIRE(same(stage.each.mean, row_statistics(stage.rows).mean));
      REQUIRE(same(stage.each.deviation, row_statistics(stage.rows).deviation));
    }
  });
}

TEST_CASE("property: under a causal mask a changed last row leaves earlier rows equal to the last bit") {
  int leaks = 0;
  for_each_block(81, [&leaks](Random&, const Matrix& x, const BlockWeights& weights) {
    Matrix changed = x;
    changed(x.rows() - 1, 0) += 5;
    const auto earlier = [&](const Matrix& from, Causal causal) {
      return Matrix(blocked_through(from, weights, {.causal = causal}).output.topRows(x.rows() - 1));
    };
    REQUIRE(same(earlier(x, Causal::TopLeft), earlier(changed, Causal::TopLeft)));
    leaks += !same(earlier(x, Causal::None), earlier(changed, Causal::None));
  });
  // And it is the mask that does it; a row whose last key has no weight to speak of may stay.
  REQUIRE(leaks >= 990);
}

TEST_CASE("property: without positions a block permutes with its rows") {
  for_each_block(82, [](Random& random, const Matrix& x, const BlockWeights& weights) {
    const std::vector<Index> order = random.permutation(x.rows());
    REQUIRE(difference(blocked_through(permuted(x, order), weights).output,
                       permuted(blocked_through(x, weights).output, order)) <= kLayerRounding);
  });
}

TEST_CASE("property: with positions added it does not") {
  Random random(83);
  int moved = 0;
  for (int run = 0; run < kLayerRuns; ++run) {
    const BlockWeights weights = random_block(random, {2, 2, 6}, run % 2 == 0 ? Order::Pre : Order::Post);
    const Matrix x = random.matrix(4, 6), codes = sinusoid(4, 6)->output;
    const std::vector<Index> order = {1, 0, 3, 2};
    moved += !(difference(blocked_through(permuted(x, order) + codes, weights).output,
                          permuted(blocked_through(x + codes, weights).output, order)) <= 1e-6);
  }
  REQUIRE(moved == kLayerRuns);
}

TEST_CASE("property: a post-norm block ends in normalised rows, a pre-norm block does not") {
  for_each_block(84, [](Random&, const Matrix& x, BlockWeights weights) {
    weights.norm2 = {.weight = {}, .bias = {}, .eps = 1};
    const RowStatistics rows = blocked_through(x, weights).stages.back().each;
    if (weights.order == Order::Post) REQUIRE(rows.mean.cwiseAbs().maxCoeff() <= kLayerRounding);
    if (weights.order == Order::Post) REQUIRE(rows.deviation.maxCoeff() <= 1);
    if (weights.order == Order::Pre) REQUIRE(rows.mean.cwiseAbs().maxCoeff() > kLayerRounding);
  });
}

TEST_CASE("block: the lesson's pre-norm block of width 64; the fifth token leaves the first four") {
  Random random(85);
  BlockWeights weights = random_block(random, {4, 4, 64}, Order::Pre);
  weights.feed_forward = {.w1 = random.matrix(64, 256), .b1 = {}, .w2 = random.matrix(256, 64), .b2 = {}};
  const Matrix x = random.matrix(5, 64);
  Matrix changed = x;
  changed.row(4).array() += 1;
  const MultiheadOptions causal{.causal = Causal::TopLeft};
  const Matrix before = blocked_through(x, weights, causal).output,
               after = blocked_through(changed, weights, causal).output;
  REQUIRE(same(before.topRows(4), after.topRows(4)));
  REQUIRE(!same(before.row(4), after.row(4)));
}

TEST_CASE("property: a decoder block reads the past of its own rows and all of the memory") {
  Random random(86);
  for (int run = 0; run < kLayerRuns; ++run) {
    const RandomShape shape{2, 1, 2 * random.integer(1, 3)};
    const DecoderWeights weights = random_decoder(random, shape, run % 2 == 0 ? Order::Pre : Order::Post);
    const Matrix x = random.matrix(random.integer(2, 5), shape.width);
    const Matrix memory = random.matrix(random.integer(1, 6), shape.width);
    const auto trace = decoder_block(x, memory, weights);
    REQUIRE(trace.ok());
    REQUIRE(trace->stages.size() == 10);
    REQUIRE((trace->cross.k.rows() == memory.rows() && trace->self.k.rows() == x.rows()));
    const Index last = x.rows() - 1;
    Matrix later = x, other = memory;
    later(last, 0) += 5;
    other(random.integer(0, memory.rows() - 1), 0) += 1;
    REQUIRE(same(decoder_block(later, memory, weights)->output.topRows(last), trace->output.topRows(last)));
    REQUIRE(!same(decoder_block(x, other, weights)->output, trace->output));
    // Without the mask the answers leak, and no shape says so.
    REQUIRE(!same(decoder_block(later, memory, weights, {})->self.output.topRows(last),
                  decoder_block(x, memory, weights, {})->self.output.topRows(last)));
  }
}

TEST_CASE("block: stages of a decoder block in both orders") {
  Random random(87);
  const Matrix x = random.matrix(3, 4), memory = random.matrix(12, 4);
  REQUIRE(names_of(*decoder_block(x, memory, random_decoder(random, {2, 2, 4}, Order::Post))) ==
          std::vector<std::string>{"input", "self", "residual1", "norm1", "cross", "residual2", "norm2", "feedForward",
                                   "residual3", "norm3"});
  REQUIRE(names_of(*decoder_block(x, memory, random_decoder(random, {2, 2, 4}, Order::Pre))) ==
          std::vector<std::string>{"input", "norm1", "self", "residual1", "norm2", "cross", "residual2", "norm3",
                                   "feedForward", "residual3"});
}

TEST_CASE("block: refusals name the part") {
  Random random(88);
  const Matrix x = random.matrix(3, 4);
  for (const Order order : {Order::Pre, Order::Post}) {
    const BlockWeights good = random_block(random, {2, 2, 4}, order);
    const auto refuse = [&](auto change, const char* code, const char* place,
                            std::initializer_list<std::string> named) {
      BlockWeights wrong = good;
      change(wrong);
      require_refused(block(x, wrong), code, {place}, named);
    };
    using W = BlockWeights;
    refuse([](W& w) { w.attention.heads = 3; }, "heads-divide", "attention.heads", {"In attention", "width 4", "3"});
    refuse([](W& w) { w.attention.wq = Matrix::Zero(5, 4); }, "inner-width", "attention.wq", {"width 4", "5 rows"});
    refuse([](W& w) { w.norm1.weight = Vector::Zero(3); }, "vector-length", "norm1.weight", {"In norm1", "3", "4"});
    refuse([](W& w) { w.norm2.eps = -1; }, "eps-negative", "norm2.eps", {"In norm2", "-1"});
    refuse([](W& w) { w.feed_forward.w1 = Matrix::Zero(5, 4); }, "inner-width", "feedForward.w1",
           {"width 4", "5 rows"});
    refuse([](W& w) { w.feed_forward = {.w1 = Matrix::Zero(4, 8), .b1 = {}, .w2 = Matrix::Zero(8, 16), .b2 = {}}; },
           "residual-shape", "feedForward", {"(3, 16)", "(3, 4)"});
    require_refused(block(Matrix(3, 0), good), "width-zero", {order == Order::Pre ? "norm1.x" : "attention.x"},
                    {"width 0"});
    require_refused(block(Matrix(0, 4), good), "no-keys", {"attention.k"}, {"0 rows"});
    const DecoderWeights decoder = random_decoder(random, {2, 2, 4}, order);
    require_refused(decoder_block(x, random.matrix(2, 6), decoder), "memory-width", {"cross.memory"},
                    {"width 6", "width 4"});
    require_refused(decoder_block(x, Matrix(0, 4), decoder), "no-keys", {"cross.k"}, {"0 rows"});
    DecoderWeights wrong = decoder;
    wrong.self.wk = Matrix::Zero(4, 3);
    wrong.self.bk.reset();
    require_refused(decoder_block(x, x, wrong), "weight-width", {"self.wk"}, {"In self", "3 columns", "needs 4"});
    wrong = decoder;
    wrong.norm3.bias = Vector::Zero(5);
    require_refused(decoder_block(x, x, wrong), "vector-length", {"norm3.bias"}, {"In norm3", "5", "4"});
  }
}

}  // namespace lesson::test
