#include "core/triage/adam.hpp"

#include <cmath>

namespace lesson::triage {

void step(Adam& adam, double rate, const std::vector<Part>& x, const std::vector<Part>& gradient) {
  if (adam.m.empty()) {
    std::size_t count = 0;
    for (const Part& part : x) count += part.numbers.size();
    adam.m.assign(count, 0);
    adam.v.assign(count, 0);
  }
  adam.power1 *= adam.beta1;
  adam.power2 *= adam.beta2;
  double* m = adam.m.data();
  double* v = adam.v.data();
  for (std::size_t p = 0; p < x.size(); ++p) {
    double* const numbers = x[p].numbers.data();
    const double* const slopes = gradient[p].numbers.data();
    for (std::size_t i = 0; i < x[p].numbers.size(); ++i, ++m, ++v) {
      *m = adam.beta1 * *m + (1 - adam.beta1) * slopes[i];
      *v = adam.beta2 * *v + (1 - adam.beta2) * slopes[i] * slopes[i];
      numbers[i] -= rate * (*m / (1 - adam.power1)) / (std::sqrt(*v / (1 - adam.power2)) + adam.eps);
    }
  }
}

}  // namespace lesson::triage
