#include "core/random/ziggurat.hpp"
#include "tests/core/random_support.hpp"

namespace lesson::test {
namespace {

using ziggurat::kHeight;
using ziggurat::kInside;
using ziggurat::kLayers;
using ziggurat::kWidth;

double right_end(std::size_t layer) { return kWidth[layer] * 0x1p52; }

}  // namespace

TEST_CASE("random ziggurat: the tables are NumPy's to the last bit") {
  // Computed from wi_double, fi_double and ki_double in libnpyrandom.a of NumPy 1.24.
  REQUIRE(checksum_of(kWidth) == 0xd986c81d16602f41);
  REQUIRE(checksum_of(kHeight) == 0x0f4029a20099d656);
  REQUIRE(checksum_of(kInside) == 0x7ea1a7e349ac15b9);
}

TEST_CASE("random ziggurat: heights are the curve at the right ends, and the layers have one area") {
  REQUIRE(kHeight[0] == 1);
  REQUIRE(same(right_end(255), ziggurat::kTail));
  REQUIRE(std::abs(ziggurat::kTail * ziggurat::kInverseTail - 1) <= 3e-16);
  const double area = right_end(0) * kHeight[255];
  for (std::size_t layer = 1; layer < kLayers; ++layer) {
    INFO("layer " << layer);
    const double x = right_end(layer);
    // The table was made with other roundings of x: its slope times a unit of x, and one unit of the result.
    REQUIRE(std::abs(kHeight[layer] - std::exp(-0.5 * x * x)) <= 4e-16);
    // The difference of two heights near 1 keeps 13 digits of its smallest, 0.001.
    REQUIRE(std::abs(x * (kHeight[layer - 1] - kHeight[layer]) / area - 1) <= 1e-12);
    if (layer > 1) REQUIRE(x > right_end(layer - 1));
  }
}

TEST_CASE("random ziggurat: below its bound a draw lies under the curve") {
  REQUIRE(kInside[1] == 0);
  for (std::size_t layer = 0; layer < kLayers; ++layer) {
    if (layer == 1) continue;
    INFO("layer " << layer);
    const double ratio = layer == 0 ? right_end(255) / right_end(0) : right_end(layer - 1) / right_end(layer);
    // Units of 2^-52: the roundings of two ends and of their quotient, and those of the table's maker.
    REQUIRE(std::abs(static_cast<double>(kInside[layer]) - ratio * 0x1p52) <= 8);
  }
}

}  // namespace lesson::test
