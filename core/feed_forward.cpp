#include "core/feed_forward.hpp"

#include <cmath>
#include <numbers>

namespace lesson {

double activate(double x, Activation activation) {
  switch (activation) {
    case Activation::Relu:
      return x > 0 || std::isnan(x) ? x : 0;
    case Activation::Gelu:
      // erfc(-t) is 1 + erf(t) without the cancellation where erf is near -1.
      return 0.5 * x * std::erfc(-x / std::numbers::sqrt2);
    case Activation::GeluTanh: {
      const double root = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;  // sqrt(2 / pi)
      return 0.5 * x * (1 + std::tanh(root * (x + 0.044715 * x * x * x)));
    }
    case Activation::None:
      break;
  }
  return x;
}

Outcome<FeedForwardTrace> feed_forward(const Matrix& x, const FeedForwardWeights& weights) {
  if (auto refused = check_affine("x", x, "w1", weights.w1, "b1", weights.b1)) return *refused;
  FeedForwardTrace trace;
  trace.pre_activation = affine(x, weights.w1, weights.b1);
  if (auto refused = check_affine("activation", trace.pre_activation, "w2", weights.w2, "b2", weights.b2))
    return *refused;
  trace.activation = trace.pre_activation;
  for (Index at = 0; at < trace.activation.size(); ++at) {
    double& cell = trace.activation.data()[at];
    cell = activate(cell, weights.activation);
  }
  trace.output = affine(trace.activation, weights.w2, weights.b2);
  return trace;
}

}  // namespace lesson
