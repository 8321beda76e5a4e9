#include "core/invariants/tokens.hpp"

#include <algorithm>

namespace lesson::checks {
namespace {

constexpr Index kMostProbes = 8;  // rows that are looked at one by one; more are spread over the whole

bool same_tokens(const Probe& probe) { return probe.queries == probe.keys; }

// What sequences of one batch have beside each other: the same shapes, other numbers.
Setup neighbour(const Setup& setup) {
  Setup other = setup;
  for (Index i = 0; i < setup.q.rows(); ++i) other.q.row(i) = disturbed(setup.q, i);
  for (Index j = 0; j < setup.k.rows(); ++j) disturb(other, setup, j);
  return other;
}

}  // namespace

Finding future_isolation(const Probe& probe) {
  if (probe.setup.causal == Causal::None) return {};
  const Flags causal = causal_mask(probe.queries, probe.keys, probe.setup.causal);
  Comparison comparison(probe.output_tolerance);
  const Index step = std::max<Index>(1, (probe.queries + kMostProbes - 1) / kMostProbes);
  for (Index i = 0; i < probe.queries; i += step) {
    Setup changed = probe.setup;
    bool any = false;
    for (Index j = 0; j < probe.keys; ++j) {
      if (causal(i, j) == 0) continue;
      disturb(changed, probe.setup, j);
      any = true;
    }
    if (!any) continue;
    for (Index later = i + 1; later < probe.queries; ++later) changed.q.row(later) = disturbed(probe.setup.q, later);
    const auto other = again(probe, changed);
    if (other) comparison.add_row(probe.trace.output, i, other->output, i, -1);
  }
  return comparison.finding();
}

Finding padding_isolation(const Probe& probe) {
  Setup changed = probe.setup;
  std::vector<bool> unread(static_cast<std::size_t>(probe.keys));
  bool any = false;
  for (Index j = 0; j < probe.keys; ++j) {
    if (probe.queries == 0 || (probe.blocked.col(j).array() == 0).any()) continue;
    unread[static_cast<std::size_t>(j)] = any = true;
    disturb(changed, probe.setup, j);
    if (same_tokens(probe)) changed.q.row(j) = disturbed(probe.setup.q, j);
  }
  if (!any) return {};
  const auto other = again(probe, changed);
  if (!other) return {};
  Comparison comparison(probe.output_tolerance);
  for (Index i = 0; i < probe.queries; ++i) {
    if (same_tokens(probe) && unread[static_cast<std::size_t>(i)]) continue;
    comparison.add_row(probe.trace.output, i, other->output, i, -1);
  }
  return comparison.finding();
}

Finding padding_length(const Probe& probe) {
  if (!same_tokens(probe) || probe.keys == 0) return {};
  const Index tokens = probe.keys;
  Setup longer = probe.setup;
  for (Matrix Setup::*rows : {&Setup::q, &Setup::k, &Setup::v}) {
    const Matrix& given = probe.setup.*rows;
    (longer.*rows) = Matrix(tokens + 1, given.cols());
    (longer.*rows).row(0) = disturbed(given, 0);
    (longer.*rows).bottomRows(tokens) = given;
  }
  longer.padding = Flags::Zero(1, tokens + 1);
  longer.padding(0, 0) = 1;
  if (probe.setup.padding.size() > 0) longer.padding.rightCols(tokens) = probe.setup.padding;
  if (probe.setup.blocked.size() > 0) {
    longer.blocked = Flags::Zero(tokens + 1, tokens + 1);
    longer.blocked.bottomRightCorner(tokens, tokens) = probe.setup.blocked;
  }
  const auto other = again(probe, longer);
  if (!other) return {};
  Comparison comparison(probe.output_tolerance);
  for (Index i = 0; i < tokens; ++i) {
    const bool token = probe.setup.padding.size() == 0 || probe.setup.padding(0, i) == 0;
    if (token) comparison.add_row(probe.trace.output, i, other->output, i + 1, -1);
  }
  return comparison.finding();
}

Finding batch_independence(const Probe& probe) {
  const Setup beside = neighbour(probe.setup);
  const auto before = compute_batch({probe.setup, beside}, probe.recipe),
             after = compute_batch({probe.setup, neighbour(beside)}, probe.recipe);
  if (!before.ok() || !after.ok()) return {};
  Comparison comparison(probe.output_tolerance);
  for (Index i = 0; i < probe.queries; ++i) {
    comparison.add_row(before->front().output, i, after->front().output, i, -1);
  }
  return comparison.finding();
}

Finding cache_equals_recompute(const Probe& probe) {
  Recipe whole = probe.recipe;
  if (whole.keys == Keys::Shifted) whole.keys = Keys::Read;
  const auto recomputed = compute(probe.setup, whole);
  const auto cached = compute_cached(probe.setup, probe.recipe);
  if (!recomputed.ok() || !cached.ok()) return {};
  Comparison comparison(probe.output_tolerance);
  for (Index i = 0; i < probe.queries; ++i) comparison.add_row(recomputed->output, i, *cached, i, -1);
  return comparison.finding();
}

}  // namespace lesson::checks
