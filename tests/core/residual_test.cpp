#include "core/residual.hpp"

#include "tests/core/support.hpp"

namespace lesson::test {

TEST_CASE("residual: adds number by number") {
  const auto sum = add_residual(rows({{1, 2}, {3, 4}}), "attention", rows({{10, 0}, {0, kNaN}}));
  REQUIRE(sum.ok());
  REQUIRE(same(*sum, rows({{11, 2}, {3, kNaN}})));
  REQUIRE(add_residual(Matrix(0, 3), "attention", Matrix(0, 3)).ok());
}

TEST_CASE("residual: another shape is refused where broadcasting would repeat it") {
  require_refused(add_residual(Matrix::Zero(2, 64), "feedForward", Matrix::Zero(2, 256)), "residual-shape",
                  {"feedForward"}, {"feedForward", "(2, 256)", "(2, 64)"});
  require_refused(add_residual(Matrix::Zero(2, 3), "attention", Matrix::Zero(1, 3)), "residual-shape", {"attention"},
                  {"(1, 3)", "(2, 3)"});
}

}  // namespace lesson::test
