#include "core/half.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "tests/core/oracle.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

// Written again from the definition, for the tests that go over all patterns.
struct Format {
  Half half;
  int fraction;
  int bias;
  std::uint16_t infinity;
  std::uint16_t quiet;
  double largest;
};

const Format kFormats[] = {{Half::Float16, 10, 15, 0x7c00, 0x0200, 65504},
                           {Half::BFloat16, 7, 127, 0x7f80, 0x0040, 0x1.fep127}};

double number_of(std::uint16_t magnitude, const Format& f) {
  const int field = magnitude >> f.fraction, rest = magnitude % (1 << f.fraction);
  const double part = rest / std::exp2(f.fraction);
  return field == 0 ? part * std::exp2(1 - f.bias) : (1 + part) * std::exp2(field - f.bias);
}

double float16(double x) { return round_to(x, Half::Float16); }
double bfloat16(double x) { return round_to(x, Half::BFloat16); }

double from_bits(std::uint64_t bits) {
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// Of any size that the format knows, and a little beyond.
double random_number(Random& random, const Format& f) {
  const double size = std::exp2(random.between(-f.bias - f.fraction - 3, f.bias + 2)) * (1 + random.uniform());
  return random.chance(0.5) ? size : -size;
}

}  // namespace

TEST_CASE("half: the cases of mistakes.json") {
  std::set<std::string> consumed;
  for (const Json& one : load_oracle("mistakes.json")) {
    const auto name = one.at("name").get<std::string>();
    if (name != "half-precision" && name != "bfloat16") continue;
    INFO("case " << name);
    REQUIRE(consumed.insert(name).second);
    REQUIRE(one.at("inputs").size() == 1);
    REQUIRE(one.at("expected").size() == 1);
    const bool wide = name == "bfloat16";
    const Matrix rounded = round_to(to_matrix(one.at("inputs").at("x")), wide ? Half::BFloat16 : Half::Float16);
    // Rounding is defined to the last bit. JSON prints each double so that it comes back.
    REQUIRE(same(rounded, to_matrix(one.at("expected").at(wide ? "bfloat16" : "float16"))));
  }
  REQUIRE(consumed.size() == 2);
}

TEST_CASE("half: a mask of large negative numbers in half precision, as in mistake 11") {
  REQUIRE(float16(-1e9) == -kInfinity);
  REQUIRE(float16(float16(-65504) + float16(-16)) == -kInfinity);
  REQUIRE(float16(-65504.0 - 15.9) == -65504);
  REQUIRE(float16(float16(-65504) + float16(-65504)) == -kInfinity);
  // bfloat16 has the range of float32: the same mask stays finite.
  REQUIRE(bfloat16(-1e9) == -998244352);
  // exp(12) is beyond float16, exp(89) beyond both (mistake 25).
  REQUIRE(float16(std::exp(12.0)) == kInfinity);
  REQUIRE(std::isfinite(bfloat16(std::exp(12.0))));
  REQUIRE(bfloat16(std::exp(89.0)) == kInfinity);
}

TEST_CASE("half: worked by hand") {
  REQUIRE(float16(0.1) == 1638 * 0x1p-14);  // 0.1 = 1638.4 units of 2^-14
  REQUIRE(float16(2049) == 2048);           // ties to the even neighbour, both ways
  REQUIRE(float16(2051) == 2052);
  REQUIRE(bfloat16(257) == 256);
  REQUIRE(bfloat16(259) == 260);
  REQUIRE(float16(1e-8) == 0);             // below half of 2^-24
  REQUIRE(float16(0x1p-25) == 0);          // exactly half: to even
  REQUIRE(float16(0x1.8p-24) == 0x1p-23);  // one and a half: to even
  REQUIRE(float16(0x1.000001p-25) == 0x1p-24);
  REQUIRE(bfloat16(0x1p-134) == 0);
  REQUIRE(bfloat16(0x1.000001p-134) == 0x1p-133);
  REQUIRE(float16(0x1.ff8p-15) == 0x1.ff8p-15);  // the largest subnormal, 1,023 units
  REQUIRE(float16(0x1.ffcp-15) == 0x1p-14);      // 1,023.5 units: to even, which is the smallest normal number
}

