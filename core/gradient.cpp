#include "core/gradient.hpp"

#include <cmath>
#include <string>

#include "core/check.hpp"
#include "core/product.hpp"

namespace lesson {
namespace {

std::string shape(Index rows, Index cols) { return "(" + std::to_string(rows) + ", " + std::to_string(cols) + ")"; }

bool has_shape(Index rows, Index cols, Index wanted_rows, Index wanted_cols) {
  return rows == wanted_rows && cols == wanted_cols;
}

std::optional<Error> check(const AttentionInputs& in, const AttentionTrace& trace, const Matrix& upstream) {
  if (auto refused = check_attention(in.q, in.k, in.v)) return refused;
  const Index queries = in.q.rows(), keys = in.k.rows(), width = in.v.cols();
  if (!has_shape(trace.weights.rows(), trace.weights.cols(), queries, keys) ||
      !has_shape(trace.blocked.rows(), trace.blocked.cols(), queries, keys) ||
      !has_shape(trace.output.rows(), trace.output.cols(), queries, width)) {
    return Error{"trace-shape",
                 "The trace has weights of shape " + shape(trace.weights.rows(), trace.weights.cols()) +
                     " and an output of shape " + shape(trace.output.rows(), trace.output.cols()) +
                     ", but these inputs make " + shape(queries, keys) + " and " + shape(queries, width) +
                     ": it must be the trace of the same inputs.",
                 {"trace"}};
  }
  if (!has_shape(upstream.rows(), upstream.cols(), queries, width)) {
    return Error{"upstream-shape",
                 "upstream has shape " + shape(upstream.rows(), upstream.cols()) + " but the output has shape " +
                     shape(queries, width) + ": it needs one slope for each number of the output.",
                 {"upstream"}};
  }
  return std::nullopt;
}

// a (N, T), b (T, C), skipped (N, T) -> a b without the terms that are skipped: 0 times NaN is not 0. Sums run in index
// order, as in product.hpp.
Matrix product_without(const Flags& skipped, const Matrix& a, const Matrix& b) {
  Matrix c = Matrix::Zero(a.rows(), b.cols());
  for (Index i = 0; i < a.rows(); ++i) {
    double* const row = row_of(c, i);
    for (Index t = 0; t < a.cols(); ++t) {
      if (row_of(skipped, i)[t] != 0) continue;
      const double factor = row_of(a, i)[t];
      const double* const from = row_of(b, t);
      for (Index j = 0; j < b.cols(); ++j) row[j] += factor * from[j];
    }
  }
  return c;
}

}  // namespace

Outcome<Matrix> softmax_jacobian(const Vector& weights) {
  const Index count = weights.size();
  if (count > 0 && count > kMostNumbers / count) {
    return Error{"too-large",
                 "A row of " + std::to_string(count) + " weights has a Jacobian of shape " + shape(count, count) +
                     ", more than the " + std::to_string(kMostNumbers) + " numbers that one matrix may hold here.",
                 {"weights"}};
  }
  Matrix jacobian(count, count);
  for (Index i = 0; i < count; ++i) {
    double* const row = row_of(jacobian, i);
    for (Index j = 0; j < count; ++j) row[j] = weights(i) * ((i == j ? 1 : 0) - weights(j));
  }
  return jacobian;
}

double largest_slope(const Vector& weights) {
  double largest = 0;
  for (Index i = 0; i < weights.size(); ++i) {
    const double slope = weights(i) * (1 - weights(i));
    if (std::isnan(slope)) return slope;
    if (slope > largest) largest = slope;
  }
  return largest;
}

Matrix softmax_backward(const Matrix& weights, const Matrix& upstream) {
  Matrix d(weights.rows(), weights.cols());
  for (Index i = 0; i < weights.rows(); ++i) {
    const double* const given = row_of(weights, i);
    const double* const slopes = row_of(upstream, i);
    double* const row = row_of(d, i);
    double mean = 0;
    for (Index j = 0; j < weights.cols(); ++j) mean += given[j] * slopes[j];
    for (Index j = 0; j < weights.cols(); ++j) row[j] = given[j] * (slopes[j] - mean);
  }
  return d;
}

Outcome<AttentionGradient> attention_backward(const AttentionInputs& in, const AttentionTrace& trace,
                                              const Matrix& upstream) {
  if (auto refused = check(in, trace, upstream)) return *refused;
  const Index queries = in.q.rows(), keys = in.k.rows();
  AttentionGradient d;

  // forward: output = weights v
  d.v = product(trace.weights.transpose(), upstream);
  d.weights = product_transposed(upstream, in.v);

  // forward: weights = softmax over keys of masked
  d.masked = softmax_backward(trace.weights, d.weights);

  // forward: masked = scaled, -inf if blocked
  d.scaled = d.masked;
  for (Index i = 0; i < queries; ++i) {
    for (Index j = 0; j < keys; ++j) {
      if (row_of(trace.blocked, i)[j] != 0) row_of(d.scaled, i)[j] = 0;
    }
  }

  // forward: scaled = raw * scale
  d.raw = d.scaled * trace.scale;

  // forward: raw = q k^T
  d.q = product_without(trace.blocked, d.raw, in.k);
  d.k = product_without(trace.blocked.transpose(), d.raw.transpose(), in.q);
  return d;
}

}  // namespace lesson
