// Derivatives by finite differences, for the tests of what trains.
#pragma once

#include <algorithm>
#include <cmath>

namespace lesson::test {

// |a - b| over the larger of both, or over 1e-3 where both are smaller: the loss is near 1 and known to 1e-16, so that
// a difference over steps of 2^-11 (the stencil of gradient_test.cpp) knows no more than about 1e-12.
inline double relative(double a, double b) { return std::abs(a - b) / std::max({std::abs(a), std::abs(b), 1e-3}); }

template <typename Loss>
double slope(double& number, Loss loss) {
  constexpr double kStep = 0x1p-11;
  const double kept = number;
  const auto at = [&](double by) {
    number = kept + by;
    return loss();
  };
  const double near = at(kStep) - at(-kStep), far = at(2 * kStep) - at(-2 * kStep);
  number = kept;
  return (8 * near - far) / (12 * kStep);
}

}  // namespace lesson::test
