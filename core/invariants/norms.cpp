#include "core/invariants/norms.hpp"

namespace lesson::checks {

Finding constant_rows(const Probe& probe) {
  const Index width = probe.trace.output.cols();
  if (!probe.setup.norm_eps || *probe.setup.norm_eps == 0 || width == 0) return {};
  Matrix x(2, width);
  for (Index c = 0; c < width; ++c) x(0, c) = static_cast<double>(c);
  x.row(1).setConstant(3);
  const auto made = normalise(x, *probe.setup.norm_eps, probe.recipe.normalisation);
  if (!made.ok()) return {};
  Comparison comparison(probe.tolerance);
  comparison.add_row(Matrix::Zero(2, width), 1, made->output, 1, -1);
  return comparison.finding();
}

Finding row_statistics_normal(const Probe& probe) {
  const Index width = probe.trace.output.cols() / 2 * 2;
  if (!probe.setup.norm_eps || width == 0) return {};
  Matrix x(2, width);
  for (Index c = 0; c < width; ++c) {
    x(0, c) = c % 2 == 0 ? 1 : -1;
    x(1, c) = c < width / 2 ? 3 : 1;
  }
  const double eps = *probe.setup.norm_eps;
  const auto made = normalise(x, eps, probe.recipe.normalisation);
  if (!made.ok()) return {};
  const RowStatistics rows = row_statistics(made->output);
  Comparison comparison(probe.tolerance);
  for (Index i = 0; i < 2; ++i) {
    comparison.add(0, rows.mean(i), -1, i, -1);
    comparison.add(1 / (1 + eps), rows.variance(i), -1, i, -1);
  }
  return comparison.finding();
}

}  // namespace lesson::checks
