// Layer normalisation: each row is centred and scaled over its own features.
//
//   mean_i       = 1/D sum_c x_ic                              N
//   variance_i   = 1/D sum_c (x_ic - mean_i)^2                 N, biased: divided by D, not D - 1
//   normalised   = (x_ic - mean_i) / sqrt(variance_i + eps)    (N, D)
//   output       = normalised_ic weight_c + bias_c             (N, D)
//
// Source: Ba, Kiros and Hinton 2016, "Layer Normalization", section 3; eps inside the root as in PyTorch.
#pragma once

#include <optional>

#include "core/affine.hpp"
#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

struct RowStatistics {
  Vector mean;       // N
  Vector variance;   // N, biased, at least 0
  Vector deviation;  // N, root of the variance
};

// Mean and spread over the features of each row of x (N, D). The mean is summed as differences from the row's first
// number, in index order, so that a constant row has exactly its own mean and variance 0. D = 0 gives NaN (0/0); NaN
// and infinities make their own row NaN; finite numbers more than about 1e154 apart give an infinite variance.
RowStatistics row_statistics(const Matrix& x);

struct NormWeights {
  std::optional<Vector> weight = {};  // D; none: ones
  Bias bias = {};                     // D; none: zeros
  double eps = 1e-5;                  // at least 0
};

struct NormTrace {
  RowStatistics rows;  // of x
  Matrix normalised;   // (N, D), each row with mean 0 and variance variance_i / (variance_i + eps)
  Matrix output;       // (N, D)
};

// A constant row has variance exactly 0: with eps > 0 its normalised row is exactly 0; with eps = 0 it is 0/0 = NaN,
// which is what eps is for. Rows do not see each other: NaN and infinities make their own row NaN. A row whose variance
// is infinite becomes 0. N may be 0.
//
// Errors:
//   width-zero        D is 0: there is nothing to average
//   eps-not-finite    NaN or an infinity
//   eps-negative      below 0: the root could be of a negative number
//   vector-length     weight or bias has not D numbers
Outcome<NormTrace> layer_norm(const Matrix& x, const NormWeights& weights = {});

}  // namespace lesson
