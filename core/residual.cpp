#include "core/residual.hpp"

#include <string>

namespace lesson {

Outcome<Matrix> add_residual(const Matrix& x, std::string_view name, const Matrix& change) {
  if (x.rows() == change.rows() && x.cols() == change.cols()) return Matrix(x + change);
  const auto shape = [](const Matrix& m) {
    return "(" + std::to_string(m.rows()) + ", " + std::to_string(m.cols()) + ")";
  };
  return Error{"residual-shape",
               "The result of " + std::string(name) + " has shape " + shape(change) + " but the residual has shape " +
                   shape(x) + ": they are added number by number, so both must be the same.",
               {std::string(name)}};
}

}  // namespace lesson
