#include "core/norm.hpp"

#include <cmath>
#include <string>

#include "core/random/request.hpp"

namespace lesson {
namespace {

std::optional<Error> check(const Matrix& x, const NormWeights& weights) {
  if (x.cols() == 0) return Error{"width-zero", "x has width 0: there are no features to average over.", {"x"}};
  if (!std::isfinite(weights.eps)) {
    const char* given = std::isnan(weights.eps) ? "NaN" : weights.eps > 0 ? "infinity" : "-infinity";
    return Error{"eps-not-finite",
                 std::string("eps is ") + given + ": it is added to a variance, so it must be finite.",
                 {"eps"}};
  }
  if (weights.eps < 0) {
    return Error{"eps-negative",
                 "eps is " + shown(weights.eps) + ": below 0 it could ask for the root of a negative number.",
                 {"eps"}};
  }
  if (weights.weight) {
    if (auto refused = check_vector("weight", *weights.weight, x.cols(), "feature of x")) return refused;
  }
  if (weights.bias) return check_vector("bias", *weights.bias, x.cols(), "feature of x");
  return std::nullopt;
}

}  // namespace

RowStatistics row_statistics(const Matrix& x) {
  RowStatistics rows{Vector(x.rows()), Vector(x.rows()), {}};
  const auto width = static_cast<double>(x.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    const double* const row = row_of(x, i);
    // A plain sum of equal numbers may round, and a constant row would then look like a row of noise.
    const double first = x.cols() > 0 ? row[0] : 0;
    double sum = 0, squares = 0;
    for (Index c = 0; c < x.cols(); ++c) sum += row[c] - first;
    const double mean = first + sum / width;
    for (Index c = 0; c < x.cols(); ++c) squares += (row[c] - mean) * (row[c] - mean);
    rows.mean(i) = mean;
    rows.variance(i) = squares / width;
  }
  rows.deviation = rows.variance.cwiseSqrt();
  return rows;
}

Outcome<NormTrace> layer_norm(const Matrix& x, const NormWeights& weights) {
  if (auto refused = check(x, weights)) return *refused;

  NormTrace trace{row_statistics(x), x, {}};
  for (Index i = 0; i < x.rows(); ++i) {
    double* const row = row_of(trace.normalised, i);
    const double root = std::sqrt(trace.rows.variance(i) + weights.eps);
    for (Index c = 0; c < x.cols(); ++c) row[c] = (row[c] - trace.rows.mean(i)) / root;
  }
  trace.output = trace.normalised;
  if (weights.weight) trace.output.array().rowwise() *= weights.weight->transpose().array();
  if (weights.bias) trace.output.rowwise() += weights.bias->transpose();
  return trace;
}

}  // namespace lesson
