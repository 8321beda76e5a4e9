#include "core/triage/guide.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/affine.hpp"
#include "core/gradient.hpp"
#include "core/product.hpp"
#include "core/softmax.hpp"
#include "core/triage/exponential.hpp"
#include "core/triage/training.hpp"

namespace lesson::triage {
namespace {

constexpr Index kBatch = 16;
constexpr double kRate = 0.02;  // at the start; it falls in a straight line
constexpr std::size_t kTogether = 64;

using Words = std::vector<std::vector<Index>>;

// From the exponential of the training: a seed trains the same model on every machine.
double hyperbolic_tangent(double x) { return 1 - 2 / (exponential(2 * x) + 1); }

}  // namespace

Simple make_simple(Index width, Index words, Index queues, bool learned, std::uint64_t seed) {
  // The classifier's own draws: one place for how first numbers are made.
  Classifier drawn = make_classifier({.width = width, .heads = 1, .seed = seed}, words, queues);
  Simple model;
  model.words = std::move(drawn.words);
  model.hidden = std::move(drawn.blocks.front().attention.wv);
  model.hidden_bias = Vector::Zero(width);
  if (learned) model.reader = Vector::Zero(width);
  model.out = std::move(drawn.out);
  model.out_bias = Vector::Zero(queues);
  return model;
}

std::vector<Part> parts(Simple& model) {
  std::vector<Part> list;
  const auto add = [&](const char* name, auto& numbers) {
    if (numbers.size() > 0) list.push_back({name, {numbers.data(), static_cast<std::size_t>(numbers.size())}});
  };
  add("words", model.words);
  add("hidden", model.hidden);
  add("hiddenBias", model.hidden_bias);
  add("reader", model.reader);
  add("out", model.out);
  add("outBias", model.out_bias);
  return list;
}

SimpleRun forward(const Simple& model, const Words& tickets, std::vector<Vector> guide) {
  SimpleRun run;
  run.starts.push_back(0);
  for (const auto& words : tickets) run.starts.push_back(run.starts.back() + static_cast<Index>(words.size()));
  run.x = Matrix(run.starts.back(), model.words.cols());
  Index at = 0;
  for (const auto& words : tickets) {
    for (const Index word : words) run.x.row(at++) = model.words.row(word);
  }
  run.h = affine(run.x, model.hidden, model.hidden_bias);
  for (Index i = 0; i < run.h.size(); ++i) run.h.data()[i] = hyperbolic_tangent(run.h.data()[i]);
  run.guide = std::move(guide);
  run.pooled = Matrix(static_cast<Index>(tickets.size()), run.h.cols());
  const double scale = 1 / std::sqrt(static_cast<double>(run.h.cols()));
  for (std::size_t b = 0; b < tickets.size(); ++b) {
    const Matrix own = run.h.middleRows(run.starts[b], run.starts[b + 1] - run.starts[b]);
    if (model.reader.size() > 0) {
      Matrix scores = product(own, model.reader).transpose();
      for (Index i = 0; i < scores.size(); ++i) scores.data()[i] *= scale;
      run.guide.emplace_back(softmax(scores, exponential).row(0).transpose());
    }
    run.pooled.row(static_cast<Index>(b)) = product(run.guide[b].transpose(), own);
  }
  run.probabilities = softmax(affine(run.pooled, model.out, model.out_bias), exponential);
  return run;
}

Simple backward(const Simple& model, const SimpleRun& run, const Words& tickets, const Matrix& d_logits) {
  Simple d;
  // forward: logits = pooled out + out_bias
  d.out = product(run.pooled.transpose(), d_logits);
  d.out_bias = Vector(product(Matrix::Ones(1, d_logits.rows()), d_logits).row(0).transpose());
  const Matrix d_pooled = product_transposed(d_logits, model.out);

  Matrix d_h(run.h.rows(), run.h.cols());
  const double scale = 1 / std::sqrt(static_cast<double>(run.h.cols()));
  if (model.reader.size() > 0) d.reader = Vector::Zero(run.h.cols());
  for (std::size_t b = 0; b < tickets.size(); ++b) {
    const Index start = run.starts[b], n = run.starts[b + 1] - start;
    const Matrix own = run.h.middleRows(start, n), slopes = d_pooled.row(static_cast<Index>(b));
    // forward: pooled = guide h
    Matrix d_own = product(run.guide[b], slopes);
    if (model.reader.size() > 0) {
      // forward: guide = softmax(h reader scale)
      Matrix d_scores = softmax_backward(run.guide[b].transpose(), product_transposed(slopes, own));
      for (Index i = 0; i < n; ++i) d_scores(0, i) *= scale;
      d.reader += product(d_scores, own).row(0).transpose();
      d_own += product(d_scores.transpose(), model.reader.transpose());
    }
    d_h.middleRows(start, n) = d_own;
  }
  // forward: h = tanh(x hidden + hidden_bias)
  for (Index i = 0; i < d_h.size(); ++i) d_h.data()[i] *= 1 - run.h.data()[i] * run.h.data()[i];
  d.hidden = product(run.x.transpose(), d_h);
  d.hidden_bias = Vector(product(Matrix::Ones(1, d_h.rows()), d_h).row(0).transpose());
  const Matrix d_x = product_transposed(d_h, model.hidden);
  d.words = Matrix::Zero(model.words.rows(), model.words.cols());
  Index at = 0;
  for (const auto& words : tickets) {
    for (const Index word : words) d.words.row(word) += d_x.row(at++);
  }
  return d;
}

std::vector<Vector> maps_of(const Classifier& model, const std::vector<Ticket>& tickets) {
  std::vector<Vector> maps;
  for (std::size_t first = 0; first < tickets.size(); first += kTogether) {
    Words words;
    for (std::size_t i = first; i < std::min(tickets.size(), first + kTogether); ++i) words.push_back(tickets[i].words);
    const Run run = forward(model, embed(model, words));
    for (std::size_t b = 0; b < words.size(); ++b) {
      maps.push_back(map_of(model, reading_of(model, run, static_cast<Index>(b))));
    }
  }
  return maps;
}

std::vector<Vector> flat_maps(const std::vector<Ticket>& tickets) {
  std::vector<Vector> maps;
  for (const Ticket& one : tickets) {
    const auto n = static_cast<Index>(one.words.size());
    maps.push_back(Vector::Constant(n, 1 / static_cast<double>(n)));
  }
  return maps;
}

GuideTraining start_guide(const Tickets& tickets, Index width, std::optional<std::vector<Vector>> train,
                          std::vector<Vector> test, std::uint64_t seed) {
  GuideTraining training;
  training.model = make_simple(width, static_cast<Index>(tickets.vocabulary.size()),
                               static_cast<Index>(tickets.queues.size()), !train, seed);
  if (train) training.train = std::move(*train);
  training.test = std::move(test);
  training.generator = numpy::default_rng(seed + (std::uint64_t{1} << 32));
  return training;
}

void train_guided(GuideTraining& training, const Tickets& tickets) {
  const auto count = static_cast<Index>(tickets.train.size());
  const std::vector<Index> order = std::move(numpy::permutation(training.generator, count).value());
  const Index steps = (count + kBatch - 1) / kBatch;
  for (Index s = 0; s < steps; ++s) {
    Words words;
    std::vector<Vector> guide;
    std::vector<Index> queues;
    for (Index i = s * kBatch; i < std::min(count, (s + 1) * kBatch); ++i) {
      const auto at = static_cast<std::size_t>(order[static_cast<std::size_t>(i)]);
      words.push_back(tickets.train[at].words);
      queues.push_back(tickets.train[at].queue);
      if (!training.train.empty()) guide.push_back(training.train[at]);
    }
    const SimpleRun run = forward(training.model, words, std::move(guide));
    Matrix d_logits = run.probabilities;
    for (std::size_t b = 0; b < queues.size(); ++b) d_logits(static_cast<Index>(b), queues[b]) -= 1;
    d_logits /= static_cast<double>(queues.size());
    Simple gradient = backward(training.model, run, words, d_logits);
    const double done = static_cast<double>(training.epoch * steps + s) / static_cast<double>(kGuideEpochs * steps);
    step(training.adam, kRate * (1 - done), parts(training.model), parts(gradient));
  }
  ++training.epoch;
}

std::vector<double> guided_right(const GuideTraining& training, const Tickets& tickets) {
  Words words;
  for (const Ticket& one : tickets.test) words.push_back(one.words);
  const SimpleRun run = forward(training.model, words, training.test);
  std::vector<double> right;
  for (std::size_t b = 0; b < words.size(); ++b) {
    right.push_back(largest_of(run.probabilities, static_cast<Index>(b)) == tickets.test[b].queue ? 1 : 0);
  }
  return right;
}

}  // namespace lesson::triage
