#include "core/kernels/naive.hpp"
#include "tests/core/flash_support.hpp"

namespace lesson::kernels {

TEST_CASE("naive: within 1e-6 of the reference", "[kernels]") {
  test::Random random(1);
  for (const Index width : {1, 2, 3, 7, 8, 64, 256}) {
    for (const Causal causal : {Causal::None, Causal::TopLeft, Causal::BottomRight}) {
      const auto in = test::flash_inputs(random, {2, random.integer(1, 40), random.integer(1, 40), width}, causal,
                                         random.chance(0.5) ? 0.3 : 0);
      REQUIRE(test::largest_difference(in, test::flashed(in, Kernel::Naive), test::reference(in)) <= 1e-6);
    }
  }
}

TEST_CASE("naive: a part computes its rows and leaves the others alone", "[kernels]") {
  test::Random random(2);
  const auto in = test::flash_inputs(random, {3, 9, 5, 4});
  const auto whole = test::flashed(in, Kernel::Naive);
  std::vector<float> output;
  const Problem p = test::problem_of(in, output);
  const Part part{1, 2, 3, 7};
  std::vector<float> workspace(static_cast<std::size_t>(naive_workspace(p, part)));
  REQUIRE(workspace.size() == 4 * 5);
  naive(p, part, workspace.data());
  for (std::size_t at = 0; at < output.size(); ++at) {
    const auto row = at / 4 % 9;
    REQUIRE(output[at] == (at / 36 == 1 && row >= 3 && row < 7 ? whole[at] : 0));
  }
}

}  // namespace lesson::kernels
