#include "core/invariants/weights.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {

TEST_CASE("rows-sum-to-one: shows the row and what it sums to") {
  const Setup causal = on_bench("causal");
  require_pass("rows-sum-to-one", causal);
  const Finding finding = require_fail("rows-sum-to-one", causal, "scale-after-softmax");
  REQUIRE(finding.expected == 1);
  REQUIRE(std::abs(finding.got - 0.5) <= 1e-12);  // K = 4: every row is halved
  REQUIRE(finding.head == 0);
  require_fail("rows-sum-to-one", causal, "mask-after-softmax");
  require_fail("rows-sum-to-one", causal, "dropout-in-evaluation");
  // NaN is infinitely far from 1.
  REQUIRE(require_fail("rows-sum-to-one", causal, "mask-plus-infinity").largest == kInfinity);
  require_pass("rows-sum-to-one", causal, "mask-fill-zero");
  require_pass("rows-sum-to-one", causal, "softmax-twice");
}

TEST_CASE("columns-free: only the wrong axis makes all columns sum to 1") {
  const Setup plain = on_bench("plain");
  require_pass("columns-free", plain);
  const Finding finding = found("columns-free", plain, "softmax-over-queries");
  REQUIRE(finding.verdict == Verdict::Fail);
  REQUIRE(std::abs(finding.got - 1) <= 1e-12);
  // With zero queries and as many queries as keys rows and columns sum to 1, rightly.
  Setup even = on_bench("causal");
  even.causal = Causal::None;
  even.q.setZero();
  require_pass("columns-free", even);
}

TEST_CASE("forbidden-mass: shows the cell that was read") {
  const Setup causal = on_bench("causal");
  require_pass("forbidden-mass", causal);
  const Finding finding = require_fail("forbidden-mass", causal, "mask-fill-zero");
  REQUIRE(finding.expected == 0);
  REQUIRE(finding.col > finding.row);
  require_not_applicable("forbidden-mass", [] {
    Setup one = with_scores({1});
    return one;
  }());
}

TEST_CASE("empty-rows: zeros or NaN, as the setup says, and nothing else") {
  Setup empty = on_bench("empty-row");
  require_pass("empty-rows", empty);
  const Finding finding = require_fail("empty-rows", empty, "empty-row");
  REQUIRE(finding.row == 1);
  REQUIRE(finding.expected == 0);
  REQUIRE(std::isnan(finding.got));
  empty.empty_row = EmptyRow::Nan;
  require_pass("empty-rows", empty);
  require_pass("empty-rows", empty, "empty-row");
  REQUIRE(require_fail("empty-rows", empty, "empty-row-hidden").got == 1);
  require_not_applicable("empty-rows", on_bench("plain"));
}

TEST_CASE("convex-mixing: shows the output and the end of the range that it left") {
  Setup setup = with_scores({2, 1, 0});
  setup.v = rows({{1}, {2}, {4}});
  require_pass("convex-mixing", setup);
  setup.v.setOnes();
  const Finding finding = require_fail("convex-mixing", setup, "dropout-in-evaluation");
  REQUIRE(finding.row == 0);
  REQUIRE(finding.expected == 1);
  REQUIRE(std::abs(finding.got - (.665 + .245) / .8) <= 1e-3);  // the third draw takes the last weight
  setup.v = rows({{1}, {2}, {4}});
  // NaN lies in no range.
  const Finding nan = require_fail("convex-mixing", on_bench("causal"), "mask-plus-infinity");
  REQUIRE(std::isnan(nan.got));
  // A key that must not be read does not widen the range.
  setup.blocked = flags({{0, 0, 1}});
  setup.v(2, 0) = 1000;
  REQUIRE(require_fail("convex-mixing", setup, "causal-mask-dropped").expected == 2);
}

TEST_CASE("weights-mix-values: an average over heads explains no head") {
  require_pass("weights-mix-values", on_bench("heads"));
  require_fail("weights-mix-values", on_bench("heads"), "heads-averaged");
  require_fail("weights-mix-values", on_bench("heads"), "heads-merged-without-transpose");
  require_fail("weights-mix-values", on_bench("grouped"), "group-repeat-order");
  require_pass("weights-mix-values", on_bench("heads"), "scale-missing");
}

}  // namespace lesson::test
