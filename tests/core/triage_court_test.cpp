// Known answers: where the map must be judged decoration, and where the test of reliance must find the word.
#include "core/triage/court.hpp"
#include "core/triage/verdict.hpp"
#include "tests/core/triage_support.hpp"

namespace lesson::test {

using namespace lesson::triage;

namespace {

std::vector<TicketTrial> tried(const Trained& made, Index count) {
  std::vector<TicketTrial> trials;
  for (Index t = 0; t < count; ++t) {
    trials.push_back(
        try_ticket(made.training.model, made.tickets.test[static_cast<std::size_t>(t)], static_cast<std::uint64_t>(t)));
  }
  return trials;
}

}  // namespace

TEST_CASE("triage court: a map that is forced to be uniform is decoration") {
  for (const Pooling pooling : {Pooling::Attention, Pooling::Mean}) {
    const Trained made = trained({.seed = 5, .train = 300, .test = 20},
                                 {.width = 8, .heads = 1, .pooling = pooling, .uniform = true}, {.epochs = 3});
    const Figures figures = figures_of(tried(made, 10), {}, 1);
    // Nothing to order, and no first word but by chance.
    REQUIRE(figures.methods[0].tau.count == 0);
    REQUIRE(figures.methods[0].tau.undefined == 10);
    REQUIRE(std::isnan(figures.methods[0].tau.mean));
    REQUIRE(std::abs(figures.methods[0].top.mean - figures.chance) <= 1e-15);
    REQUIRE(std::abs(figures.drop_difference.mean) <= 1e-12);
    REQUIRE(figures.uniform_move.mean <= 1e-12);
    const auto verdict = judge(figures, default_rules());
    REQUIRE(verdict.ok());
    REQUIRE(!verdict->reliance);
    for (const Finding& one : verdict->findings) REQUIRE((!one.counted || !one.holds));
  }
}

TEST_CASE("triage court: a planted rule of one word is found by the test of reliance") {
  const Trained made = trained({.seed = 6, .train = 500, .test = 100, .shortcut = Shortcut::Planted},
                               {.width = 8, .heads = 1, .pooling = Pooling::Mean}, {.epochs = 10});
  REQUIRE(made.last.test_accuracy >= 0.98);
  Index by_mask = 0, by_leaving = 0;
  for (const Ticket& ticket : made.tickets.test) {
    const Explanation explanation = explain(made.training.model, ticket.words);
    const auto first = [&](Method method) {
      const auto places = largest_places(explanation.methods[static_cast<std::size_t>(method)].importance);
      return places.front() == ticket.planted;
    };
    by_mask += first(Method::Mask);
    by_leaving += first(Method::LeaveOneOut);
  }
  REQUIRE(by_mask >= 95);
  REQUIRE(by_leaving >= 95);
}

TEST_CASE("triage court: a peer that is the model itself agrees with itself") {
  const Trained made =
      trained({.seed = 7, .train = 100, .test = 20}, {.width = 8, .heads = 1, .pooling = Pooling::Mean}, {.epochs = 2});
  const auto trials = tried(made, 6);
  const PeerTrial self = try_peer(made.training.model, made.tickets.test, trials);
  REQUIRE(self.agreement == 1);
  for (std::size_t t = 0; t < trials.size(); ++t) {
    REQUIRE(self.tau[t] == 1);
    REQUIRE(self.top[t] == 1);
    REQUIRE(self.divergence[t] == 0);
  }
  const Figures figures = figures_of(trials, {self, self}, 1);
  REQUIRE(figures.peers.has_value());
  REQUIRE(figures.peers->peers == 2);
  REQUIRE(figures.peers->tau.count == 12);
  REQUIRE(figures.peers->top.mean == 1);
  REQUIRE(!figures_of(trials, {}, 1).peers.has_value());
}

TEST_CASE("triage court: figures of trials made by hand") {
  TicketTrial one, two;
  one.tau.fill(0.5);
  two.tau.fill(kNaN);
  one.top.fill(1);
  two.top.fill(0);
  one.chance = two.chance = 0.25;
  one.drop_top = 0.9;
  one.drop_random = 0.1;
  two.drop_top = 0.3;
  two.drop_random = 0.5;
  one.tampered.adversary_divergence = 0.6;
  two.tampered.adversary_divergence = 0.1;
  one.tampered.uniform_changes = true;
  const Figures figures = figures_of({one, two}, {}, 3);
  REQUIRE(figures.tickets == 2);
  REQUIRE(figures.methods[3].tau.mean == 0.5);
  REQUIRE(figures.methods[3].tau.undefined == 1);
  REQUIRE(figures.methods[3].top.mean == 0.5);
  REQUIRE(std::abs(figures.drop_difference.mean - 0.3) <= 1e-15);
  REQUIRE(figures.uniform_changes == 0.5);
  REQUIRE(figures.adversary_far == 0.5);
  REQUIRE(std::isnan(figures_of({}, {}, 3).chance));
}

}  // namespace lesson::test
