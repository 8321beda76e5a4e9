// Values from PyTorch are in layers_oracle_test.cpp.
#include "core/multihead.hpp"

#include "tests/core/layers.hpp"

namespace lesson::test {
namespace {

MultiheadTrace headed(const Matrix& x, const MultiheadWeights& weights, const MultiheadOptions& options = {}) {
  const auto trace = multihead(x, weights, options);
  REQUIRE(trace.ok());
  return *trace;
}

MultiheadWeights identity(Index width, Index heads) {
  const Matrix one = Matrix::Identity(width, width);
  return {.heads = heads, .wq = one, .wk = one, .wv = one, .wo = one};
}

}  // namespace

TEST_CASE("multihead: one head with identity projections is plain attention") {
  const Matrix x = rows({{1, 0}, {0, 1}, {1, 1}});
  const MultiheadTrace trace = headed(x, identity(2, 1));
  const AttentionTrace plain = traced({.q = x, .k = x, .v = x, .scale = {}, .blocked = {}});
  REQUIRE(same(trace.output, plain.output));
  REQUIRE(same(trace.heads.at(0).attention.weights, plain.weights));
  REQUIRE(same(trace.lossy_mean_weights, plain.weights));
}

TEST_CASE("multihead: two heads by hand") {
  // Head 0 compares the first column alone and head 1 the second, each of width 1 and scale 1.
  const Matrix x = rows({{2, 0}, {0, 2}});
  const MultiheadTrace trace = headed(x, identity(2, 2));
  const double e4 = std::exp(-4.0), high = 1 / (1 + e4), low = e4 / (1 + e4);
  REQUIRE(same(trace.heads[0].attention.raw, rows({{4, 0}, {0, 0}})));
  REQUIRE(same(trace.heads[1].attention.raw, rows({{0, 0}, {0, 4}})));
  REQUIRE(same(trace.heads[0].attention.weights, rows({{high, low}, {0.5, 0.5}})));
  REQUIRE(same(trace.heads[1].attention.weights, rows({{0.5, 0.5}, {low, high}})));
  REQUIRE(same(trace.concatenated, rows({{2 * high, 1}, {1, 2 * high}})));
  REQUIRE(same(trace.output, trace.concatenated));
  // The mean over heads is a map that neither has. One sum and one quotient of numbers up to 1.
  REQUIRE(difference(trace.lossy_mean_weights,
                     rows({{(high + 0.5) / 2, (low + 0.5) / 2}, {(low + 0.5) / 2, (high + 0.5) / 2}})) <= 3e-16);
}

TEST_CASE("multihead: heads share key-value heads as AABB") {
  Random random(60);
  const MultiheadTrace trace = headed(random.matrix(3, 8), random_multihead(random, 8, 4, 2));
  REQUIRE(trace.heads.size() == 4);
  for (std::size_t h = 0; h < 4; ++h) {
    const Index group = h < 2 ? 0 : 1;
    REQUIRE(trace.heads[h].kv_head == group);
    REQUIRE(same(trace.heads[h].k, trace.k.middleCols(2 * group, 2)));
    REQUIRE(same(trace.heads[h].v, trace.v.middleCols(2 * group, 2)));
  }
  REQUIRE(trace.k.cols() == 4);
}

TEST_CASE("multihead: the lesson's shapes, width 64 and 4 heads of 16; 12 source and 3 target rows") {
  Random random(61);
  const MultiheadWeights weights = random_multihead(random, 64, 4, 4);
  const MultiheadTrace own = headed(random.matrix(5, 64), weights);
  REQUIRE(own.heads.size() == 4);
  REQUIRE((own.heads[3].q.rows() == 5 && own.heads[3].q.cols() == 16));
  REQUIRE((own.concatenated.cols() == 64 && own.output.rows() == 5 && own.output.cols() == 64));
  const auto cross = cross_attention(random.matrix(3, 64), random.matrix(12, 64), weights);
  REQUIRE(cross.ok());
  REQUIRE((cross->heads[0].attention.weights.rows() == 3 && cross->heads[0].attention.weights.cols() == 12));
  REQUIRE((cross->lossy_mean_weights.cols() == 12 && cross->output.rows() == 3));
}

TEST_CASE("property: every head projects the full width of x") {
  for_each_multihead(62, [](Random& random, const Matrix& x, const MultiheadWeights& weights) {
    Matrix changed = x;
    changed.col(random.integer(0, x.cols() - 1)).array() += 1;
    const MultiheadTrace before = headed(x, weights), after = headed(changed, weights);
    for (std::size_t h = 0; h < before.heads.size(); ++h) {
      REQUIRE(!same(before.heads[h].q, after.heads[h].q));
      REQUIRE(!same(before.heads[h].k, after.heads[h].k));
      REQUIRE(!same(before.heads[h].v, after.heads[h].v));
    }
  });
}

TEST_CASE("property: each head is attention on its own columns") {
  for_each_multihead(63, [](Random& random, const Matrix& x, const MultiheadWeights& weights) {
    const Causal causal = random.chance(0.5) ? Causal::TopLeft : Causal::None;
    const MultiheadTrace trace = headed(x, weights, {.causal = causal});
    const Index width = x.cols() / weights.heads;
    for (Index h = 0; h < weights.heads; ++h) {
      const HeadTrace& head = trace.heads[static_cast<std::size_t>(h)];
      const AttentionTrace alone =
          traced({.q = head.q, .k = head.k, .v = head.v, .scale = {}, .causal = causal, .blocked = {}});
      REQUIRE(same(alone.output, head.attention.output));
      REQUIRE(same(head.attention.output, trace.concatenated.middleCols(h * width, width)));
      REQUIRE(same(head.q, affine(x, weights.wq, weights.bq).middleCols(h * width, width)));
    }
    REQUIRE(same(trace.output, affine(trace.concatenated, weights.wo, weights.bo)));
  });
}

TEST_CASE("property: as many key-value heads as heads is plain multi-head attention") {
  for_each_multihead(64, [](Random&, const Matrix& x, const MultiheadWeights& weights) {
    MultiheadWeights plain = weights, grouped = weights;
    const Index kv_heads = *weights.kv_heads, each = weights.heads / kv_heads, width = x.cols() / weights.heads;
    // Grouped heads equal plain ones whose key and value projections are written out, once for each head.
    const auto repeated = [&](const Matrix& w) {
      Matrix all(w.rows(), x.cols());
      for (Index h = 0; h < weights.heads; ++h)
        all.middleCols(h * width, width) = w.middleCols(h / each * width, width);
      return all;
    };
    plain.kv_heads.reset();
    plain.wk = repeated(weights.wk);
    plain.wv = repeated(weights.wv);
    plain.bk = Vector(repeated(weights.bk->transpose()).transpose());
    plain.bv = Vector(repeated(weights.bv->transpose()).transpose());
    REQUIRE(same(headed(x, plain).output, headed(x, grouped).output));
    MultiheadWeights counted = plain;
    counted.kv_heads = plain.heads;
    REQUIRE(same(headed(x, plain).output, headed(x, counted).output));
  });
}

TEST_CASE("property: permuting rows permutes outputs, until a mask knows the order") {
  int moved = 0;
  for_each_multihead(65, [&moved](Random& random, const Matrix& x, const MultiheadWeights& weights) {
    const std::vector<Index> order = random.permutation(x.rows());
    REQUIRE(difference(headed(permuted(x, order), weights).output, permuted(headed(x, weights).output, order)) <=
            kLayerRounding);
    const MultiheadOptions causal{.causal = Causal::TopLeft};
    moved += !(difference(headed(permuted(x, order), weights, causal).output,
                          permuted(headed(x, weights, causal).output, order)) <= 1e-6);
  });
  REQUIRE(moved >= 700);
}

TEST_CASE("property: under a causal mask later rows do not matter; with rotary positions too") {
  for_each_multihead(66, [](Random& random, const Matrix& x, const MultiheadWeights& weights) {
    MultiheadOptions options{.causal = Causal::TopLeft};
    if (x.cols() / weights.heads % 2 == 0) options.rotary = PositionOptions{.offset = random.integer(0, 50)};
    Matrix changed = x;
    changed.bottomRows(1).array() += 5;
    const Matrix before = headed(x, weights, options).output, after = headed(changed, weights, options).output;
    REQUIRE(same(before.topRows(x.rows() - 1), after.topRows(x.rows() - 1)));
    REQUIRE(!same(before, after));
  });
}

TEST_CASE("property: cross-attention to its own rows is self-attention, and queries do not see each other") {
  for_each_multihead(67, [](Random& random, const Matrix& x, const MultiheadWeights& weights) {
    const auto own = cross_attention(x, x, weights);
    REQUIRE(own.ok());
    REQUIRE(same(own->output, headed(x, weights).output));
    const Matrix memory = random.matrix(random.integer(1, 7), x.cols());
    const Index i = random.integer(0, x.rows() - 1);
    const auto all = cross_attention(x, memory, weights), one = cross_attention(x.row(i), memory, weights);
    REQUIRE((all.ok() && one.ok()));
    REQUIRE(same(all->output.row(i), one->output));
  });
}

TEST_CASE("property: rotary scores do not change when every position moves") {
  int checked = 0;
  for_each_multihead(68, [&checked](Random& random, const Matrix& x, const MultiheadWeights& weights) {
    if (x.cols() / weights.heads % 2 != 0) return;
    MultiheadOptions here{.rotary = PositionOptions{}}, there = here;
    there.rotary->offset = random.integer(1, 100);
    REQUIRE(difference(headed(x, weights, here).output, headed(x, weights, there).output) <= kLayerRounding);
    ++checked;
  });
  REQUIRE(checked >= 300);
}

TEST_CASE("multihead: masks and empty rows reach every head") {
  Random random(69);
  const Matrix x = random.matrix(2, 4);
  const MultiheadWeights weights = random_multihead(random, 4, 2, 2);
  MultiheadOptions options{.blocked = flags({{1, 1}, {0, 1}})};
  MultiheadTrace trace = headed(x, weights, options);
  REQUIRE(trace.output.row(0).array().isNaN().all());
  for (const HeadTrace& head : trace.heads) {
    REQUIRE(head.attention.empty_rows == std::vector<Index>{0});
    REQUIRE(same(head.attention.weights.row(1), rows({{1, 0}})));
  }
  options.empty_row = EmptyRow::Zero;
  trace = headed(x, weights, options);
  REQUIRE(same(trace.concatenated.row(0), Matrix::Zero(1, 4)));
  REQUIRE(same(trace.output.row(0), weights.bo->transpose()));
}

TEST_CASE("multihead: refusals") {
  Random random(70);
  const Matrix x = random.matrix(3, 8);
  const MultiheadWeights good = random_multihead(random, 8, 4, 2);
  const auto refuse = [&](auto change, const char* code, const char* place, std::initializer_list<std::string> named) {
    MultiheadWeights wrong = good;
    change(wrong);
    require_refused(multihead(x, wrong), code, {place}, named);
    require_refused(cross_attention(x, x, wrong), code, {place}, named);
  };
  using W = MultiheadWeights;
  refuse([](W& w) { w.heads = 3; }, "heads-divide", "heads", {"width 8", "3 heads"});
  refuse([](W& w) { w.heads = 16; }, "heads-divide", "heads", {"width 8", "16 heads"});
  refuse([](W& w) { w.heads = 0; }, "heads-below-one", "heads", {"heads is 0"});
  refuse([](W& w) { w.heads = -4; }, "heads-below-one", "heads", {"heads is -4"});
  refuse([](W& w) { w.kv_heads = 0; }, "heads-below-one", "kvHeads", {"kvHeads is 0"});
  refuse([](W& w) { w.kv_heads = 3; }, "kv-heads-divide", "kvHeads", {"4 heads", "3 key-value heads"});
  refuse([](W& w) { w.kv_heads = 8; }, "kv-heads-divide", "kvHeads", {"4 heads", "8 key-value heads"});
  refuse([](W& w) { w.wq = Matrix::Zero(7, 8); }, "inner-width", "wq", {"width 8", "7 rows"});
  refuse([](W& w) { w.wk = Matrix::Zero(7, 4); }, "inner-width", "wk", {"width 8", "7 rows"});
  refuse([](W& w) { w.wv = Matrix::Zero(7, 4); }, "inner-width", "wv", {"width 8", "7 rows"});
  refuse([](W& w) { w.wo = Matrix::Zero(4, 8); }, "inner-width", "wo", {"concatenated", "width 8", "4 rows"});
  const auto bare = [](W& w) {
    for (Bias* const bias : {&w.bq, &w.bk, &w.bv, &w.bo}) bias->reset();
  };
  refuse([&](W& w) { bare(w), w.wq = Matrix::Zero(8, 4); }, "weight-width", "wq", {"4 columns", "needs 8", "4 heads"});
  refuse([&](W& w) { bare(w), w.wk = Matrix::Zero(8, 8); }, "weight-width", "wk", {"8 columns", "needs 4", "2 heads"});
  refuse([&](W& w) { bare(w), w.wv = Matrix::Zero(8, 1); }, "weight-width", "wv", {"1 column ", "needs 4"});
  refuse([&](W& w) { bare(w), w.wo = Matrix::Zero(8, 9); }, "weight-width", "wo", {"9 columns", "needs 8"});
  refuse([](W& w) { w.bq = Vector::Zero(7); }, "vector-length", "bq", {"7 numbers", "needs 8"});
  refuse([](W& w) { w.bk = Vector::Zero(8); }, "vector-length", "bk", {"8 numbers", "needs 4"});
  refuse([](W& w) { w.bv = Vector::Zero(1); }, "vector-length", "bv", {"1 number ", "needs 4"});
  refuse([](W& w) { w.bo = Vector::Zero(0); }, "vector-length", "bo", {"0 numbers", "needs 8"});

  require_refused(multihead(Matrix(3, 0), good), "width-zero", {"x"}, {"width 0"});
  require_refused(multihead(Matrix(0, 8), good), "no-keys", {"k"}, {"0 rows"});
  require_refused(multihead(x, good, {.blocked = flags({{0, 0}})}), "blocked-shape", {"blocked"}, {"(1, 2)", "(3, 3)"});
  require_refused(cross_attention(x, random.matrix(2, 6), good), "memory-width", {"memory"}, {"width 6", "width 8"});
  require_refused(cross_attention(x, Matrix(0, 8), good), "no-keys", {"k"}, {"0 rows"});
  require_refused(cross_attention(x, x, good, {.rotary = PositionOptions{}}), "rotary-cross", {"rotary"}, {"distance"});
  require_refused(multihead(x, random_multihead(random, 8, 8, 8), {.rotary = PositionOptions{}}), "odd-width",
                  {"rotary.x"}, {"width 1"});
  require_refused(multihead(x, good, {.rotary = PositionOptions{.offset = -1}}), "negative-offset", {"rotary.offset"},
                  {"-1"});
  // 8 heads of 1,024 by 1,024 scores are twice what is kept, though each alone would pass.
  require_refused(multihead(Matrix::Zero(1024, 8), random_multihead(random, 8, 8, 8)), "too-large", {"x"},
                  {"(8, 1024, 1024)", "4194304"});
}

}  // namespace lesson::test
