// What the checks share: the setup under test, how it is computed, and its result.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/invariants/report.hpp"
#include "core/mistakes/compute.hpp"

namespace lesson {

struct Probe {
  const Setup& setup;
  const Recipe& recipe;         // how the implementation under test computes
  LayerTrace trace;             // of setup, by recipe
  Flags blocked;                // (N, M): what must not be read, whatever the recipe makes of it
  double tolerance = 0;         // for weights
  double mix_tolerance = 0;     // for weights times values: `tolerance` of the largest value
  double output_tolerance = 0;  // for outputs: `tolerance` of the largest output
  Index queries = 0, keys = 0;

  Index value_width() const { return setup.v.cols() / setup.kv_heads; }
  bool may_read_nothing(Index query) const { return (blocked.row(query).array() != 0).all(); }
};

using Check = Finding (*)(const Probe&);

// The result of another setup by the same recipe; none if the mistake is not defined there.
inline std::optional<LayerTrace> again(const Probe& probe, const Setup& setup) {
  auto made = compute(setup, probe.recipe);
  if (!made.ok()) return std::nullopt;
  return std::move(made.value());
}

inline double largest_of(const Matrix& m) {
  double largest = 0;  // NaN, which an empty row rightly holds, is passed over
  for (Index at = 0; at < m.size(); ++at) largest = std::max(largest, std::abs(m.data()[at]));
  return largest;
}

// What probes put in place of a token's numbers: others, moved by not the same step in every place or row, and by
// enough to be seen beside the largest number of the matrix.
inline Eigen::RowVectorXd disturbed(const Matrix& m, Index row) {
  const double step = std::max(1.0, largest_of(m));
  Eigen::RowVectorXd other(m.cols());
  for (Index c = 0; c < m.cols(); ++c) {
    other(c) = m(row, c) + step * static_cast<double>((c % 2 == 0 ? 3 : -2) * (1 + row % 3));
  }
  return other;
}

// `from` has the numbers of before: a disturbance that looked at disturbed ones would grow.
inline void disturb(Setup& setup, const Setup& from, Index key) {
  setup.k.row(key) = disturbed(from.k, key);
  setup.v.row(key) = disturbed(from.v, key);
}

}  // namespace lesson