TEST_CASE("half: zeros, infinities and NaN keep their sign") {
  for (const Format& f : kFormats) {
    REQUIRE(same(round_to(0.0, f.half), 0.0));
    REQUIRE(same(round_to(-0.0, f.half), -0.0));
    REQUIRE(same(round_to(-1e-300, f.half), -0.0));
    REQUIRE(same(round_to(-std::numeric_limits<double>::denorm_min(), f.half), -0.0));
    REQUIRE(round_to(kInfinity, f.half) == kInfinity);
    REQUIRE(round_to(-kInfinity, f.half) == -kInfinity);
    REQUIRE(round_to(kLargest, f.half) == kInfinity);
    REQUIRE(round_to(-kLargest, f.half) == -kInfinity);
    REQUIRE(std::isnan(round_to(kNaN, f.half)));
    // The payload of these lies wholly in the bits that fall away: still no infinity.
    REQUIRE(to_half_bits(from_bits(0x7ff0000000000001ULL), f.half) == (f.infinity | f.quiet));
    REQUIRE(to_half_bits(from_bits(0xfff0000000000001ULL), f.half) == (0x8000 | f.infinity | f.quiet));
  }
}

TEST_CASE("half: every bit pattern comes back") {
  for (const Format& f : kFormats) {
    int numbers = 0, nans = 0;
    for (std::uint32_t pattern = 0; pattern < 0x10000; ++pattern) {
      const auto bits = static_cast<std::uint16_t>(pattern);
      const auto magnitude = static_cast<std::uint16_t>(bits & 0x7fff);
      const double x = from_half_bits(bits, f.half);
      const std::uint16_t back = to_half_bits(x, f.half);
      INFO("pattern " << pattern << ", number " << x);
      if (magnitude > f.infinity) {
        REQUIRE(std::isnan(x));
        // Some machines quiet a NaN when it is handed over; the rest of it stays.
        REQUIRE(back == (bits | f.quiet));
        ++nans;
        continue;
      }
      const double size = magnitude == f.infinity ? kInfinity : number_of(magnitude, f);
      REQUIRE(same(x, bits < 0x8000 ? size : -size));
      REQUIRE(back == bits);
      ++numbers;
    }
    REQUIRE(numbers == 2 * (f.infinity + 1));
    REQUIRE(numbers + nans == 0x10000);
    REQUIRE(from_half_bits(static_cast<std::uint16_t>(f.infinity - 1), f.half) == f.largest);
  }
}

TEST_CASE("half: between every two neighbours, the tie goes to even and its sides to the nearer") {
  for (const Format& f : kFormats) {
    for (std::uint16_t low = 0; low < f.infinity; ++low) {
      const auto high = static_cast<std::uint16_t>(low + 1);
      // Beyond the largest, infinity stands where the next number would be.
      const double from = number_of(low, f), to = number_of(high, f), tie = from + (to - from) / 2;
      INFO("above " << from);
      REQUIRE(to_half_bits(tie, f.half) == (low % 2 == 0 ? low : high));
      REQUIRE(to_half_bits(std::nextafter(tie, 0), f.half) == low);
      REQUIRE(to_half_bits(std::nextafter(tie, kInfinity), f.half) == high);
      REQUIRE(to_half_bits(-tie, f.half) == (0x8000 | (low % 2 == 0 ? low : high)));
    }
  }
}

TEST_CASE("half: rounded once, where float32 in between would round twice") {
  // Just above the tie between 1 and the next number. float32 drops the last bit, and the tie goes to even: to 1.
  const double above16 = 1 + 0x1p-11 + 0x1p-40, above_b16 = 1 + 0x1p-8 + 0x1p-40;
  REQUIRE(float16(above16) == 1 + 0x1p-10);
  REQUIRE(float16(static_cast<double>(static_cast<float>(above16))) == 1);
  REQUIRE(bfloat16(above_b16) == 1 + 0x1p-7);
  REQUIRE(bfloat16(static_cast<double>(static_cast<float>(above_b16))) == 1);
}

