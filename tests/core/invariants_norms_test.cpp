#include "core/invariants/norms.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {

TEST_CASE("constant-rows: what eps is for") {
  Setup normed = on_bench("normed");
  require_pass("constant-rows", normed);
  const Finding finding = require_fail("constant-rows", normed, "layernorm-no-eps");
  REQUIRE(finding.expected == 0);
  REQUIRE(std::isnan(finding.got));
  require_fail("constant-rows", normed, "layernorm-over-tokens");
  require_pass("constant-rows", normed, "layernorm-sample-variance");
  // A setup that asks for eps = 0 gets the same 0/0 by right.
  normed.norm_eps = 0;
  require_not_applicable("constant-rows", normed);
  require_not_applicable("constant-rows", on_bench("plain"));
}

TEST_CASE("row-statistics: the variance of a normalised row") {
  const Setup normed = on_bench("normed");  // D = 4
  require_pass("row-statistics", normed);
  const Finding finding = require_fail("row-statistics", normed, "layernorm-sample-variance");
  REQUIRE(std::abs(finding.got - 0.75) <= 1e-5);  // (D - 1) / D, but for eps
  require_fail("row-statistics", normed, "layernorm-over-tokens");
  require_not_applicable("row-statistics", on_bench("plain"));
}

}  // namespace lesson::test
