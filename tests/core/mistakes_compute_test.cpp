#include "core/mistakes/compute.hpp"
#include "core/softmax.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {

TEST_CASE("property: the right recipe on one head is attention() to the last bit") {
  Random random(41);
  for (int run = 0; run < 1000; ++run) {
    const AttentionInputs in = random_head(random);
    Setup setup;
    setup.q = in.q;
    setup.k = in.k;
    setup.v = in.v;
    setup.scale = in.scale;
    setup.blocked = in.blocked;
    setup.causal = in.causal;
    const AttentionTrace expected = traced(in), made = computed(setup).heads[0].attention;
    REQUIRE(made.scale == expected.scale);
    REQUIRE(same(made.raw, expected.raw));
    REQUIRE(same(made.scaled, expected.scaled));
    REQUIRE(same(made.masked, expected.masked));
    REQUIRE(same(made.weights, expected.weights));
    REQUIRE(same(made.output, expected.output));
    REQUIRE(same(made.row_sums, expected.row_sums));
    REQUIRE(same(made.spread, expected.spread));
    REQUIRE((made.strongest.array() == expected.strongest.array()).all());
  }
}

TEST_CASE("property: every mistake computes on every setup, or says why not; nothing crashes") {
  Random random(42);
  int made = 0, refused = 0;
  for (int run = 0; run < 200; ++run) {
    const Setup setup = random_setup(random);
    for (const Mistake& one : mistakes()) {
      const auto trace = compute(setup, recipe_of(one.id));
      INFO(one.id);
      if (!trace.ok()) {
        REQUIRE(trace.error().code == "mistake-undefined");
        ++refused;
        continue;
      }
      REQUIRE(static_cast<Index>(trace->heads.size()) == setup.heads);
      REQUIRE(trace->output.rows() == setup.q.rows());
      ++made;
    }
  }
  REQUIRE(made > 6000);
  REQUIRE(refused > 100);
}

TEST_CASE("compute: heads split by reshape hold whole tokens (mistake 16)") {
  Setup setup;
  setup.heads = setup.kv_heads = 2;
  setup.q = setup.k = setup.v = rows({{0, 1, 2, 3}, {4, 5, 6, 7}});
  const LayerTrace right = computed(setup), wrong = computed(setup, recipe_of("heads-split-by-reshape"));
  REQUIRE(same(right.heads[0].q, rows({{0, 1}, {4, 5}})));
  REQUIRE(same(right.heads[1].v, rows({{2, 3}, {6, 7}})));
  REQUIRE(same(wrong.heads[0].q, rows({{0, 1}, {2, 3}})));
  REQUIRE(same(wrong.heads[1].v, rows({{4, 5}, {6, 7}})));
}

TEST_CASE("compute: the mean over heads is a map that no head has (mistake 17)") {
  // Head 0 reads key 0 alone, head 1 key 2 alone.
  Setup setup;
  setup.heads = setup.kv_heads = 2;
  setup.q = rows({{1000, 1000}});
  setup.k = rows({{1, -1}, {0, 0}, {-1, 1}});
  setup.v = rows({{1, 1}, {2, 2}, {3, 3}});
  REQUIRE(same(weights_of(setup, "none", 0), rows({{1, 0, 0}})));
  REQUIRE(same(weights_of(setup, "none", 1), rows({{0, 0, 1}})));
  REQUIRE(same(weights_of(setup, "heads-averaged", 0), rows({{.5, 0, .5}})));
  REQUIRE(same(weights_of(setup, "heads-averaged", 1), rows({{.5, 0, .5}})));
  // The output is right: only what is shown is not.
  REQUIRE(same(computed(setup, recipe_of("heads-averaged")).output, rows({{1, 3}})));
}

TEST_CASE("compute: groups AABB against ABAB (mistake 19)") {
  const auto groups = [](const char* mistake) {
    std::vector<Index> read;
    for (const HeadTrace& head : computed(on_bench("grouped"), recipe_of(mistake)).heads) read.push_back(head.kv_head);
    return read;
  };
  REQUIRE(groups("none") == std::vector<Index>{0, 0, 1, 1});
  REQUIRE(groups("group-repeat-order") == std::vector<Index>{0, 1, 0, 1});
}

