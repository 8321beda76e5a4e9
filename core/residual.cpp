#include "core/residual.hpp"

#include <string>

#include "core/affine.hpp"

namespace lesson {

Outcome<Matrix> add_residual(const Matrix& x, std::string_view name, const Matrix& change) {
  if (x.rows() == change.rows() && x.cols() == change.cols()) return Matrix(x + change);
  const auto shape = [](const Matrix& m) { return shape_text(m.rows(), m.cols()); };
  return Error{"residual-shape",
               "The result of " + std::string(name) + " has shape " + shape(change) + " but the residual has shape " +
                   shape(x) + ": they are added number by number, so both must be the same.",
               {std::string(name)}};
}

}  // namespace lesson
