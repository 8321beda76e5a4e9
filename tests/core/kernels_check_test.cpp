#include <string>

#include "core/kernels/check.hpp"
#include "tests/core/support.hpp"

namespace lesson::kernels {

TEST_CASE("kernels: sizes that are none, one after the other", "[kernels]") {
  const Sizes good{2, 3, 5, 4, 24, 40, 40, 5, 1};
  REQUIRE(check(good).code == nullptr);
  const double none[] = {0, -1, 1.5, 1048577, 1e300, test::kNaN, test::kInfinity, -test::kInfinity};
  for (double Sizes::*const size : {&Sizes::heads, &Sizes::queries, &Sizes::keys, &Sizes::width}) {
    for (const double number : none) {
      Sizes bad = good;
      bad.*size = number;
      REQUIRE(std::string(check(bad).code) == "kernel-size");
      REQUIRE(test::same(check(bad).value, number));
    }
  }
  Sizes wide = good;
  wide.width = 257;
  REQUIRE(std::string(check(wide).name) == "width");
  for (double Sizes::*const count : {&Sizes::q, &Sizes::k, &Sizes::v}) {
    for (const double number : {0.0, 23.0, 41.0}) {
      Sizes bad = good;
      bad.*count = number;
      REQUIRE(std::string(check(bad).code) == "data-length");
    }
  }
  Sizes padded = good;
  padded.padding = 4;
  REQUIRE(std::string(check(padded).code) == "padding-length");
  padded.padding = 0;
  REQUIRE(check(padded).code == nullptr);
  for (const double scale : {test::kNaN, test::kInfinity, -1e39}) {
    Sizes bad = good;
    bad.scale = scale;
    REQUIRE(std::string(check(bad).code) == "scale-not-finite");
  }
}

}  // namespace lesson::kernels
