#include "core/exercise/row.hpp"

#include <cmath>
#include <string_view>
#include <utility>

#include "core/exercise/row_state.hpp"
#include "core/exercise/slips.hpp"
#include "core/mistakes/catalogue.hpp"

namespace lesson {
namespace {

using worked::divided, worked::exponentials, worked::kNothing, worked::kSame, worked::Row, worked::State,
    worked::sum_of;

// Queries, keys and rows in each other's place.
void add_exchanges(State& state) {
  const Setup& setup = state.setup();
  const bool square = setup.q.rows() == setup.k.rows();
  if (square) {
    Setup other = setup;
    other.q = setup.k;
    state.add_setup("keys-ask", other);
    other.k = setup.q;
    state.add_setup("rows-and-columns-swapped", other);
    other.q = setup.q;
    state.add_setup("queries-answer", other);
  }
  for (Index i = 0; i < setup.q.rows(); ++i) {
    if (i != state.row()) state.add("wrong-row", worked::row_of_trace(state.trace(), i));
  }
  if (setup.k.cols() > 1 && state.scale() != 0) {
    Setup other = setup;
    other.scale = 1 / state.scale();
    state.add_setup("scale-multiplied", other);
  }
  // One key has the root 1, which is no scale; with as many keys as the width this is the usual scale.
  if (const Index keys = setup.k.rows(); keys > 1 && keys != setup.k.cols()) {
    Setup other = setup;
    other.scale = 1 / std::sqrt(static_cast<double>(keys));
    state.add_setup("scale-by-keys", other);
  }
  if (setup.causal != Causal::None && square && state.asked_of_weights()) {
    Setup strict = setup;
    strict.blocked = either(setup.blocked, Flags(Flags::Identity(setup.q.rows(), setup.k.rows())));
    state.add_setup("diagonal-blocked", strict);
  }
  if (state.asked(Stage::Raw)) {
    Row row = state.right();
    row.raw = row.scaled;
    state.add("scaled-already", row);
  }
}

// Whether a mistake of the library is one that a hand makes, can change what was asked for, and means something here.
bool by_hand(const State& state, std::string_view id) {
  if (!find_slip(id)) return false;
  const Setup& setup = state.setup();
  const bool causal = setup.causal != Causal::None;
  if (id == "keys-and-values-swapped") return setup.k.cols() == setup.v.cols();
  if (id == "scale-twice") return setup.scale.has_value() && !state.only(Stage::Raw);
  if (id == "scale-missing" || id == "scale-by-width") return !state.only(Stage::Raw);
  if (!state.asked_of_weights()) return false;
  if (id == "causal-mask-added") return !causal && setup.q.rows() > 1;
  if (id == "causal-mask-reversed") return causal;
  if (id == "softmax-over-queries") return setup.q.rows() > 1;
  return true;
}

void add_library(State& state) {
  for (const Mistake& one : mistakes()) {
    if (!by_hand(state, one.id)) continue;
    Recipe recipe;
    one.edit(recipe);
    if (recipe.keys == Keys::Swapped) {
      Setup swapped = state.setup();
      std::swap(swapped.k, swapped.v);
      state.add_setup(one.id, swapped);
    } else {
      state.add(one.id, worked::row_of_trace(state.attended(state.setup(), recipe), state.row()));
    }
  }
}

// From the right masked scores to wrong weights.
void add_wrong_weights(State& state) {
  const Cells& masked = state.right().masked;
  state.add("not-normalised", state.weighted(exponentials(masked)));
  state.add("not-normalised", state.weighted(exponentials(masked, worked::most_of(masked))));
  for (const auto& [id, base] : {std::pair("powers-of-ten", 10.0), std::pair("powers-of-two", 2.0)}) {
    Cells powers = masked;
    for (double& cell : powers) cell = std::pow(base, cell);
    const double sum = sum_of(powers);
    state.add(id, state.weighted(divided(std::move(powers), sum)));
  }
  Cells scores = masked;
  for (double& cell : scores) cell = cell == kNothing ? 0 : cell;
  const double of_scores = sum_of(scores);
  if (std::abs(of_scores) > kSame) {
    state.add("exponentials-left-out", state.weighted(divided(std::move(scores), of_scores)));
  }
}

// The right weights with the value of the largest in place of the mix. Of several as large, each may be the one.
void add_largest_alone(State& state) {
  const Cells& weights = state.right().weights;
  const double most = worked::most_of(weights);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (!(weights[j] > 0) || weights[j] < most - kSame) continue;  // nor in a row of NaN
    Row row = state.right();
    for (std::size_t c = 0; c < row.output.size(); ++c) row.output[c] = state.value(j, c);
    state.add("largest-alone", row);
  }
}

// The right weights with keys in place of values.
void add_mixed_keys(State& state) {
  const Matrix& k = state.setup().k;
  if (k.cols() != state.setup().v.cols()) return;
  Row row = state.right();
  for (std::size_t c = 0; c < row.output.size(); ++c) {
    row.output[c] = 0;
    for (std::size_t j = 0; j < row.weights.size(); ++j) {
      row.output[c] += row.weights[j] * k.data()[static_cast<Index>(j) * k.cols() + static_cast<Index>(c)];
    }
  }
  state.add("keys-mixed", row);
}

}  // namespace

WorkedRow work_row(const Setup& setup, const std::vector<Stage>& stages, Index row) {
  State state(setup, stages, row);
  add_exchanges(state);
  add_library(state);
  if (state.asked_of_weights()) add_wrong_weights(state);
  if (state.asked(Stage::Output)) {
    add_largest_alone(state);
    add_mixed_keys(state);
  }
  worked::add_rounding(state);
  worked::add_terms(state);
  return std::move(state.result);
}

}  // namespace lesson
