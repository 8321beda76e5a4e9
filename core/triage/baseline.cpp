#include "core/triage/baseline.hpp"

#include <cmath>

#include "core/softmax.hpp"
#include "core/triage/adam.hpp"
#include "core/triage/exponential.hpp"
#include "core/triage/training.hpp"

namespace lesson::triage {
namespace {

constexpr double kRate = 0.1;

}  // namespace

Matrix predict(const Baseline& baseline, const std::vector<Ticket>& tickets) {
  Matrix logits(static_cast<Index>(tickets.size()), baseline.bias.size());
  for (Index b = 0; b < logits.rows(); ++b) {
    logits.row(b) = baseline.bias.transpose();
    for (const Index word : tickets[static_cast<std::size_t>(b)].words) logits.row(b) += baseline.weights.row(word);
  }
  return softmax(logits, exponential);
}

Baseline fit_baseline(const Tickets& tickets, Index steps, double decay) {
  const auto words = static_cast<Index>(tickets.vocabulary.size()), queues = static_cast<Index>(tickets.queues.size());
  Baseline fitted{Matrix::Zero(words, queues), Vector::Zero(queues)};
  Matrix d_weights;
  Vector d_bias;
  const auto part = [](auto& numbers) { return Part{"", {numbers.data(), static_cast<std::size_t>(numbers.size())}}; };
  Adam adam;
  const auto count = static_cast<double>(tickets.train.size());
  for (Index t = 0; t < steps; ++t) {
    Matrix d_logits = predict(fitted, tickets.train);
    d_weights = decay * fitted.weights;
    d_bias = Vector::Zero(queues);
    for (Index b = 0; b < d_logits.rows(); ++b) {
      const Ticket& ticket = tickets.train[static_cast<std::size_t>(b)];
      d_logits(b, ticket.queue) -= 1;
      for (const Index word : ticket.words) d_weights.row(word) += d_logits.row(b) / count;
      d_bias += d_logits.row(b).transpose() / count;
    }
    step(adam, kRate * (1 - static_cast<double>(t) / static_cast<double>(steps)),
         {part(fitted.weights), part(fitted.bias)}, {part(d_weights), part(d_bias)});
  }
  fitted.train_accuracy = accuracy(predict(fitted, tickets.train), tickets.train);
  fitted.test_accuracy = accuracy(predict(fitted, tickets.test), tickets.test);
  return fitted;
}

}  // namespace lesson::triage
