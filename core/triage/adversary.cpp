#include "core/triage/adversary.hpp"

#include <algorithm>
#include <utility>

#include "core/gradient.hpp"
#include "core/triage/backward.hpp"
#include "core/triage/court.hpp"
#include "core/triage/exponential.hpp"
#include "core/triage/guide.hpp"

namespace lesson::triage {
namespace {

// A share of 0 has no logarithm. No softmax of this model comes near it.
constexpr double kFloor = 1e-12;

constexpr double kRate = 0.01;  // at the start, whatever the model was trained with; it falls in a straight line
constexpr double kNoise = 0.1;  // the most that each number of the copy is moved by

// log(beta / alpha)
double log_ratio(double beta, double alpha) {
  return logarithm(std::max(beta, kFloor)) - logarithm(std::max(alpha, kFloor));
}

Vector map_at(const Classifier& model, const Run& run, std::size_t b) {
  return map_of(model, reading_of(model, run, static_cast<Index>(b)));
}

}  // namespace

double adversary_loss(const Classifier& model, const Run& run, const Matrix& probabilities,
                      const std::vector<Vector>& maps) {
  double sum = 0;
  for (std::size_t b = 0; b < maps.size(); ++b) {
    const auto at = static_cast<Index>(b);
    sum += total_variation(probabilities.row(at).transpose(), run.probabilities.row(at).transpose());
    const Vector beta = map_at(model, run, b);
    for (Index j = 0; j < beta.size(); ++j) sum -= kAdversaryLambda * beta(j) * log_ratio(beta(j), maps[b](j));
  }
  return sum / static_cast<double>(maps.size());
}

AdversarySlope adversary_slope(const Classifier& model, const Run& run, const Matrix& probabilities,
                               const std::vector<Vector>& maps) {
  AdversarySlope slope;
  const auto count = static_cast<double>(maps.size());
  // d TVD / d q_c = 1/2 sign(q_c - p_c)
  Matrix d(probabilities.rows(), probabilities.cols());
  for (Index i = 0; i < d.size(); ++i) {
    const double q = run.probabilities.data()[i], p = probabilities.data()[i];
    d.data()[i] = (q > p ? 0.5 : q < p ? -0.5 : 0) / count;
  }
  slope.d_logits = softmax_backward(run.probabilities, d);
  for (std::size_t b = 0; b < maps.size(); ++b) {
    Reading reading = reading_of(model, run, static_cast<Index>(b));
    const Vector beta = map_of(model, reading);
    // map_of: the mean over heads and over the rows that count
    const Index rows = model.options.pooling == Pooling::Mean ? reading.front().rows() : 1;
    const double share = kAdversaryLambda / (count * static_cast<double>(rows * static_cast<Index>(reading.size())));
    for (Matrix& one : reading) {
      one.setZero();
      for (Index i = 0; i < rows; ++i) {
        // d KL / d beta_j = log(beta_j / alpha_j) + 1
        for (Index j = 0; j < beta.size(); ++j) one(i, j) = -share * (log_ratio(beta(j), maps[b](j)) + 1);
      }
    }
    slope.reading.push_back(std::move(reading));
  }
  return slope;
}

AdversaryTraining start_adversary(const Tickets& tickets, const Classifier& model, const TrainingOptions& options,
                                  std::uint64_t seed) {
  AdversaryTraining made;
  ModelOptions same = model.options;
  same.seed = seed;
  // The model was made of these options: nothing refuses.
  made.training = std::move(start_training(tickets, same, options).value());
  made.training.options.rate = kRate;
  // From new numbers the total variation distance alone teaches this model no prediction in so few epochs. The copy
  // itself is a saddle of the loss: noise moves it off.
  Classifier& adversary = made.training.model;
  Classifier copy = model;
  const std::vector<Part> to = parts(adversary), from = parts(copy);
  for (std::size_t p = 0; p < to.size(); ++p) {
    for (std::size_t i = 0; i < to[p].numbers.size(); ++i) {
      const double noise = kNoise * (2 * numpy::next_double(made.training.generator) - 1);
      to[p].numbers[i] = from[p].numbers[i] + noise;
    }
  }
  made.target = {predict(model, tickets.train), maps_of(model, tickets.train)};
  return made;
}

void train_adversary(AdversaryTraining& adversary, const Tickets& tickets) {
  Training& training = adversary.training;
  const Index epochs = training.options.epochs, batch = training.options.batch;
  const auto count = static_cast<Index>(tickets.train.size());
  const std::vector<Index> order = std::move(numpy::permutation(training.generator, count).value());
  const Index steps = (count + batch - 1) / batch;
  for (Index s = 0; s < steps; ++s) {
    const Index first = s * batch, size = std::min(count - first, batch);
    std::vector<std::vector<Index>> words;
    std::vector<Vector> maps;
    Matrix probabilities(size, adversary.target.probabilities.cols());
    for (Index i = 0; i < size; ++i) {
      const Index at = order[static_cast<std::size_t>(first + i)];
      words.push_back(tickets.train[static_cast<std::size_t>(at)].words);
      maps.push_back(adversary.target.maps[static_cast<std::size_t>(at)]);
      probabilities.row(i) = adversary.target.probabilities.row(at);
    }
    const Run run = forward(training.model, embed(training.model, words));
    const AdversarySlope slope = adversary_slope(training.model, run, probabilities, maps);
    Gradient gradient = backward(training.model, run, slope.d_logits, false, &slope.reading);
    into_tables(training.model, words, gradient);
    const double done = static_cast<double>(training.epoch * steps + s) / static_cast<double>(epochs * steps);
    step(training.adam, training.options.rate * (1 - done), parts(training.model), parts(gradient.weights));
  }
  ++training.epoch;
}

AdversaryTrial try_adversary(const Classifier& model, const Classifier& adversary, const std::vector<Ticket>& tickets,
                             std::uint64_t seed) {
  const Matrix p = predict(model, tickets), q = predict(adversary, tickets);
  const std::vector<Vector> alpha = maps_of(model, tickets), beta = maps_of(adversary, tickets);
  AdversaryTrial made;
  std::vector<double> moves, divergences;
  for (std::size_t t = 0; t < tickets.size(); ++t) {
    const auto at = static_cast<Index>(t);
    moves.push_back(total_variation(p.row(at).transpose(), q.row(at).transpose()));
    divergences.push_back(jensen_shannon(alpha[t], beta[t]));
    made.agreement += largest_of(p, at) == largest_of(q, at);
    made.far += divergences.back() >= kFar;
  }
  made.agreement /= static_cast<double>(tickets.size());
  made.far /= static_cast<double>(tickets.size());
  made.accuracy = accuracy(q, tickets);
  made.move = bootstrap_mean(moves, seed);
  made.divergence = bootstrap_mean(divergences, seed);
  return made;
}

}  // namespace lesson::triage
