// The rows of the mistakes table, each by hand: scores (2, 1, 0) and, where a mask is at stake, key 2 blocked.
#include "core/half.hpp"
#include "core/mistakes/attend.hpp"
#include "core/softmax.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {
namespace {

constexpr double kDigits = 5e-4;  // the table prints three digits

Setup masked() {
  Setup setup = with_scores({2, 1, 0});
  setup.blocked = flags({{0, 0, 1}});
  return setup;
}

void require_weights(const Setup& setup, const char* mistake, const Matrix& expected, double tolerance = kDigits) {
  INFO(mistake);
  REQUIRE(difference(weights_of(setup, mistake), expected) <= tolerance);
}

}  // namespace

TEST_CASE("attend: the right weights of the table") { require_weights(masked(), "none", rows({{.731, .269, 0}})); }

TEST_CASE("attend: masks (mistakes 1, 2, 10, 12, 13)") {
  require_weights(masked(), "mask-polarity-inverted", rows({{0, 0, 1}}));
  require_weights(masked(), "mask-added-as-numbers", rows({{.705, .2595, .035}}));
  require_weights(masked(), "causal-mask-dropped", rows({{.665, .245, .090}}));
  require_weights(masked(), "mask-fill-zero", rows({{.665, .245, .090}}));
  Setup low = with_scores({-1, -2, 5});
  low.blocked = flags({{0, 0, 1}});
  require_weights(low, "mask-fill-zero", rows({{.245, .090, .665}}));  // the blocked key wins
  require_weights(masked(), "mask-after-softmax", rows({{.665, .245, 0}}));
  REQUIRE(std::abs(weights_of(masked(), "mask-after-softmax").sum() - .910) <= kDigits);
  // Normalised again it is no mistake.
  const Matrix zeroed = weights_of(masked(), "mask-after-softmax");
  REQUIRE(difference(zeroed / zeroed.sum(), weights_of(masked(), "none")) <= 1e-15);
  // A fill of -1e-9, minus signs and all, is a fill of zero.
  REQUIRE(difference(softmax(rows({{2, 1, -1e-9}})), weights_of(masked(), "mask-fill-zero")) <= 1e-9);
  REQUIRE(weights_of(masked(), "mask-plus-infinity").array().isNaN().any());
  // No mask: there is nothing to invert.
  require_weights(with_scores({2, 1, 0}), "mask-polarity-inverted", rows({{.665, .245, .090}}));
  // triu(1) read as "keep", zero scores: (0, .5, .5), (0, 0, 1), NaN.
  Setup causal;
  causal.q = Matrix::Zero(3, 1);
  causal.k = Matrix::Zero(3, 1);
  causal.v = Matrix::Identity(3, 3);
  causal.causal = Causal::TopLeft;
  REQUIRE(same(weights_of(causal, "mask-polarity-inverted"), rows({{0, .5, .5}, {0, 0, 1}, {kNaN, kNaN, kNaN}})));
}

TEST_CASE("attend: the scale (mistake 9)") {
  // Scores 16 and 8 at K = 4.
  Setup setup;
  setup.q = rows({{4, 4, 0, 0}});
  setup.k = rows({{4, 0, 0, 0}, {2, 0, 0, 0}});
  setup.v = Matrix::Identity(2, 2);
  const auto first = [&setup](const char* mistake) { return weights_of(setup, mistake)(0, 0); };
  REQUIRE(std::abs(first("none") - .982) <= kDigits);
  REQUIRE(std::abs(first("scale-missing") - .9997) <= 5e-5);
  REQUIRE(std::abs(first("scale-twice") - .881) <= kDigits);
  REQUIRE(std::abs(first("scale-by-width") - .881) <= kDigits);
  REQUIRE(std::abs(weights_of(setup, "scale-after-softmax").sum() - .5) <= 1e-12);
  // Two heads make the model 8 wide.
  Setup two = setup;
  two.heads = two.kv_heads = 2;
  two.q = rows({{4, 4, 0, 0, 4, 4, 0, 0}});
  two.k = rows({{4, 0, 0, 0, 4, 0, 0, 0}, {2, 0, 0, 0, 2, 0, 0, 0}});
  two.v = Matrix::Ones(2, 2);
  REQUIRE(std::abs(weights_of(two, "scale-by-model-width")(0, 0) - .944) <= kDigits);
  // A scale of the caller's own is the one that is applied twice, or after softmax.
  setup.scale = 0.25;
  REQUIRE(computed(setup, recipe_of("scale-twice")).heads[0].attention.scale == 0.0625);
  REQUIRE(std::abs(weights_of(setup, "scale-after-softmax").sum() - .25) <= 1e-12);
}

