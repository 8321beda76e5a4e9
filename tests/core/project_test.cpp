#include "core/project.hpp"

#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

const Matrix kTokens = rows({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
const Matrix kWq = rows({{1, 0}, {0, 1}, {1, 1}});

}  // namespace

TEST_CASE("project: one-hot tokens read the rows of the weights") {
  const Matrix wk = rows({{1, 0}, {1, 1}, {0, 1}}), wv = rows({{2, 0, 5}, {0, 2, 5}, {1, 1, 5}});
  const auto made = project({kTokens, kWq, wk, wv});
  REQUIRE(made.ok());
  REQUIRE(same(made->q, kWq));
  REQUIRE(same(made->k, wk));
  REQUIRE(same(made->v, wv));
}

TEST_CASE("project: is linear in the rows") {
  Random random(3);
  for (int run = 0; run < 200; ++run) {
    const Matrix x = random.matrix(2, 4), wq = random.matrix(4, 3), wk = random.matrix(4, 3), wv = random.matrix(4, 2);
    const Matrix sum = x.row(0) + x.row(1);
    const auto both = project({x, wq, wk, wv}), one = project({sum, wq, wk, wv});
    REQUIRE((both.ok() && one.ok()));
    // Sums of 4 products up to 18: some 10 roundings of 2^-53 * 72.
    REQUIRE(difference(one->q, both->q.row(0) + both->q.row(1)) <= 1e-13);
    REQUIRE(difference(one->v, both->v.row(0) + both->v.row(1)) <= 1e-13);
  }
}

TEST_CASE("project: no rows and no value width are allowed") {
  const auto made = project({Matrix(0, 3), kWq, kWq, Matrix(3, 0)});
  REQUIRE(made.ok());
  REQUIRE((made->q.rows() == 0 && made->q.cols() == 2));
  REQUIRE((made->v.rows() == 0 && made->v.cols() == 0));
}

TEST_CASE("project: refusals") {
  const Matrix wide = rows({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  require_refused(project({kTokens, rows({{1, 2}}), kWq, kWq}), "inner-width", {"wq"}, {"x", "width 3", "1 row"});
  require_refused(project({kTokens, kWq, rows({{1, 2}, {3, 4}}), kWq}), "inner-width", {"wk"}, {"width 3", "2 rows"});
  require_refused(project({kTokens, kWq, kWq, rows({{1}, {2}, {3}, {4}})}), "inner-width", {"wv"},
                  {"width 3", "4 rows"});
  require_refused(project({Matrix(3, 0), Matrix(0, 2), Matrix(0, 2), Matrix(0, 2)}), "width-zero", {"x"},
                  {"width 0", "wq"});
  require_refused(project({kTokens, kWq, wide, kWq}), "query-key-width", {"wk"}, {"2 columns", "3"});
  const Matrix tall = Matrix::Zero(3000, 1), broad = Matrix::Zero(1, 3000);
  require_refused(project({tall, broad, broad, broad}), "too-large", {"wq"}, {"(3000, 3000)", "4194304"});
}

}  // namespace lesson::test
