#include "core/kernels/pack.hpp"
#include "core/kernels/tile.hpp"
#include "tests/core/flash_support.hpp"

namespace lesson::kernels {
namespace {

constexpr float kGuard = 77;

// The padded table that `packed` should hold: rows of real keys, then zeros.
float at(const std::vector<float>& all, const Problem& p, std::int32_t head, std::int32_t row, std::int32_t c) {
  return all[static_cast<std::size_t>((head * p.keys + row) * p.width + c)];
}

}  // namespace

TEST_CASE("pack: keys and values lie where the tiles look, padding left out, the rest 0", "[kernels]") {
  test::Random random(1);
  for (const std::int32_t width : {1, 3, 4, 5, 8, 9, 64}) {
    for (const std::int32_t keys : {1, 7, 8, 9, 20}) {
      for (const double padding : {0.0, 0.4, 1.0}) {
        const auto in = test::flash_inputs(random, {2, 3, keys, width}, Causal::None, padding);
        std::vector<float> output;
        const Problem p = test::problem_of(in, output);
        std::vector<std::int32_t> counts(static_cast<std::size_t>(keys) + 1);
        const std::int32_t real = count_keys(p, counts.data());
        std::vector<std::int32_t> rows;
        for (std::int32_t j = 0; j < keys; ++j) {
          REQUIRE(counts[static_cast<std::size_t>(j)] == static_cast<std::int32_t>(rows.size()));
          if (in.padding.empty() || in.padding[static_cast<std::size_t>(j)] == 0) rows.push_back(j);
        }
        REQUIRE(real == static_cast<std::int32_t>(rows.size()));

        const std::int32_t filled = up_to_multiple(real, kPanel);
        const std::int32_t deep = width;
        const std::int32_t columns = up_to_multiple(width, kPanel);
        const std::int32_t stride = (filled + 8) * kPanel;
        std::vector<float> packed_keys(static_cast<std::size_t>(filled * deep) + 1, kGuard);
        std::vector<float> packed_values(static_cast<std::size_t>(columns / kPanel * stride) + 1, kGuard);
        pack_keys(p, 1, real, packed_keys.data());
        pack_values(p, 1, real, stride, packed_values.data());
        for (std::int32_t row = 0; row < filled; ++row) {
          const std::int32_t j = row < real ? rows[static_cast<std::size_t>(row)] : -1;
          for (std::int32_t c = 0; c < deep; ++c)
            REQUIRE(packed_keys[static_cast<std::size_t>((row / kPanel * deep + c) * kPanel + row % kPanel)] ==
                    (j >= 0 && c < width ? at(in.k, p, 1, j, c) : 0));
          for (std::int32_t c = 0; c < columns; ++c)
            REQUIRE(packed_values[static_cast<std::size_t>(c / kPanel * stride + row * kPanel + c % kPanel)] ==
                    (j >= 0 && c < width ? at(in.v, p, 1, j, c) : 0));
        }
        REQUIRE(packed_keys.back() == kGuard);
        REQUIRE(packed_values.back() == kGuard);
      }
    }
  }
}

TEST_CASE("pack: queries in groups, times the factor, the last group filled with 0", "[kernels]") {
  test::Random random(2);
  for (const std::int32_t width : {1, 6, 32}) {
    const auto in = test::flash_inputs(random, {2, 13, 4, width});
    std::vector<float> output;
    const Problem p = test::problem_of(in, output);
    const std::int32_t first = 2, last = 13;
    const std::int32_t deep = width;
    const std::int32_t rows = up_to_multiple(last - first, kRows);
    std::vector<float> packed(static_cast<std::size_t>(rows * deep) + 1, kGuard);
    pack_queries(p, 1, first, last, 0.5F, packed.data());
    for (std::int32_t i = 0; i < rows; ++i)
      for (std::int32_t c = 0; c < deep; ++c) {
        const bool real = i < last - first && c < width;
        const float expected = real ? 0.5F * in.q[static_cast<std::size_t>((p.queries + first + i) * width + c)] : 0;
        REQUIRE(packed[static_cast<std::size_t>((i / kRows * deep + c) * kRows + i % kRows)] == expected);
      }
    REQUIRE(packed.back() == kGuard);
  }
}

TEST_CASE("pack: a head is tame unless a number or a score is not", "[kernels]") {
  test::Random random(3);
  const auto in = test::flash_inputs(random, {2, 3, 5, 3});
  std::vector<float> output;
  REQUIRE(is_tame(test::problem_of(in, output), 1));
  using Numbers = std::vector<float>(FlashInputs::*);
  const float infinity = std::numeric_limits<float>::infinity();
  for (const Numbers numbers : {&FlashInputs::q, &FlashInputs::k, &FlashInputs::v}) {
    for (const float wild : {std::numeric_limits<float>::quiet_NaN(), infinity, -infinity}) {
      auto spoilt = in;
      (spoilt.*numbers).back() = wild;
      const Problem p = test::problem_of(spoilt, output);
      REQUIRE_FALSE(is_tame(p, 1));
      REQUIRE(is_tame(p, 0));
    }
  }
  auto large = in;
  for (float& number : large.q) number = 1e16F;
  large.k.back() = -1e16F;
  REQUIRE_FALSE(is_tame(test::problem_of(large, output), 1));
  auto larger = in;
  larger.scale = 1e38F;
  REQUIRE_FALSE(is_tame(test::problem_of(larger, output), 0));
}

}  // namespace lesson::kernels