TEST_CASE("attend: empty rows (mistakes 3 and 4)") {
  Setup empty = with_scores({3, 1});
  empty.blocked = flags({{1, 1}});
  REQUIRE(weights_of(empty, "none").array().isNaN().all());
  require_weights(empty, "empty-row-hidden", rows({{.5, .5}}), 0);
  empty.empty_row = EmptyRow::Zero;
  require_weights(empty, "none", rows({{0, 0}}), 0);
  REQUIRE(weights_of(empty, "empty-row").array().isNaN().all());
  REQUIRE(computed(empty).output.isZero(0));
}

TEST_CASE("attend: the lowest float16, twice (mistake 11)") {
  Setup setup = with_scores({2, 1, 0});
  setup.blocked = flags({{0, 1, 1}});
  setup.padding = flags({{0, 0, 1}});
  const AttentionTrace trace = computed(setup, recipe_of("mask-fill-in-half-precision")).heads[0].attention;
  REQUIRE(same(trace.masked, rows({{2, -65504, -kInfinity}})));
  // A score of -16 is enough to tip one mask over.
  Setup low = with_scores({2, -16});
  low.blocked = flags({{0, 1}});
  REQUIRE(computed(low, recipe_of("mask-fill-in-half-precision")).heads[0].attention.masked(0, 1) == -kInfinity);
  // Both masks on every key: 0/0, though the author meant something finite.
  setup.blocked = setup.padding = flags({{1, 1, 1}});
  REQUIRE(weights_of(setup, "mask-fill-in-half-precision").array().isNaN().all());
}

TEST_CASE("attend: the softmax (mistakes 7, 8, 25)") {
  Setup axes;
  axes.q = rows({{1, 0}, {0, 1}});
  axes.k = rows({{1, 3}, {0, 0}});  // scores ((1, 0), (3, 0)) with scale 1
  axes.v = Matrix::Identity(2, 2);
  axes.scale = 1;
  const AttentionTrace over = computed(axes, recipe_of("softmax-over-queries")).heads[0].attention;
  REQUIRE(difference(over.row_sums, rows({{.62}, {1.38}})) <= 5e-3);
  REQUIRE(difference(over.column_sums, Matrix::Ones(2, 1)) <= 1e-12);

  const Setup sure = with_scores({std::log(.9), std::log(.05), std::log(.05)});
  require_weights(sure, "none", rows({{.9, .05, .05}}), 1e-12);
  require_weights(sure, "softmax-twice", rows({{.54, .23, .23}}), 5e-3);

  REQUIRE(weights_of(with_scores({89, 0}), "no-max-subtraction").array().isNaN().any());
  require_weights(with_scores({80, 79}), "no-max-subtraction", rows({{.731, .269}}));
  require_weights(with_scores({89, 88}), "none", rows({{.731, .269}}));
}

TEST_CASE("attend: a key that no query may read has no NaN column over the wrong axis") {
  Setup setup = with_scores({2, 1, 0});
  setup.blocked = flags({{0, 0, 1}});
  REQUIRE(same(weights_of(setup, "softmax-over-queries"), rows({{1, 1, 0}})));
}

TEST_CASE("attend: dropout left on (mistake 24)") {
  const Matrix kept = weights_of(with_scores({800, 0, 0, 0, 0}), "dropout-in-evaluation");
  // 1 / (1 - 0.2), or nothing; the first draw of seed 0 is 0.637, above 0.2.
  REQUIRE(kept(0, 0) == 1.25);
  REQUIRE((kept.rightCols(4).array() == 0).all());
  // Over many weights a fifth vanishes and the sum stays about 1.
  Setup wide;
  wide.q = Matrix::Zero(1, 1);
  wide.k = Matrix::Zero(5000, 1);
  wide.v = Matrix::Zero(5000, 1);
  const Matrix even = weights_of(wide, "dropout-in-evaluation");
  const auto gone = (even.array() == 0).count();
  REQUIRE(gone > 900);  // 1000 expected, standard deviation 28
  REQUIRE(gone < 1100);
  REQUIRE(std::abs(even.sum() - 1) <= 0.03);
}

