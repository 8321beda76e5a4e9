#include "core/feed_forward.hpp"

#include <numbers>

#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

FeedForwardTrace fed(const Matrix& x, const FeedForwardWeights& weights) {
  const auto trace = feed_forward(x, weights);
  REQUIRE(trace.ok());
  return *trace;
}

FeedForwardWeights random_weights(Random& random, Index width, Index hidden) {
  return {.w1 = random.matrix(width, hidden, -1, 1),
          .b1 = random.matrix(hidden, 1),
          .w2 = random.matrix(hidden, width, -1, 1),
          .b2 = random.matrix(width, 1),
          .activation = Activation::Gelu};
}

}  // namespace

TEST_CASE("feed forward: worked by hand") {
  const FeedForwardWeights weights{.w1 = rows({{1, -1, 0}, {0, 2, 1}}),
                                   .b1 = rows({{0, 1, -3}}).row(0).transpose(),
                                   .w2 = rows({{1, 0}, {1, 1}, {5, 5}}),
                                   .b2 = rows({{0.5, -0.5}}).row(0).transpose()};
  const FeedForwardTrace trace = fed(rows({{1, 2}, {-1, 0}}), weights);
  REQUIRE(same(trace.pre_activation, rows({{1, 4, -1}, {-1, 2, -3}})));
  REQUIRE(same(trace.activation, rows({{1, 4, 0}, {0, 2, 0}})));
  REQUIRE(same(trace.output, rows({{5.5, 3.5}, {2.5, 1.5}})));
}

TEST_CASE("feed forward: values of the activations") {
  REQUIRE(activate(2, Activation::Relu) == 2);
  REQUIRE(same(activate(-2, Activation::Relu), 0));
  REQUIRE(activate(-2, Activation::None) == -2);
  // x Phi(x); Phi(1) = 0.8413447460685429 in any table of the normal distribution. One rounding or two: 3e-16.
  REQUIRE(std::abs(activate(1, Activation::Gelu) - 0.8413447460685429) <= 3e-16);
  REQUIRE(std::abs(activate(-1, Activation::Gelu) + 0.15865525393145707) <= 3e-16);
  REQUIRE(std::abs(activate(1, Activation::GeluTanh) - 0.8411919906082768) <= 3e-16);
  for (const Activation gelu : {Activation::Gelu, Activation::GeluTanh}) {
    REQUIRE(activate(0, gelu) == 0);
    REQUIRE(activate(40, gelu) == 40);
    REQUIRE(std::abs(activate(-40, gelu)) <= 1e-300);
    REQUIRE(std::abs(activate(-kLargest, gelu)) <= 0);
    REQUIRE(activate(kLargest, gelu) == kLargest);
  }
}

TEST_CASE("feed forward: NaN and infinities in the activations") {
  for (const Activation each : {Activation::Relu, Activation::Gelu, Activation::GeluTanh, Activation::None}) {
    REQUIRE(std::isnan(activate(kNaN, each)));
    REQUIRE(activate(kInfinity, each) == kInfinity);
  }
  REQUIRE(activate(-kInfinity, Activation::Relu) == 0);
  REQUIRE(std::isnan(activate(-kInfinity, Activation::Gelu)));
  REQUIRE(std::isnan(activate(-kInfinity, Activation::GeluTanh)));
  REQUIRE(activate(-kInfinity, Activation::None) == -kInfinity);
}

TEST_CASE("property: the two forms of GELU agree within 5e-4 and keep above -0.1701") {
  Random random(40);
  double widest = 0, lowest = 0;
  for (int run = 0; run < 10000; ++run) {
    const double x = random.between(-6, 6);
    const double exact = activate(x, Activation::Gelu), tanh = activate(x, Activation::GeluTanh);
    REQUIRE(std::abs(exact - tanh) <= 5e-4);
    REQUIRE(exact >= -0.1701);
    REQUIRE(tanh >= -0.1701);
    REQUIRE(activate(x, Activation::Relu) >= exact);
    // x Phi(x) - (-x) Phi(-x) = x (Phi(x) + Phi(-x)) = x; two roundings of numbers up to 6.
    REQUIRE(std::abs(exact - activate(-x, Activation::Gelu) - x) <= 4e-15);
    widest = std::max(widest, std::abs(exact - tanh));
    lowest = std::min(lowest, exact);
  }
  // And they are two forms: a test that compared one with itself would pass the lines above.
  REQUIRE(widest >= 4e-4);
  REQUIRE(lowest <= -0.1699);
}

