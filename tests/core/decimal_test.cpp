#include "core/decimal.hpp"

#include <cstdlib>

#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

__extension__ using Wide = unsigned __int128;

double by_library(const std::string& digits, int exponent) {
  return std::strtod((digits + "e" + std::to_string(exponent)).c_str(), nullptr);
}

std::string text_of(Wide number) {
  std::string text;
  for (; number != 0; number /= 10) text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
  return text;
}

}  // namespace

TEST_CASE("decimal: exact numbers") {
  REQUIRE(same(nearest_double("", 5), 0.0));
  REQUIRE(same(nearest_double("000", 5), 0.0));
  REQUIRE(nearest_double("1", 0) == 1);
  REQUIRE(nearest_double("00125", -3) == 0.125);
  REQUIRE(nearest_double("1", 22) == 1e22);
  REQUIRE(nearest_double("9007199254740991", 0) == 9007199254740991.0);
}

TEST_CASE("decimal: the ends of the range") {
  REQUIRE(nearest_double("17976931348623157", 292) == kLargest);
  REQUIRE(nearest_double("17976931348623158079", 289) == kLargest);
  REQUIRE(nearest_double("17976931348623158080", 289) == kInfinity);
  REQUIRE(nearest_double("1", 309) == kInfinity);
  REQUIRE(nearest_double("1", 2000000000) == kInfinity);
  REQUIRE(nearest_double("1", -2000000000) == 0);
  REQUIRE(nearest_double("22250738585072014", -324) == 0x1p-1022);
  REQUIRE(nearest_double("22250738585072011", -324) == 0x0.fffffffffffffp-1022);
  REQUIRE(nearest_double("5", -324) == 0x1p-1074);
  REQUIRE(nearest_double("25", -325) == 0x1p-1074);
  // Half of the smallest number is 2.4703282292062327208...e-324: a tie, or just below it, gives 0.
  REQUIRE(nearest_double("24703282292062327", -340) == 0);
  REQUIRE(nearest_double("24703282292062328", -340) == 0x1p-1074);
  REQUIRE(nearest_double(std::string(64, '9'), -394) == by_library(std::string(64, '9'), -394));
  REQUIRE(nearest_double(std::string(64, '9'), 245) == kInfinity);
  REQUIRE(nearest_double(std::string(64, '9'), 244) == 1e308);
}

TEST_CASE("decimal: ties go to the even neighbour and anything beyond decides") {
  Random random(80);
  int even = 0, odd = 0;
  for (int run = 0; run < 20000; ++run) {
    // Half way between mantissa and mantissa + 1, times 2^shift: exact in decimal.
    const auto mantissa = static_cast<std::uint64_t>(std::ldexp(1 + random.uniform(), 52));
    const auto shift = static_cast<int>(random.integer(-20, 20));
    Wide half = 2 * Wide{mantissa} + 1;  // in units of 2^(shift - 1)
    const int unit = shift - 1;
    for (int i = 0; i < unit; ++i) half *= 2;
    for (int i = 0; i > unit; --i) half *= 5;  // / 2 = * 5 / 10
    const int exponent = unit < 0 ? unit : 0;
    const double below = std::ldexp(static_cast<double>(mantissa), shift),
                 above = std::ldexp(static_cast<double>(mantissa + 1), shift);
    REQUIRE(same(nearest_double(text_of(half), exponent), mantissa % 2 == 0 ? below : above));
    REQUIRE(same(nearest_double(text_of(half) + "000000001", exponent - 9), above));
    REQUIRE(same(nearest_double(text_of(half - 1) + "999999999", exponent - 9), below));
    ++(mantissa % 2 == 0 ? even : odd);
  }
  REQUIRE(even > 5000);
  REQUIRE(odd > 5000);
}

TEST_CASE("decimal: agrees with the C library to the last bit for random digits and exponents") {
  Random random(81);
  int normal = 0, subnormal = 0, infinite = 0;
  for (int run = 0; run < 30000; ++run) {
    std::string digits;
    for (Index count = random.integer(1, 64); count > 0; --count)
      digits += static_cast<char>('0' + random.integer(0, 9));
    const auto length = static_cast<Index>(digits.size());
    const bool at_an_end = random.chance(0.3);
    const auto exponent = static_cast<int>(
        at_an_end ? (random.chance(0.5) ? random.integer(300, 312) : random.integer(-330, -300)) - length
                  : random.integer(-400, 320));
    const double expected = by_library(digits, exponent);
    INFO(digits << "e" << exponent);
    REQUIRE(same(nearest_double(digits, exponent), expected));
    if (std::isinf(expected)) ++infinite;
    if (std::isnormal(expected)) ++normal;
    if (std::fpclassify(expected) == FP_SUBNORMAL) ++subnormal;
  }
  REQUIRE(normal > 10000);
  REQUIRE(subnormal > 1000);
  REQUIRE(infinite > 300);
}

}  // namespace lesson::test
