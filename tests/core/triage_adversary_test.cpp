// The trained adversary: its way back, and that it finds what can be found and only that.
#include "core/triage/adversary.hpp"
#include "core/triage/backward.hpp"
#include "core/triage/court.hpp"
#include "core/triage/guide.hpp"
#include "tests/core/triage_slope.hpp"
#include "tests/core/triage_support.hpp"

namespace lesson::test {

using namespace lesson::triage;

TEST_CASE("triage adversary: every number against finite differences") {
  Random random(81);
  const std::vector<std::vector<Index>> words{{1, 2, 3, 2}, {4, 0}, {5}};
  const std::vector<Ticket> tickets{{words[0]}, {words[1]}, {words[2]}};
  for (const Pooling pooling : {Pooling::Attention, Pooling::Mean, Pooling::First}) {
    const ModelOptions options{.width = 4, .heads = 2, .blocks = pooling == Pooling::Mean ? 1 : 2, .pooling = pooling};
    const Classifier base = random_classifier(random, options, 6);
    Classifier model = random_classifier(random, options, 6);
    const Matrix probabilities = predict(base, tickets);
    const std::vector<Vector> maps = maps_of(base, tickets);
    const auto loss = [&] { return adversary_loss(model, forward(model, embed(model, words)), probabilities, maps); };
    const Run run = forward(model, embed(model, words));
    const AdversarySlope by = adversary_slope(model, run, probabilities, maps);
    Gradient gradient = backward(model, run, by.d_logits, false, &by.reading);
    into_tables(model, words, gradient);
    const auto x = parts(model), d = parts(gradient.weights);
    for (std::size_t p = 0; p < x.size(); ++p) {
      for (std::size_t i = 0; i < x[p].numbers.size(); i += 3) {
        INFO(x[p].name << " " << i);
        REQUIRE(relative(d[p].numbers[i], slope(x[p].numbers[i], loss)) < 1e-6);
      }
    }
  }
}

TEST_CASE("triage adversary: the loss worked by hand") {
  // Uniform weights on both sides: the maps are alike, and what is left is the movement of the prediction.
  Random random(82);
  const ModelOptions options{.width = 4, .heads = 1, .uniform = true};
  const Classifier base = random_classifier(random, options), other = random_classifier(random, options);
  const std::vector<Ticket> tickets{{{1, 2}}, {{3, 4, 5}}};
  const Matrix p = predict(base, tickets), q = predict(other, tickets);
  const Run run = forward(other, embed(other, {{1, 2}, {3, 4, 5}}));
  const double expected = (p - q).cwiseAbs().sum() / 2 / 2;
  REQUIRE(std::abs(adversary_loss(other, run, p, maps_of(base, tickets)) - expected) <= 1e-15);
}

TEST_CASE("triage adversary: against itself nothing moves and nothing differs") {
  Random random(83);
  const Classifier model = random_classifier(random, {.width = 4, .heads = 2, .pooling = Pooling::Mean});
  const AdversaryTrial made = try_adversary(model, model, {{{1, 2}, 0}, {{3}, 1}}, 1);
  REQUIRE(made.agreement == 1);
  REQUIRE(made.far == 0);
  REQUIRE(made.move.mean == 0);
  REQUIRE(made.divergence.mean == 0);
}

TEST_CASE("triage adversary: where weights are free it finds another map, and it keeps the predictions") {
  // Pooled by attention: the block mixes the words before the weights that the map shows, and a far map is learned.
  const TicketOptions of{.seed = 3, .train = 400, .test = 100, .shortcut = Shortcut::Spurious};
  const Trained base = trained(of, {.width = 8, .heads = 1}, {.epochs = 8, .rate = 0.02});
  REQUIRE(base.last.test_accuracy >= 0.95);
  AdversaryTraining adversary = start_adversary(base.tickets, base.training.model, {.epochs = 8, .rate = 0.02}, 1);
  for (int e = 0; e < 8; ++e) train_adversary(adversary, base.tickets);
  REQUIRE(adversary.training.epoch == 8);
  const AdversaryTrial made = try_adversary(base.training.model, adversary.training.model, base.tickets.test, 1);
  REQUIRE(made.agreement >= 0.9);
  // What other first numbers alone make of the map is less than half as far.
  const Trained peer = trained(of, {.width = 8, .heads = 1, .seed = 2}, {.epochs = 8, .rate = 0.02});
  const AdversaryTrial by_chance = try_adversary(base.training.model, peer.training.model, base.tickets.test, 1);
  REQUIRE(by_chance.divergence.mean < made.divergence.mean / 2);
}

TEST_CASE("triage adversary: a ticket of one word has one map") {
  Tickets tickets;
  tickets.vocabulary = {"[mask]", "bag", "fare"};
  tickets.queues = {"baggage", "refund"};
  for (int i = 0; i < 40; ++i) tickets.train.push_back({{1 + i % 2}, i % 2});
  tickets.test = {{{1}, 0}, {{2}, 1}};
  auto started = start_training(tickets, {.width = 4, .heads = 1}, {.epochs = 6, .mask_share = 0});
  REQUIRE(started.ok());
  Training training = std::move(started.value());
  for (int e = 0; e < 6; ++e) train_epoch(training, tickets);
  AdversaryTraining adversary = start_adversary(tickets, training.model, {.epochs = 6}, 1);
  for (int e = 0; e < 6; ++e) train_adversary(adversary, tickets);
  const AdversaryTrial made = try_adversary(training.model, adversary.training.model, tickets.test, 1);
  REQUIRE(made.divergence.mean == 0);
  REQUIRE(made.agreement == 1);
}

TEST_CASE("triage adversary: the same digits on every machine") {
  // Made once, natively; the same test runs as WebAssembly.
  const Trained base =
      trained({.seed = 4, .train = 48, .test = 8}, {.width = 8, .heads = 2, .pooling = Pooling::Mean}, {.epochs = 2});
  AdversaryTraining adversary = start_adversary(base.tickets, base.training.model, {.epochs = 2}, 7);
  for (int e = 0; e < 2; ++e) train_adversary(adversary, base.tickets);
  double sum = 0;
  for (const Part& part : parts(adversary.training.model)) {
    for (const double number : part.numbers) sum += number * number;
  }
  REQUIRE(same(sum, 0x1.149e78af6402p+7));
}

}  // namespace lesson::test
