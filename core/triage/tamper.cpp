#include "core/triage/tamper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/gradient.hpp"
#include "core/random/numpy.hpp"
#include "core/softmax.hpp"
#include "core/triage/adam.hpp"
#include "core/triage/agreement.hpp"
#include "core/triage/backward.hpp"
#include "core/triage/exponential.hpp"
#include "core/triage/training.hpp"

namespace lesson::triage {
namespace {

constexpr Index kStarts = 3;
constexpr double kReach = 3;   // of the scores at the start
constexpr double kRate = 0.2;  // of the ascent
constexpr double kLambda = 20;

Run run_of_copies(const Classifier& model, const std::vector<Index>& words, Index count) {
  return forward(model, embed(model, std::vector<std::vector<Index>>(static_cast<std::size_t>(count), words)));
}

double move(const Explanation& from, const Run& run, Index b) {
  return total_variation(from.probabilities, run.probabilities.row(b).transpose());
}

bool changes(const Explanation& from, const Run& run, Index b) {
  return largest_of(run.probabilities, b) != from.queue;
}

Reading uniform(const Reading& like) {
  Reading made = like;
  for (Matrix& m : made) m.setConstant(1 / static_cast<double>(m.cols()));
  return made;
}

Reading permuted(const Reading& like, const std::vector<Index>& order) {
  Reading made = like;
  for (std::size_t h = 0; h < made.size(); ++h) {
    for (Index j = 0; j < made[h].cols(); ++j) made[h].col(j) = like[h].col(order[static_cast<std::size_t>(j)]);
  }
  return made;
}

double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  const std::size_t half = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[half] : (numbers[half - 1] + numbers[half]) / 2;
}

// d JSD(map, other) / d other_j = 1/2 log(other_j / m_j), m = (map + other) / 2
Vector divergence_slope(const Vector& map, const Vector& other) {
  Vector slope(map.size());
  for (Index j = 0; j < map.size(); ++j) slope(j) = 0.5 * std::log(other(j) / ((map(j) + other(j)) / 2));
  return slope;
}

class Adversary {
 public:
  Adversary(const Classifier& model, const Explanation& from, numpy::Generator& generator)
      : model_(model), from_(from), base_(run_of_copies(model, from.words, kStarts)), scores_(kStarts, from.reading) {
    for (Reading& reading : scores_) {
      for (Matrix& m : reading) {
        for (Index at = 0; at < m.size(); ++at) m.data()[at] = kReach * (2 * numpy::next_double(generator) - 1);
      }
    }
  }

  // One step up from where it stands; what it stands on is looked at first.
  void climb(Tampered& found) {
    std::vector<Reading> weights = scores_;
    for (Reading& reading : weights) {
      for (Matrix& m : reading) m = softmax(m, exponential);
    }
    const Run run = reread(model_, base_, weights);
    std::vector<Vector> maps;
    for (const Reading& reading : weights) maps.push_back(map_of(model_, reading));
    keep(run, maps, found);

    std::vector<Reading> slopes = reading_gradient(model_, run, slope_of_excess(run));
    std::vector<Part> x, d;
    for (std::size_t b = 0; b < slopes.size(); ++b) {
      const Vector up = divergence_slope(from_.map, maps[b]);
      // map_of: the mean over heads and over the rows that count
      const Index rows = model_.options.pooling == Pooling::Mean ? slopes[b].front().rows() : 1;
      const double share = 1 / static_cast<double>(rows * static_cast<Index>(slopes[b].size()));
      for (std::size_t h = 0; h < slopes[b].size(); ++h) {
        Matrix& slope = slopes[b][h];
        for (Index i = 0; i < rows; ++i) slope.row(i) -= share * up.transpose();
        slope = softmax_backward(weights[b][h], slope);
        x.push_back(part(scores_[b][h]));
        d.push_back(part(slope));
      }
    }
    step(adam_, kRate, x, d);  // downhill, of the penalty less the divergence
  }

 private:
  static Part part(Matrix& m) { return {"", {m.data(), static_cast<std::size_t>(m.size())}}; }

  void keep(const Run& run, const std::vector<Vector>& maps, Tampered& found) const {
    for (Index b = 0; b < kStarts; ++b) {
      const double moved = move(from_, run, b);
      const double apart = jensen_shannon(from_.map, maps[static_cast<std::size_t>(b)]);
      if (!(moved <= kEpsilon) || changes(from_, run, b) || !(apart > found.adversary_divergence)) continue;
      found.adversary = maps[static_cast<std::size_t>(b)];
      found.adversary_divergence = apart;
      found.adversary_move = moved;
    }
  }

  // d_logits of lambda max(0, TVD - epsilon)
  Matrix slope_of_excess(const Run& run) const {
    Matrix d = Matrix::Zero(run.probabilities.rows(), run.probabilities.cols());
    for (Index b = 0; b < d.rows(); ++b) {
      if (move(from_, run, b) <= kEpsilon) continue;
      for (Index c = 0; c < d.cols(); ++c) {
        d(b, c) = kLambda * 0.5 * (run.probabilities(b, c) > from_.probabilities(c) ? 1 : -1);
      }
    }
    return softmax_backward(run.probabilities, d);
  }

  const Classifier& model_;
  const Explanation& from_;
  Run base_;
  std::vector<Reading> scores_;  // behind the weights, one for each start
  Adam adam_;
};

}  // namespace

Tampered tamper(const Classifier& model, const Explanation& from, std::uint64_t seed, Index steps) {
  numpy::Generator generator = numpy::default_rng(seed);
  Tampered made;
  const auto n = static_cast<Index>(from.words.size());
  std::vector<Reading> readings{uniform(from.reading)};
  for (Index p = 0; p < kPermutations; ++p) {
    readings.push_back(permuted(from.reading, numpy::permutation(generator, n).value()));
  }
  const Run run = reread(model, run_of_copies(model, from.words, 1 + kPermutations), readings);
  made.uniform_move = move(from, run, 0);
  made.uniform_changes = changes(from, run, 0);
  std::vector<double> moves;
  for (Index p = 1; p <= kPermutations; ++p) {
    moves.push_back(move(from, run, p));
    made.permuted_changes += changes(from, run, p);
  }
  made.permuted_move = median(std::move(moves));
  made.permuted_changes /= kPermutations;

  made.adversary = from.map;
  if (n > 1 && steps > 0) {
    Adversary adversary(model, from, generator);
    for (Index s = 0; s < steps; ++s) adversary.climb(made);
  }
  return made;
}

}  // namespace lesson::triage
