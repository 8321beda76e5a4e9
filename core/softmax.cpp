#include "core/softmax.hpp"

#include <cmath>
#include <limits>

namespace lesson {
namespace {

// Written by hand: std::max and Eigen's maxCoeff drop or keep a NaN depending on where it stands.
double largest(const double* z, Index count) {
  double max = -std::numeric_limits<double>::infinity();
  for (Index j = 0; j < count; ++j) {
    if (std::isnan(z[j])) return z[j];
    if (z[j] > max) max = z[j];
  }
  return max;
}

// The same operations in the same order as softmax_row, without its vectors.
template <typename Exp>
Matrix over_keys(const Matrix& z, Exp exponential) {
  Matrix weights(z.rows(), z.cols());
  for (Index i = 0; i < z.rows(); ++i) {
    const double* const scores = row_of(z, i);
    double* const row = row_of(weights, i);
    const double max = largest(scores, z.cols());
    double sum = 0;
    for (Index j = 0; j < z.cols(); ++j) {
      row[j] = exponential(scores[j] - max);
      sum += row[j];
    }
    for (Index j = 0; j < z.cols(); ++j) row[j] /= sum;
  }
  return weights;
}

}  // namespace

SoftmaxRow softmax_row(const Vector& z) {
  const Index count = z.size();
  SoftmaxRow row{largest(z.data(), count), Vector(count), Vector(count), 0, Vector(count)};
  for (Index j = 0; j < count; ++j) {
    row.shifted(j) = z(j) - row.max;
    row.exps(j) = std::exp(row.shifted(j));
    row.sum += row.exps(j);
  }
  for (Index j = 0; j < count; ++j) row.weights(j) = row.exps(j) / row.sum;
  return row;
}

Matrix softmax(const Matrix& z, Axis axis) {
  if (axis == Axis::Queries) return softmax(z.transpose(), Axis::Keys).transpose();
  return over_keys(z, [](double x) { return std::exp(x); });
}

Matrix softmax(const Matrix& z, ExpFunction exponential) { return over_keys(z, exponential); }

Vector spread(const Matrix& weights) {
  Vector keys(weights.rows());
  for (Index i = 0; i < weights.rows(); ++i) {
    const double* const row = row_of(weights, i);
    double bits = 0;
    bool nothing = true;
    for (Index j = 0; j < weights.cols(); ++j) {
      if (row[j] == 0) continue;  // the limit of w log2 w
      nothing = false;
      bits += -row[j] * std::log2(row[j]);
    }
    keys(i) = nothing ? 0 : std::exp2(bits);
  }
  return keys;
}

}  // namespace lesson
