#include "core/invariants/tokens.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {

TEST_CASE("future-isolation: a later token moves an earlier row") {
  const Setup causal = on_bench("causal");
  require_pass("future-isolation", causal);
  const Finding finding = require_fail("future-isolation", causal, "causal-mask-dropped");
  REQUIRE(finding.row >= 0);
  REQUIRE(finding.row < 3);  // the last row has no future
  require_fail("future-isolation", causal, "causal-mask-reversed");
  require_fail("future-isolation", causal, "softmax-over-queries");
  require_fail("future-isolation", on_bench("fewer-queries-top-left"), "causal-bottom-right-instead-of-top-left");
  require_fail("future-isolation", on_bench("normed"), "layernorm-over-tokens");
  require_pass("future-isolation", causal, "softmax-twice");
  require_not_applicable("future-isolation", on_bench("plain"));
  // Fewer queries than keys, bottom-right: only the last key is the future of the first row.
  require_pass("future-isolation", on_bench("fewer-queries"));
}

TEST_CASE("future-isolation: long sequences are probed in places") {
  Random random(4);
  Setup setup;
  setup.q = random.matrix(40, 2);
  setup.k = random.matrix(40, 2);
  setup.v = random.matrix(40, 1);
  setup.causal = Causal::TopLeft;
  require_pass("future-isolation", setup);
  require_fail("future-isolation", setup, "causal-mask-dropped");
}

TEST_CASE("padding-isolation: what stands in a padded place must not matter") {
  const Setup padded = on_bench("padded");
  require_pass("padding-isolation", padded);
  require_fail("padding-isolation", padded, "padding-on-query-axis");
  require_fail("padding-isolation", padded, "mask-fill-zero");
  require_pass("padding-isolation", padded, "left-padding-positions");
  require_not_applicable("padding-isolation", on_bench("causal"));
  // A column that is blocked for all is padding too.
  Setup column = with_scores({2, 1, 0});
  column.blocked = flags({{0, 0, 1}});
  require_pass("padding-isolation", column);
  require_fail("padding-isolation", column, "causal-mask-dropped");
}

TEST_CASE("disturbed tokens: no number is its own disturbance") {
  const Matrix ones = Matrix::Ones(4, 3);
  for (Index i = 0; i < 4; ++i) REQUIRE((disturbed(ones, i).array() != 1).all());
  // A value of 1 in a padded place was left alone once.
  Setup setup = with_scores({0, 0});
  setup.v = rows({{1}, {5}});
  setup.padding = flags({{1, 0}});
  require_fail("padding-isolation", setup, "mask-fill-zero");
}

TEST_CASE("padding-length: the mistake of left padding without position ids") {
  const Setup padded = on_bench("padded");
  require_pass("padding-length", padded);
  require_fail("padding-length", padded, "left-padding-positions");
  // Rotary scores depend on distances alone: there it does no harm.
  Setup rotary = padded;
  rotary.positions = Positions::Rotary;
  require_pass("padding-length", rotary);
  require_pass("padding-length", rotary, "left-padding-positions");
  require_not_applicable("padding-length", on_bench("fewer-queries"));
}

TEST_CASE("batch-independence: swapped axes let sequences read each other") {
  const Setup causal = on_bench("causal");
  require_pass("batch-independence", causal);
  require_fail("batch-independence", causal, "batch-and-sequence-swapped");
  require_pass("batch-independence", causal, "causal-mask-dropped");
}

TEST_CASE("cache-equals-recompute: slots, alignment, and all that looks at other rows") {
  const Setup causal = on_bench("causal");
  require_pass("cache-equals-recompute", causal);
  require_pass("cache-equals-recompute", on_bench("fewer-queries"));
  require_fail("cache-equals-recompute", causal, "cache-offset");
  require_fail("cache-equals-recompute", causal, "causal-mask-reversed");  // with a cache it reads itself alone
  require_fail("cache-equals-recompute", causal, "causal-top-left-instead-of-bottom-right");
  require_fail("cache-equals-recompute", causal, "softmax-over-queries");
  require_fail("cache-equals-recompute", on_bench("normed"), "layernorm-over-tokens");
  require_pass("cache-equals-recompute", on_bench("normed"), "layernorm-sample-variance");
  require_not_applicable("cache-equals-recompute", on_bench("plain"));
  require_not_applicable("cache-equals-recompute", on_bench("fewer-queries-top-left"));
  // Positions go on counting in the cache.
  Setup rotary = causal;
  rotary.positions = Positions::Rotary;
  rotary.query_offset = rotary.key_offset = 3;
  require_pass("cache-equals-recompute", rotary);
  rotary.positions = Positions::Sinusoid;
  require_pass("cache-equals-recompute", rotary);
}

}  // namespace lesson::test
