#include "core/invariants/order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lesson::checks {
namespace {

void reverse_keys(Setup& setup) {
  setup.k = Matrix(setup.k.colwise().reverse());
  setup.v = Matrix(setup.v.colwise().reverse());
  if (setup.blocked.size() > 0) setup.blocked = Flags(setup.blocked.rowwise().reverse());
  if (setup.padding.size() > 0) setup.padding = Flags(setup.padding.rowwise().reverse());
}

void reverse_queries(Setup& setup) {
  setup.q = Matrix(setup.q.colwise().reverse());
  if (setup.blocked.size() > 0) setup.blocked = Flags(setup.blocked.colwise().reverse());
}

}  // namespace

Finding permutation_equivariance(const Probe& probe) {
  const Setup& setup = probe.setup;
  if (setup.positions != Positions::None || setup.causal != Causal::None) return {};
  Setup reversed = setup;
  reverse_keys(reversed);
  reverse_queries(reversed);
  const auto other = again(probe, reversed);
  if (!other) return {};
  Comparison comparison(probe.output_tolerance);
  for (Index i = 0; i < probe.queries; ++i) {
    comparison.add_row(probe.trace.output, probe.queries - 1 - i, other->output, i, -1);
  }
  return comparison.finding();
}

Finding position_sensitivity(const Probe& probe) {
  const Setup& setup = probe.setup;
  if (setup.positions == Positions::None || setup.causal != Causal::None || setup.padding.size() > 0) return {};
  Setup reversed = setup;
  reverse_keys(reversed);
  const auto right = compute(setup), right_reversed = compute(reversed);
  const auto other = again(probe, reversed);
  if (!right.ok() || !right_reversed.ok() || !other) return {};
  const auto moved = [&probe](const Matrix& a, const Matrix& b) {
    double largest = 0;
    for (Index i = 0; i < a.rows(); ++i) {
      if (probe.may_read_nothing(i)) continue;
      for (Index c = 0; c < a.cols(); ++c) {
        const double distance = std::abs(a(i, c) - b(i, c));
        largest = std::max(largest, std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance);
      }
    }
    return largest;
  };
  const double expected = moved(right->output, right_reversed->output), least = 1000 * probe.output_tolerance;
  if (!(expected > least) || std::isinf(expected)) return {};
  const double got = moved(probe.trace.output, other->output);
  // Here the tolerance is the least movement that passes.
  return {got > least && std::isfinite(got) ? Verdict::Pass : Verdict::Fail,
          std::abs(expected - got),
          least,
          expected,
          got,
          -1,
          -1,
          -1};
}

Finding position_shift(const Probe& probe) {
  if (probe.setup.positions != Positions::Rotary || probe.setup.base < 1) return {};  // below 1 angles have no bound
  Setup later = probe.setup;
  later.query_offset += 4;
  later.key_offset += 4;
  const auto other = again(probe, later);
  if (!other) return {};
  Comparison comparison(probe.output_tolerance);
  for (Index i = 0; i < probe.queries; ++i) comparison.add_row(probe.trace.output, i, other->output, i, -1);
  return comparison.finding();
}

}  // namespace lesson::checks