TEST_CASE("compute: one slot late in the cache, by hand (mistake 23)") {
  Setup setup;
  setup.q = Matrix::Zero(3, 1);
  setup.k = Matrix::Zero(3, 1);
  setup.v = rows({{3}, {6}, {9}});
  setup.causal = Causal::TopLeft;
  REQUIRE(difference(computed(setup).output, rows({{3}, {4.5}, {6}})) <= 1e-15);
  // Slot 0 was never written: 0; 0 and 3; 0, 3 and 6.
  REQUIRE(difference(computed(setup, recipe_of("cache-offset")).output, rows({{0}, {1.5}, {3}})) <= 1e-15);
  const auto cached = compute_cached(setup);
  REQUIRE(cached.ok());
  REQUIRE(difference(*cached, rows({{3}, {4.5}, {6}})) <= 1e-15);
}

TEST_CASE("compute: keys and values exchanged, by hand") {
  Setup setup;
  setup.q = rows({{1}});
  setup.k = rows({{0}, {0}});
  setup.v = rows({{std::log(3)}, {0}});
  const LayerTrace wrong = computed(setup, recipe_of("keys-and-values-swapped"));
  REQUIRE(difference(wrong.heads[0].attention.weights, rows({{.75, .25}})) <= 1e-15);
  REQUIRE(wrong.output(0, 0) == 0);
}

TEST_CASE("compute: swapped batch and sequence axes (mistake 15)") {
  Setup one;
  one.q = one.k = Matrix::Zero(2, 1);
  one.v = rows({{1}, {2}});
  Setup other = one;
  other.v = rows({{10}, {20}});
  const auto right = compute_batch({one, other}),
             wrong = compute_batch({one, other}, recipe_of("batch-and-sequence-swapped"));
  REQUIRE(right.ok());
  REQUIRE(wrong.ok());
  REQUIRE(same((*right)[0].output, rows({{1.5}, {1.5}})));
  REQUIRE(same((*right)[1].output, rows({{15}, {15}})));
  // Token 0 of both is mixed, then token 1 of both.
  REQUIRE(same((*wrong)[0].output, rows({{5.5}, {11}})));
  REQUIRE(same((*wrong)[1].output, rows({{5.5}, {11}})));
  REQUIRE(same((*wrong)[0].heads[0].attention.weights, rows({{.5, .5}, {.5, .5}})));
  // No mask fits the batch axis.
  const auto both = lesson::recipe_of({"batch-and-sequence-swapped", "causal-mask-added"});
  REQUIRE(both.ok());
  REQUIRE(same((*compute_batch({one, other}, *both))[0].output, rows({{5.5}, {11}})));
  // One sequence alone: every token reads itself, whatever else is done to masks.
  for (const char* id : {"causal-mask-dropped", "mask-polarity-inverted", "mask-fill-zero", "gpu-differs"}) {
    const Setup masked = on_bench("causal");
    const auto pair = lesson::recipe_of({"batch-and-sequence-swapped", id});
    REQUIRE(pair.ok());
    REQUIRE(same(computed(masked, *pair).heads[0].attention.weights, Matrix::Identity(4, 4)));
  }
  const LayerTrace alone = computed(other, recipe_of("batch-and-sequence-swapped"));
  REQUIRE(same(alone.heads[0].attention.weights, Matrix::Identity(2, 2)));
  REQUIRE(same(alone.output, other.v));
}

TEST_CASE("compute: the other order of sines is no mistake (21), mixed rotary pairings are one (20)") {
  const Setup sinusoid = on_bench("sinusoid");
  REQUIRE(differ(computed(sinusoid), computed(sinusoid, recipe_of("sinusoid-order")), 1e-3));
  Setup other = sinusoid;
  other.pairing = Pairing::Halves;
  REQUIRE(same(computed(other).output, computed(sinusoid, recipe_of("sinusoid-order")).output));
  // Codes at position 1, d = 4: (.84, .54, .01, 1) against (.84, .01, .54, 1).
  Setup one;
  one.q = one.k = one.v = Matrix::Zero(1, 4);
  one.positions = Positions::Sinusoid;
  one.query_offset = 1;
  REQUIRE(difference(computed(one).heads[0].q, rows({{.84, .54, .01, 1}})) <= 5e-3);
  REQUIRE(difference(computed(one, recipe_of("sinusoid-order")).heads[0].q, rows({{.84, .01, .54, 1}})) <= 5e-3);
  // Each leaves the other kind of position alone.
  const Setup rotary = on_bench("rotary");
  REQUIRE(same(computed(rotary).output, computed(rotary, recipe_of("sinusoid-order")).output));
  REQUIRE(same(computed(sinusoid).output, computed(sinusoid, recipe_of("rotary-pairing-mixed")).output));
}

