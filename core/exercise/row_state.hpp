// What the parts of row.hpp share: the right row, and the list of what slips make of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/exercise/row.hpp"
#include "core/mistakes/attend.hpp"
#include "core/random/numpy.hpp"

namespace lesson::worked {

inline constexpr double kNothing = -std::numeric_limits<double>::infinity();  // a blocked score
inline constexpr double kSame = 1e-9;

// One row at every stage that can be asked for.
struct Row {
  Cells raw, scaled, masked, weights, output;

  const Cells& at(Stage stage) const {
    switch (stage) {
      case Stage::Raw:
        return raw;
      case Stage::Scaled:
        return scaled;
      case Stage::Output:
        return output;
      default:
        return weights;
    }
  }
};

inline Cells cells_of(const Matrix& m, Index row) {
  const double* const first = row_of(m, row);
  return Cells(first, first + m.cols());
}

inline Row row_of_trace(const AttentionTrace& trace, Index row) {
  return {cells_of(trace.raw, row), cells_of(trace.scaled, row), cells_of(trace.masked, row),
          cells_of(trace.weights, row), cells_of(trace.output, row)};
}

inline double sum_of(const Cells& cells) {
  double sum = 0;
  for (const double cell : cells) sum += cell;
  return sum;
}

inline Cells divided(Cells cells, double by) {
  for (double& cell : cells) cell /= by;
  return cells;
}

// exp(score - shift) of each.
inline Cells exponentials(Cells scores, double shift = 0) {
  for (double& cell : scores) cell = std::exp(cell - shift);
  return scores;
}

inline double most_of(const Cells& cells) { return *std::max_element(cells.begin(), cells.end()); }

class State {
 public:
  State(const Setup& setup, const std::vector<Stage>& stages, Index row)
      : setup_(setup), stages_(stages), row_(row), trace_(attended(setup, {})), right_(row_of_trace(trace_, row)) {
    result.right = joined(right_);
  }

  const Setup& setup() const { return setup_; }
  const std::vector<Stage>& stages() const { return stages_; }
  Index row() const { return row_; }
  const AttentionTrace& trace() const { return trace_; }
  const Row& right() const { return right_; }
  double scale() const { return trace_.scale; }

  bool asked(Stage stage) const { return std::find(stages_.begin(), stages_.end(), stage) != stages_.end(); }
  bool asked_of_weights() const { return asked(Stage::Weight) || asked(Stage::Output); }
  bool only(Stage stage) const { return stages_.size() == 1 && stages_.front() == stage; }

  AttentionTrace attended(const Setup& setup, const Recipe& recipe) const {
    numpy::Generator draws;  // no slip of a hand draws
    return attend(setup.q, setup.k, setup.v, setup, recipe, draws);
  }

  // What is asked for, of a row.
  Cells joined(const Row& row) const {
    Cells cells;
    for (const Stage stage : stages_) cells.insert(cells.end(), row.at(stage).begin(), row.at(stage).end());
    return cells;
  }

  // The right row with other weights, and the output that they give.
  Row weighted(Cells weights) const {
    Row row = right_;
    for (std::size_t c = 0; c < row.output.size(); ++c) {
      row.output[c] = 0;
      for (std::size_t j = 0; j < weights.size(); ++j) row.output[c] += weights[j] * value(j, c);
    }
    row.weights = std::move(weights);
    return row;
  }

  double value(std::size_t key, std::size_t col) const {
    return setup_.v.data()[static_cast<Index>(key) * setup_.v.cols() + static_cast<Index>(col)];
  }

  // Unless these are the right numbers.
  void add(const char* id, Cells cells, std::optional<SlippedTerm> term = {}) {
    for (std::size_t at = 0; at < cells.size(); ++at) {
      const double a = cells[at], b = result.right[at];
      if (a == b || (std::isnan(a) && std::isnan(b))) continue;
      if (std::abs(a - b) <= kSame * std::max(1.0, std::abs(b))) continue;
      result.slipped.push_back({id, std::move(cells), term});
      return;
    }
  }
  void add(const char* id, const Row& row) { add(id, joined(row)); }
  void add_setup(const char* id, const Setup& setup) { add(id, row_of_trace(attended(setup, {}), row_)); }

  WorkedRow result;

 private:
  const Setup& setup_;
  const std::vector<Stage>& stages_;
  Index row_;
  AttentionTrace trace_;
  Row right_;
};

// rounded-early: a number on the way kept with one or two decimals, at each place where a hand writes one down.
void add_rounding(State& state);

// term-left-out and term-sign: the right cells but for one term of one sum.
void add_terms(State& state);

}  // namespace lesson::worked
