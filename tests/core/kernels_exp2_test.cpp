#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/kernels/exp2.hpp"
#include "tests/core/support.hpp"

namespace lesson::kernels {
namespace {

// Relative error in one lane; the others must agree with it.
double relative_error(float x, const Exp2& k) {
  float out[4];
  store(out, exp2(splat(x), k));
  for (const float lane : out)
    if (std::memcmp(&lane, out, sizeof lane) != 0) return test::kNaN;
  return std::abs(static_cast<double>(out[0]) / std::exp2(static_cast<double>(x)) - 1);
}

float from_bits(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

}  // namespace

TEST_CASE("exp2: within 3e-7 of 2^x over the whole range of differences from a maximum", "[kernels]") {
  const Exp2 k = load_exp2();
  double worst = 0;
  // Every 1,009th float of [-126, -0]: 1,009 is prime, so that all patterns of the low bits come.
  const std::uint32_t first = 0x80000000U, last = 0xC2FC0000U;
  REQUIRE(from_bits(last) == -126);
  for (std::uint32_t bits = first; bits <= last; bits += 1009) {
    const double error = relative_error(from_bits(bits), k);
    if (!(error <= worst)) worst = error;
    if (std::isnan(worst)) break;
  }
  INFO(worst);
  REQUIRE(worst <= 3e-7);
}

TEST_CASE("exp2: within 3e-7 at each float near a half, where the rounding of x turns", "[kernels]") {
  const Exp2 k = load_exp2();
  double worst = 0;
  for (int whole = -125; whole <= 0; ++whole) {
    float x = static_cast<float>(whole) - 0.5F;
    for (int i = 0; i < 50; ++i) x = std::nextafter(x, 1.0F);
    for (int i = 0; i < 100; ++i, x = std::nextafter(x, -200.0F)) {
      const double error = relative_error(x, k);
      REQUIRE(error <= 3e-7);  // each by itself: a NaN must not be followed by a number that hides it
      worst = std::max(worst, error);
    }
  }
  REQUIRE(worst <= 3e-7);
}

TEST_CASE("exp2: exact at whole numbers to one unit, and ends at 2^-126", "[kernels]") {
  const Exp2 k = load_exp2();
  for (int n = -126; n <= 127; ++n) {
    INFO(n);
    REQUIRE(relative_error(static_cast<float>(n), k) <= 1.2e-7);
  }
  for (const float far : {-126.5F, -1000.0F, -1e30F, -std::numeric_limits<float>::infinity()})
    REQUIRE(std::abs(first(exp2(splat(far), k)) / 0x1p-126F - 1) <= 1.2e-7F);
}

TEST_CASE("lanes: largest, sum and transpose take every lane to its place", "[kernels]") {
  const float numbers[16] = {3, -1, 4, 1, -5, 9, 2, 6, 5, 3, -5, 8, 9, 7, 9, 3};
  for (int r = 0; r < 4; ++r) {
    const float* const row = numbers + 4 * r;
    REQUIRE(largest(load(row)) == std::max({row[0], row[1], row[2], row[3]}));
    REQUIRE(sum(load(row)) == row[0] + row[1] + row[2] + row[3]);
  }
  Lanes lanes[4] = {load(numbers), load(numbers + 4), load(numbers + 8), load(numbers + 12)};
  transpose(lanes);
  for (int r = 0; r < 4; ++r) {
    float column[4];
    store(column, lanes[r]);
    for (int c = 0; c < 4; ++c) REQUIRE(column[c] == numbers[4 * c + r]);
  }
}

}  // namespace lesson::kernels
