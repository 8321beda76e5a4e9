#include "core/affine.hpp"

#include "core/check.hpp"
#include "core/product.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

TEST_CASE("affine: a bias is added to each row, and none adds nothing") {
  const Matrix x = rows({{1, 2}, {0, -1}}), w = rows({{1, 0, 2}, {0, 1, 3}});
  const Vector b = rows({{10, 20, 30}}).row(0).transpose();
  REQUIRE(same(affine(x, w), rows({{1, 2, 8}, {0, -1, -3}})));
  REQUIRE(same(affine(x, w, b), rows({{11, 22, 38}, {10, 19, 27}})));
  REQUIRE(same(affine(x, w), product(x, w)));
  REQUIRE(affine(Matrix(0, 2), w, b).rows() == 0);
}

TEST_CASE("affine: refusals") {
  const Matrix x = rows({{1, 2}}), w = rows({{1, 0, 2}, {0, 1, 3}});
  REQUIRE(!check_affine("x", x, "w", w, "b", std::nullopt));
  REQUIRE(!check_affine("x", x, "w", w, "b", Vector::Zero(3)));
  require_refused(check_affine("x", x, "w1", w, "b1", Vector::Zero(2)), "vector-length", {"b1"},
                  {"b1", "2 numbers", "needs 3", "column of w1"});
  require_refused(check_affine("x", x, "w", rows({{1}}), "b", std::nullopt), "inner-width", {"w"},
                  {"width 2", "1 row"});
  require_refused(check_affine("x", Matrix(1, 0), "w", Matrix(0, 2), "b", std::nullopt), "width-zero", {"x"},
                  {"width 0"});
  require_refused(check_affine("x", Matrix::Zero(3000, 1), "w", Matrix::Zero(1, 3000), "b", std::nullopt), "too-large",
                  {"w"}, {"(3000, 3000)"});
  require_refused(check_vector("bias", Vector::Zero(1), 4, "feature of x"), "vector-length", {"bias"},
                  {"1 number ", "needs 4", "feature of x"});
}

TEST_CASE("affine: shapes are checked without computing their size") {
  REQUIRE(!check_shape("codes", 0, 0));
  REQUIRE(!check_shape("codes", kMostNumbers, 1));
  REQUIRE(!check_shape("codes", 1, kMostNumbers));
  require_refused(check_shape("codes", -1, 4), "negative-size", {"codes"}, {"(-1, 4)"});
  require_refused(check_shape("codes", 4, -2), "negative-size", {"codes"}, {"(4, -2)"});
  require_refused(check_shape("codes", kMostNumbers + 1, 1), "too-large", {"codes"}, {"(4194305, 1)", "4194304"});
  const Index most = std::numeric_limits<Index>::max();
  require_refused(check_shape("codes", most, most), "too-large", {"codes"}, {std::to_string(most)});
}

TEST_CASE("affine: shapes in messages") {
  REQUIRE(shape_text(2, 3) == "(2, 3)");
  REQUIRE(shape_text(-1, 0) == "(-1, 0)");
}

TEST_CASE("affine: an error inside a part says which part") {
  const Error error = within("norm1", {"vector-length", "weight has 2 numbers but needs 3.", {"weight", 1, 2}});
  require_refused(error, "vector-length", {"norm1.weight", 1, 2}, {"In norm1: weight has 2"});
}

}  // namespace lesson::test
