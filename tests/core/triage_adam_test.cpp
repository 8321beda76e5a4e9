#include "core/triage/adam.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

using namespace lesson::triage;

TEST_CASE("triage adam: two steps worked by hand") {
  double x = 1, slope = 4;
  Adam adam{.beta1 = 0.5, .beta2 = 0.75, .eps = 0};
  const std::vector<Part> numbers{{"x", {&x, 1}}}, slopes{{"x", {&slope, 1}}};
  step(adam, 0.5, numbers, slopes);
  // m = 2, v = 4, both corrected: 4 and 16; the step is 0.5 * 4 / 4
  REQUIRE(x == 0.5);
  slope = 0;
  step(adam, 0.5, numbers, slopes);
  // m = 1 / 0.75, v = 3 / (7/16)
  REQUIRE(std::abs(x - (0.5 - 0.5 * (1 / 0.75) / std::sqrt(3 / (7.0 / 16)))) <= 1e-16);
}

TEST_CASE("triage adam: it goes down a bowl, and a slope of 0 moves nothing") {
  double x[] = {3, -2, 7}, slope[3];
  Adam adam;
  for (int t = 0; t < 2000; ++t) {
    for (int i = 0; i < 2; ++i) slope[i] = 2 * x[i];
    slope[2] = 0;
    step(adam, 0.05, {{"x", x}}, {{"x", slope}});
  }
  REQUIRE(std::abs(x[0]) <= 0.05);
  REQUIRE(std::abs(x[1]) <= 0.05);
  REQUIRE(x[2] == 7);
}

}  // namespace lesson::test
