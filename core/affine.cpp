#include "core/affine.hpp"

#include "core/check.hpp"
#include "core/product.hpp"

namespace lesson {

Matrix affine(const Matrix& x, const Matrix& w, const Bias& b) {
  Matrix y = product(x, w);
  if (b) y.rowwise() += b->transpose();
  return y;
}

std::optional<Error> check_affine(std::string_view x_name, const Matrix& x, std::string_view w_name, const Matrix& w,
                                  std::string_view b_name, const Bias& b) {
  if (auto refused = check_product(x_name, x, w_name, w)) return refused;
  if (!b) return std::nullopt;
  return check_vector(b_name, *b, w.cols(), "column of " + std::string(w_name));
}

std::optional<Error> check_vector(std::string_view name, const Vector& v, Index length, std::string_view each) {
  if (v.size() == length) return std::nullopt;
  return Error{"vector-length",
               std::string(name) + " has " + std::to_string(v.size()) + (v.size() == 1 ? " number" : " numbers") +
                   " but needs " + std::to_string(length) + ": one for each " + std::string(each) + ".",
               {std::string(name)}};
}

std::optional<Error> check_shape(std::string_view name, Index rows, Index cols) {
  const std::string shape = shape_text(rows, cols);
  if (rows < 0 || cols < 0) {
    return Error{"negative-size",
                 std::string(name) + " was asked for with shape " + shape + ": no size can be below 0.",
                 {std::string(name)}};
  }
  if (cols > 0 && rows > kMostNumbers / cols) {
    return Error{"too-large",
                 std::string(name) + " would have shape " + shape + ", more than the " + std::to_string(kMostNumbers) +
                     " numbers that one matrix may hold here.",
                 {std::string(name)}};
  }
  return std::nullopt;
}

std::string shape_text(Index rows, Index cols) {
  std::string text = "(";  // appended to, for GCC 12 warns of "(" + std::to_string(rows)
  text += std::to_string(rows) + ", " + std::to_string(cols) + ")";
  return text;
}

Error within(std::string_view part, Error error) {
  const std::string name(part);
  error.message = "In " + name + ": " + error.message;
  error.where.name = name + "." + error.where.name;
  return error;
}

}  // namespace lesson
