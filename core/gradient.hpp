// Derivatives of softmax and of one attention head: how a small change of a score, a query, a key or a value would move
// the result.
#pragma once

#include "core/attention.hpp"
#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

// The Jacobian of softmax at a row of weights a: jacobian_ij = d a_i / d s_j = a_i ([i = j] - a_j), that is
// diag(a) - a a^T      (Goodfellow et al. 2016, section 6.2.2.3; Bridle 1990)
//
// weights: M numbers that sum to 1. Result: (M, M), symmetric; each row sums to 0, since adding the same to every score
// changes nothing. The diagonal lies in [0, 1/4], the rest in [-1/4, 0]. NaN spreads as in the formula.
// Errors: too-large if M * M > kMostNumbers.
Outcome<Matrix> softmax_jacobian(const Vector& weights);

// The largest slope of the row, max_i a_i (1 - a_i), which is the largest magnitude in its Jacobian: 2/9 for three
// equal weights, near 0 when one key has all the weight, and learning stops. NaN if a weight is NaN; 0 for no weights.
double largest_slope(const Vector& weights);

// Back through softmax over keys: each row of `upstream` times the Jacobian of its row of weights,
// weights_ij (upstream_ij - sum_t weights_it upstream_it), without the (M, M) matrix. Both (N, M): the caller's to
// check. NaN spreads over its row.
Matrix softmax_backward(const Matrix& weights, const Matrix& upstream);

// How L moves with each number of the computation, when `upstream` says how it moves with the output: each field is the
// derivative of L by the matrix of that name in AttentionTrace or AttentionInputs. In the order of the backward pass,
// with d_ for a derivative and plain names for the trace:
//
//   d_v       = weights^T upstream                                          (M, V)
//   d_weights = upstream v^T                                                (N, M)
//   d_masked  = weights_ij (d_weights_ij - sum_t weights_it d_weights_it)   (N, M)   each row times its Jacobian
//   d_scaled  = d_masked, 0 where blocked                                   (N, M)
//   d_raw     = d_scaled * scale                                            (N, M)
//   d_q       = d_raw k                                                     (N, K)
//   d_k       = d_raw^T q                                                   (M, K)
//
// Source: the chain rule for the five lines of attention.hpp; Dao et al. 2022, "FlashAttention", appendix B.2.
struct AttentionGradient {
  Matrix v;
  Matrix weights;
  Matrix masked;
  Matrix scaled;
  Matrix raw;
  Matrix q;
  Matrix k;
};

// trace: what attention(inputs) gave. upstream: (N, V); the output itself for L = half the sum of its squares.
//
// Through a blocked score nothing flows: raw is exactly 0 there, and the pair takes no part in q and k, so that a NaN
// in a key that nobody may read harms no query. A row that may read nothing has a constant output. With the zero policy
// all of its gradients are 0. With the NaN policy its weights are NaN, and so is all of v, to which every query
// contributes; q and k are as if the row were not there. Other NaN and infinities spread as in the formulas.
//
// Errors:
//   the codes of check_attention, for inputs that have no trace
//   trace-shape     the trace belongs to inputs of other shapes
//   upstream-shape  upstream is not (N, V)
Outcome<AttentionGradient> attention_backward(const AttentionInputs& inputs, const AttentionTrace& trace,
                                              const Matrix& upstream);

}  // namespace lesson
