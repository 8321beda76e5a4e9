#include "core/softmax.hpp"

#include "tests/core/support.hpp"

namespace lesson::test {

TEST_CASE("softmax: the weights of the ticket triage and of larger scores") {
  // Spec: (0.707, 0.707, 0) -> (0.401, 0.401, 0.198); (1, 1, 0) -> (0.422, 0.422, 0.155); (8, 8, 0) -> (0.500, 0.500,
  // 0.0002). Half a unit of the last printed digit.
  const double r = std::sqrt(0.5);
  REQUIRE(difference(softmax(rows({{r, r, 0}, {1, 1, 0}})), rows({{0.401, 0.401, 0.198}, {0.422, 0.422, 0.155}})) <=
          5.01e-4);
  REQUIRE(difference(softmax(rows({{8, 8, 0}})), rows({{0.500, 0.500, 0.0002}})) <= 5e-4);
}

TEST_CASE("softmax: worked by hand for two keys") {
  // 1 / (1 + e^-1): the logistic function of the difference. One rounding of exp, one of the sum, one of the quotient.
  const Matrix weights = softmax(rows({{3, 2}}));
  REQUIRE(std::abs(weights(0, 0) - 1 / (1 + std::exp(-1.0))) <= 3e-16);
  REQUIRE(std::abs(weights(0, 1) - 1 / (1 + std::exp(1.0))) <= 3e-16);
}

TEST_CASE("softmax: finite scores of any size give finite weights") {
  REQUIRE(same(softmax(rows({{kLargest, kLargest, -kLargest}})), rows({{0.5, 0.5, 0}})));
  REQUIRE(same(softmax(rows({{-kLargest, -kLargest}})), rows({{0.5, 0.5}})));
  REQUIRE(same(softmax(rows({{1e300, 0}})), rows({{1, 0}})));
  REQUIRE(same(softmax(rows({{-5}})), rows({{1}})));
}

TEST_CASE("softmax: minus infinity gives weight exactly 0 and harms nothing else") {
  REQUIRE(same(softmax(rows({{2, -kInfinity, 2}})), rows({{0.5, 0, 0.5}})));
}

TEST_CASE("softmax: a NaN or a plus infinity or only minus infinities make their row NaN and no other") {
  const Matrix weights = softmax(rows({{-kInfinity, -kInfinity}, {0, kNaN}, {kNaN, 0}, {0, kInfinity}, {7, 7}}));
  for (Index i = 0; i < 4; ++i) {
    for (Index j = 0; j < 2; ++j) {
      INFO("at (" << i << ", " << j << ")");
      REQUIRE(std::isnan(weights(i, j)));
    }
  }
  REQUIRE(same(weights.row(4), rows({{0.5, 0.5}})));
}

TEST_CASE("softmax: empty scores give as empty weights") {
  REQUIRE(softmax(Matrix(0, 3)).cols() == 3);
  REQUIRE(softmax(Matrix(0, 3)).rows() == 0);
  REQUIRE(softmax(Matrix(3, 0)).rows() == 3);
  REQUIRE(softmax(Matrix(3, 0)).cols() == 0);
  REQUIRE(softmax(Matrix(0, 0), Axis::Queries).size() == 0);
  REQUIRE(softmax(Matrix(0, 3), Axis::Queries).cols() == 3);
}

TEST_CASE("softmax: over queries the columns sum to 1 and not the rows") {
  const Matrix z = rows({{1, 0, 0}, {0, 1, 0}});
  const Matrix weights = softmax(z, Axis::Queries);
  REQUIRE(same(weights, softmax(Matrix(z.transpose())).transpose()));
  REQUIRE(difference(weights.colwise().sum(), rows({{1, 1, 1}})) <= 3e-16);
  REQUIRE(std::abs(weights.row(0).sum() - 1.5) <= 5e-16);
}

TEST_CASE("softmax: every step of a row is kept and agrees with the matrix to the last bit") {
  Random random(1);
  int seen = 0;
  for (int run = 0; run < 1000; ++run) {
    Matrix z = random.matrix(1, random.integer(1, 9), -20, 20);
    if (random.chance(0.2)) z(0, random.integer(0, z.cols() - 1)) = random.chance(0.5) ? -kInfinity : kNaN;
    const SoftmaxRow row = softmax_row(z.row(0).transpose());
    REQUIRE(same(softmax(z), Matrix(row.weights.transpose())));
    if (z.array().isNaN().any() || (z.array() == -kInfinity).all()) continue;
    REQUIRE(row.max == z.maxCoeff());
    REQUIRE(row.sum >= 1);
    double sum = 0;
    for (Index j = 0; j < z.cols(); ++j) {
      REQUIRE(row.shifted(j) <= 0);
      REQUIRE(same(row.shifted(j), z(0, j) - row.max));
      REQUIRE(same(row.exps(j), std::exp(row.shifted(j))));
      REQUIRE(same(row.weights(j), row.exps(j) / row.sum));
      sum += row.exps(j);
    }
    REQUIRE(same(sum, row.sum));
    ++seen;
  }
  REQUIRE(seen > 700);
}

TEST_CASE("softmax: the maximum of a row with a NaN is NaN wherever it stands") {
  for (Index at = 0; at < 3; ++at) {
    Vector z = Vector::Zero(3);
    z(at) = kNaN;
    REQUIRE(std::isnan(softmax_row(z).max));
  }
}

TEST_CASE("spread: 1 for one key, M for M even keys, 0 for a row of zeros, NaN for NaN") {
  const Vector keys =
      spread(rows({{1, 0, 0, 0}, {0.25, 0.25, 0.25, 0.25}, {0.5, 0.5, 0, 0}, {0, 0, 0, 0}, {kNaN, 0, 0, 0}}));
  REQUIRE(keys(0) == 1);
  REQUIRE(keys(1) == 4);
  REQUIRE(keys(2) == 2);
  REQUIRE(keys(3) == 0);
  REQUIRE(std::isnan(keys(4)));
}

TEST_CASE("spread: worked by hand for weights 1/2 and 1/4 and 1/4") {
  // Entropy: 1/2 * 1 + 1/4 * 2 + 1/4 * 2 = 1.5 bits, exact in binary; 2^1.5 rounded once, exp2 off by one unit at most.
  REQUIRE(std::abs(spread(rows({{0.5, 0.25, 0.25}}))(0) - 2 * std::sqrt(2.0)) <= 9e-16);
}

}  // namespace lesson::test
