#include "core/outcome.hpp"

#include "tests/core/support.hpp"

namespace lesson::test {

TEST_CASE("outcome: holds a value or an error and never both") {
  const Outcome<int> good = 3;
  REQUIRE(good.ok());
  REQUIRE(good);
  REQUIRE(*good == 3);

  const Outcome<int> bad = Error{"some-code", "Some message.", {"q", 1, 2}};
  REQUIRE(!bad.ok());
  REQUIRE(!bad);
  REQUIRE(bad.error().code == "some-code");
  REQUIRE(bad.error().where == Place{"q", 1, 2});
}

TEST_CASE("outcome: a place without a cell has row and column -1") {
  REQUIRE(Place{"scale"}.row == -1);
  REQUIRE(Place{"scale"}.col == -1);
}

}  // namespace lesson::test
