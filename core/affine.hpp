// A product with a bias, and the checks of the learned numbers that a layer is made of.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

// One number for each column; none: nothing is added.
using Bias = std::optional<Vector>;

// y = x w + b, x (N, D), w (D, K) stored (in, out), b K -> (N, K). The bias is added after the whole sum. Shapes are
// the caller's to check.
Matrix affine(const Matrix& x, const Matrix& w, const Bias& b = std::nullopt);

//   the codes of check_product for x w
//   vector-length  b has not one number for each column of w
std::optional<Error> check_affine(std::string_view x_name, const Matrix& x, std::string_view w_name, const Matrix& w,
                                  std::string_view b_name, const Bias& b);

//   vector-length  v has not `length` numbers; `each` says what each belongs to ("feature of x")
std::optional<Error> check_vector(std::string_view name, const Vector& v, Index length, std::string_view each);

// A shape before anything of that size is made.
//   negative-size  rows or cols < 0
//   too-large      rows * cols > kMostNumbers (computed without overflow)
std::optional<Error> check_shape(std::string_view name, Index rows, Index cols);

// "(rows, cols)", for messages.
std::string shape_text(Index rows, Index cols);

// The same error inside a larger part: its place becomes "part.place" and its message says where it happened.
Error within(std::string_view part, Error error);

}  // namespace lesson
