#include "core/kernels/flash.hpp"
#include "tests/core/flash_support.hpp"

namespace lesson::kernels {

TEST_CASE("flash: both kernels take the scale that is given", "[kernels]") {
  test::Random random(1);
  for (const float scale : {0.0F, -0.7F, 2.5F}) {
    auto in = test::flash_inputs(random, {2, 20, 30, 8}, Causal::BottomRight);
    in.scale = scale;
    for (const Kernel kernel : {Kernel::Naive, Kernel::Tiled})
      REQUIRE(test::largest_difference(in, test::flashed(in, kernel), test::reference(in)) <= 2e-6);
  }
}

TEST_CASE("flash: refuses what it cannot compute", "[kernels]") {
  test::Random random(2);
  const auto good = test::flash_inputs(random, {2, 3, 5, 4});
  REQUIRE(flash(good).ok());

  auto in = good;
  in.width = 257;
  test::require_refused(flash(in), "kernel-size", {"width"}, {"257", "256"});
  in.width = 0;
  test::require_refused(flash(in), "kernel-size", {"width"}, {"0"});
  in = good;
  in.heads = -1;
  test::require_refused(flash(in), "kernel-size", {"heads"}, {"-1"});
  in = good;
  in.queries = 0;
  test::require_refused(flash(in), "kernel-size", {"queries"}, {"0"});
  in = good;
  in.keys = (Index{1} << 20) + 1;
  test::require_refused(flash(in), "kernel-size", {"keys"}, {"1048577"});

  in = good;
  in.v.pop_back();
  test::require_refused(flash(in), "data-length", {"length of v"}, {"39", "heads * keys * width"});
  in = good;
  in.padding = {1};
  test::require_refused(flash(in), "padding-length", {"length of padding"}, {"1", "each key"});
  in = good;
  in.scale = std::numeric_limits<float>::infinity();
  test::require_refused(flash(in), "scale-not-finite", {"scale"}, {});

  FlashInputs huge;
  huge.queries = huge.keys = 20000;
  huge.width = 1;
  huge.q = huge.k = huge.v = std::vector<float>(20000);
  test::require_refused(flash(huge, Kernel::Naive), "too-large", {"q"}, {"2^28"});
}

}  // namespace lesson::kernels
