#include "core/invariants/numbers.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {

TEST_CASE("value-shift: 5 more in every value is 5 more in every output") {
  Setup setup = with_scores({2, 1, 0});
  require_pass("value-shift", setup);
  // Weights that sum to 1/2 pass on half of it. K = 4 makes the scale 1/2.
  setup.q = Matrix::Ones(1, 4);
  setup.k = rows({{2, 2, 0, 0}, {1, 1, 0, 0}, {0, 0, 0, 0}});
  const Finding finding = require_fail("value-shift", setup, "scale-after-softmax");
  REQUIRE(std::abs(finding.expected - finding.got - 2.5) <= 1e-12);
  // It looks before the output projection and the norm, which do not keep a shift.
  setup.norm_eps = 1e-5;
  require_pass("value-shift", setup);
}

TEST_CASE("score-shift: a mask of zeros does not move with the scores") {
  const Setup causal = on_bench("causal");
  require_pass("score-shift", causal);
  require_fail("score-shift", causal, "mask-fill-zero");
  REQUIRE(require_fail("score-shift", causal, "no-max-subtraction").largest == kInfinity);
  require_fail("score-shift", causal, "softmax-over-queries");
  require_pass("score-shift", causal, "softmax-twice");
  require_not_applicable("score-shift", on_bench("rotary"));
  Setup zero = causal;
  zero.q.setZero();
  require_not_applicable("score-shift", zero);
  Setup coarse = causal;  // keys beside which the shift is rounded away
  coarse.k(0, 0) = 1e16, coarse.q(0, 0) = coarse.q(1, 0) = coarse.q(2, 0) = coarse.q(3, 0) = 0;
  require_not_applicable("score-shift", coarse);
  zero = causal;
  zero.scale = 0;
  require_not_applicable("score-shift", zero);
}

TEST_CASE("zero-queries: the plain mean of what may be read") {
  Setup setup = with_scores({2, 1, 0});
  setup.v = rows({{1}, {2}, {6}});
  require_pass("zero-queries", setup);
  setup.blocked = flags({{0, 0, 1}});
  const Finding finding = require_fail("zero-queries", setup, "mask-fill-zero");
  REQUIRE(finding.expected == 1.5);
  REQUIRE(std::abs(finding.got - 3) <= 1e-12);
  require_pass("zero-queries", setup, "scale-missing");
  require_not_applicable("zero-queries", on_bench("sinusoid"));
}

TEST_CASE("unit-scores: the only check that sees the scale") {
  const Setup plain = on_bench("plain");  // K = 4
  require_pass("unit-scores", plain);
  REQUIRE(require_fail("unit-scores", plain, "scale-missing").got == 2);
  REQUIRE(require_fail("unit-scores", plain, "scale-twice").got == 0.5);
  REQUIRE(require_fail("unit-scores", plain, "scale-by-width").got == 0.5);
  REQUIRE(require_fail("unit-scores", plain, "scale-after-softmax").got == 2);
  require_pass("unit-scores", plain, "scale-by-model-width");
  const Finding two = require_fail("unit-scores", on_bench("heads"), "scale-by-model-width");
  REQUIRE(std::abs(two.got - std::sqrt(0.5)) <= 1e-12);
  Setup own = plain;
  own.scale = 0.5;
  require_not_applicable("unit-scores", own);
  require_not_applicable("unit-scores", with_scores({1, 2}));
}

TEST_CASE("head-order: weights and parts of the result move with their heads") {
  require_pass("head-order", on_bench("heads"));
  require_pass("head-order", on_bench("grouped"));
  require_fail("head-order", on_bench("heads"), "heads-split-by-reshape");
  require_fail("head-order", on_bench("heads"), "heads-merged-without-transpose");
  require_not_applicable("head-order", on_bench("plain"));
}

}  // namespace lesson::test
