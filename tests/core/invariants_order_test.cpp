#include "core/invariants/order.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {

TEST_CASE("permutation-equivariance: without positions a set, not a sequence") {
  const Setup plain = on_bench("plain");
  require_pass("permutation-equivariance", plain);
  require_pass("permutation-equivariance", on_bench("empty-row"));
  require_fail("permutation-equivariance", plain, "gpu-differs");
  require_fail("permutation-equivariance", on_bench("heads"), "dropout-in-evaluation");
  require_pass("permutation-equivariance", plain, "scale-missing");
  require_not_applicable("permutation-equivariance", on_bench("causal"));
  require_not_applicable("permutation-equivariance", on_bench("rotary"));
}

TEST_CASE("position-sensitivity: with positions the order shows") {
  for (const char* name : {"sinusoid", "rotary"}) {
    const Setup setup = on_bench(name);
    const Finding right = found("position-sensitivity", setup);
    REQUIRE(right.verdict == Verdict::Pass);
    REQUIRE(right.got == right.expected);
    const Finding missing = require_fail("position-sensitivity", setup, "position-missing");
    REQUIRE(missing.got <= 1e-12);
    REQUIRE(missing.expected > 0.01);
  }
  Setup same = on_bench("sinusoid");
  same.v.setConstant(2);  // every output is 2, in any order
  require_not_applicable("position-sensitivity", same);
  require_not_applicable("position-sensitivity", on_bench("plain"));
}

TEST_CASE("position-shift: rotary scores depend on distances alone") {
  const Setup rotary = on_bench("rotary");
  require_pass("position-shift", rotary);
  require_fail("position-shift", rotary, "rotary-pairing-mixed");
  Setup halves = rotary;
  halves.pairing = Pairing::Halves;
  require_pass("position-shift", halves);
  require_not_applicable("position-shift", on_bench("sinusoid"));
}

}  // namespace lesson::test