TEST_CASE("half: properties of rounding") {
  Random random(4);
  for (const Format& f : kFormats) {
    for (int run = 0; run < 2000; ++run) {
      const double x = random_number(random, f), y = random_number(random, f);
      const double r = round_to(x, f.half), s = round_to(y, f.half);
      INFO("x " << x << ", y " << y);
      REQUIRE(same(round_to(r, f.half), r));
      REQUIRE(same(round_to(-x, f.half), -r));
      REQUIRE((x <= y ? r <= s : r >= s));
      REQUIRE(std::signbit(r) == std::signbit(x));
      if (std::isinf(r)) {
        REQUIRE(std::abs(x) > f.largest);
        continue;
      }
      // Half a unit: 2^-(fraction + 1) of the number, or half of the smallest; both exact.
      REQUIRE(std::abs(x - r) <= std::max(std::abs(x) * std::exp2(-f.fraction - 1), std::exp2(-f.bias - f.fraction)));
    }
  }
}

TEST_CASE("half: a matrix is rounded number by number and keeps its shape") {
  Random random(5);
  for (int run = 0; run < 1000; ++run) {
    const Format& f = kFormats[run % 2];
    Matrix m = random.matrix(random.integer(0, 4), random.integer(0, 4), -7e4, 7e4);
    if (m.size() > 0 && random.chance(0.2)) m(0, 0) = random.chance(0.5) ? kNaN : -kInfinity;
    const Matrix rounded = round_to(m, f.half);
    REQUIRE(rounded.rows() == m.rows());
    REQUIRE(rounded.cols() == m.cols());
    for (Index at = 0; at < m.size(); ++at) REQUIRE(same(rounded.data()[at], round_to(m.data()[at], f.half)));
  }
}

TEST_CASE("half: units between two numbers") {
  REQUIRE(units_between(1, 1, Half::Float16) == 0);
  REQUIRE(units_between(0.0, -0.0, Half::Float16) == 0);
  REQUIRE(units_between(1, 1 + 0x1p-10, Half::Float16) == 1);
  REQUIRE(units_between(1, 1 - 0x1p-11, Half::Float16) == 1);
  REQUIRE(units_between(1, 2, Half::Float16) == 1024);
  REQUIRE(units_between(1, 2, Half::BFloat16) == 128);
  REQUIRE(units_between(-0x1p-24, 0x1p-24, Half::Float16) == 2);
  REQUIRE(units_between(65504, kInfinity, Half::Float16) == 1);
  REQUIRE(units_between(-kInfinity, kInfinity, Half::Float16) == 2 * 0x7c00);
  REQUIRE(units_between(-kInfinity, kInfinity, Half::BFloat16) == 65280);
  REQUIRE(units_between(1, 1 + 0x1p-30, Half::Float16) == 0);
  REQUIRE(!units_between(kNaN, 1, Half::Float16));
  REQUIRE(!units_between(1, kNaN, Half::BFloat16));
}

TEST_CASE("half: units are a distance") {
  Random random(6);
  for (const Format& f : kFormats) {
    for (int run = 0; run < 1000; ++run) {
      double x = random_number(random, f), y = random_number(random, f), z = random_number(random, f);
      if (x > y) std::swap(x, y);
      if (y > z) std::swap(y, z);
      if (x > y) std::swap(x, y);
      REQUIRE(*units_between(x, z, f.half) == *units_between(x, y, f.half) + *units_between(y, z, f.half));
      REQUIRE(units_between(x, y, f.half) == units_between(y, x, f.half));
      REQUIRE((units_between(x, y, f.half) == 0) == (round_to(x, f.half) == round_to(y, f.half)));
    }
  }
}

}  // namespace lesson::test
