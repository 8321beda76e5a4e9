#include "core/doctor/layout.hpp"
#include "tests/core/doctor_support.hpp"

namespace lesson::test {
namespace {

using Shape = std::vector<Index>;

LayoutGuess guessed(const Shape& q, const Shape& k, const Shape& v, const Shape& weights = {},
                    const Shape& output = {}) {
  const auto guess = guess_layout({q, k, v, weights, output});
  REQUIRE(guess.ok());
  return *guess;
}

}  // namespace

TEST_CASE("layout: what the shapes leave no doubt of") {
  REQUIRE(guessed({3, 4}, {5, 4}, {5, 2}).layout == Layout::SeqDim);
  // Fewer queries than keys: the axis that differs is the sequence.
  LayoutGuess guess = guessed({2, 8, 3, 4}, {2, 8, 5, 4}, {2, 8, 5, 4});
  REQUIRE(guess.layout == Layout::BatchHeadsSeqDim);
  REQUIRE(guess.sure);
  guess = guessed({2, 3, 8, 4}, {2, 5, 8, 4}, {2, 5, 8, 4});
  REQUIRE(guess.layout == Layout::BatchSeqHeadsDim);
  REQUIRE(guess.sure);
  // The weights name the heads.
  guess = guessed({2, 8, 6, 4}, {2, 8, 6, 4}, {2, 8, 6, 4}, {2, 6, 8, 8});
  REQUIRE(guess.layout == Layout::BatchSeqHeadsDim);
  REQUIRE(guess.sure);
}

TEST_CASE("layout: with nothing to tell, the commonest, and doubt is said") {
  LayoutGuess guess = guessed({2, 8, 6, 4}, {2, 8, 6, 4}, {2, 8, 6, 4});
  REQUIRE(guess.layout == Layout::BatchSeqHeadsDim);  // six heads sooner than eight
  REQUIRE(!guess.sure);
  guess = guessed({2, 4, 6, 4}, {2, 4, 6, 4}, {2, 4, 6, 4});
  REQUIRE(guess.layout == Layout::BatchHeadsSeqDim);
  guess = guessed({2, 6, 4}, {2, 6, 4}, {2, 6, 4});
  REQUIRE(guess.layout == Layout::BatchSeqDim);
  REQUIRE(!guess.sure);
}

TEST_CASE("layout: shapes that do not fit together") {
  const auto refused = [](const Shapes& shapes, const char* code, std::initializer_list<std::string> named) {
    require_refused(guess_layout(shapes), code, {"q"}, named);
  };
  refused({{3}, {3}, {3}, {}, {}}, "layout-rank", {"(3,)"});
  refused({{2, 3}, {1, 2, 3}, {2, 3}, {}, {}}, "layout-rank", {"(1, 2, 3)"});
  refused({{2, 3}, {2, 4}, {2, 4}, {}, {}}, "layout-none", {"(2, 4)"});
  refused({{2, 4}, {2, 4}, {3, 4}, {}, {}}, "layout-none", {"(3, 4)"});
  refused({{2, 4}, {2, 4}, {2, 4}, {3, 2}, {}}, "layout-none", {"(3, 2)"});
  refused({{2, 4}, {2, 4}, {2, 4}, {}, {5, 4}}, "layout-none", {"(5, 4)"});
  refused({{2, 0}, {2, 0}, {2, 0}, {}, {}}, "layout-none", {"(2, 0)"});
  refused({{1, 3, 2, 4}, {1, 2, 2, 4}, {1, 2, 2, 4}, {1, 9, 2, 2}, {}}, "layout-none", {"(1, 9, 2, 2)"});
}

}  // namespace lesson::test
