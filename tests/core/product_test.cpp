#include "core/product.hpp"

#include "tests/core/support.hpp"

namespace lesson::test {

TEST_CASE("product: worked by hand") {
  REQUIRE(same(product(rows({{1, 2, 3}, {4, 5, 6}}), rows({{7, 8}, {9, 10}, {11, 12}})), rows({{58, 64}, {139, 154}})));
  REQUIRE(same(product_transposed(rows({{1, 2}}), rows({{3, 4}, {5, 6}})), rows({{11, 17}})));
}

TEST_CASE("product: each sum runs in index order") {
  // From the left 1e16 + 1 - 1e16 loses the 1; in pairs or from the right it would not.
  const Matrix ones = rows({{1}, {1}, {1}});
  REQUIRE(product(rows({{1e16, 1, -1e16}}), ones)(0, 0) == 0);
  REQUIRE(product(rows({{1e16, -1e16, 1}}), ones)(0, 0) == 1);
  REQUIRE(product_transposed(rows({{1e16, 1, -1e16}}), rows({{1, 1, 1}}))(0, 0) == 0);
}

TEST_CASE("product: a multiplication and an addition round twice") {
  // (1 + 2^-30)^2 = 1 + 2^-29 + 2^-60; rounded alone it loses the last term, fused with the sum of -1 it would not.
  const double x = 1 + 0x1p-30;
  REQUIRE(product(rows({{1, x}}), rows({{-1}, {x}}))(0, 0) == 0x1p-29);
}

TEST_CASE("product: equals plain sums to the last bit for random matrices") {
  Random random(2);
  int cells = 0;
  for (int run = 0; run < 300; ++run) {
    const Matrix a = random.matrix(random.integer(0, 5), random.integer(0, 6));
    const Matrix b = random.matrix(a.cols(), random.integer(0, 5));
    const Matrix c = product(a, b);
    REQUIRE(same(c, product_transposed(a, b.transpose())));
    REQUIRE((c.rows() == a.rows() && c.cols() == b.cols()));
    for (Index i = 0; i < c.rows(); ++i) {
      for (Index j = 0; j < c.cols(); ++j) {
        double sum = 0;
        for (Index t = 0; t < a.cols(); ++t) sum += a(i, t) * b(t, j);
        REQUIRE(same(c(i, j), sum));
        ++cells;
      }
    }
  }
  REQUIRE(cells > 1000);
}

}  // namespace lesson::test