TEST_CASE("compute: layer norms (mistake 22)") {
  const Matrix row = rows({{1, 0, 0, 0}});
  const auto first = [&row](Normalisation kind) { return normalise(row, 1e-5, kind)->output(0, 0); };
  REQUIRE(std::abs(first(Normalisation::Right) - 1.732) <= 5e-4);
  REQUIRE(std::abs(first(Normalisation::SampleVariance) - 1.5) <= 5e-4);
  REQUIRE(first(Normalisation::OverTokens) == 0);
  REQUIRE(normalise(Matrix::Ones(1, 4), 1e-5, Normalisation::NoEpsilon)->output.array().isNaN().all());
  REQUIRE(normalise(Matrix::Ones(1, 4), 1e-5, Normalisation::Right)->output.isZero(0));
  require_refused(normalise(Matrix(2, 0), 1e-5, Normalisation::Right), "width-zero", {"x"}, {"0"});
  for (const auto kind : {Normalisation::NoEpsilon, Normalisation::OverTokens}) {
    require_refused(normalise(row, -5, kind), "eps-negative", {"eps"}, {"-5"});
    require_refused(normalise(Matrix(2, 0), 1e-5, kind), "width-zero", {"x"}, {});
  }
  require_refused(normalise(row, 1e-5, recipe_of("scale-twice")), "mistake-undefined", {"mistake"}, {"norm"});
  REQUIRE(same(normalise(row, 1e-5, recipe_of("layernorm-sample-variance"))->output,
               normalise(row, 1e-5, Normalisation::SampleVariance)->output));
  const Matrix huge = rows({{1.2e154, -1.2e154}});
  REQUIRE(same(normalise(huge * 2, 0, Normalisation::SampleVariance)->output,
               normalise(huge * 2, 0, Normalisation::Right)->output));
  require_refused(normalise(row, kNaN, Normalisation::SampleVariance), "eps-not-finite", {"eps"}, {});
}

TEST_CASE("compute: what a mistake needs, and a batch, and a cache") {
  Setup tall;
  tall.q = Matrix::Zero(5, 1);
  tall.k = tall.v = Matrix::Zero(2, 1);
  tall.padding = flags({{0, 1}});
  require_refused(compute(tall, recipe_of("padding-on-query-axis")), "mistake-undefined", {"padding"}, {"5", "2"});
  require_refused(compute(tall, recipe_of("batch-and-sequence-swapped")), "mistake-undefined", {"k"}, {"5", "2"});
  tall.v = Matrix::Zero(2, 3);
  require_refused(compute(tall, recipe_of("keys-and-values-swapped")), "mistake-undefined", {"v"}, {"1", "3"});

  require_refused(compute_batch({}), "no-batch", {"batch"}, {});
  require_refused(compute_batch({on_bench("causal"), on_bench("plain")}), "batch-shapes", {"batch", 1, -1}, {"1"});

  require_refused(compute_cached(on_bench("plain")), "not-causal", {"causal"}, {});
  require_refused(compute_cached(on_bench("fewer-queries-top-left")), "not-causal", {"causal"}, {});
  tall.causal = Causal::BottomRight;
  require_refused(compute_cached(tall), "more-queries", {"q"}, {"5", "2"});
  Setup none = on_bench("causal");
  none.q = Matrix(0, 4);
  const auto nothing = compute_cached(none);
  REQUIRE(nothing.ok());
  REQUIRE(nothing->rows() == 0);
}

}  // namespace lesson::test
