#include "core/triage/attribution.hpp"

#include <cmath>
#include <utility>

#include "core/product.hpp"
#include "core/triage/agreement.hpp"
#include "core/triage/backward.hpp"
#include "core/triage/training.hpp"

namespace lesson::triage {
namespace {

using Tickets = std::vector<std::vector<Index>>;

constexpr Index kSteps = 32;

// Ticket b of `changed` is the ticket without its word b.
Attribution by_change(const Explanation& from, const Run& changed) {
  const Index n = changed.rows.count();
  Attribution made{Vector(n), Vector(n)};
  for (Index i = 0; i < n; ++i) {
    made.change(i) = from.probabilities(from.queue) - changed.probabilities(i, from.queue);
    made.importance(i) = total_variation(from.probabilities, changed.probabilities.row(i).transpose());
  }
  return made;
}

Tickets copies(const std::vector<Index>& words) { return Tickets(words.size(), words); }

// Row i of copy i: its place, and `word` instead of its word.
Attribution replaced(const Classifier& model, const Explanation& from, const Matrix& word) {
  Rows rows = embed(model, copies(from.words));
  for (Index i = 0; i < rows.count(); ++i) rows.x.row(rows.start(i) + i) = word.row(0) + model.places.row(i);
  return by_change(from, forward(model, std::move(rows)));
}

Attribution left_out(const Classifier& model, const Explanation& from) {
  Tickets tickets = copies(from.words);
  if (tickets.size() == 1) {
    tickets.front().front() = kMask;
  } else {
    for (std::size_t i = 0; i < tickets.size(); ++i) tickets[i].erase(tickets[i].begin() + static_cast<Index>(i));
  }
  return by_change(from, forward(model, embed(model, tickets)));
}

// sum_d factor_id slope_id, and its magnitude
Attribution by_slope(const Matrix& factor, const Matrix& slopes) {
  Attribution made{Vector::Zero(factor.rows()), Vector(factor.rows())};
  for (Index i = 0; i < factor.rows(); ++i) {
    for (Index d = 0; d < factor.cols(); ++d) made.change(i) += factor(i, d) * slopes(i, d);
    made.importance(i) = std::abs(made.change(i));
  }
  return made;
}

Attribution gradient_input(const Classifier& model, const Explanation& from, const Run& run) {
  Matrix input(run.rows.x.rows(), run.rows.x.cols());
  for (Index i = 0; i < input.rows(); ++i) input.row(i) = model.words.row(from.words[static_cast<std::size_t>(i)]);
  return by_slope(input, backward(model, run, probability_gradient(run, {from.queue})).rows);
}

Attribution integrated(const Classifier& model, Explanation& from, const Run& run) {
  const Index n = run.rows.x.rows();
  const Rows start = embed(model, {std::vector<Index>(from.words.size(), kMask)});
  from.integrated_from = forward(model, start).probabilities(0, from.queue);
  const Matrix way = run.rows.x - start.x;
  Rows path = embed(model, Tickets(kSteps, from.words));
  for (Index k = 0; k < kSteps; ++k) {
    path.x.middleRows(k * n, n) = start.x + way * ((static_cast<double>(k) + 0.5) / kSteps);
  }
  const Run along = forward(model, std::move(path));
  const std::vector<Index> queues(kSteps, from.queue);
  const Gradient gradient = backward(model, along, probability_gradient(along, queues));
  Matrix slopes = Matrix::Zero(n, way.cols());
  for (Index k = 0; k < kSteps; ++k) slopes += gradient.rows.middleRows(k * n, n);
  return by_slope(way, slopes / kSteps);
}

Matrix mean_of(const std::vector<Matrix>& heads) {
  Matrix mean = Matrix::Zero(heads.front().rows(), heads.front().cols());
  for (const Matrix& weights : heads) mean += weights;
  return mean / static_cast<double>(heads.size());
}

Attribution rollout(const Run& run) {
  Matrix flow = run.reading.front().transpose();  // (1, n)
  for (std::size_t l = run.blocks.size(); l-- > 0;) {
    flow = product(flow, 0.5 * mean_of(run.blocks[l].weights) + 0.5 * Matrix::Identity(flow.cols(), flow.cols()));
  }
  const Vector shares = flow.row(0).transpose();
  return {shares, shares};
}

}  // namespace

Explanation explain(const Classifier& model, const std::vector<Index>& words) {
  const Run run = forward(model, embed(model, {words}));
  Explanation made;
  made.words = words;
  made.queue = largest_of(run.probabilities, 0);
  made.probabilities = run.probabilities.row(0).transpose();
  made.reading = reading_of(model, run, 0);
  made.map = map_of(model, made.reading);
  for (const BlockRun& block : run.blocks) {
    made.heads.push_back(block.weights);
    made.mean_heads.push_back(mean_of(block.weights));
  }
  Matrix mean = Matrix::Zero(1, model.words.cols());
  for (Index w = 0; w < model.words.rows(); ++w) mean += model.words.row(w);
  mean /= static_cast<double>(model.words.rows());
  made.methods.push_back(replaced(model, made, model.words.row(kMask)));
  made.methods.push_back(replaced(model, made, Matrix::Zero(1, model.words.cols())));
  made.methods.push_back(replaced(model, made, mean));
  made.methods.push_back(left_out(model, made));
  made.methods.push_back(gradient_input(model, made, run));
  made.methods.push_back(integrated(model, made, run));
  made.methods.push_back(rollout(run));
  return made;
}

}  // namespace lesson::triage