TEST_CASE("property: the same map for each row, whatever the others hold") {
  Random random(41);
  for (int run = 0; run < 1000; ++run) {
    const Index width = random.integer(1, 6), tokens = random.integer(1, 6);
    const FeedForwardWeights weights = random_weights(random, width, random.integer(1, 9));
    const Matrix x = random.matrix(tokens, width);
    const Index i = random.integer(0, tokens - 1);
    REQUIRE(same(fed(x.row(i), weights).output, fed(x, weights).output.row(i)));
  }
}

TEST_CASE("property: without the activation the two maps are one affine map") {
  Random random(42);
  for (int run = 0; run < 1000; ++run) {
    FeedForwardWeights weights = random_weights(random, 4, 8);
    weights.activation = Activation::None;
    const Matrix x = random.matrix(3, 4);
    const Matrix one = affine(x, weights.w1 * weights.w2, Vector(weights.w2.transpose() * *weights.b1 + *weights.b2));
    // 32 products of numbers up to 15 by 1, sums up to 120: some 40 roundings of 1e-14.
    REQUIRE(difference(fed(x, weights).output, one) <= 1e-12);
    weights.activation = Activation::Relu;
    REQUIRE(!(difference(fed(x, weights).output, one) <= 1e-3));
  }
}

TEST_CASE("feed forward: the lesson's 64, 256, 64 and another width at the end") {
  Random random(43);
  FeedForwardWeights weights = random_weights(random, 64, 256);
  const FeedForwardTrace trace = fed(random.matrix(5, 64), weights);
  REQUIRE((trace.pre_activation.rows() == 5 && trace.pre_activation.cols() == 256));
  REQUIRE((trace.output.rows() == 5 && trace.output.cols() == 64));
  weights.w2 = Matrix::Zero(256, 256);
  weights.b2.reset();
  REQUIRE(fed(random.matrix(5, 64), weights).output.cols() == 256);
  REQUIRE(fed(Matrix(0, 64), weights).output.rows() == 0);
}

TEST_CASE("feed forward: refusals") {
  Random random(44);
  const FeedForwardWeights weights = random_weights(random, 2, 3);
  const Matrix x = rows({{1, 2}});
  require_refused(feed_forward(rows({{1, 2, 3}}), weights), "inner-width", {"w1"}, {"width 3", "2 rows"});
  require_refused(feed_forward(Matrix(1, 0), weights), "width-zero", {"x"}, {"width 0"});
  FeedForwardWeights wrong = weights;
  wrong.b1 = Vector::Zero(2);
  require_refused(feed_forward(x, wrong), "vector-length", {"b1"}, {"2 numbers", "needs 3"});
  wrong = weights;
  wrong.b2 = Vector::Zero(3);
  require_refused(feed_forward(x, wrong), "vector-length", {"b2"}, {"3 numbers", "needs 2"});
  wrong = weights;
  wrong.w2 = Matrix::Zero(4, 2);
  require_refused(feed_forward(x, wrong), "inner-width", {"w2"}, {"activation", "width 3", "4 rows"});
  wrong = weights;
  wrong.w1 = Matrix(2, 0);
  wrong.b1.reset();
  require_refused(feed_forward(x, wrong), "width-zero", {"activation"}, {"width 0"});
  wrong = weights;
  wrong.w1 = Matrix::Zero(2, 3000);
  wrong.b1.reset();
  require_refused(feed_forward(Matrix::Zero(3000, 2), wrong), "too-large", {"w1"}, {"(3000, 3000)"});
}

}  // namespace lesson::test
