#include "core/triage/exponential.hpp"

#include <cmath>
#include <limits>

namespace lesson::triage {

double exponential(double x) {
  if (std::isnan(x)) return x;
  if (x > 709.79) return std::numeric_limits<double>::infinity();
  if (x < -745.2) return 0;
  constexpr double kPerLog2 = 1.4426950408889634;
  constexpr double kLog2High = 0x1.62e42fee00000p-1;  // its last bits are 0: k times it is exact
  constexpr double kLog2Low = 0x1.a39ef35793c76p-33;
  constexpr double kRound = 0x1.8p52;  // added and taken away, it rounds to the nearest whole number
  const double k = (x * kPerLog2 + kRound) - kRound;
  const double r = (x - k * kLog2High) - k * kLog2Low;
  // 1/n! from n = 13 down to 0
  constexpr double kTerms[] = {
      1 / 6227020800., 1 / 479001600., 1 / 39916800., 1 / 3628800., 1 / 362880., 1 / 40320., 1 / 5040.,
      1 / 720.,        1 / 120.,       1 / 24.,       1 / 6.,       1 / 2.,      1,          1};
  double sum = 0;
  for (const double term : kTerms) sum = term + sum * r;
  return std::ldexp(sum, static_cast<int>(k));
}

double logarithm(double x) {
  int k = 0;
  double m = std::frexp(x, &k);  // from 1/2 to 1
  if (m < 0.70710678118654752) {
    m *= 2;
    --k;
  }
  const double s = (m - 1) / (m + 1), square = s * s;
  double sum = 0;
  for (int degree = 21; degree >= 1; degree -= 2) sum = 1.0 / degree + sum * square;
  constexpr double kLog2High = 0x1.62e42fee00000p-1;  // its last bits are 0: k times it is exact
  constexpr double kLog2Low = 0x1.a39ef35793c76p-33;
  return k * kLog2High + (2 * s * sum + k * kLog2Low);
}

}  // namespace lesson::triage
