#include "core/triage/agreement.hpp"
#include "core/triage/tamper.hpp"
#include "tests/core/triage_support.hpp"

namespace lesson::test {

using namespace lesson::triage;

TEST_CASE("triage tamper: the adversary keeps its promise") {
  Random random(91);
  for (int run = 0; run < 9; ++run) {
    const auto pooling = static_cast<Pooling>(run % 3);
    const Classifier model = random_classifier(random, {.width = 8, .heads = 2, .pooling = pooling});
    const Explanation explanation = explain(model, {3, 1, 4, 2, 5});
    const Tampered made = tamper(model, explanation, 7, 30);
    REQUIRE(made.adversary_move <= kEpsilon);
    REQUIRE(std::abs(made.adversary.sum() - 1) <= 1e-13);
    REQUIRE(std::abs(made.adversary_divergence - jensen_shannon(explanation.map, made.adversary)) <= 1e-15);
    REQUIRE(made.adversary_divergence >= 0);
    REQUIRE(made.adversary_divergence <= std::log(2.0));
    REQUIRE(made.uniform_move >= 0);
    REQUIRE(made.permuted_move <= 1);
    REQUIRE(same(tamper(model, explanation, 7, 30).adversary, made.adversary));
  }
}

TEST_CASE("triage tamper: where all rows are the same, the adversary goes nearly as far as there is") {
  // A reader by attention over rows that do not differ: any weights give the same output. The map is all on one word
  // of three at first; another word is log 2 away, and the search must come near.
  Random random(92);
  Classifier model = random_classifier(random, {.width = 8, .heads = 2, .pooling = Pooling::Attention});
  model.places.setZero();
  const Explanation explanation = explain(model, {3, 3, 3, 3});
  REQUIRE(difference(explanation.map, Vector::Constant(4, 0.25)) <= 1e-15);
  const Tampered made = tamper(model, explanation, 1, 200);
  REQUIRE(made.uniform_move <= 1e-15);
  REQUIRE(made.permuted_move <= 1e-15);
  // JSD of 1/4 each and all on one word: 1/2 (log(1 / (5/8)) + 1/4 log((1/4) / (5/8)) + 3/4 log 2)
  const double most = 0.5 * (std::log(1.6) + 0.25 * std::log(0.4) + 0.75 * std::log(2.0));
  REQUIRE(made.adversary_divergence <= most + 1e-12);
  REQUIRE(made.adversary_divergence >= 0.95 * most);
}

TEST_CASE("triage tamper: of two words, the adversary finds what a sweep finds") {
  Random random(93);
  int near = 0;
  for (int run = 0; run < 20; ++run) {
    const Classifier model = random_classifier(random, {.width = 8, .heads = 1, .pooling = Pooling::Attention});
    const Explanation explanation = explain(model, {1, 5});
    const Run base = forward(model, embed(model, {{1, 5}}));
    double most = 0;
    for (int share = 0; share <= 2000; ++share) {
      const Matrix weights = rows({{share / 2000.0, 1 - share / 2000.0}});
      const Vector moved = reread(model, base, {{weights}}).probabilities.row(0).transpose();
      if (total_variation(explanation.probabilities, moved) > kEpsilon) continue;
      most = std::max(most, jensen_shannon(explanation.map, weights.row(0).transpose()));
    }
    const Tampered made = tamper(model, explanation, 1);
    // A sweep in steps of 1/2000 may stop that short of the edge: the divergence rises by less than 1 per unit there.
    REQUIRE(made.adversary_divergence <= most + 1e-3);
    near += made.adversary_divergence >= 0.8 * most;
  }
  // A search by gradient may stay in a valley, but not often: this one is two-dimensional.
  REQUIRE(near >= 15);
}

TEST_CASE("triage tamper: one word, and no search") {
  Random random(94);
  const Classifier model = random_classifier(random, {.width = 8, .heads = 2, .pooling = Pooling::Mean});
  const Tampered one = tamper(model, explain(model, {4}), 1);
  REQUIRE(one.uniform_move == 0);
  REQUIRE(one.permuted_move == 0);
  REQUIRE(one.adversary_divergence == 0);
  REQUIRE(one.adversary(0) == 1);
  const Explanation explanation = explain(model, {4, 2});
  const Tampered none = tamper(model, explanation, 1, 0);
  REQUIRE(same(none.adversary, explanation.map));
  REQUIRE(none.adversary_divergence == 0);
}

}  // namespace lesson::test