TEST_CASE("attend: half of each tile of four keys is skipped (mistake 26)") {
  Setup setup = with_scores({0, 0, 0, 0, 0, 0});
  REQUIRE(same(weights_of(setup, "gpu-differs"), rows({{.25, .25, 0, 0, .25, .25}})));
  REQUIRE(same(weights_of(with_scores({0, 0}), "gpu-differs"), rows({{.5, .5}})));
  // Differences of .55 to .99, as they were reported: the key that is skipped had nearly all the weight.
  const Setup sharp = with_scores({0, 0, 10, 0});
  REQUIRE(difference(weights_of(sharp, "none"), weights_of(sharp, "gpu-differs")) > .99);
}

TEST_CASE("attend: causal alignments with unequal lengths (mistake 5)") {
  Setup setup = on_bench("fewer-queries");  // 2 x 5, bottom-right
  const auto mask = [](const Setup& s, const char* mistake) {
    return computed(s, recipe_of(mistake)).heads[0].attention.blocked;
  };
  REQUIRE((mask(setup, "none").array() == flags({{0, 0, 0, 0, 1}, {0, 0, 0, 0, 0}}).array()).all());
  REQUIRE((mask(setup, "causal-top-left-instead-of-bottom-right").array() ==
           flags({{0, 1, 1, 1, 1}, {0, 0, 1, 1, 1}}).array())
              .all());
  Setup tall;
  tall.q = Matrix::Zero(5, 1);
  tall.k = tall.v = Matrix::Zero(2, 1);
  tall.causal = Causal::TopLeft;
  REQUIRE(computed(tall, recipe_of("causal-bottom-right-instead-of-top-left")).heads[0].attention.empty_rows.size() ==
          3);
}

TEST_CASE("attend: the triangle reversed") {
  Setup causal;
  causal.q = Matrix::Zero(3, 1);
  causal.k = Matrix::Zero(3, 1);
  causal.v = Matrix::Identity(3, 3);
  causal.causal = Causal::TopLeft;
  const double third = 1.0 / 3;
  // The diagonal stays open: the last row, which should read all, reads itself.
  REQUIRE(same(weights_of(causal, "causal-mask-reversed"), rows({{third, third, third}, {0, .5, .5}, {0, 0, 1}})));
  // Another mask of the setup blocks as before.
  causal.padding = flags({{0, 0, 1}});
  REQUIRE(same(weights_of(causal, "causal-mask-reversed"), rows({{.5, .5, 0}, {0, 1, 0}, {kNaN, kNaN, kNaN}})));
  // Positions count as the alignment has it: the last query stands at the last key, or the first at the first.
  const auto mask = [](const Setup& s) {
    return computed(s, recipe_of("causal-mask-reversed")).heads[0].attention.blocked;
  };
  REQUIRE((mask(on_bench("fewer-queries")).array() == flags({{1, 1, 1, 0, 0}, {1, 1, 1, 1, 0}}).array()).all());
  REQUIRE(
      (mask(on_bench("fewer-queries-top-left")).array() == flags({{0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}}).array()).all());
  Setup tall;
  tall.q = Matrix::Zero(4, 1);
  tall.k = tall.v = Matrix::Zero(2, 1);
  tall.causal = Causal::TopLeft;
  REQUIRE((mask(tall).array() == flags({{0, 0}, {1, 0}, {1, 1}, {1, 1}}).array()).all());
  // No triangle: there is nothing to turn over.
  REQUIRE(same(weights_of(masked(), "causal-mask-reversed"), weights_of(masked(), "none")));
}

TEST_CASE("attend: padding on the query axis (mistake 14)") {
  Setup setup;
  setup.q = setup.k = Matrix::Zero(3, 1);
  setup.v = Matrix::Identity(3, 3);
  setup.padding = flags({{0, 0, 1}});
  const double third = 1.0 / 3;
  REQUIRE(same(weights_of(setup, "none"), rows({{.5, .5, 0}, {.5, .5, 0}, {.5, .5, 0}})));
  REQUIRE(same(weights_of(setup, "padding-on-query-axis"),
               rows({{third, third, third}, {third, third, third}, {kNaN, kNaN, kNaN}})));
}

}  // namespace lesson::test
