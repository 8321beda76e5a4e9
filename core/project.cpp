#include "core/project.hpp"

#include "core/check.hpp"
#include "core/product.hpp"

namespace lesson {

Outcome<Projections> project(const ProjectInputs& inputs) {
  if (auto refused = check_product("x", inputs.x, "wq", inputs.wq)) return *refused;
  if (auto refused = check_product("x", inputs.x, "wk", inputs.wk)) return *refused;
  if (auto refused = check_product("x", inputs.x, "wv", inputs.wv)) return *refused;
  if (inputs.wq.cols() != inputs.wk.cols()) {
    return Error{"query-key-width",
                 "wq has " + std::to_string(inputs.wq.cols()) + " columns but wk has " +
                     std::to_string(inputs.wk.cols()) +
                     ": queries and keys are compared by dot products, so both need the same width.",
                 {"wk"}};
  }
  return Projections{product(inputs.x, inputs.wq), product(inputs.x, inputs.wk), product(inputs.x, inputs.wv)};
}

}  // namespace lesson
