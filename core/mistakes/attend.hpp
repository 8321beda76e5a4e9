// One head from scores to output, computed as a recipe says.
#pragma once

#include "core/attention.hpp"
#include "core/mistakes/recipe.hpp"
#include "core/mistakes/setup.hpp"
#include "core/random/numpy.hpp"

namespace lesson {

// q (N, K), k (M, K), v (M, V) of one head, positions applied. Masks, scale and policy come from the setup, whose
// shapes have been checked. `draws` serves dropout; each weight takes one.
AttentionTrace attend(const Matrix& q, const Matrix& k, const Matrix& v, const Setup& setup, const Recipe& recipe,
                      numpy::Generator& draws);

}  // namespace lesson
