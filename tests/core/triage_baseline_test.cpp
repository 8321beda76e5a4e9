#include "core/triage/baseline.hpp"
#include "tests/core/triage_support.hpp"

namespace lesson::test {

using namespace lesson::triage;

TEST_CASE("triage baseline: it learns what stands in the words alone") {
  const auto made = fit_baseline(tickets_of({.seed = 8, .train = 200, .test = 100, .shortcut = Shortcut::Planted}));
  REQUIRE(made.train_accuracy == 1);
  REQUIRE(made.test_accuracy == 1);
}

TEST_CASE("triage baseline: two words, worked by hand") {
  // Word 1 is always queue 0, word 2 always queue 1: with decay the optimum is finite, symmetric, and each probability
  // solves p = 1 - 2 decay a, where a = 1/2 log(p / (1 - p)) is the weight of a word for its queue.
  Tickets tickets{{"[mask]", "a", "b"}, {"x", "y"}, {{{1}, 0}, {{2}, 1}}, {{{1}, 0}, {{2}, 1}}};
  const Baseline made = fit_baseline(tickets, 2000, 0.05);
  const Matrix p = predict(made, tickets.test);
  REQUIRE(std::abs(p(0, 0) - p(1, 1)) <= 1e-9);
  REQUIRE(std::abs(made.weights(1, 0) + made.weights(1, 1)) <= 1e-9);
  // d/da of the loss, 1/2 (p - 1) + decay a = 0: within what 2,000 falling steps leave
  REQUIRE(std::abs(0.5 * (p(0, 0) - 1) + 0.05 * made.weights(1, 0)) <= 1e-4);
  REQUIRE(made.weights.row(0).isZero());
}

TEST_CASE("triage baseline: order means nothing to it") {
  const Tickets tickets = tickets_of({.seed = 9, .train = 100, .test = 20});
  const Baseline made = fit_baseline(tickets, 20);
  for (const Ticket& one : tickets.test) {
    Ticket turned = one;
    std::reverse(turned.words.begin(), turned.words.end());
    // The same terms summed in another order.
    REQUIRE(difference(predict(made, {one}), predict(made, {turned})) <= 1e-14);
  }
}

}  // namespace lesson::test
