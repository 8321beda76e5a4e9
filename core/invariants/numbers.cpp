#include "core/invariants/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace lesson::checks {
namespace {

void compare_weights(Comparison& comparison, const Probe& probe, const LayerTrace& other) {
  for (Index h = 0; h < probe.setup.heads; ++h) {
    const Matrix &before = probe.trace.heads[static_cast<std::size_t>(h)].attention.weights,
                 &after = other.heads[static_cast<std::size_t>(h)].attention.weights;
    for (Index i = 0; i < probe.queries; ++i) comparison.add_row(before, i, after, i, h);
  }
}

// `m` with the heads of each group, and the groups, in reverse.
Matrix reversed_heads(const Matrix& m, Index heads) {
  Matrix result(m.rows(), m.cols());
  const Index width = m.cols() / heads;
  for (Index h = 0; h < heads; ++h) result.middleCols(h * width, width) = head_of(m, heads - 1 - h, width);
  return result;
}

}  // namespace

Finding value_shift(const Probe& probe) {
  const double shift = std::max(5.0, largest_of(probe.setup.v));
  Comparison comparison(probe.tolerance * shift);
  Setup shifted = probe.setup;
  shifted.v.array() += shift;
  const auto other = again(probe, shifted);
  if (!other) return {};
  for (Index i = 0; i < probe.queries; ++i) {
    if (probe.may_read_nothing(i)) continue;
    for (Index c = 0; c < other->concatenated.cols(); ++c) {
      comparison.add(probe.trace.concatenated(i, c) + shift, other->concatenated(i, c), c / probe.value_width(), i,
                     c % probe.value_width());
    }
  }
  return comparison.finding();
}

Finding score_shift(const Probe& probe) {
  constexpr double kShift = 100;
  const Setup& setup = probe.setup;
  const Index width = setup.q.cols() / setup.heads, group = setup.heads / setup.kv_heads;
  const double scale = std::abs(setup.scale.value_or(1 / std::sqrt(static_cast<double>(width))));
  if (setup.positions == Positions::Rotary || probe.queries == 0 || scale < 1e-6) return {};
  Setup shifted = setup;
  for (Index g = 0; g < setup.kv_heads; ++g) {
    // The first query head of the group shows the direction; its sisters shift by other constants.
    const Matrix queries = head_of(setup.q, g * group, width);
    Index longest = 0;
    const double length = queries.rowwise().squaredNorm().maxCoeff(&longest);
    if (length < 1e-6) return {};
    const Eigen::RowVectorXd step = queries.row(longest) * (kShift / scale / length);
    // Beside huge keys the step is lost in rounding, and with it the shift.
    const double lost = 0x1p-53 * largest_of(setup.k) * largest_of(setup.q) * static_cast<double>(width) * scale;
    if (lost > probe.tolerance / 4) return {};
    shifted.k.middleCols(g * width, width).rowwise() += step;
  }
  const auto other = again(probe, shifted);
  if (!other) return {};
  Comparison comparison(probe.tolerance);
  compare_weights(comparison, probe, *other);
  return comparison.finding();
}

Finding zero_queries(const Probe& probe) {
  if (probe.setup.positions == Positions::Sinusoid) return {};  // the code of its position is no zero
  Comparison comparison(probe.mix_tolerance);
  Setup zeroed = probe.setup;
  zeroed.q.setZero();
  const auto other = again(probe, zeroed);
  if (!other) return {};
  const Index width = probe.value_width();
  for (Index h = 0; h < probe.setup.heads; ++h) {
    const Matrix values = head_of(probe.setup.v, h / (probe.setup.heads / probe.setup.kv_heads), width);
    for (Index i = 0; i < probe.queries; ++i) {
      if (probe.may_read_nothing(i)) continue;
      Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(width);
      double count = 0;
      for (Index j = 0; j < probe.keys; ++j) {
        if (probe.blocked(i, j) != 0) continue;
        sum += values.row(j);
        ++count;
      }
      for (Index c = 0; c < width; ++c) {
        comparison.add(sum(c) / count, other->concatenated(i, h * width + c), h, i, c);
      }
    }
  }
  return comparison.finding();
}

Finding unit_scores(const Probe& probe) {
  constexpr double kMostUnitNumbers = 65536;
  constexpr double kAbout = 0.01;  // also in float16, whose steps are 0.001
  const Setup& setup = probe.setup;
  const Index width = setup.q.cols() / setup.heads;
  if (setup.scale || (width == 1 && setup.heads == 1)) return {};  // at width 1 there is nothing to scale
  if (2.0 * static_cast<double>(width) * static_cast<double>(setup.q.cols()) > kMostUnitNumbers) return {};
  Setup unit;
  unit.heads = setup.heads;
  unit.kv_heads = setup.kv_heads;
  unit.q = Matrix::Ones(1, setup.q.cols());
  unit.k = Matrix::Zero(2 * width, setup.k.cols());
  unit.v = Matrix::Zero(2 * width, setup.kv_heads);
  for (Index g = 0; g < setup.kv_heads; ++g) {
    for (Index c = 0; c < width; ++c) {
      unit.k(2 * c, g * width + c) = std::sqrt(static_cast<double>(width));
      unit.k(2 * c + 1, g * width + c) = -unit.k(2 * c, g * width + c);
    }
  }
  if (probe.recipe.keys != Keys::Read || probe.recipe.split_by_reshape) return {};  // other keys than these are seen
  const auto made = again(probe, unit);
  if (!made) return {};
  Comparison comparison(kAbout);
  for (Index h = 0; h < setup.heads; ++h) {
    const auto scores = made->heads[static_cast<std::size_t>(h)].attention.scaled.row(0).array();
    const double deviation = std::sqrt((scores - scores.mean()).square().mean());
    comparison.add(1, deviation, h, -1, -1);
  }
  return comparison.finding();
}

Finding head_order(const Probe& probe) {
  const Setup& setup = probe.setup;
  if (setup.heads == 1) return {};
  Setup reversed = setup;
  reversed.q = reversed_heads(setup.q, setup.heads);
  reversed.k = reversed_heads(setup.k, setup.kv_heads);
  reversed.v = reversed_heads(setup.v, setup.kv_heads);
  const auto other = again(probe, reversed);
  if (!other) return {};
  Comparison weights(probe.tolerance), mixes(probe.mix_tolerance);
  const Matrix expected = reversed_heads(probe.trace.concatenated, setup.heads);
  for (Index h = 0; h < setup.heads; ++h) {
    const Matrix &before = probe.trace.heads[static_cast<std::size_t>(setup.heads - 1 - h)].attention.weights,
                 &after = other->heads[static_cast<std::size_t>(h)].attention.weights;
    for (Index i = 0; i < probe.queries; ++i) {
      weights.add_row(before, i, after, i, h);
      for (Index c = 0; c < probe.value_width(); ++c) {
        const Index at = h * probe.value_width() + c;
        mixes.add(expected(i, at), other->concatenated(i, at), h, i, c);
      }
    }
  }
  return weights.finding().verdict == Verdict::Fail || probe.value_width() == 0 ? weights.finding() : mixes.finding();
}

}  // namespace lesson::checks
