#include "core/triage/baseline.hpp"
#include "core/triage/training.hpp"
#include "tests/core/triage_support.hpp"

namespace lesson::test {

using namespace lesson::triage;

TEST_CASE("triage training: order is learned, and a bag of words cannot") {
  // A tenth of the page's work: 600 tickets, one head of width 8.
  const Trained made = trained({.seed = 3, .train = 1000, .test = 200},
                               {.width = 12, .heads = 1, .pooling = Pooling::Mean}, {.epochs = 16, .rate = 0.02});
  REQUIRE(made.last.epoch == 16);
  REQUIRE(made.last.losses.size() == 63);
  REQUIRE(made.last.test_accuracy >= 0.9);
  REQUIRE(made.last.loss <= 0.4);
  const Baseline baseline = fit_baseline(made.tickets);
  REQUIRE(baseline.test_accuracy < 0.8);
  REQUIRE(baseline.test_accuracy > 0.4);  // it is a baseline, and not broken: two queues of four are left, and some one
}

TEST_CASE("triage training: a seed is a model, to the last bit") {
  const TicketOptions of{.seed = 2, .train = 48, .test = 8};
  const ModelOptions options{.width = 4, .heads = 2};
  const Trained once = trained(of, options, {.epochs = 2}), again = trained(of, options, {.epochs = 2});
  REQUIRE(same(once.training.model.words, again.training.model.words));
  REQUIRE(same(once.last.loss, again.last.loss));
  const Trained other = trained(of, {.width = 4, .heads = 2, .seed = 2}, {.epochs = 2});
  REQUIRE(!same(other.last.loss, once.last.loss));
}

TEST_CASE("triage training: the weights are the same on every machine") {
  // Six steps with every part of the model in them. The digits were made once, natively; the same test runs as
  // WebAssembly. The loss goes through the library's logarithm and is not among them.
  const Trained made =
      trained({.seed = 4, .train = 48, .test = 8}, {.width = 8, .heads = 2, .blocks = 2}, {.epochs = 2});
  double sum = 0;
  Classifier model = made.training.model;
  for (const Part& part : parts(model)) {
    for (const double number : part.numbers) sum += number * number;
  }
  REQUIRE(same(sum, 0x1.9762a6784edcep+7));
}

TEST_CASE("triage training: options outside their range are refused") {
  const Tickets tickets = tickets_of({.train = 8, .test = 4});
  const auto refused = [&](const TrainingOptions& how, const char* name, const char* given) {
    require_refused(start_training(tickets, {}, how), "training-size", {name}, {given});
  };
  refused({.epochs = 0}, "epochs", "0");
  refused({.epochs = 201}, "epochs", "201");
  refused({.batch = 257}, "batch", "257");
  refused({.rate = 0}, "rate", "0");
  refused({.rate = kNaN}, "rate", "NaN");
  refused({.mask_share = 0.6}, "maskShare", "0.6");
  require_refused(start_training(tickets, {.heads = 7}, {}), "model-size", {"heads"}, {"7"});
}

TEST_CASE("triage training: the largest of a row, and accuracy") {
  const Matrix probabilities = rows({{0.2, 0.5, 0.3}, {0.4, 0.4, 0.2}});
  REQUIRE(largest_of(probabilities, 0) == 1);
  REQUIRE(largest_of(probabilities, 1) == 0);
  REQUIRE(accuracy(probabilities, {{{1}, 1}, {{1}, 1}}) == 0.5);
  REQUIRE(std::isnan(accuracy(Matrix(0, 3), {})));
}

}  // namespace lesson::test
