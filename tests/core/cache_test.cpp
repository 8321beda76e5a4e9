#include "core/cache.hpp"

#include "core/check.hpp"
#include "tests/core/layers.hpp"

namespace lesson::test {
namespace {

CacheStep stepped(const Matrix& x, const MultiheadWeights& weights, const Cache& cache,
                  const std::optional<PositionOptions>& rotary = {}) {
  const auto step = decode(x, weights, cache, rotary);
  REQUIRE(step.ok());
  return *step;
}

Cache starting_at(Index offset) {
  Cache cache;
  cache.offset = offset;
  return cache;
}

// Rotary where the heads have pairs, and not always.
std::optional<PositionOptions> random_rotary(Random& random, const Matrix& x, const MultiheadWeights& weights) {
  if (x.cols() / weights.heads % 2 != 0 || random.chance(0.3)) return std::nullopt;
  return PositionOptions{.pairing = random.chance(0.5) ? Pairing::Interleaved : Pairing::Halves};
}

}  // namespace

TEST_CASE("cache: by hand, the second token reads the first") {
  const Matrix one = rows({{1}});
  const MultiheadWeights weights{.wq = one, .wk = one, .wv = one, .wo = one};
  const CacheStep first = stepped(rows({{2}}), weights, {});
  REQUIRE(same(first.trace.output, rows({{2}})));
  REQUIRE(same(first.cache.k, rows({{2}})));
  const CacheStep second = stepped(rows({{0}}), weights, first.cache);
  // A query of 0 takes the mean of 2 and 0.
  REQUIRE(same(second.trace.output, rows({{1}})));
  REQUIRE(same(second.cache.v, rows({{2}, {0}})));
  REQUIRE(next_position(second.cache) == 2);
  // The cache that was given is left alone: two continuations of one beginning are possible.
  REQUIRE(first.cache.k.rows() == 1);
}

TEST_CASE("property: cached rows equal the rows of the whole sequence, row by row") {
  for_each_multihead(100, [](Random& random, const Matrix& x, const MultiheadWeights& weights) {
    const Index offset = random.integer(0, 200);
    MultiheadOptions options{.causal = Causal::TopLeft, .rotary = random_rotary(random, x, weights)};
    Cache cache = starting_at(offset);
    const auto rotary = options.rotary;
    if (options.rotary) options.rotary->offset = offset;
    const auto full = multihead(x, weights, options);
    REQUIRE(full.ok());
    for (Index i = 0; i < x.rows();) {
      REQUIRE(next_position(cache) == offset + i);
      // One row at a time, or a few: a prompt and what follows.
      const Index some = random.integer(1, x.rows() - i);
      const CacheStep step = stepped(x.middleRows(i, some), weights, cache, rotary);
      // Equal numbers: the same sums in the same order, in which the whole only adds zeros for blocked keys.
      REQUIRE(difference(step.trace.output, full->output.middleRows(i, some)) <= 0);
      for (std::size_t h = 0; h < full->heads.size(); ++h) {
        const Matrix& weights_here = step.trace.heads[h].attention.weights;
        REQUIRE(difference(weights_here, full->heads[h].attention.weights.block(i, 0, some, i + some)) <= 0);
      }
      cache = step.cache;
      i += some;
    }
    REQUIRE(same(cache.k, full->k));
    REQUIRE(same(cache.v, full->v));
  });
}

TEST_CASE("property: the offset does not matter to rotary scores, but forgetting it at a step does") {
  int checked = 0, noticed = 0;
  for_each_multihead(101, [&](Random& random, const Matrix& x, const MultiheadWeights& weights) {
    const auto rotary = random_rotary(random, x, weights);
    if (!rotary) return;
    ++checked;
    const Index last = x.rows() - 1;
    const CacheStep here = stepped(x.topRows(last), weights, starting_at(0), rotary);
    const CacheStep there = stepped(x.topRows(last), weights, starting_at(random.integer(1, 100)), rotary);
    const Matrix right = stepped(x.bottomRows(1), weights, here.cache, rotary).trace.output;
    REQUIRE(difference(right, stepped(x.bottomRows(1), weights, there.cache, rotary).trace.output) <= kLayerRounding);
    // The mistake: the new row is turned as if it were the first.
    const auto first = project_heads(x.bottomRows(1), weights, rotary);
    Matrix k(x.rows(), first->k.cols()), v(x.rows(), first->v.cols());
    k << here.cache.k, first->k;
    v << here.cache.v, first->v;
    noticed += !(difference(right, join_heads({first->q, k, v}, weights, {})->output) <= 1e-9);
  });
  REQUIRE(checked >= 200);
  REQUIRE(noticed >= checked * 99 / 100);
}

TEST_CASE("property: with sinusoids, rows coded at the next position equal the whole, and at 0 they do not") {
  Random random(102);
  for (int run = 0; run < kLayerRuns; ++run) {
    const MultiheadWeights weights = random_multihead(random, 6, 3, 3);
    const Matrix tokens = random.matrix(random.integer(2, 5), 6);
    const Index last = tokens.rows() - 1, offset = random.integer(0, 9);
    const Matrix coded = tokens + sinusoid(tokens.rows(), 6, {.offset = offset})->output;
    const Matrix full = multihead(coded, weights, {.causal = Causal::TopLeft})->output;
    const CacheStep prompt = stepped(coded.topRows(last), weights, starting_at(offset));
    const auto next = [&](Index position) {
      const Matrix row = tokens.row(last) + sinusoid(1, 6, {.offset = position})->output;
      return stepped(row, weights, prompt.cache).trace.output;
    };
    REQUIRE(difference(next(next_position(prompt.cache)), full.bottomRows(1)) <= 0);
    REQUIRE(!(difference(next(0), full.bottomRows(1)) <= 1e-6));
  }
}

TEST_CASE("cache: refusals") {
  Random random(103);
  const MultiheadWeights weights = random_multihead(random, 8, 4, 2);
  const Matrix x = random.matrix(1, 8);
  const auto refuse = [&](const Cache& cache, const char* code, const char* place,
                          std::initializer_list<std::string> named) {
    require_refused(decode(x, weights, cache), code, {place}, named);
  };
  refuse({random.matrix(3, 8), random.matrix(3, 8)}, "cache-shape", "cache", {"(3, 8)", "width 4"});
  refuse({random.matrix(3, 4), random.matrix(2, 4)}, "cache-shape", "cache", {"(3, 4)", "(2, 4)"});
  refuse({random.matrix(3, 4), Matrix(0, 0)}, "cache-shape", "cache", {"(0, 0)"});
  refuse({Matrix::Zero(kMostNumbers / 4, 4), Matrix::Zero(kMostNumbers / 4, 4)}, "too-large", "cache",
         {"(1048577, 4)"});
  require_refused(decode(random.matrix(1, 6), weights, {}), "heads-divide", {"heads"}, {"width 6", "4 heads"});
  require_refused(decode(Matrix(0, 8), weights, {}), "no-keys", {"k"}, {"0 rows"});
  refuse(starting_at(-1), "negative-offset", "cache", {"offset -1"});
  const Index most = std::numeric_limits<Index>::max();
  refuse(starting_at(most), "too-large", "cache", {std::to_string(most), "2^30"});
  require_refused(decode(x, weights, starting_at(Index{1} << 30), PositionOptions{}), "too-large", {"rotary.offset"},
                  {"1073741824"});
  // No new rows after some old ones are no error: the result is as empty.
  const CacheStep nothing = stepped(Matrix(0, 8), weights, stepped(x, weights, {}).cache);
  REQUIRE(nothing.trace.output.rows() == 0);
  REQUIRE(nothing.cache.k.rows() == 1);
}

}  // namespace lesson::test
