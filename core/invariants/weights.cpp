#include "core/invariants/weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/product.hpp"

namespace lesson::checks {
namespace {

template <typename Visit>
void each_head(const Probe& probe, Visit visit) {
  for (Index h = 0; h < probe.setup.heads; ++h) visit(h, probe.trace.heads[static_cast<std::size_t>(h)]);
}

// Swapped axes give weights over the batch, not over keys.
bool over_keys(const Probe& probe, const Matrix& weights) { return weights.cols() == probe.keys; }

}  // namespace

Finding rows_sum_to_one(const Probe& probe) {
  Comparison comparison(probe.tolerance);
  each_head(probe, [&](Index h, const HeadTrace& head) {
    for (Index i = 0; i < probe.queries; ++i) {
      if (!probe.may_read_nothing(i)) comparison.add(1, head.attention.row_sums(i), h, i, -1);
    }
  });
  return comparison.finding();
}

Finding columns_free(const Probe& probe) {
  Comparison columns(probe.tolerance);
  each_head(probe, [&](Index h, const HeadTrace& head) {
    for (Index j = 0; j < head.attention.column_sums.size(); ++j) {
      if (probe.queries == 0 || (probe.blocked.col(j).array() != 0).all()) continue;
      columns.add(1, head.attention.column_sums(j), h, -1, j);
    }
  });
  Finding finding = columns.finding();
  if (finding.verdict == Verdict::NotApplicable) return finding;
  const bool all_one = finding.verdict == Verdict::Pass;
  finding.verdict = all_one && rows_sum_to_one(probe).verdict == Verdict::Fail ? Verdict::Fail : Verdict::Pass;
  return finding;
}

Finding forbidden_mass(const Probe& probe) {
  Comparison comparison(probe.tolerance);
  each_head(probe, [&](Index h, const HeadTrace& head) {
    const Matrix& weights = head.attention.weights;
    if (!over_keys(probe, weights)) return;
    for (Index i = 0; i < probe.queries; ++i) {
      if (probe.may_read_nothing(i)) continue;
      for (Index j = 0; j < probe.keys; ++j) {
        if (probe.blocked(i, j) != 0) comparison.add(0, weights(i, j), h, i, j);
      }
    }
  });
  return comparison.finding();
}

Finding empty_rows_follow_policy(const Probe& probe) {
  Comparison comparison(probe.tolerance);
  const bool zero = probe.setup.empty_row == EmptyRow::Zero;
  each_head(probe, [&](Index h, const HeadTrace& head) {
    for (Index i = 0; i < probe.queries; ++i) {
      if (!probe.may_read_nothing(i)) continue;
      comparison.add(zero ? 0 : std::numeric_limits<double>::quiet_NaN(), head.attention.row_sums(i), h, i, -1);
    }
  });
  return comparison.finding();
}

Finding convex_mixing(const Probe& probe) {
  Comparison comparison(probe.mix_tolerance);
  const Index width = probe.value_width();
  for (Index h = 0; h < probe.setup.heads; ++h) {
    const Matrix values = head_of(probe.setup.v, h / (probe.setup.heads / probe.setup.kv_heads), width);
    for (Index i = 0; i < probe.queries; ++i) {
      if (probe.may_read_nothing(i)) continue;
      for (Index c = 0; c < width; ++c) {
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (Index j = 0; j < probe.keys; ++j) {
          if (probe.blocked(i, j) != 0) continue;
          low = std::min(low, values(j, c));
          high = std::max(high, values(j, c));
        }
        const double got = probe.trace.concatenated(i, h * width + c);
        comparison.add(std::isnan(got) ? low : std::clamp(got, low, high), got, h, i, c);
      }
    }
  }
  return comparison.finding();
}

Finding weights_mix_values(const Probe& probe) {
  Comparison comparison(probe.mix_tolerance);
  const Index width = probe.value_width();
  each_head(probe, [&](Index h, const HeadTrace& head) {
    if (!over_keys(probe, head.attention.weights)) return;
    const Matrix values = head_of(probe.setup.v, h / (probe.setup.heads / probe.setup.kv_heads), width);
    const Matrix mixed = product(head.attention.weights, values);
    for (Index i = 0; i < probe.queries; ++i) {
      for (Index c = 0; c < width; ++c) {
        comparison.add(mixed(i, c), probe.trace.concatenated(i, h * width + c), h, i, c);
      }
    }
  });
  return comparison.finding();
}

}  // namespace lesson::checks
