#include "core/mask.hpp"

#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

bool equal(const Flags& a, const Flags& b) { return a.rows() == b.rows() && a.cols() == b.cols() && a == b; }

}  // namespace

TEST_CASE("mask: as many queries as keys give one triangle by both conventions") {
  const Flags triangle = flags({{0, 1, 1}, {0, 0, 1}, {0, 0, 0}});
  REQUIRE(equal(causal_mask(3, 3, Causal::TopLeft), triangle));
  REQUIRE(equal(causal_mask(3, 3, Causal::BottomRight), triangle));
  REQUIRE(equal(causal_mask(3, 3, Causal::None), flags({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}})));
  REQUIRE(causal_mask(4, 4, Causal::TopLeft).cast<int>().sum() == 6);
}

TEST_CASE("mask: fewer queries than keys tell the two conventions apart") {
  REQUIRE(equal(causal_mask(2, 4, Causal::TopLeft), flags({{0, 1, 1, 1}, {0, 0, 1, 1}})));
  REQUIRE(equal(causal_mask(2, 4, Causal::BottomRight), flags({{0, 0, 0, 1}, {0, 0, 0, 0}})));
}

TEST_CASE("mask: more queries than keys leave early queries nothing by the bottom right") {
  REQUIRE(equal(causal_mask(3, 2, Causal::TopLeft), flags({{0, 1}, {0, 0}, {0, 0}})));
  REQUIRE(equal(causal_mask(3, 2, Causal::BottomRight), flags({{1, 1}, {0, 1}, {0, 0}})));
}

TEST_CASE("mask: every cell follows its formula for all small shapes") {
  int cells = 0;
  for (Index n = 0; n <= 6; ++n) {
    for (Index m = 1; m <= 6; ++m) {
      const Flags top = causal_mask(n, m, Causal::TopLeft), bottom = causal_mask(n, m, Causal::BottomRight);
      REQUIRE((top.rows() == n && top.cols() == m && bottom.rows() == n && bottom.cols() == m));
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < m; ++j) {
          REQUIRE(top(i, j) == (j > i ? 1 : 0));
          REQUIRE(bottom(i, j) == (j > i + (m - n) ? 1 : 0));
          ++cells;
        }
      }
    }
  }
  REQUIRE(cells == 21 * 21);
}

TEST_CASE("mask: either blocks where one of the two does") {
  REQUIRE(equal(either(flags({{0, 1}, {1, 0}}), flags({{0, 0}, {1, 1}})), flags({{0, 1}, {1, 1}})));
  REQUIRE(equal(either(flags({{0, 1}}), Flags()), flags({{0, 1}})));
  REQUIRE(equal(either(Flags(), flags({{0, 1}})), flags({{0, 1}})));
  REQUIRE(either(Flags(), Flags()).size() == 0);
  REQUIRE(either(Flags(0, 3), Flags()).cols() == 3);
  Flags seven = flags({{0, 7}});
  REQUIRE(equal(either(seven, flags({{0, 0}})), flags({{0, 1}})));
}

TEST_CASE("mask: empty rows are those whose every key is blocked") {
  REQUIRE(empty_rows(flags({{1, 1}, {0, 1}, {7, 1}})) == std::vector<Index>{0, 2});
  REQUIRE(empty_rows(Flags(2, 0)) == std::vector<Index>{0, 1});
  REQUIRE(empty_rows(Flags(0, 3)).empty());
}

TEST_CASE("mask: blocked scores become minus infinity whatever they were") {
  const Matrix masked = apply_mask(rows({{1, kNaN, kInfinity}, {-2, 0, 4}}), flags({{0, 1, 1}, {0, 0, 1}}));
  REQUIRE(same(masked, rows({{1, -kInfinity, -kInfinity}, {-2, 0, -kInfinity}})));
  REQUIRE(same(apply_mask(rows({{1, kNaN}}), Flags()), rows({{1, kNaN}})));
}

}  // namespace lesson::test
