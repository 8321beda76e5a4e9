// The feed-forward network of a block: two affine maps with a bend between, the same for each row.
//
//   pre_activation = x w1 + b1                  (N, F)
//   activation     = act(pre_activation)        (N, F)
//   output         = activation w2 + b2         (N, E)   E = D where a residual follows
//
// Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.3, eq. 2.
#pragma once

#include "core/affine.hpp"
#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

enum class Activation {
  Relu,      // max(0, x)
  Gelu,      // x Phi(x) = x/2 (1 + erf(x / sqrt 2))
  GeluTanh,  // x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))): within 5e-4 of Gelu
  None,      // x: with it the two maps collapse to one, which is what the bend is for
};

// Source of both GELU forms: Hendrycks and Gimpel 2016, "Gaussian Error Linear Units", section 2. Range: ReLU at least
// 0, either GELU at least -0.1701. NaN stays NaN; +inf stays; -inf gives 0 for ReLU and NaN for GELU (-inf * 0, as the
// formula has it).
double activate(double x, Activation activation);

struct FeedForwardWeights {
  Matrix w1;     // (D, F)
  Bias b1 = {};  // F
  Matrix w2;     // (F, E)
  Bias b2 = {};  // E
  Activation activation = Activation::Relu;
};

struct FeedForwardTrace {
  Matrix pre_activation;  // (N, F)
  Matrix activation;      // (N, F)
  Matrix output;          // (N, E)
};

// Rows do not see each other. NaN and infinities are computed with, not refused. N may be 0.
// Errors: those of check_affine for x w1 + b1 and activation w2 + b2. That E = D is the residual's to check
// (residual.hpp): without one, another width is no error.
Outcome<FeedForwardTrace> feed_forward(const Matrix& x, const FeedForwardWeights& weights);

}  // namespace lesson
