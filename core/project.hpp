// The three learned projections that make queries, keys and values from the same rows.
#pragma once

#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

struct ProjectInputs {
  Matrix x;   // (N, D)
  Matrix wq;  // (D, K)
  Matrix wk;  // (D, K)
  Matrix wv;  // (D, V)
};

struct Projections {
  Matrix q;  // (N, K) = x wq
  Matrix k;  // (N, K) = x wk
  Matrix v;  // (N, V) = x wv
};

// Weights are stored (in, out): y = x W (Vaswani et al. 2017, section 3.2.2).
// Errors: check_product for each, and query-key-width if wq and wk differ in columns.
Outcome<Projections> project(const ProjectInputs& inputs);

}  // namespace lesson
