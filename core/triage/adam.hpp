// Adam, the optimiser (Kingma and Ba 2015, "Adam: A Method for Stochastic Optimization", algorithm 1).
//
//   m = beta1 m + (1 - beta1) g
//   v = beta2 v + (1 - beta2) g^2
//   x = x - rate (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + eps)
#pragma once

#include <vector>

#include "core/triage/classifier.hpp"

namespace lesson::triage {

struct Adam {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;
  // What it remembers; empty before the first step.
  std::vector<double> m = {}, v = {};  // one number for each that learns, in the order of parts
  double power1 = 1, power2 = 1;       // beta1^t and beta2^t, as products: pow of a library may round otherwise
};

// One step of `x` against `gradient`, part by part: both lists are of one shape, the same at every step.
void step(Adam& adam, double rate, const std::vector<Part>& x, const std::vector<Part>& gradient);

}  // namespace lesson::triage
