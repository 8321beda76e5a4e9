// The residual connection.
#pragma once

#include <string_view>

#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

// x + change, both (N, D) (He et al. 2016, "Deep Residual Learning for Image Recognition", eq. 1).
//   residual-shape  change has another width or other rows than x; broadcasting would repeat it in silence
// `name` says what made the change ("attention", "feedForward").
Outcome<Matrix> add_residual(const Matrix& x, std::string_view name, const Matrix& change);

}  // namespace lesson
