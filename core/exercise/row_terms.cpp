// The slips of a row that lie in one number on the way: one that was rounded too early, one term of a sum.
#include <cmath>
#include <utility>

#include "core/exercise/row_state.hpp"

namespace lesson::worked {
namespace {

double rounded(double number, int decimals) {
  const double unit = decimals == 1 ? 10 : 100;
  return std::round(number * unit) / unit;
}

Cells rounded(Cells cells, int decimals) {
  for (double& cell : cells) cell = rounded(cell, decimals);
  return cells;
}

// The row that these scaled scores give, with exponentials rounded too or not; and the output of its rounded weights.
void add_rounded(State& state, const Cells& scaled, int decimals, bool round_exps) {
  Row from = state.right();
  for (std::size_t j = 0; j < scaled.size(); ++j) {
    if (from.masked[j] != kNothing) from.masked[j] = scaled[j];
  }
  Cells exps = exponentials(from.masked);
  if (round_exps) exps = rounded(std::move(exps), decimals);
  const double sum = sum_of(exps);
  Row row = state.weighted(divided(std::move(exps), sum));
  state.add("rounded-early", row);
  if (!state.asked(Stage::Output)) return;
  row.output = state.weighted(rounded(row.weights, decimals)).output;
  state.add("rounded-early", row);
}

// A cell without the term, and with its sign turned. `factor` is what the sum is multiplied by afterwards.
void lose(State& state, SlippedTerm place, std::size_t at, double factor) {
  if (place.right == 0) return;
  Cells cells = state.result.right;
  cells[at] -= place.right * factor;
  state.add("term-left-out", cells, place);
  cells[at] -= place.right * factor;
  place.taken = -place.right;
  state.add("term-sign", std::move(cells), place);
}

void lose_of_score(State& state, Index ask, std::size_t from, double factor) {
  const Matrix& k = state.setup().k;
  if (k.size() > kMostRowTerms) return;
  const double* const query = row_of(state.setup().q, state.row());
  for (Index j = 0; j < k.rows(); ++j) {
    for (Index c = 0; c < k.cols(); ++c) {
      lose(state, {ask, 0, j, c, query[c] * row_of(k, j)[c], 0}, from + static_cast<std::size_t>(j), factor);
    }
  }
}

// All weights share their sum. Without an ask for them, the term that was lost is none of a cell's own.
void lose_of_weights(State& state, std::optional<Index> ask) {
  if (state.setup().k.rows() > kMostRowTerms) return;
  const Cells& masked = state.right().masked;
  const Cells exps = exponentials(masked, most_of(masked));
  const double sum = sum_of(exps);
  for (std::size_t j = 0; j < exps.size(); ++j) {
    if (!(exps[j] > 0) || exps[j] == sum) continue;
    state.add("term-left-out", state.joined(state.weighted(divided(exps, sum - exps[j]))),
              ask ? std::optional(SlippedTerm{*ask, 0, 0, static_cast<Index>(j), exps[j], 0}) : std::nullopt);
  }
}

void lose_of_output(State& state, Index ask, std::size_t from) {
  if (state.setup().v.size() > kMostRowTerms) return;
  const Row& right = state.right();
  for (std::size_t c = 0; c < right.output.size(); ++c) {
    for (std::size_t j = 0; j < right.weights.size(); ++j) {
      const double term = right.weights[j] * state.value(j, c);
      lose(state, {ask, 0, static_cast<Index>(c), static_cast<Index>(j), term, 0}, from + c, 1);
    }
  }
}

}  // namespace

void add_rounding(State& state) {
  if (state.only(Stage::Raw)) return;
  const Row& right = state.right();
  for (const int decimals : {1, 2}) {
    for (const double factor : {rounded(state.scale(), decimals), 1 / rounded(1 / state.scale(), decimals)}) {
      if (!std::isfinite(factor) || factor == state.scale()) continue;
      Cells scaled = right.raw;
      for (double& cell : scaled) cell *= factor;
      if (state.asked(Stage::Scaled)) {
        Row row = right;
        row.scaled = scaled;
        state.add("rounded-early", row);
      }
      if (state.asked_of_weights()) add_rounded(state, scaled, decimals, false);
    }
    if (!state.asked_of_weights()) continue;
    const Cells scaled = rounded(right.scaled, decimals);
    add_rounded(state, right.scaled, decimals, true);
    add_rounded(state, scaled, decimals, false);
    add_rounded(state, scaled, decimals, true);
    Row row = right;
    row.output = state.weighted(rounded(right.weights, decimals)).output;
    state.add("rounded-early", row);
  }
}

void add_terms(State& state) {
  Index ask = 0;
  std::size_t from = 0;
  for (const Stage stage : state.stages()) {
    if (stage == Stage::Raw || stage == Stage::Scaled) {
      lose_of_score(state, ask, from, stage == Stage::Raw ? 1 : state.scale());
    }
    if (stage == Stage::Weight) lose_of_weights(state, ask);
    if (stage == Stage::Output) lose_of_output(state, ask, from);
    if (stage == Stage::Output && !state.asked(Stage::Weight)) lose_of_weights(state, std::nullopt);
    from += state.right().at(stage).size();
    ++ask;
  }
}

}  // namespace lesson::worked
