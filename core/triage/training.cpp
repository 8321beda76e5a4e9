#include "core/triage/training.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/random/request.hpp"
#include "core/triage/backward.hpp"
#include "core/triage/draw.hpp"

namespace lesson::triage {
namespace {

std::optional<Error> check(const TrainingOptions& options) {
  const auto refuse = [](const char* name, double given, const char* expected) {
    return Error{"training-size", std::string(name) + " is " + shown(given) + ": it must be " + expected + ".", {name}};
  };
  if (options.epochs < 1 || options.epochs > 200) {
    return refuse("epochs", static_cast<double>(options.epochs), "from 1 to 200");
  }
  if (options.batch < 1 || options.batch > 256) {
    return refuse("batch", static_cast<double>(options.batch), "from 1 to 256");
  }
  if (!(options.rate > 0 && options.rate <= 1)) return refuse("rate", options.rate, "above 0 and at most 1");
  if (!(options.mask_share >= 0 && options.mask_share <= 0.5)) {
    return refuse("maskShare", options.mask_share, "from 0 to 0.5");
  }
  return std::nullopt;
}

constexpr std::size_t kTogether = 64;

}  // namespace

Outcome<Training> start_training(const Tickets& tickets, const ModelOptions& model, const TrainingOptions& options) {
  if (auto refused = check_model(model)) return *refused;
  if (auto refused = check(options)) return *refused;
  Training training;
  training.options = options;
  training.model =
      make_classifier(model, static_cast<Index>(tickets.vocabulary.size()), static_cast<Index>(tickets.queues.size()));
  // A stream of its own: the order does not hang on how many numbers the weights took.
  training.generator = numpy::default_rng(model.seed + (std::uint64_t{1} << 32));
  return training;
}

EpochReport train_epoch(Training& training, const Tickets& tickets) {
  const TrainingOptions& options = training.options;
  EpochReport report;
  report.epoch = ++training.epoch;
  const auto count = static_cast<Index>(tickets.train.size());
  const std::vector<Index> order = std::move(numpy::permutation(training.generator, count).value());
  const Index steps = (count + options.batch - 1) / options.batch;
  Index right = 0;
  for (Index s = 0; s < steps; ++s) {
    std::vector<std::vector<Index>> words;
    std::vector<Index> queues;
    for (Index i = s * options.batch; i < std::min(count, (s + 1) * options.batch); ++i) {
      const Ticket& ticket = tickets.train[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
      words.push_back(ticket.words);
      for (Index& word : words.back()) {
        if (numpy::next_double(training.generator) < options.mask_share) word = kMask;
      }
      queues.push_back(ticket.queue);
    }
    const Run run = forward(training.model, embed(training.model, words));
    report.losses.push_back(loss_of(run, queues));
    for (std::size_t b = 0; b < queues.size(); ++b) {
      right += largest_of(run.probabilities, static_cast<Index>(b)) == queues[b];
    }
    Gradient gradient = backward(training.model, run, loss_gradient(run, queues));
    into_tables(training.model, words, gradient);
    const double done =
        static_cast<double>((report.epoch - 1) * steps + s) / static_cast<double>(options.epochs * steps);
    step(training.adam, options.rate * (1 - done), parts(training.model), parts(gradient.weights));
  }
  for (const double loss : report.losses) report.loss += loss;
  report.loss /= static_cast<double>(steps);
  report.train_accuracy = static_cast<double>(right) / static_cast<double>(count);
  report.test_accuracy = accuracy(predict(training.model, tickets.test), tickets.test);
  return report;
}

Matrix predict(const Classifier& model, const std::vector<Ticket>& tickets) {
  Matrix probabilities(static_cast<Index>(tickets.size()), model.out.cols());
  for (std::size_t first = 0; first < tickets.size(); first += kTogether) {
    std::vector<std::vector<Index>> words;
    for (std::size_t i = first; i < std::min(tickets.size(), first + kTogether); ++i) words.push_back(tickets[i].words);
    const Run run = forward(model, embed(model, words));
    probabilities.middleRows(static_cast<Index>(first), run.probabilities.rows()) = run.probabilities;
  }
  return probabilities;
}

Index largest_of(const Matrix& m, Index row) {
  Index best = 0;
  for (Index j = 1; j < m.cols(); ++j) {
    if (m(row, j) > m(row, best)) best = j;
  }
  return best;
}

double accuracy(const Matrix& probabilities, const std::vector<Ticket>& tickets) {
  double right = 0;
  for (std::size_t b = 0; b < tickets.size(); ++b) {
    if (largest_of(probabilities, static_cast<Index>(b)) == tickets[b].queue) ++right;
  }
  return right / static_cast<double>(tickets.size());
}

}  // namespace lesson::triage
