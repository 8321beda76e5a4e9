#include "core/norm.hpp"

#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

NormTrace normed(const Matrix& x, const NormWeights& weights = {}) {
  const auto trace = layer_norm(x, weights);
  REQUIRE(trace.ok());
  return *trace;
}

NormWeights with_eps(double eps) { return {.weight = {}, .bias = {}, .eps = eps}; }

}  // namespace

TEST_CASE("norm: worked by hand") {
  // Mean 5, squared deviations 9 + 1 + 1 + 9, variance 20/4 = 5: not 20/3.
  const NormTrace trace = normed(rows({{2, 4, 6, 8}}), with_eps(4));
  REQUIRE(same(trace.rows.mean(0), 5));
  REQUIRE(same(trace.rows.variance(0), 5));
  REQUIRE(same(trace.rows.deviation(0), std::sqrt(5)));
  REQUIRE(same(trace.normalised, rows({{-1, -1.0 / 3, 1.0 / 3, 1}})));
  REQUIRE(same(trace.output, trace.normalised));
}

TEST_CASE("norm: weight and bias belong to the features") {
  NormWeights weights = with_eps(4);
  weights.weight = rows({{3, 3, 6, 0}}).row(0).transpose();
  weights.bias = rows({{10, 20, 30, 40}}).row(0).transpose();
  const NormTrace trace = normed(rows({{2, 4, 6, 8}, {2, 4, 6, 8}}), weights);
  REQUIRE(same(trace.output, rows({{7, 19, 32, 40}, {7, 19, 32, 40}})));
  REQUIRE(same(trace.normalised.row(0), rows({{-1, -1.0 / 3, 1.0 / 3, 1}})));
}

TEST_CASE("norm: a constant row is 0 with eps and NaN, as 0/0, without") {
  Random random(30);
  for (int run = 0; run < 1000; ++run) {
    const Matrix x = Matrix::Constant(2, random.integer(1, 9), random.between(-3, 3));
    const NormTrace trace = normed(x);
    // Exactly, though the plain mean of seven tenths is not a tenth: see row_statistics.
    REQUIRE(same(trace.rows.mean(0), x(0, 0)));
    REQUIRE(same(trace.rows.variance(0), 0));
    REQUIRE(same(trace.normalised, Matrix::Zero(2, x.cols())));
    REQUIRE(normed(x, with_eps(0)).normalised.array().isNaN().all());
  }
  // Only in that row.
  const NormTrace both = normed(rows({{3, 3}, {1, 3}}), with_eps(0));
  REQUIRE(same(both.output, rows({{kNaN, kNaN}, {-1, 1}})));
}

TEST_CASE("norm: NaN and infinities stay in their own row") {
  const Matrix x = rows({{1, kNaN}, {kInfinity, 0}, {0, -kInfinity}, {1, 3}});
  const NormTrace trace = normed(x, with_eps(0));
  REQUIRE(trace.output.topRows(3).array().isNaN().all());
  REQUIRE(same(trace.output.row(3), rows({{-1, 1}})));
}

TEST_CASE("norm: very large and very small rows") {
  // The deviations are 5e199, their squares beyond 1.8e308.
  const NormTrace far = normed(rows({{0, 1e200}}));
  REQUIRE(far.rows.variance(0) == kInfinity);
  REQUIRE(difference(far.normalised, rows({{0, 0}})) <= 0);
  // Variance 1e-20 is far below eps: the row is shrunk, not stretched to 1.
  REQUIRE(difference(normed(rows({{-1e-10, 1e-10}})).normalised, rows({{-3.16e-8, 3.16e-8}})) <= 1e-10);
}

TEST_CASE("norm: no rows and one feature") {
  const NormTrace none = normed(Matrix(0, 3));
  REQUIRE((none.output.rows() == 0 && none.output.cols() == 3));
  REQUIRE(none.rows.mean.size() == 0);
  REQUIRE(same(normed(rows({{7}})).output, rows({{0}})));
  REQUIRE(std::isnan(row_statistics(Matrix(1, 0)).mean(0)));
}

TEST_CASE("property: normalised rows have mean 0 and variance 1") {
  Random random(31);
  for (int run = 0; run < 1000; ++run) {
    const Matrix x = random.matrix(random.integer(1, 6), random.integer(2, 12));
    const double eps = random.chance(0.5) ? 0 : random.between(0, 2);
    const NormTrace trace = normed(x, with_eps(eps));
    const RowStatistics rows = row_statistics(trace.normalised), before = row_statistics(x);
    REQUIRE(same(trace.rows.mean, before.mean));
    REQUIRE(same(trace.rows.deviation, before.deviation));
    for (Index i = 0; i < x.rows(); ++i) {
      const double variance = before.variance(i);
      // The mean of x is off by some 12 roundings of numbers up to 6, 1e-14, and is divided by the row's own root; two
      // numbers may lie close, so the root may be small.
      const double tolerance = 1e-14 * (1 + 1 / std::sqrt(variance + eps));
      REQUIRE(std::abs(rows.mean(i)) <= tolerance);
      REQUIRE(std::abs(rows.variance(i) - variance / (variance + eps)) <= 10 * tolerance);
    }
  }
}

TEST_CASE("property: shifting a row changes nothing, and scaling it nothing but eps") {
  Random random(32);
  for (int checked = 0; checked < 1000;) {
    const Matrix x = random.matrix(2, random.integer(2, 8));
    if (row_statistics(x).deviation.minCoeff() < 0.1) continue;
    ++checked;
    const double shift = random.between(-8, 8), factor = random.between(0.5, 4);
    // Numbers up to 24 are rounded by 4e-15 and divided by at least 0.1.
    REQUIRE(difference(normed((x.array() + shift).matrix()).output, normed(x).output) <= 1e-12);
    REQUIRE(difference(normed(factor * x, with_eps(0)).output, normed(x, with_eps(0)).output) <= 1e-12);
  }
}

TEST_CASE("property: rows do not see each other") {
  Random random(33);
  for (int run = 0; run < 1000; ++run) {
    const Matrix x = random.matrix(random.integer(2, 6), random.integer(1, 8));
    const Index i = random.integer(0, x.rows() - 1);
    REQUIRE(same(normed(x.row(i)).output, normed(x).output.row(i)));
  }
}

TEST_CASE("norm: refusals") {
  const Matrix x = rows({{1, 2, 3}});
  require_refused(layer_norm(Matrix(2, 0)), "width-zero", {"x"}, {"width 0"});
  require_refused(layer_norm(x, with_eps(kNaN)), "eps-not-finite", {"eps"}, {"NaN"});
  require_refused(layer_norm(x, with_eps(kInfinity)), "eps-not-finite", {"eps"}, {"infinity"});
  require_refused(layer_norm(x, with_eps(-kInfinity)), "eps-not-finite", {"eps"}, {"-infinity"});
  require_refused(layer_norm(x, with_eps(-1e-9)), "eps-negative", {"eps"}, {"-1e-9"});
  require_refused(layer_norm(x, {.weight = Vector::Ones(2), .bias = {}}), "vector-length", {"weight"},
                  {"2 numbers", "needs 3"});
  require_refused(layer_norm(x, {.weight = {}, .bias = Vector::Ones(4)}), "vector-length", {"bias"},
                  {"4 numbers", "needs 3"});
}

}  // namespace lesson::test
